package yaml

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestGolden(t *testing.T) {
	inputs, err := filepath.Glob("testdata/*.yml")
	if err != nil || len(inputs) == 0 {
		t.Fatal("no samples", err)
	}
	for _, in := range inputs {
		t.Run(filepath.Base(in), func(t *testing.T) {
			raw, err := os.ReadFile(in)
			if err != nil {
				t.Fatal(err)
			}
			f, _ := source.New(filepath.Base(in), raw, "")
			u := Parse(f)
			checkSpans(t, u)
			got := dump(u)
			golden := strings.TrimSuffix(in, ".yml") + ".golden"
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
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func dump(u *decl.Unit) string {
	var b strings.Builder
	for _, d := range u.Docs {
		fmt.Fprintf(&b, "document, on profile %q\n", d.OnProfile)
		for _, p := range d.Props {
			k, v := p.KeyAt.Start(), p.ValueAt.Start()
			fmt.Fprintf(&b, "%d:%d %s = %d:%d %q %s\n", k.Line, k.Column, p.Key, v.Line, v.Column, p.Value, p.Tag)
		}
	}
	for _, p := range u.Problems {
		fmt.Fprintf(&b, "problem %s, minor %v\n", p, p.Minor)
	}
	return b.String()
}

func FuzzParse(f *testing.F) {
	for _, tt := range tests {
		f.Add([]byte(tt.in))
	}
	inputs, _ := filepath.Glob("testdata/*.yml")
	for _, in := range inputs {
		raw, err := os.ReadFile(in)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		file, _ := source.New("x.yml", raw, "")
		u := Parse(file)
		for _, d := range u.Docs {
			for _, p := range d.Props {
				_, _ = p.KeyAt.Text(), p.ValueAt.Text() // panics on a bad range
			}
		}
		for _, p := range u.Problems {
			_ = p.String()
		}
	})
}

func benchmark(b *testing.B, text string) {
	f := &source.File{Path: "x.yml", Text: []byte(text)}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Parse(f)
	}
}

// BenchmarkParse reads an application.yml of usual size.
func BenchmarkParse(b *testing.B) {
	raw, err := os.ReadFile("testdata/application.yml")
	if err != nil {
		b.Fatal(err)
	}
	benchmark(b, string(raw))
}

func BenchmarkParseLarge(b *testing.B) {
	var text strings.Builder
	for i := range 500 {
		fmt.Fprintf(&text, "service%d:\n  # what it is\n  timeout: 3000\n  address: \"zookeeper://127.0.0.1:2181\"\n  hosts: [a, b]\n", i)
	}
	benchmark(b, text.String())
}

// BenchmarkParseTemplate reads what is no YAML.
func BenchmarkParseTemplate(b *testing.B) {
	raw, err := os.ReadFile("testdata/helm.yml")
	if err != nil {
		b.Fatal(err)
	}
	benchmark(b, string(raw))
}
