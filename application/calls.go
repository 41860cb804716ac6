package application

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// callsOn returns the calls on a field in the class that has it, its nested
// classes included.
func callsOn(typ *decl.Type, field string) []CallSite {
	var sites []CallSite
	for _, m := range typ.Methods {
		sites = append(sites, callsIn(typ, m, field)...)
	}
	for _, n := range typ.Nested {
		sites = append(sites, callsOn(n, field)...)
	}
	return sites
}

// callsIn returns the calls on a field or parameter in one method.
func callsIn(typ *decl.Type, m *decl.Method, name string) []CallSite {
	var sites []CallSite
	for i := range m.Calls {
		c := &m.Calls[i]
		if of, ok := strings.CutSuffix(c.Recv, name); ok && (of == "" || of == "this." || strings.HasSuffix(of, ".this.")) {
			sites = append(sites, CallSite{c.Method, c.Args, c.At, typ, m})
		}
	}
	return sites
}

// calls finds the call sites of references that are injected by name or type:
// those of XML and of @Bean methods, and annotated ones that their class only
// hands on. A reference that no source mentions is unused, if others are used:
// then the sources that would do so are there.
func (d *deployable) calls() {
	var unmentioned []*Config
	used := false
	for _, c := range d.app.Configs {
		switch {
		case c.Tag != "reference" || c.Form == decl.FormAPI || c.Interface == nil || !c.Interface.Known:
			continue
		case len(c.Calls) > 0:
			used = true
			continue
		case c.holder != nil:
			if c.Calls = d.callsFromElsewhere(c); len(c.Calls) > 0 {
				used = true
				continue
			}
			if c.HandedOn = d.handsOn(c); !c.HandedOn {
				c.Unused = c.Confined && hasCode(c.holder.typ)
				continue
			}
		}
		u := &usage{d: d, fqn: c.Interface.Value, simple: simpleName(c.Interface.Value)}
		u.search(c.Test)
		c.Calls, c.Injected = u.sites, u.found
		used = used || u.found
		if !u.mentioned {
			unmentioned = append(unmentioned, c)
		}
	}
	for _, c := range unmentioned {
		c.Unused = used
	}
}

// hasCode tells a class that does something from one that only declares; class
// files have a constructor in any case.
func hasCode(t *decl.Type) bool {
	return slices.ContainsFunc(t.Methods, func(m *decl.Method) bool {
		return m.HasBody && (m.Name != t.Name || len(m.Params)+len(m.Calls) > 0)
	})
}

// handsOn reports whether a method of the class that holds a reference returns
// the reference's interface: a @Bean method, or a getter.
func (d *deployable) handsOn(c *Config) bool {
	return slices.ContainsFunc(c.holder.typ.Methods, func(m *decl.Method) bool {
		return m.Return.Dims == 0 && simpleName(m.Return.Name) == simpleName(c.Interface.Value) && c.holder.resolve(m.Return.Name) == c.Interface.Value
	})
}

// usage is where the application's sources hold an interface in a field or
// parameter that is no reference of its own, and what they call on it.
type usage struct {
	d           *deployable
	fqn, simple string
	sites       []CallSite
	found       bool // in a field or parameter
	mentioned   bool // anywhere but where it is declared or implemented
}

func (u *usage) search(test bool) {
	for _, m := range u.d.modules {
		for _, unit := range u.d.mentioning(m.dir, u.simple) {
			if unit.Java == nil || u.d.nearest(unit.File.Path) != m || isTestPath(relative(m.dir, unit.File.Path)) != test {
				continue
			}
			u.mentioned = u.mentioned || !slices.ContainsFunc(unit.Java.Types, u.declares)
			for _, t := range unit.Java.Types {
				u.in(scope{u.d.app.Types, unit.Java, t})
			}
		}
	}
}

func (u *usage) in(s scope) {
	for _, f := range s.typ.Fields {
		if u.holds(f.Type, s) && !u.d.isReference(f, s) {
			u.add(callsOn(s.typ, f.Name))
		}
	}
	for _, m := range s.typ.Methods {
		for _, p := range m.Params {
			if u.holds(p.Type, s) {
				u.add(callsIn(s.typ, m, p.Name))
			}
		}
	}
	for _, n := range s.typ.Nested {
		u.in(scope{s.types, s.file, n})
	}
}

// declares tells the interface itself and what implements it: they name it
// without using it.
func (u *usage) declares(t *decl.Type) bool {
	super := func(r decl.TypeRef) bool { return simpleName(r.Name) == u.simple }
	return t.FQN == u.fqn || slices.ContainsFunc(t.Implements, super) || slices.ContainsFunc(t.Extends, super)
}

func (u *usage) add(sites []CallSite) {
	u.sites, u.found = append(u.sites, sites...), true
}

func (u *usage) holds(r decl.TypeRef, s scope) bool {
	return simpleName(r.Name) == u.simple && r.Dims == 0 && s.resolve(r.Name) == u.fqn
}

// isReference reports whether a field is a reference of its own, by its
// annotation or by that of its setter.
func (d *deployable) isReference(f *decl.Field, s scope) bool {
	if d.refers(f.Annotations, s) {
		return true
	}
	setter := "set" + strings.ToUpper(f.Name[:min(1, len(f.Name))]) + f.Name[min(1, len(f.Name)):]
	return slices.ContainsFunc(s.typ.Methods, func(m *decl.Method) bool {
		return m.Name == setter && d.refers(m.Annotations, s)
	})
}

func (d *deployable) refers(annotations []*decl.Annotation, s scope) bool {
	return slices.ContainsFunc(d.dubboAnnotations(annotations, s), func(an annotated) bool { return an.tag == "reference" })
}
