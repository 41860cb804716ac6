package audit_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/rules"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

const caseDir = "../testdata/rules"

// TestRuleCases runs the whole pipeline over each small repository in
// testdata/rules and compares the findings of the folder's rule, and of the
// other rules that "want" names. The format is told in its README.md.
func TestRuleCases(t *testing.T) {
	files, err := filepath.Glob(caseDir + "/DA*/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range files {
		id := filepath.Base(filepath.Dir(path))
		t.Run(id+"/"+strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			fsys, want := readCase(t, path)
			opt := audit.Options{AllowEmpty: true}
			if f := fsys["target-version"]; f != nil {
				opt.Target = dubbo.MustVersion(strings.TrimSpace(string(f.Data)))
			}
			r, err := audit.Run(context.Background(), fsys, opt)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range r.Problems {
				t.Errorf("problem: %v", p)
			}
			asked := map[string]bool{id: true}
			for _, line := range want {
				asked[strings.Fields(line)[0]] = true
			}
			if diff := cmp.Diff(want, lines(r.Findings, asked)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func readCase(t *testing.T, path string) (fstest.MapFS, []string) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fsys, want := fstest.MapFS{}, []string{}
	found := false
	for _, f := range txtar.Parse(data).Files {
		if f.Name != "want" {
			fsys[f.Name] = &fstest.MapFile{Data: f.Data}
			continue
		}
		found = true
		for line := range strings.Lines(string(f.Data)) {
			if line = strings.TrimSpace(line); line != "" {
				want = append(want, line)
			}
		}
	}
	if !found {
		t.Fatalf("%s has no want section", path)
	}
	slices.Sort(want)
	return fsys, want
}

// lines writes the findings of the asked rules as "RULE subject severity",
// "-" for no subject, with "low" behind it for a low confidence, and
// "RULE subject related" for one that is a line of another finding.
func lines(found []*finding.Finding, asked map[string]bool) []string {
	out := []string{}
	for _, f := range found {
		subject := f.Subject
		if subject == "" {
			subject = "-"
		}
		if asked[f.Rule.ID] {
			line := fmt.Sprintf("%s %s %s", f.Rule.ID, subject, f.Severity)
			if f.Confidence == finding.Low {
				line += " low"
			}
			out = append(out, line)
		}
		for _, o := range f.Others {
			if asked[o.Rule.ID] {
				out = append(out, fmt.Sprintf("%s %s related", o.Rule.ID, subject))
			}
		}
	}
	slices.Sort(out)
	return out
}

// Every rule has cases of both kinds.
func TestEveryRuleHasCases(t *testing.T) {
	for _, r := range rules.All {
		files, err := filepath.Glob(filepath.Join(caseDir, r.ID, "*.txtar"))
		if err != nil {
			t.Fatal(err)
		}
		firing, silent := 0, 0
		for _, path := range files {
			_, want := readCase(t, path)
			if slices.ContainsFunc(want, func(l string) bool { return strings.HasPrefix(l, r.ID+" ") }) {
				firing++
			} else {
				silent++
			}
		}
		if firing == 0 || silent == 0 {
			t.Errorf("%s has %d firing and %d silent cases in %s", r.ID, firing, silent, caseDir)
		}
	}
}
