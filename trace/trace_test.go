package trace_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/trace"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// pom is the build file of a module: web calls, order serves, api has the
// interfaces.
const pom = `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.acme</groupId>
  <artifactId>%s</artifactId>
  <version>1.0</version>
  <dependencies>
    <dependency><groupId>org.apache.dubbo</groupId><artifactId>dubbo</artifactId><version>2.7.8</version></dependency>
    %s
  </dependencies>
</project>
`

// needs are the modules that a module depends on; the others need api and sdk.
var needs = map[string][]string{"api": {}, "sdk": {"api"}}

func dependencies(module string) string {
	list, ok := needs[module]
	if !ok {
		list = []string{"api", "sdk"}
	}
	var b strings.Builder
	for _, name := range list {
		fmt.Fprintf(&b, "<dependency><groupId>com.acme</groupId><artifactId>%s</artifactId><version>1.0</version></dependency>", name)
	}
	return b.String()
}

// TestCases traces the subjects that each archive names in the comment's lines
// "trace: SUBJECT", and compares with its part "want".
func TestCases(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := tell(t, ar)
			for i := range ar.Files {
				f := &ar.Files[i]
				switch {
				case f.Name != "want":
				case *update:
					f.Data = []byte(got)
					if err := os.WriteFile(name, txtar.Format(ar), 0o666); err != nil {
						t.Fatal(err)
					}
				case string(f.Data) != got:
					t.Errorf("(-want +got)\n%s", cmp.Diff(string(f.Data), got))
				}
			}
		})
	}
}

// tree is the file system of an archive.
func tree(ar *txtar.Archive) fstest.MapFS {
	fsys := fstest.MapFS{}
	for _, f := range ar.Files {
		if f.Name == "want" {
			continue
		}
		fsys[f.Name] = &fstest.MapFile{Data: f.Data}
		if module, _, ok := strings.Cut(f.Name, "/src/"); ok {
			fsys[module+"/pom.xml"] = &fstest.MapFile{Data: fmt.Appendf(nil, pom, module, dependencies(module))}
		}
	}
	return fsys
}

func tell(t *testing.T, ar *txtar.Archive) string {
	t.Helper()
	fsys := tree(ar)
	compiled(t, ar, fsys)
	var b strings.Builder
	for line := range strings.Lines(string(ar.Comment)) {
		subject, ok := strings.CutPrefix(strings.TrimSpace(line), "trace: ")
		if !ok {
			continue
		}
		r, err := audit.Trace(context.Background(), fsys, audit.Options{}, subject)
		if err != nil {
			fmt.Fprintf(&b, "%s: %v\n", subject, err)
			continue
		}
		for _, p := range r.Problems {
			t.Errorf("%v", p)
		}
		write(&b, r.Trace)
	}
	return b.String()
}

func write(b *strings.Builder, x *trace.Trace) {
	fmt.Fprintf(b, "%s\n", x.Subject)
	for _, p := range x.Places {
		fmt.Fprintf(b, "%d %s %s: %s\n", p.Number, p.Name, p.Status, p.Message)
		for _, l := range p.Locations {
			at := "-"
			if l.At.Valid() {
				at = fmt.Sprintf("%s:%d", filepath.Base(l.At.File.Path), l.At.Start().Line)
			}
			fmt.Fprintf(b, "    %s %s\n", at, l.Message)
		}
	}
	for _, m := range x.Methods {
		write(b, m)
	}
}

// plain are words that are neither names nor code: two beside each other.
// Aside are statements, and what the caller sees, which package effective says.
var (
	plain = regexp.MustCompile(`\b[a-z]+ [a-z]+\b`)
	aside = regexp.MustCompile(`\breturn \w+|ｓｅｅｓ [^；]*`)
)

// TestSaid: all that is said is said in the reader's language.
func TestSaid(t *testing.T) {
	archives, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range archives {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range traces(t, ar) {
			for _, p := range x.Places {
				said := []lang.Text{p.Message, p.Name.Text(), p.Status.Text()}
				for _, l := range p.Locations {
					said = append(said, l.Message)
				}
				for _, text := range said {
					if s := aside.ReplaceAllString(text.In(lang.Pseudo), ""); plain.MatchString(s) {
						t.Errorf("%s: %q in %s", name, plain.FindString(s), s)
					}
				}
			}
		}
	}
}

// traces are those of the subjects that an archive names.
func traces(t *testing.T, ar *txtar.Archive) []*trace.Trace {
	var out []*trace.Trace
	for line := range strings.Lines(string(ar.Comment)) {
		subject, _ := strings.CutPrefix(strings.TrimSpace(line), "trace: ")
		if r, err := audit.Trace(context.Background(), tree(ar), audit.Options{}, subject); err == nil {
			out = append(append(out, r.Trace), r.Trace.Methods...)
		}
	}
	return out
}
