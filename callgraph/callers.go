package callgraph

import (
	"path"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Site is a call in a method. Call is nil where the method itself is meant.
type Site struct {
	Type   *decl.Type
	Method *decl.Method
	Call   *decl.Call
}

// Name is "OrderController.create".
func (s Site) Name() string { return s.Type.Name + "." + s.Method.Name }

// At is the place of the call, or that of the method.
func (s Site) At() source.Span {
	if s.Call != nil {
		return s.Call.At
	}
	return s.Method.At
}

// Holding finds the method that makes the call at a place.
func (g *Graph) Holding(at source.Span) (Site, bool) {
	if !at.Valid() {
		return Site{}, false
	}
	if u := g.sources.File(at.File.Path); u != nil && u.Java != nil {
		return holding(u.Java.Types, at)
	}
	// A class file: its path ends with the name of its type.
	name := strings.TrimSuffix(at.File.Path, path.Ext(at.File.Path))
	for name != "" {
		if t := g.types.Lookup(strings.NewReplacer("/", ".", "!", "").Replace(name)); t != nil {
			return holding([]*decl.Type{t}, at)
		}
		_, name, _ = strings.Cut(name, "/")
	}
	return Site{}, false
}

func holding(types []*decl.Type, at source.Span) (Site, bool) {
	for _, t := range types {
		for _, m := range t.Methods {
			for i := range m.Calls {
				if c := &m.Calls[i]; c.At == at {
					return Site{t, m, c}, true
				}
			}
		}
		if s, ok := holding(t.Nested, at); ok {
			return s, true
		}
	}
	return Site{}, false
}

// Callers returns the calls of a method in the application's sources: those on
// its type, on a supertype that declares it, and on a subtype that inherits it.
// Only sources that mention one of these types are looked at.
func (g *Graph) Callers(of Site) []Site {
	s := &callerSearch{walk: (&exploration{Graph: g}).into(), of: of, seen: map[*decl.Unit]bool{}}
	for _, c := range g.lineage(class{fqn: of.Type.FQN, decl: of.Type}) {
		if c.decl != nil && (c.decl == of.Type || declaresLike(c.decl, of.Method)) {
			s.names = append(s.names, c.fqn)
		}
	}
	for _, name := range s.names {
		for _, u := range g.types.Mentioning(simple(name)) {
			if !s.seen[u] && !isTest(u.File.Path) {
				s.seen[u] = true
				s.in(u.Java.Types)
			}
		}
	}
	return s.found
}

func declaresLike(t *decl.Type, m *decl.Method) bool {
	return slices.ContainsFunc(t.Methods, func(o *decl.Method) bool {
		return o.Name == m.Name && len(o.Params) == len(m.Params)
	})
}

// callerSearch looks for the calls of one method. names are the types on which
// a call means it.
type callerSearch struct {
	*walk
	of    Site
	names []string
	seen  map[*decl.Unit]bool
	found []Site
}

func (s *callerSearch) in(types []*decl.Type) {
	for _, t := range types {
		self := class{fqn: t.FQN, decl: t}
		for _, m := range t.Methods {
			f := &frame{owner: self, self: self, method: m}
			for i := range m.Calls {
				if c := &m.Calls[i]; c.Method == s.of.Method.Name && takes(s.of.Method, c.Args) && s.means(f, c) {
					s.found = append(s.found, Site{t, m, c})
				}
			}
		}
		s.in(t.Nested)
	}
}

// means reports whether a call may run the method that is searched for.
func (s *callerSearch) means(f *frame, c *decl.Call) bool {
	r := s.receiver(f, c, 0)
	if r.own && c.Recv == "" {
		for outer := f.owner.decl; outer != nil; outer = outer.Outer {
			if s.runs(class{fqn: outer.FQN, decl: outer}, c) {
				return true
			}
		}
		return false
	}
	return r.known() && s.runs(r.class, c)
}

// runs reports whether a call on a type leads to the method: directly, or by
// the interface that the type is.
func (s *callerSearch) runs(on class, c *decl.Call) bool {
	return slices.ContainsFunc(s.find(on, c.Method, c.Args), func(t target) bool {
		return t.method == s.of.Method || !t.method.HasBody && slices.Contains(s.names, t.owner.fqn)
	})
}
