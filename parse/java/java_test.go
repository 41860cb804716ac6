package java

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden reads testdata/*.java and compares all facts with *.golden.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.java")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		if filepath.Base(path) == "Dump.java" {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			f, _ := source.New(filepath.Base(path), raw, "")
			u := Parse(f)
			got := strings.Join(flatten(u.Java, true).lines, "\n") + "\n"
			for _, p := range u.Problems {
				got += p.String() + "\n"
			}
			golden := strings.TrimSuffix(path, ".java") + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
