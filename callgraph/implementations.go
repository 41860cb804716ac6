package callgraph

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// implementations returns the concrete classes of the trees that extend or
// implement a type, of several copies the one that the application sees. Only
// files named after the type are asked ("OrderService" in OrderServiceImpl.java,
// CachedOrderService.java), as to look through all sources would take as long as
// the rest of the audit; without any the type's methods stay unknown. Tests do
// not count.
func (g *Graph) implementations(t *decl.Type) []*decl.Type {
	return g.impls.get(t, func() []*decl.Type {
		var list []*decl.Type
		for _, fqn := range g.implementing(t) {
			if impl := g.types.Lookup(fqn); impl != nil {
				list = append(list, impl)
			}
		}
		return list
	})
}

func (g *Graph) implementing(t *decl.Type) []string {
	names := g.namedAfter(t)
	if len(names) == 0 && g.sources.Thorough {
		for _, u := range g.sources.Mentioning(".", t.Name) {
			if !isTest(u.File.Path) {
				names = g.extending(u, t, names)
			}
		}
	}
	return names
}

// namedAfter searches the files named after a type.
func (g *Graph) namedAfter(t *decl.Type) []string {
	return g.named.get(t, func() []string {
		base := t.Name
		if len(base) > 2 && base[0] == 'I' && upper(base[1:]) {
			base = base[1:]
		}
		list := g.inFilesNamed(base, t)
		if short := withoutKind(base); len(list) == 0 && short != base { // OrderBiz implements OrderApi
			list = g.inFilesNamed(short, t)
		}
		return list
	})
}

func (g *Graph) inFilesNamed(base string, t *decl.Type) []string {
	var list []string
	for file := range g.sources.names().holding(base) {
		list = g.extending(g.sources.File(file), t, list)
	}
	return list
}

// withoutKind is an interface's name without the word that tells what it is for.
func withoutKind(name string) string {
	for _, kind := range []string{"Api", "API", "Facade", "Rpc", "RPC", "Remote", "Client"} {
		if short, ok := strings.CutSuffix(name, kind); ok && len(short) > 4 {
			return short
		}
	}
	return name
}

// Implementation returns the only class of the trees that is named after an
// interface and implements it, nil where there is none or more than one.
func (g *Graph) Implementation(t *decl.Type) *decl.Type {
	if t == nil {
		return nil
	}
	if list := g.namedAfter(t); len(list) == 1 {
		return g.types.Lookup(list[0])
	}
	return nil
}

func isTest(path string) bool { return strings.Contains("/"+path, "/src/test/") }

// extending adds the names of the classes of a unit that have a type among
// their supertypes.
func (g *Graph) extending(u *decl.Unit, super *decl.Type, list []string) []string {
	if u == nil || u.Java == nil || len(list) > maxImpls {
		return list
	}
	var in func(types []*decl.Type)
	in = func(types []*decl.Type) {
		for _, t := range types {
			in(t.Nested)
			if t.Kind == decl.Interface || t.Kind == decl.AnnotationType || t.FQN == super.FQN || slices.Contains(t.Modifiers, "abstract") ||
				slices.Contains(list, t.FQN) {
				continue
			}
			if slices.ContainsFunc(g.lineage(class{fqn: t.FQN, decl: t}), func(c class) bool { return c.fqn == super.FQN }) {
				list = append(list, t.FQN)
			}
		}
	}
	in(u.Java.Types)
	return list
}

// Implementations returns the classes of the trees that are named after an
// interface and implement it, at most a handful.
func (g *Graph) Implementations(t *decl.Type) []*decl.Type {
	if t == nil {
		return nil
	}
	return g.implementations(t)
}

// Supertypes returns the qualified names of a type and of all its supertypes,
// nearest first.
func (g *Graph) Supertypes(t *decl.Type) []string {
	var names []string
	for _, c := range g.lineage(class{fqn: t.FQN, decl: t}) {
		names = append(names, c.fqn)
	}
	return names
}

// Methods returns the methods of that name that run on a type: its own and the
// inherited ones, of any number of arguments.
func (g *Graph) Methods(t *decl.Type, name string) []*decl.Method {
	var list []*decl.Method
	for _, t := range g.find(class{fqn: t.FQN, decl: t}, name, -1) {
		list = append(list, t.method)
	}
	return list
}
