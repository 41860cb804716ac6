package conformance

import (
	"fmt"
	"runtime"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/dubboaudit/dubboaudit/dubbo"
)

// run is a case on a release.
type run struct{ version, name string }

// TestReplay predicts every record with the whole pipeline, from the files of
// the case to the effective settings.
func TestReplay(t *testing.T) {
	all, err := Records()
	if err != nil {
		t.Fatal(err)
	}
	byName, err := casesByName()
	if err != nil {
		t.Fatal(err)
	}
	runs := map[run][]*Record{}
	left := 0
	for _, rec := range all {
		if Left(rec) != "" {
			left++
			continue
		}
		key := run{rec.Version, rec.Case}
		runs[key] = append(runs[key], rec)
	}
	// Scripts look for this line.
	fmt.Printf("agreement %d of %d (%d more left out: see README.md)\n", replay(t, byName, runs), len(all)-left, left)
}

// replay returns how many records agree.
func replay(t *testing.T, byName map[string]*Case, runs map[run][]*Record) int {
	agreed := make(chan int, len(runs))
	var g errgroup.Group
	g.SetLimit(runtime.NumCPU())
	for key, records := range runs {
		g.Go(func() error {
			m, problems, err := byName[key.name].Model(dubbo.MustVersion(key.version))
			if err != nil {
				return err
			}
			for _, p := range problems {
				t.Errorf("%s %s: %v", key.version, key.name, p)
			}
			n := 0
			for _, rec := range records {
				if msg := Compare(rec, m); msg != "" {
					t.Errorf("%s: %s", rec.Key(), msg)
				} else {
					n++
				}
			}
			agreed <- n
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	close(agreed)
	sum := 0
	for n := range agreed {
		sum += n
	}
	return sum
}

func casesByName() (map[string]*Case, error) {
	list, err := Cases()
	if err != nil {
		return nil, err
	}
	out := map[string]*Case{}
	for _, c := range list {
		out[c.Name] = c
	}
	return out, nil
}
