package effective

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/dubboaudit/dubboaudit/dubbo"
)

// What dubboaudit upgrade lists is complete: each version at which the settings
// are worked out in another way has a line.
func TestEverySwitchIsListed(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\.(?:Before|AtLeast)\("([^"]+)"\)`).FindAllStringSubmatch(string(text), -1) {
			seen[m[1]] = true
		}
	}
	if len(seen) < 10 {
		t.Fatalf("only %d versions were found", len(seen))
	}
	for text := range seen {
		v := dubbo.MustVersion(text)
		if len(dubbo.Changes(dubbo.Before(v), v)) == 0 {
			t.Errorf("nothing is listed from %s to %s", dubbo.Before(v), v)
		}
	}
}
