package callgraph_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/parse"
	"github.com/dubboaudit/dubboaudit/parse/build"
	"github.com/dubboaudit/dubboaudit/parse/decl"
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

// TestExplore explores every method of the first service of each archive in
// testdata and compares with its part "want".
func TestExplore(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive(t, name, func(graph *callgraph.Graph, impl *decl.Type) string {
				var got strings.Builder
				for _, m := range impl.Methods {
					if slices.Contains(m.Modifiers, "public") && m.Name != impl.Name {
						write(&got, m, graph.Explore(impl, m.Name, len(m.Params)))
					}
				}
				return got.String()
			})
		})
	}
}

// archive compares what is told of the first service in an archive with its
// part "want".
func archive(t *testing.T, name string, tell func(*callgraph.Graph, *decl.Type) string) {
	t.Helper()
	ar, fsys := unpack(t, name)
	want := slices.IndexFunc(ar.Files, func(f txtar.File) bool { return f.Name == "want" })
	got := tell(service(t, fsys))
	if *update {
		ar.Files[want].Data = []byte(got)
		if err := os.WriteFile(name, txtar.Format(ar), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(ar.Files[want].Data), got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// unpack reads an archive and the tree in it.
func unpack(t *testing.T, name string) (*txtar.Archive, fstest.MapFS) {
	t.Helper()
	ar, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	fsys := fstest.MapFS{"pom.xml": {Data: []byte(pom)}}
	for _, f := range ar.Files {
		if f.Name != "want" {
			fsys[f.Name] = &fstest.MapFile{Data: f.Data}
		}
	}
	return ar, fsys
}

func service(t *testing.T, fsys fstest.MapFS) (*callgraph.Graph, *decl.Type) {
	t.Helper()
	tree, err := parse.Tree(context.Background(), parse.Root{FS: fsys}, parse.Options{})
	if err != nil {
		t.Fatal(err)
	}
	modules, _ := build.Resolve(tree.Units, build.Options{})
	apps, _ := application.Assemble(application.Input{Units: tree.Units, Modules: modules, Sources: tree.Index})
	for _, a := range apps {
		for _, c := range a.Configs {
			if c.Tag == "service" && c.ImplType != nil {
				return callgraph.New(a.Types, callgraph.NewTrees(tree.Index)), c.ImplType
			}
		}
	}
	t.Fatal("no service")
	return nil, nil
}

// write tells a result in lines: what is found, each effect with its marks.
func write(b *strings.Builder, m *decl.Method, r *callgraph.Result) {
	fmt.Fprintf(b, "%s:", m.Name)
	if r == nil {
		b.WriteString(" nothing\n")
		return
	}
	if !r.Complete {
		b.WriteString(" incomplete")
	}
	for _, u := range r.Unknown {
		fmt.Fprintf(b, " %s?", u.Method)
	}
	b.WriteByte('\n')
	for _, e := range r.Effects {
		fmt.Fprintf(b, "  %s %s: %s", e.Kind, e.Does, e.Text)
		for _, mark := range []struct {
			on   bool
			text string
		}{{e.Caught, "caught"}, {e.Unique != nil, "unique"}, {e.Computed, "computed"}, {e.Vague, "vague"}, {e.SetsState, "state"},
			{e.Summed != "", "sums " + e.Summed}, {e.Alternative, "alternative"}, {e.Replaces, "replaces"}, {e.Guard != "", "guard " + e.Guard},
			{e.Lookup != "", [...]string{"lookup ", "claimed ", "stated ", "taken "}[e.Keeps] + e.Lookup}, {e.Given != "", "given " + e.Given}} {
			if mark.on {
				b.WriteString(" [" + mark.text + "]")
			}
		}
		fmt.Fprintf(b, "\n    %s\n", e.Chain())
	}
}
