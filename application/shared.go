package application

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// callsFromElsewhere returns the calls on a reference in a field that other
// classes see: "rpc.orders.create()" through an object of the class that holds
// it, and "orders.create()" in its subclasses. Real projects gather their
// references in one class with public fields.
func (d *deployable) callsFromElsewhere(c *Config) []CallSite {
	i := slices.IndexFunc(c.holder.typ.Fields, func(f *decl.Field) bool { return f.Name == c.Field })
	if i < 0 || slices.Contains(c.holder.typ.Fields[i].Modifiers, "private") {
		return nil
	}
	var sites []CallSite
	for _, v := range d.viewersOf(c.holder.typ, c.Test) {
		name := strings.TrimPrefix(v.variable+"."+c.Field, ".")
		switch {
		case v.method != nil:
			sites = append(sites, callsIn(v.typ, v.method, name)...)
		case v.variable != "" || !hides(v.typ, c.Field):
			sites = append(sites, callsOn(v.typ, name)...)
		}
	}
	return sites
}

// viewer is a class that sees the fields of another one: through a variable,
// which is a field of its own or a parameter of a method, or as a subclass.
type viewer struct {
	typ      *decl.Type
	method   *decl.Method // of a parameter
	variable string       // "" for a subclass
}

// viewersOf finds the viewers of a class in the application's sources, once.
func (d *deployable) viewersOf(holder *decl.Type, test bool) []viewer {
	if list, ok := d.viewers[holder]; ok {
		return list
	}
	s := &viewerSearch{holder: holder}
	for _, m := range d.modules {
		for _, unit := range d.mentioning(m.dir, holder.Name) {
			if unit.Java == nil || d.nearest(unit.File.Path) != m || isTestPath(relative(m.dir, unit.File.Path)) != test {
				continue
			}
			for _, t := range unit.Java.Types {
				s.in(scope{d.app.Types, unit.Java, t})
			}
		}
	}
	if d.viewers == nil {
		d.viewers = map[*decl.Type][]viewer{}
	}
	d.viewers[holder] = s.found
	return s.found
}

type viewerSearch struct {
	holder *decl.Type
	found  []viewer
}

func (v *viewerSearch) in(s scope) {
	if s.typ != v.holder && slices.ContainsFunc(s.typ.Extends, func(r decl.TypeRef) bool { return v.isHolder(r, s) }) {
		v.found = append(v.found, viewer{typ: s.typ})
	}
	for _, f := range s.typ.Fields {
		if v.isHolder(f.Type, s) {
			v.found = append(v.found, viewer{typ: s.typ, variable: f.Name})
		}
	}
	for _, m := range s.typ.Methods {
		for _, p := range m.Params {
			if v.isHolder(p.Type, s) {
				v.found = append(v.found, viewer{s.typ, m, p.Name})
			}
		}
	}
	for _, n := range s.typ.Nested {
		v.in(scope{s.types, s.file, n})
	}
}

func (v *viewerSearch) isHolder(r decl.TypeRef, s scope) bool {
	return r.Dims == 0 && simpleName(r.Name) == v.holder.Name && s.resolve(r.Name) == v.holder.FQN
}

func hides(t *decl.Type, field string) bool {
	return slices.ContainsFunc(t.Fields, func(f *decl.Field) bool { return f.Name == field })
}
