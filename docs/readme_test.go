package docs_test

import (
	"bytes"
	"context"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/report"
)

// demo audits testdata/demo as the command does in this repository.
func demo(t *testing.T) *report.Report {
	t.Helper()
	r, err := audit.Run(context.Background(), os.DirFS(".."), audit.Options{Paths: []string{"testdata/demo"}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func write(t *testing.T, formats []report.Format, name string, r *report.Report) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := report.Named(formats, name).Write(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

var textBlock = regexp.MustCompile("(?s)```text\n(.*?)```")

// readmes are the READMEs by their language.
var readmes = map[lang.Language]string{lang.English: "../README.md", lang.Chinese: "../README.zh.md", lang.Japanese: "../README.ja.md"}

// TestReadmeFindings holds the findings shown in the READMEs against what is
// printed.
func TestReadmeFindings(t *testing.T) {
	r := demo(t)
	for l, name := range readmes {
		readme, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		r.Options.Lang = l
		printed := string(write(t, report.Formats, "text", r))
		blocks := textBlock.FindAllStringSubmatch(string(readme), -1)
		if len(blocks) == 0 {
			t.Fatalf("%s shows no finding", name)
		}
		for _, b := range blocks {
			if !strings.Contains(printed, b[1]) {
				t.Errorf("%s shows what is not printed:\n%s\nprinted:\n%s", name, b[1], printed)
			}
		}
	}
}

// TestReadmeCommands: the READMEs show the same commands.
func TestReadmeCommands(t *testing.T) {
	commands := func(name string) []string {
		readme, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, m := range command.FindAllString(string(readme), -1) {
			out = append(out, strings.NewReplacer("--lang zh ", "", "--lang ja ", "").Replace(m))
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	want := commands("../README.md")
	for _, name := range readmes {
		if diff := cmp.Diff(want, commands(name)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// command is one in a block or in a table of a README.
var command = regexp.MustCompile(`(?m)^(?:go|dubboaudit) .*$|\x60dubboaudit [^\x60]*\x60`)

// TestReadmeTestCommand: the test command of the README is the one that
// continuous integration runs.
func TestReadmeTestCommand(t *testing.T) {
	for _, name := range append(slices.Collect(maps.Values(readmes)), "../.ci/run") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "\ngo test ./...\n") {
			t.Errorf("%s does not hold the line: go test ./...", name)
		}
	}
}

var demoRow = regexp.MustCompile(`(?m)^\| ([a-z-]+) \|.*\| ([^|]*) \|$`)

// TestDemoTable holds the table of the demo's README against the findings of
// each module, those shown as lines of another one included.
func TestDemoTable(t *testing.T) {
	readme, err := os.ReadFile("../testdata/demo/README.md")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]map[string]bool{}
	for _, f := range demo(t).Findings {
		for _, app := range strings.Split(f.Application, ", ") {
			if got[app] == nil {
				got[app] = map[string]bool{}
			}
			got[app][f.Rule.ID] = true
			for _, o := range f.Others {
				got[app][o.Rule.ID] = true
			}
		}
	}
	rows := demoRow.FindAllStringSubmatch(string(readme), -1)
	if len(rows) == 0 {
		t.Fatal("no table")
	}
	for _, row := range rows {
		want := regexp.MustCompile(`DA\d{3}`).FindAllString(row[2], -1)
		for _, id := range want {
			if !got[row[1]][id] {
				t.Errorf("%s: %s is promised and not found", row[1], id)
			}
		}
		if len(want) != len(got[row[1]]) {
			t.Errorf("%s: promised %v, found %v", row[1], want, got[row[1]])
		}
	}
}
