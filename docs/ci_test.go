package docs_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

func ciPages(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob("ci/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	return pages
}

// TestCILinks follows the relative links of the pages for CI systems.
func TestCILinks(t *testing.T) {
	for _, page := range ciPages(t) {
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

var yamlBlock = regexp.MustCompile("(?s)```yaml\n(.*?)```")

// TestCIYAML: every YAML example can be read.
func TestCIYAML(t *testing.T) {
	n := 0
	for _, page := range ciPages(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range yamlBlock.FindAllStringSubmatch(string(text), -1) {
			n++
			if err := yaml.Unmarshal([]byte(m[1]), new(any)); err != nil {
				t.Errorf("%s: %v in\n%s", page, err, m[1])
			}
		}
	}
	if n == 0 {
		t.Error("no examples")
	}
}
