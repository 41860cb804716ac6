package callgraph_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// TestGuards tells what looks for an earlier execution in each public method of
// the service.
func TestGuards(t *testing.T) {
	archive(t, "testdata/way/guards.txtar", func(g *callgraph.Graph, impl *decl.Type) string {
		var b strings.Builder
		for _, m := range public(impl) {
			fmt.Fprintf(&b, "%s:\n", m.Name)
			r := g.Explore(impl, m.Name, len(m.Params))
			for i := range r.Effects {
				if !r.Effects[i].Does.Writes() || r.Effects[i].Kind != callgraph.SQL {
					continue
				}
				for _, x := range g.Guards(&r.Effects[i]) {
					fmt.Fprintf(&b, "  %s in %s: %s %q", x.Call, x.In, x.Ends, x.EndsAt.Text())
					fmt.Fprintf(&b, " protects %t, earlier %t, compared %q\n", x.Protects(), x.Earlier, x.Compared.Text())
				}
			}
		}
		return b.String()
	})
}

// TestCallers tells the callers of each public method of the service with the
// handlers around the calls.
func TestCallers(t *testing.T) {
	archive(t, "testdata/way/callers.txtar", func(g *callgraph.Graph, impl *decl.Type) string {
		var b strings.Builder
		for _, m := range public(impl) {
			fmt.Fprintf(&b, "%s:\n", m.Name)
			for _, s := range g.Callers(callgraph.Site{Type: impl, Method: m}) {
				fmt.Fprintf(&b, "  %s, %s\n", s.Name(), where(s.At()))
				if held, ok := g.Holding(s.At()); !ok || held != s {
					t.Errorf("%s is held by %v", s.Name(), held)
				}
				for _, h := range g.Handlers(s) {
					fmt.Fprintf(&b, "    catch %s: %s %q %q\n", strings.Join(h.Types, "|"), h.Ends, h.Text, h.Answers)
				}
			}
		}
		return b.String()
	})
}

func public(impl *decl.Type) []*decl.Method {
	return slices.DeleteFunc(slices.Clone(impl.Methods), func(m *decl.Method) bool {
		return !slices.Contains(m.Modifiers, "public") || m.Name == impl.Name
	})
}

func where(at source.Span) string {
	return fmt.Sprintf("%s:%d", filepath.Base(at.File.Path), at.Start().Line)
}

// TestInherited explores methods that the service's class does not have itself.
func TestInherited(t *testing.T) {
	archive(t, "testdata/way/inherited.txtar", func(g *callgraph.Graph, impl *decl.Type) string {
		var b strings.Builder
		for _, name := range []string{"save", "archive"} {
			for _, m := range g.Methods(impl, name) {
				r := g.Explore(impl, name, len(m.Params))
				if r == nil {
					fmt.Fprintf(&b, "%s: nothing\n", name)
					continue
				}
				for _, e := range r.Effects {
					fmt.Fprintf(&b, "%s: %s, %s\n", name, e.Text, where(e.At))
				}
			}
		}
		return b.String()
	})
}
