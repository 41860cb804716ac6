package conformance

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/dubbo"
)

var update = flag.Bool("update", false, "write what is generated from the records")

// TestBehaviourPage compares docs/dubbo-behaviour.md with the records; `make
// docs` writes it.
func TestBehaviourPage(t *testing.T) {
	const name = "../docs/dubbo-behaviour.md"
	all, err := Records()
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string][]string{}
	for _, info := range audit.Infos() {
		for _, anchor := range info.Questions {
			rules[anchor] = append(rules[anchor], info.ID)
		}
	}
	want := Behaviour(all, rules)
	if *update {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("%s is stale, run make docs (-records +page):\n%s", name, diff)
	}
}

// TestClaims holds what the answers of the page say against every record.
func TestClaims(t *testing.T) {
	all, err := Records()
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range Questions {
		met := map[string]bool{}
		for _, r := range q.Rows {
			for _, c := range r.Claims {
				met[c.String()] = met[c.String()] // false until a record agrees
			}
			records := r.records(all)
			if len(records) == 0 {
				t.Errorf("%s: %q has no record", q.Anchor, r.Label)
			}
			for v, rec := range records {
				c := claimed(r.Claims, dubbo.MustVersion(v))
				if c == nil {
					continue
				}
				met[c.String()] = true
				if got := show(rec, q.Show).String(); !begins(got, c.Cell) {
					t.Errorf("%s: %q on %s: the answer says %q, the record %q", q.Anchor, r.Label, v, c.Cell, got)
				}
			}
		}
		if len(met) == 0 {
			t.Errorf("%s: the answer has no claim", q.Anchor)
		}
		for claim, ok := range met {
			if !ok {
				t.Errorf("%s: nothing was measured for the claim %s", q.Anchor, claim)
			}
		}
	}
}

func (c Claim) String() string { return fmt.Sprintf("%v %q", c.In, c.Cell) }

// begins reports whether a cell begins with the words.
func begins(cell, words string) bool {
	rest, ok := strings.CutPrefix(cell, words)
	return ok && (rest == "" || strings.ContainsAny(rest[:1], " ,"))
}

// claimed is the claim for a version, or nil.
func claimed(claims []Claim, v dubbo.Version) *Claim {
	for i := range claims {
		if claims[i].In == nil || claims[i].In.Contain(v) {
			return &claims[i]
		}
	}
	return nil
}

// TestQuestions: the rows name cases that exist, and the anchors are unique.
func TestQuestions(t *testing.T) {
	byName, err := casesByName()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, q := range Questions {
		if seen[q.Anchor] || q.Title == "" || q.Answer == "" || len(q.Rows) == 0 {
			t.Errorf("question %q is incomplete or stands twice", q.Anchor)
		}
		seen[q.Anchor] = true
		for _, name := range q.cases() {
			if byName[name] == nil {
				t.Errorf("%s: there is no case %s", q.Anchor, name)
			}
		}
	}
}

// TestNamed: where an answer names single releases, it names all of those that
// were measured.
func TestNamed(t *testing.T) {
	all, err := Records()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		anchor, at, cell string
	}{
		{"config-center", "center-consumer-element/none", "4"},
	} {
		q := Questions[slices.IndexFunc(Questions, func(q Question) bool { return q.Anchor == tt.anchor })]
		for v, rec := range (Row{At: tt.at}).records(all) {
			named := regexp.MustCompile(`\b` + regexp.QuoteMeta(v) + `\b`).MatchString(q.Answer)
			if show(rec, q.Show).String() == tt.cell && !named {
				t.Errorf("%s: %s is not named", tt.anchor, v)
			}
		}
	}
}
