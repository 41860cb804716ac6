package callgraph

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// class is a type with its type arguments; decl is nil outside of the trees.
type class struct {
	fqn  string
	decl *decl.Type
	args []class
}

func (c class) known() bool { return c.fqn != "" }

func (c class) simple() string { return simple(c.fqn) }

func simple(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// argument returns what a type variable of the class stands for.
func (c class) argument(name string) (class, bool) {
	if c.decl == nil {
		return class{}, false
	}
	i := slices.Index(c.decl.TypeParams, name)
	if i < 0 {
		return class{}, false
	}
	if i < len(c.args) {
		return c.args[i], true
	}
	return class{}, true
}

// maxNested bounds type arguments of type arguments.
const maxNested = 3

// resolve finds the type that is written inside another one.
func (g *Graph) resolve(ref decl.TypeRef, in class, depth int) class {
	name := ref.Name
	for _, wild := range []string{"? extends ", "? super "} {
		name = strings.TrimPrefix(name, wild)
	}
	if name == "" || in.decl == nil || depth > maxNested {
		return class{}
	}
	if c, ok := in.argument(name); ok {
		return g.loaded(c, depth)
	}
	c := g.loaded(class{fqn: g.qualified(name, in.decl)}, depth)
	if depth < maxNested {
		for _, a := range ref.Args {
			c.args = append(c.args, g.resolve(a, in, depth+1))
		}
	}
	return c
}

// loaded finds the declaration of a type; that of a type argument waits until
// it is asked for.
func (g *Graph) loaded(c class, depth int) class {
	if depth == 0 && c.decl == nil && c.known() {
		c.decl = g.class(c.fqn).decl
	}
	return c
}

// typeNamed finds a type by its name as written inside another one.
func (g *Graph) typeNamed(name string, in *decl.Type) class { return g.class(g.qualified(name, in)) }

func (g *Graph) qualified(name string, in *decl.Type) string {
	return g.resolved.get(resolution{name, in}, func() string {
		if u := g.types.FileOf(in); u != nil && u.Java != nil {
			return g.types.Resolve(name, u.Java, in)
		}
		return name
	})
}

// class finds a type by its qualified name. What is known to be outside of the
// trees is not looked for.
func (g *Graph) class(fqn string) class {
	if strings.HasPrefix(fqn, "java.") || strings.HasPrefix(fqn, "javax.") || strings.HasPrefix(fqn, "org.springframework.") || ofLibrary(fqn) {
		return class{fqn: fqn}
	}
	return class{fqn: fqn, decl: g.types.Lookup(fqn)}
}

// supers returns the direct supertypes, the superclass of a class first.
func (g *Graph) supers(c class) []class {
	if c.decl == nil {
		return nil
	}
	var list []class
	for _, ref := range slices.Concat(c.decl.Extends, c.decl.Implements) {
		if s := g.resolve(ref, c, 0); s.known() {
			list = append(list, s)
		}
	}
	return list
}

// maxSupers bounds the supertypes of one type.
const maxSupers = 64

// lineage returns the class and its supertypes, those outside of the trees
// included, nearest first.
func (g *Graph) lineage(c class) []class {
	if c.decl == nil {
		return []class{c}
	}
	if len(c.args) > 0 {
		return g.ancestry(c)
	}
	return g.lineages.get(c.decl, func() []class { return g.ancestry(c) })
}

func (g *Graph) ancestry(c class) []class {
	list := []class{c}
	for i := 0; i < len(list) && len(list) < maxSupers; i++ {
		for _, s := range g.supers(list[i]) {
			if !slices.ContainsFunc(list, func(o class) bool { return o.fqn == s.fqn }) {
				list = append(list, s)
			}
		}
	}
	return list
}

// target is a method with the type that declares it.
type target struct {
	method *decl.Method
	owner  class
}

// find returns the methods that a call on a type runs: those of the nearest
// type that has one with a body, else the abstract ones. Several are overloads.
func (g *Graph) find(c class, name string, args int) []target {
	var abstract []target
	for _, o := range g.lineage(c) {
		if o.decl == nil {
			continue
		}
		var found []target
		for _, m := range o.decl.Methods {
			switch {
			case m.Name != name || !takes(m, args):
			case m.HasBody:
				found = append(found, target{m, o})
			default:
				abstract = append(abstract, target{m, o})
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return abstract
}

// takes reports whether a method can be called with n arguments, -1 for any.
func takes(m *decl.Method, n int) bool {
	p := len(m.Params)
	return n < 0 || n == p || p > 0 && m.Params[p-1].Type.Dims > 0 && n >= p-1
}

// field finds a field of a type or its supertypes.
func (g *Graph) field(c class, name string) (*decl.Field, class) {
	for _, o := range g.lineage(c) {
		if o.decl == nil {
			continue
		}
		for _, f := range o.decl.Fields {
			if f.Name == name {
				return f, o
			}
		}
	}
	return nil, class{}
}
