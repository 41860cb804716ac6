package trace

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/retrylayer"
)

// key tells where the key of an intent is made, and through which layers and
// arguments it travels. One that is made inside of what runs again is another
// one for each attempt.
func (m *method) key() Place {
	switch all := m.real(); {
	case m.onlyReads():
		return Place{Status: OK, Message: lang.T("no key is needed: nothing is written")}
	case len(all) > 0 && riskOf(all[0].Effect) == repeats && m.complete():
		return Place{Status: OK, Message: lang.T("no key is needed: a second execution changes nothing more")}
	}
	name, at := m.keyName()
	births := m.births(name)
	p := Place{Status: Unknown, Message: lang.T("where %s is made was not found; the code that fills it would tell", name)}
	if at.Valid() {
		p.at(at, "the key %s", name)
	}
	switch {
	case len(births) > 0:
		m.born(&p, births)
	case name == "" && m.nameless():
		p.Message = lang.T("the parameters of %s have no names in the audited files; the interface's source would tell whether a key is among them", m.name)
	case name == "" && len(m.outside()) > 0:
		p.Message = lang.T("no parameter of %s is named like the key of a request, and the fields of %s are not in the audited files; the source or jar would tell whether a key is among them",
			m.name, effective.SomeNames(m.outside()))
	case name == "":
		p.Status = Missing
		p.Message = lang.T("no parameter of %s, nor a field of one, is named like the key of a request: the server cannot tell a repeat from a second intent", m.name)
	default:
		m.comesIn(&p, name)
	}
	if p.Status == Missing {
		return p
	}
	layers := m.layers(nil)
	for _, l := range layers {
		p.at(l.At, "it travels through %s", layerText(l))
	}
	if len(layers) > 0 && p.Status != Broken {
		p.says("it travels through %s", layerTexts(layers))
	}
	if m.resent() {
		p.says("Dubbo's own attempts send the same arguments again")
	}
	return p
}

// keyName is the key among the parameters of the interface's method, or of an
// implementation's: those of a compiled interface have no names.
func (m *method) keyName() (string, source.Span) {
	types, iface := m.declared()
	if types != nil {
		methods, _ := types.Methods(iface)
		for _, d := range methods {
			if k, ok := idempotency.KeyOf(d.Method, d.Type, lookup(types)); ok && d.Name == m.name {
				return k.Name, k.At
			}
		}
	}
	for _, i := range m.impls {
		for _, d := range i.methods {
			if k, ok := idempotency.KeyOf(d, i.impl, lookup(i.types)); ok {
				return k.Name, k.At
			}
		}
	}
	return "", source.Span{}
}

// outside are the types of the method's parameters, and what these extend, that
// are not in the audited files.
func (m *method) outside() []string {
	var out []string
	add := func(types *application.Types, in *decl.Type, d *decl.Method) {
		for _, o := range idempotency.KeysOutside(d, in, lookup(types)) {
			if name := qualified(types, o); name != "" && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	types, iface := m.declared()
	if types != nil {
		methods, _ := types.Methods(iface)
		for _, d := range methods {
			if d.Name == m.name {
				add(types, d.Type, d.Method)
			}
		}
	}
	if len(out) > 0 || iface != nil {
		return out
	}
	for _, i := range m.impls {
		for _, d := range i.methods {
			add(i.types, i.impl, d)
		}
	}
	return out
}

// qualified is the full name of a type outside of the trees, "" for those of
// the JDK, which hold no key.
func qualified(types *application.Types, o idempotency.Outside) string {
	u := types.FileOf(o.From)
	if u == nil || slices.Contains(o.From.TypeParams, o.Name) {
		return ""
	}
	name := types.Resolve(o.Name, u.Java, o.From)
	jdk := func(name string) bool { return strings.HasPrefix(name, "java.") || strings.HasPrefix(name, "javax.") }
	// A type that no import explains may come with "import java.util.*".
	guessed := name == u.Java.Package+"."+o.Name &&
		slices.ContainsFunc(u.Java.Imports, func(i decl.Import) bool { return i.Wildcard && jdk(i.Name) })
	if jdk(name) || guessed || !strings.Contains(name, ".") || typeVariable(o.Name) {
		return ""
	}
	return name
}

// typeVariable tells a name as type variables of methods have it: T, K2.
func typeVariable(name string) bool {
	return len(name) <= 2 && strings.Trim(name[1:], "0123456789") == ""
}

// nameless reports whether parameters are known by their types only, as those
// of a compiled interface are.
func (m *method) nameless() bool {
	_, iface := m.declared()
	return len(m.impls) == 0 && (iface == nil || strings.HasSuffix(iface.At.File.Path, ".class"))
}

// birth is a key that is made on the way to a call.
type birth struct {
	call *effective.Call
	retrylayer.Key
}

// births are where the key is made; of a method without a key, where any
// argument is made new.
func (m *method) births(name string) []birth {
	var out []birth
	for _, t := range m.tries {
		for _, k := range t.keys {
			same := func(o birth) bool { return o.call == t.call && o.At == k.At && o.Inside == k.Inside }
			if (name == "" || strings.EqualFold(k.Name, name)) && !slices.ContainsFunc(out, same) {
				out = append(out, birth{t.call, k})
			}
		}
	}
	return out
}

// born judges a key by where it is made: the worst place counts.
func (m *method) born(p *Place, births []birth) {
	p.Status, p.Message = OK, lang.Text{}
	for _, k := range births {
		p.at(k.At, "%s is made by %s in %s", k.Name, k.Maker, k.Method)
		switch {
		case k.Inside != nil:
			if p.Status != Broken {
				p.Status = Broken
				p.Message = lang.T("%s is made by %s in %s, inside %s: each attempt brings another one", k.Name, k.Maker, k.Method, layerText(k.Inside))
			}
		case p.Message.IsZero():
			p.Message = lang.T("%s is made by %s in %s, once for all attempts of the code around; it dies with the request, so another request makes another one",
				k.Name, k.Maker, k.Method)
		}
	}
}

// comesIn looks for a key that the starts of the ways bring along.
func (m *method) comesIn(p *Place, name string) {
	brought := 0
	for i := range m.ways {
		o := m.origin(&m.ways[i])
		if o.name == "" || !o.replaced.IsZero() {
			continue
		}
		brought++
		p.at(o.at, "%s is given %s", m.ways[i].start.site.Name(), o.name)
		if brought == len(m.ways) {
			p.Status, p.Message = OK, lang.T("%s comes in with the request, as %s, and is made nowhere on the way", name, o.name)
		}
	}
}

// resent reports whether Dubbo itself sends the key again.
func (m *method) resent() bool {
	return slices.ContainsFunc(m.calls, func(c *effective.Call) bool { return c.Executions.Known && c.Executions.V > 1 })
}
