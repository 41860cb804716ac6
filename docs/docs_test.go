// Package docs_test keeps the documentation true: pages that are generated,
// schemas against what the program reads and writes, examples as they print.
package docs_test

import (
	"flag"
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
)

var update = flag.Bool("update", false, "write the generated pages")

// TestRulePages compares docs/rules.md and docs/rules/, and those of the other
// languages, with the rules; `make docs` writes them.
func TestRulePages(t *testing.T) {
	want := map[string]string{}
	for _, l := range spoken() {
		folder := pagesOf(l)
		want[folder+"rules.md"] = report.RuleIndex(audit.Infos(), l)
		for _, info := range audit.Infos() {
			want[report.RulePagePath(info, l)] = report.RulePage(info, l)
		}
		if *update {
			emptied(t, folder+"rules")
		}
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
	for _, l := range lang.Languages {
		pages, err := filepath.Glob(pagesOf(l) + "rules/*")
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range pages {
			if _, ok := want[filepath.ToSlash(p)]; !ok {
				t.Errorf("docs/%s belongs to no rule", p)
			}
		}
	}
}

// spoken are the languages whose catalogue says anything of the rules: pages
// of another would be English ones.
func spoken() []lang.Language {
	list := lang.Languages[:1:1]
	for _, l := range lang.Languages[1:] {
		if report.RuleIndex(audit.Infos(), l) != report.RuleIndex(audit.Infos(), lang.English) {
			list = append(list, l)
		}
	}
	return list
}

// pagesOf is the folder of a language's pages.
func pagesOf(l lang.Language) string {
	if l == lang.English {
		return ""
	}
	return string(l) + "/"
}

func emptied(t *testing.T, folder string) {
	t.Helper()
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
}

func writePages(t *testing.T, pages map[string]string) {
	t.Helper()
	for name, text := range pages {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
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
	pages = append(append(pages, above...), "../testdata/demo/README.md")
	for _, l := range lang.Languages[1:] {
		other, err := filepath.Glob(pagesOf(l) + "*.md")
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, other...)
	}
	for _, page := range pages {
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
