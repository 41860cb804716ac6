// Package docs_test keeps the documentation true: pages that are generated,
// schemas against what the program reads and writes, examples as they print.
package docs_test

import (
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/report"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var update = flag.Bool("update", false, "write the generated pages")

// TestRulePages compares docs/rules.md and docs/rules/ with the rules;
// `make docs` writes them.
func TestRulePages(t *testing.T) {
	want := map[string]string{"rules.md": rulesIndex(audit.Infos())}
	for _, info := range audit.Infos() {
		want["rules/"+info.ID+".md"] = report.RulePage(info, lang.English)
	}
	if *update {
		writePages(t, want)
	}
	for name, text := range want {
		got, err := os.ReadFile(name)
		if err != nil {
			t.Errorf("%v (run make docs)", err)
			continue
		}
		if diff := cmp.Diff(text, string(got)); diff != "" {
			t.Errorf("docs/%s is stale, run make docs (-rules +page):\n%s", name, diff)
		}
	}
	pages, err := filepath.Glob("rules/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		if _, ok := want[filepath.ToSlash(p)]; !ok {
			t.Errorf("docs/%s belongs to no rule", p)
		}
	}
}

func writePages(t *testing.T, pages map[string]string) {
	t.Helper()
	if err := os.RemoveAll("rules"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("rules", 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range pages {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

var groups = map[byte]string{
	'1': "A write may run more than once", '2': "Timeouts", '3': "Startup checks",
	'4': "The setting does not do what it says", '5': "Choice of cluster", '6': "Hygiene", '9': "The audit itself",
}

func rulesIndex(infos []*finding.Info) string {
	var b strings.Builder
	b.WriteString("# Rules\n\nGenerated from the rules. Ids are stable for ever. The severity is a rule's usual one; a finding may be milder.\n")
	group := byte(0)
	for _, r := range infos {
		if g := r.ID[2]; g != group {
			group = g
			fmt.Fprintf(&b, "\n## %s\n\n| id | severity | name | |\n|---|---|---|---|\n", groups[g])
		}
		fmt.Fprintf(&b, "| [%s](rules/%s.md) | %s | %s | %s |\n", r.ID, r.ID, r.Severity, r.Name, strings.ReplaceAll(r.Summary, "|", `\|`))
	}
	return b.String()
}

var link = regexp.MustCompile(`\]\(([^)#]+)(#[^)]*)?\)`)

// TestLinks follows the relative links of every page.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	above, err := filepath.Glob("../*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(append(pages, above...), "../testdata/demo/README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(path.Join(path.Dir(filepath.ToSlash(page)), m[1])); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
}
