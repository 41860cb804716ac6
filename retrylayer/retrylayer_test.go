package retrylayer_test

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/parse"
	"github.com/dubboaudit/dubboaudit/parse/build"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/retrylayer"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

const pom = `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.acme</groupId>
  <artifactId>shop</artifactId>
  <version>1.0</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.dubbo</groupId>
      <artifactId>dubbo</artifactId>
      <version>2.7.8</version>
    </dependency>
  </dependencies>
</project>
`

// TestAround tells the ways to every Dubbo call of each archive in testdata,
// with their layers and keys, and compares with its part "want".
func TestAround(t *testing.T) {
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
			fsys, want := fstest.MapFS{"pom.xml": {Data: []byte(pom)}}, ""
			for _, f := range ar.Files {
				if f.Name == "want" {
					want = string(f.Data)
					continue
				}
				fsys[f.Name] = &fstest.MapFile{Data: f.Data}
			}
			got := tell(t, fsys)
			if *update {
				i := slices.IndexFunc(ar.Files, func(f txtar.File) bool { return f.Name == "want" })
				ar.Files[i].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(ar), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func assemble(t *testing.T, fsys fstest.MapFS) []*application.App {
	t.Helper()
	tree, err := parse.Tree(context.Background(), parse.Root{FS: fsys}, parse.Options{})
	if err != nil {
		t.Fatal(err)
	}
	modules, _ := build.Resolve(tree.Units, build.Options{})
	apps, _ := application.Assemble(application.Input{Units: tree.Units, Modules: modules, Sources: tree.Index})
	return apps
}

func tell(t *testing.T, fsys fstest.MapFS) string {
	t.Helper()
	var b strings.Builder
	for _, a := range assemble(t, fsys) {
		f := retrylayer.New(a)
		var sites []application.CallSite
		types := map[source.Span]*application.Config{}
		for _, c := range a.Configs {
			for _, s := range c.Calls {
				sites = append(sites, s)
				types[s.At] = c
			}
		}
		slices.SortFunc(sites, func(x, y application.CallSite) int {
			return cmp.Or(strings.Compare(x.At.File.Path, y.At.File.Path), x.At.Lo-y.At.Lo)
		})
		for _, s := range sites {
			for _, w := range f.Around(s.At) {
				write(&b, f, w, types[s.At], s)
			}
		}
	}
	return b.String()
}

// write tells one way: its methods, outermost last, then layers and keys.
func write(b *strings.Builder, f *retrylayer.Finder, w *retrylayer.Way, c *application.Config, s application.CallSite) {
	for i, step := range w.Steps {
		if i > 0 {
			b.WriteString(" < ")
		}
		b.WriteString(step.Type[strings.LastIndexByte(step.Type, '.')+1:] + "." + step.Method)
	}
	if w.Entry != "" {
		fmt.Fprintf(b, " (%s)", w.Entry)
	}
	if w.Transaction != nil {
		fmt.Fprintf(b, " in %s", w.Transaction.Name)
	}
	b.WriteString(":")
	for _, l := range w.Layers {
		fmt.Fprintf(b, " %s", l.Name)
		if l.Attempts > 0 {
			fmt.Fprintf(b, " x%d by %s", l.Attempts, l.From)
		} else {
			fmt.Fprintf(b, " x? (%s)", l.Unknown)
		}
		if l.Delay > 0 {
			fmt.Fprintf(b, " every %v", l.Delay)
		}
		if l.Budget > 0 {
			fmt.Fprintf(b, " within %v", l.Budget)
		}
		b.WriteString(";")
	}
	if w.Swallowed.Valid() {
		fmt.Fprintf(b, " swallowed at line %d", w.Swallowed.Start().Line)
	}
	b.WriteString("\n")
	if c.Type == nil {
		return
	}
	for _, m := range c.Type.Methods {
		if m.Name != s.Method {
			continue
		}
		for _, k := range f.Keys(w, m, func(name string) bool { return name == "requestNo" }) {
			inside := "before all"
			if k.Inside != nil {
				inside = "inside " + k.Inside.Name.String()
			}
			fmt.Fprintf(b, "  %s by %s in %s, %s\n", k.Name, k.Maker, k.Method, inside)
		}
	}
}
