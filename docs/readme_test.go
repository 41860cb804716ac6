package docs_test

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/dubboaudit/dubboaudit/audit"
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

// TestReadmeFindings holds the findings shown in the README against what is
// printed.
func TestReadmeFindings(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	printed := string(write(t, report.Formats, "text", demo(t)))
	blocks := textBlock.FindAllStringSubmatch(string(readme), -1)
	if len(blocks) == 0 {
		t.Fatal("README.md shows no finding")
	}
	for _, b := range blocks {
		if !strings.Contains(printed, b[1]) {
			t.Errorf("README.md shows what is not printed:\n%s\nprinted:\n%s", b[1], printed)
		}
	}
}

// TestReadmeTestCommand: the test command of the README is the one that
// continuous integration runs.
func TestReadmeTestCommand(t *testing.T) {
	for _, name := range []string{"../README.md", "../.ci/run"} {
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
