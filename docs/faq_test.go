package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var recordRow = regexp.MustCompile("(?m)^\\| ([0-9][0-9., ]*) \\| `([a-z-]+) (\\S+) (\\S+)` \\| (\\d+) \\|$")

// TestFAQ holds every table of the FAQ against the recorded runs.
func TestFAQ(t *testing.T) {
	page, err := os.ReadFile("faq.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := recordRow.FindAllStringSubmatch(string(page), -1)
	if tables := strings.Count(string(page), "| record |"); tables == 0 || len(rows) < tables {
		t.Fatalf("%d rows in %d tables", len(rows), tables)
	}
	for _, row := range rows {
		for _, version := range strings.Split(row[1], ", ") {
			got := recorded(t, version, row[2], row[3], row[4])
			if got != row[5] {
				t.Errorf("%s, %s %s %s: the FAQ says %s, the record %q", version, row[2], row[3], row[4], row[5], got)
			}
		}
	}
}

// recorded is the number of executions in a record, "" where there is none.
func recorded(t *testing.T, version, name, reference, method string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../conformance/records", version+".tsv"))
	if err != nil {
		t.Error(err)
		return ""
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(line, "\t")
		if len(f) > 3 && f[0] == name && f[1] == reference && f[2] == method {
			return f[3]
		}
	}
	return ""
}

// TestNoNetwork: the FAQ promises that the program cannot send anything.
func TestNoNetwork(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "../cmd/dubboaudit").Output()
	if err != nil {
		t.Skipf("go list: %v", err)
	}
	deps := strings.Fields(string(out))
	if len(deps) < 50 {
		t.Fatalf("only %d packages", len(deps))
	}
	for _, p := range deps {
		if p == "net/http" || p == "crypto/tls" || p == "net/rpc" || p == "net/smtp" {
			t.Errorf("%s is linked into the program", p)
		}
	}
}
