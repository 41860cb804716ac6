package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

var flagWord = regexp.MustCompile(`(?:^|[\s"'\[(])--([a-z][a-z-]+)`)

// TestDocumentedFlags: the flags that the pages for CI systems and for
// adopting give dubboaudit are flags that it has.
func TestDocumentedFlags(t *testing.T) {
	known := map[string]bool{"help": true}
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		for _, f := range flagNames(c) {
			known[f] = true
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(newRoot())
	files := []string{"../../action.yml", "../../.pre-commit-hooks.yaml", "../../docs/adopting.md", "../../docs/faq.md"}
	more, err := filepath.Glob("../../docs/ci/*")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, name := range append(files, more...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if otherProgram.MatchString(line) {
				continue
			}
			for _, m := range flagWord.FindAllStringSubmatch(line, -1) {
				seen++
				if !known[m[1]] {
					t.Errorf("%s: dubboaudit has no flag --%s: %s", filepath.Base(name), m[1], strings.TrimSpace(line))
				}
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d flags are documented", seen)
	}
}

// otherProgram matches lines that give flags to another program.
var otherProgram = regexp.MustCompile(`docker run|podman build|sha256sum|cosign|--certificate|git (clone|hash-object|diff)|goreleaser`)

func flagNames(c *cobra.Command) []string {
	var names []string
	for word := range strings.FieldsSeq(c.LocalFlags().FlagUsages()) {
		if name, ok := strings.CutPrefix(word, "--"); ok {
			names = append(names, name)
		}
	}
	return names
}
