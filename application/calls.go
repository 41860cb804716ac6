package application

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// callsOn returns the calls on a field in the class that has it, its nested
// classes included.
func callsOn(typ *decl.Type, field string) []CallSite {
	var sites []CallSite
	for _, m := range typ.Methods {
		for i := range m.Calls {
			c := &m.Calls[i]
			if c.Recv == field || strings.HasSuffix(c.Recv, ".this."+field) || c.Recv == "this."+field {
				sites = append(sites, CallSite{c.Method, c.Args, c.At})
			}
		}
	}
	for _, n := range typ.Nested {
		sites = append(sites, callsOn(n, field)...)
	}
	return sites
}

// calls finds the call sites of references that are injected by name or type:
// those of XML and of @Bean methods. Only interfaces without source need them,
// for the names of their methods.
func (d *deployable) calls() {
	for _, c := range d.app.Configs {
		if c.Tag != "reference" || c.Form == decl.FormAPI || len(c.Calls) > 0 || c.Type != nil || c.Interface == nil || !c.Interface.Known {
			continue
		}
		c.Calls = d.callsOfType(c.Interface.Value, c.Test)
	}
}

// callsOfType returns the calls on fields of an interface's type in the
// application's sources.
func (d *deployable) callsOfType(fqn string, test bool) []CallSite {
	simple := simpleName(fqn)
	var sites []CallSite
	for _, m := range d.modules {
		for _, u := range d.mentioning(m.dir, simple) {
			if u.Java == nil || d.nearest(u.File.Path) != m || isTestPath(relative(m.dir, u.File.Path)) != test {
				continue
			}
			for _, t := range u.Java.Types {
				sites = append(sites, d.fieldCalls(u, t, simple, fqn)...)
			}
		}
	}
	return sites
}

func (d *deployable) fieldCalls(u *decl.Unit, t *decl.Type, simple, fqn string) []CallSite {
	var sites []CallSite
	s := scope{d.app.Types, u.Java, t}
	for _, f := range t.Fields {
		if simpleName(f.Type.Name) == simple && f.Type.Dims == 0 && s.resolve(f.Type.Name) == fqn && !d.isReference(f, s) {
			sites = append(sites, callsOn(t, f.Name)...)
		}
	}
	for _, n := range t.Nested {
		sites = append(sites, d.fieldCalls(u, n, simple, fqn)...)
	}
	return sites
}

// isReference reports whether a field is a reference of its own.
func (d *deployable) isReference(f *decl.Field, s scope) bool {
	for _, an := range d.dubboAnnotations(f.Annotations, s) {
		if an.tag == "reference" {
			return true
		}
	}
	return false
}
