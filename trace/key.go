package trace

import (
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// key tells where the key of an intent is made, and through which layers and
// arguments it travels.
func (m *method) key() Place {
	name, at := m.keyName()
	p := Place{Status: Missing}
	switch all := m.real(); {
	case m.onlyReads():
		return Place{Status: OK, Message: "no key is needed: nothing is written"}
	case len(all) > 0 && riskOf(all[0].Effect) == repeats && m.complete():
		return Place{Status: OK, Message: "no key is needed: a second execution changes nothing more"}
	case name == "":
		p.Message = "no parameter of " + m.name + ", nor a field of one, is named like the key of a request: the server cannot tell a repeat from a second intent"
		return p
	}
	p.Locations = append(p.Locations, Location{at, "the key " + name + " in the interface"})
	p.Status, p.Message = Unknown, "where "+name+" is made was not found; the code that fills it would tell"
	for i := range m.ways {
		if key, at := m.ways[i].start.key(); at.Valid() {
			p.Status, p.Message = OK, key+" comes in with the request and is passed on"
			p.Locations = append(p.Locations, Location{at, "the key comes in"})
		}
	}
	p.Message += resent(m.calls)
	return p
}

// keyName is the key among the parameters of the interface's method, with what
// it is there.
func (m *method) keyName() (string, source.Span) {
	types, iface := m.declared()
	if types == nil {
		return "", source.Span{}
	}
	methods, _ := types.Methods(iface)
	for _, d := range methods {
		if d.Name != m.name {
			continue
		}
		if k, ok := idempotency.KeyOf(d.Method, d.Type, lookup(types)); ok {
			return k.Name, k.At
		}
	}
	return "", source.Span{}
}

// resent says what Dubbo's own attempts do with the key.
func resent(calls []*effective.Call) string {
	for _, c := range calls {
		if c.Executions.Known && c.Executions.V > 1 {
			return "; Dubbo's own attempts send the same arguments again"
		}
	}
	return ""
}
