package effective

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
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

// TestWords: levels and outcomes are said in the language of the phrase that
// names them.
func TestWords(t *testing.T) {
	for _, tt := range []struct{ got, want string }{
		{lang.Pseudo.Say("%s", AtReference), "ｒｅｆｅｒｅｎｃｅ"},
		{lang.Pseudo.Say("%s", Level("own")), "own"},
		{lang.Pseudo.Say("%s", Fails), "ｆａｉｌｓ"},
		{lang.Pseudo.Say("%s", Outcome{Value: "failover", Around: "zone-aware"}), "failover ｉｎｓｉｄｅ zone-aware"},
		{Outcome{Value: "failover", Around: "zone-aware"}.String(), "failover inside zone-aware"},
		{count(3).String(), "3"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}
