package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// example is a command of a page, the text that it is said to print, and the
// picture that it is said to make.
var example = regexp.MustCompile("(?s)```sh\n(dubboaudit (?:simulate|trace) [^\n|]*)\n```\n(?:```text\n(.*?)```\n)?!\\[[^\\]]*\\]\\((pictures/[a-z-]+\\.svg)\\)")

// TestExamples runs the commands of the pages that show timelines and traces and
// compares what they print with what the pages show, text and pictures.
func TestExamples(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	for page, least := range map[string]int{"docs/simulate.md": 10, "docs/trace.md": 2, "docs/languages.md": 4} {
		t.Run(filepath.Base(page), func(t *testing.T) { examples(t, page, least) })
	}
}

func examples(t *testing.T, page string, least int) {
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	found := example.FindAllStringSubmatch(string(data), -1)
	if len(found) < least {
		t.Fatalf("only %d examples", len(found))
	}
	text := string(data)
	for _, m := range found {
		args := words(m[1])[1:]
		if strings.Contains(m[0], "```text") {
			got := printed(t, append(args, "--color", "never"))
			if *update {
				text = strings.Replace(text, m[0], strings.Replace(m[0], "```text\n"+m[2], "```text\n"+got, 1), 1)
			} else if diff := cmp.Diff(m[2], got); diff != "" {
				t.Errorf("%s: the page is stale, -update writes it (-page +printed):\n%s", m[1], diff)
			}
		}
		picture(t, "docs/"+m[3], printed(t, append(args, "--format", "svg")))
	}
	if *update {
		if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func picture(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is stale, -update writes it:\n%s", file, diff)
	}
}

// printed runs the command and returns its standard output.
func printed(t *testing.T, args []string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(context.Background(), args, strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatalf("%v: exit code %d: %s", args, code, errs.String())
	}
	return out.String()
}

// words splits a command line as a shell does; single quotes hold words together.
func words(line string) []string {
	var out []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			out = append(out, part)
			continue
		}
		out = append(out, strings.Fields(part)...)
	}
	return out
}
