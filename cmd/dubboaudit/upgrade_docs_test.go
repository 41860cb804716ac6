package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestUpgradePage runs the commands of docs/upgrade.md and compares what they
// print with what the page shows; of an audit, from the table on.
func TestUpgradePage(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	page, err := os.ReadFile("docs/upgrade.md")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile("(?s)```sh\n(dubboaudit [^\n|]*)\n```\n```text\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(found) != 2 {
		t.Fatalf("%d examples", len(found))
	}
	text := string(page)
	for _, m := range found {
		got := printed(t, words(m[1])[1:])
		if i := strings.Index(got, "What changes from"); i > 0 {
			got = got[i:]
		}
		text = strings.Replace(text, m[0], strings.Replace(m[0], "```text\n"+m[2], "```text\n"+got, 1), 1)
		if diff := cmp.Diff(m[2], got); diff != "" && !*update {
			t.Errorf("%s: the page is stale, -update writes it (-page +printed):\n%s", m[1], diff)
		}
	}
	if *update {
		if err := os.WriteFile("docs/upgrade.md", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
