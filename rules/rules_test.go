package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ruleCase is a model and what one rule says about it: "subject severity",
// with " low" or " medium" behind it for a lower confidence.
type ruleCase struct {
	name  string
	build func(w *world)
	want  []string
}

// cases holds every rule's cases, gathered from the files by hundreds.
func cases(t *testing.T) map[string][]ruleCase {
	all := map[string][]ruleCase{}
	for _, table := range []map[string][]ruleCase{retryCases, timeoutCases, checkCases, versionCases, clusterCases, hygieneCases, decideCases, upgradeCases, aroundCases} {
		for id, list := range table {
			if all[id] != nil {
				t.Errorf("%s has cases in two tables", id)
			}
			all[id] = list
		}
	}
	return all
}

func TestRules(t *testing.T) {
	all := cases(t)
	for _, id := range slices.Sorted(maps.Keys(all)) {
		for _, tc := range all[id] {
			t.Run(id+"/"+tc.name, func(t *testing.T) {
				if diff := cmp.Diff(tc.want, report(tc.build, id)); diff != "" {
					t.Errorf("(-want +got)\n%s", diff)
				}
			})
		}
	}
}

// report runs one rule and writes its findings as a case does.
func report(build func(*world), id string) []string {
	w := &world{}
	build(w)
	var got []string
	for _, f := range Run(&w.Model, w.look(), func(x string) bool { return x == id }) {
		line := f.Subject + " " + f.Severity.String()
		if f.Subject == "" {
			line = "- " + f.Severity.String()
		}
		if f.Confidence.String() != "high" {
			line += " " + f.Confidence.String()
		}
		got = append(got, line)
	}
	return got
}

func TestEveryRuleFiresAndIsSilent(t *testing.T) {
	all := cases(t)
	for _, r := range All {
		firing, silent := 0, 0
		for _, tc := range all[r.ID] {
			if len(tc.want) > 0 {
				firing++
			} else {
				silent++
			}
		}
		if firing == 0 || silent == 0 {
			t.Errorf("%s has %d firing and %d silent cases", r.ID, firing, silent)
		}
		delete(all, r.ID)
	}
	for id := range all {
		t.Errorf("cases for %s, which is no rule", id)
	}
}

func TestAll(t *testing.T) {
	names := map[string]bool{}
	for i, r := range All {
		if i > 0 && All[i-1].ID >= r.ID {
			t.Errorf("%s stands behind %s", r.ID, All[i-1].ID)
		}
		if names[r.Name] {
			t.Errorf("the name %s is used twice", r.Name)
		}
		names[r.Name] = true
		if r.Check == nil {
			t.Errorf("%s has no check", r.ID)
		}
		if len(r.Proof)+len(r.Quirks) == 0 {
			t.Errorf("%s has no proof", r.ID)
		}
		for field, text := range map[string]string{
			"Name": r.Name, "Summary": r.Summary, "Doc": r.Doc, "Before": r.Before, "After": r.After,
			"Versions": r.Versions, "Fix": r.Fix, "Guards": strings.Join(r.Guards, ""),
		} {
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s has no %s", r.ID, field)
			}
		}
		if r.Severity == 0 || strings.HasSuffix(r.Summary, ".") || r.Name != strings.ToLower(r.Name) {
			t.Errorf("%s: severity %v, name %q, summary %q", r.ID, r.Severity, r.Name, r.Summary)
		}
	}
}

// A finding is never more severe than its rule says, names an edit, and is a
// sentence.
func TestMessages(t *testing.T) {
	for id, list := range cases(t) {
		for _, tc := range list {
			w := &world{}
			tc.build(w)
			for _, f := range Run(&w.Model, w.look(), func(x string) bool { return x == id }) {
				where := fmt.Sprintf("%s/%s: %q", id, tc.name, f.Message)
				if f.Severity > f.Rule.Severity {
					t.Errorf("%s: %v over the rule's %v", where, f.Severity, f.Rule.Severity)
				}
				if !strings.HasSuffix(f.Message.String(), ".") || strings.Contains(f.Message.String(), "..") || strings.Contains(f.Message.String(), "%!") || strings.Contains(f.Message.String(), "  ") {
					t.Error(where)
				}
				if strings.Contains(f.Message.String(), "probably") && f.Confidence.String() == "high" {
					t.Error(where)
				}
				if f.Setting == "" {
					t.Errorf("%s: no setting", where)
				}
			}
		}
	}
}
