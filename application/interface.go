package application

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// referenceInterface fills in the interface of a reference: interfaceClass or
// interfaceName, else the declared type.
func (b *javaBuilder) referenceInterface(c *Config, ref decl.TypeRef, s scope) {
	if c.Interface == nil {
		c.Interface = typeSetting(ref, s)
	}
	b.linkInterface(c)
}

// typeSetting is the interface that a declared type names.
func typeSetting(ref decl.TypeRef, s scope) *Setting {
	set := &Setting{Name: "interface", Raw: ref.String(), At: ref.At, NameAt: ref.At}
	for typ := s.typ; typ != nil; typ = typ.Outer {
		if slices.Contains(typ.TypeParams, ref.Name) {
			set.Unknown = lang.T("the type variable %s is given by the subclass", ref.Name)
			return set
		}
	}
	if ref.Name == "" {
		set.Unknown = lang.T("the type is not written")
		return set
	}
	set.Value, set.Known = s.resolve(ref.Name), true
	return set
}

// serviceInterface fills in the interface of a service: that of the
// annotation, else the first that its class or a superclass implements.
func (b *javaBuilder) serviceInterface(c *Config, t *decl.Type) {
	if c.Interface == nil {
		c.Interface = b.firstInterface(t, c.At)
	}
	b.linkInterface(c)
}

func (b *javaBuilder) firstInterface(t *decl.Type, at source.Span) *Setting {
	for range 16 {
		if t == nil {
			break
		}
		u := b.app.Types.FileOf(t)
		if u == nil {
			break
		}
		s := scope{b.app.Types, u.Java, t}
		switch {
		case t.Kind == decl.Interface:
			return &Setting{Name: "interface", Raw: t.Name, Value: t.FQN, Known: true, At: t.At, NameAt: t.At}
		case len(t.Implements) > 0:
			return typeSetting(t.Implements[0], s)
		case len(t.Extends) == 0:
			return &Setting{Name: "interface", At: at, NameAt: at, Unknown: lang.T("the class %s implements no interface", t.Name)}
		}
		next := b.app.Types.Lookup(s.resolve(t.Extends[0].Name))
		if next == nil {
			return &Setting{Name: "interface", At: at, NameAt: at, Unknown: lang.T("the superclass %s is not in the audited sources", t.Extends[0].Name)}
		}
		t = next
	}
	return &Setting{Name: "interface", At: at, NameAt: at, Unknown: lang.T("the class is not in the audited sources")}
}
