package conformance

import (
	"fmt"
	"testing"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
)

// TestReplay predicts every record with the whole pipeline, from the files of
// the case to the effective settings.
func TestReplay(t *testing.T) {
	all, err := Records()
	if err != nil {
		t.Fatal(err)
	}
	cases, err := Cases()
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]*Case{}
	for _, c := range cases {
		byName[c.Name] = c
	}
	agreed, left := 0, 0
	models := map[string]*effective.Model{}
	for _, rec := range all {
		if Excluded[rec.Case] != "" {
			left++
			continue
		}
		key := rec.Version + " " + rec.Case
		if models[key] == nil {
			models[key] = model(t, byName[rec.Case], dubbo.MustVersion(rec.Version))
		}
		if msg := Compare(rec, models[key]); msg != "" {
			t.Errorf("%s: %s", rec.Key(), msg)
			continue
		}
		agreed++
	}
	// Scripts look for this line.
	fmt.Printf("agreement %d of %d (%d more left out: see Excluded)\n", agreed, len(all)-left, left)
}

func model(t *testing.T, c *Case, v dubbo.Version) *effective.Model {
	t.Helper()
	m, problems, err := c.Model(v)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s %s: %v", v, c.Name, p)
	}
	return m
}
