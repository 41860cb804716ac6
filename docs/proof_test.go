package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/report"
)

var (
	ownLink    = regexp.MustCompile(`\]\(https://github\.com/dubboaudit/dubboaudit/blob/main/([^)#]+)(?:#([^)]+))?\)`)
	citedCases = regexp.MustCompile(`\(case ([^)]*)\)`)
)

// TestProofs: a rule that says how versions behave leads to the page that
// shows it.
func TestProofs(t *testing.T) {
	for _, info := range audit.Infos() {
		based := len(info.Quirks) > 0 || slices.ContainsFunc(info.Proof, func(p string) bool { return strings.HasPrefix(p, "measured") })
		if based && len(info.Questions) == 0 {
			t.Errorf("%s rests on what was measured and names no question of dubbo-behaviour.md", info.ID)
		}
		for _, id := range info.Quirks {
			if dubbo.QuirkByID(id) == nil {
				t.Errorf("%s: there is no quirk %s", info.ID, id)
			}
		}
		for _, l := range spoken() {
			checkOwnLinks(t, info.ID, report.RulePage(info, l))
		}
		for _, proof := range info.Proof {
			checkCases(t, info.ID, proof)
		}
	}
}

// checkOwnLinks follows the links of a page into this repository.
func checkOwnLinks(t *testing.T, id, page string) {
	t.Helper()
	for _, m := range ownLink.FindAllStringSubmatch(page, -1) {
		text, err := os.ReadFile(filepath.FromSlash("../" + m[1]))
		if err != nil {
			t.Errorf("%s: %v", id, err)
		} else if m[2] != "" && !strings.Contains(string(text), `<a id="`+m[2]+`">`) {
			t.Errorf("%s: %s has no anchor %s", id, m[1], m[2])
		}
	}
}

// checkCases looks for the cases that a proof cites.
func checkCases(t *testing.T, id, proof string) {
	t.Helper()
	for _, m := range citedCases.FindAllStringSubmatch(proof, -1) {
		for name := range strings.SplitSeq(m[1], ", ") {
			if _, err := os.Stat("../conformance/cases/" + name + ".txtar"); err != nil {
				t.Errorf("%s: %v", id, err)
			}
		}
	}
}

// TestQuirksOfRules: a quirk that the code of a rule asks for is named by a
// rule, so that its page has the proof.
func TestQuirksOfRules(t *testing.T) {
	named := map[dubbo.QuirkID]bool{}
	for _, info := range audit.Infos() {
		for _, id := range info.Quirks {
			named[id] = true
		}
	}
	used := quirksIn(t, "../rules/*.go")
	if len(used) == 0 {
		t.Fatal("the rules ask for no quirk")
	}
	for _, id := range used {
		if !named[id] {
			t.Errorf("rules/ asks for the quirk %s, which no rule names in Quirks", id)
		}
	}
}

// quirksIn lists the quirks whose constants stand in the files.
func quirksIn(t *testing.T, pattern string) []dubbo.QuirkID {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	constants := regexp.MustCompile(`(?m)^\t(\w+) +QuirkID = "([^"]+)"`)
	table, err := os.ReadFile("../dubbo/quirk.go")
	if err != nil {
		t.Fatal(err)
	}
	var out []dubbo.QuirkID
	for _, name := range files {
		code, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range constants.FindAllStringSubmatch(string(table), -1) {
			if regexp.MustCompile(`dubbo\.`+m[1]+`\b`).Match(code) && !strings.HasSuffix(name, "_test.go") {
				out = append(out, dubbo.QuirkID(m[2]))
			}
		}
	}
	return out
}
