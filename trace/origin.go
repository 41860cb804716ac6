package trace

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// origin is where the key of a call comes from on one way.
type origin struct {
	// name is how the start gets it: "requestNo", "form.getOrderId()"; "" for
	// a key that does not come in with what starts the way.
	name string
	at   source.Span
	// replaced is what makes a new one on the way, although one could come in:
	// "UUID.randomUUID in OrderController.order".
	replaced lang.Text
}

// origin finds out whether the start of a way brings the key along: as a
// parameter or a field of that name that nothing on the way replaces, or as
// something from a parameter that is set as the key.
func (m *method) origin(w *way) origin {
	key, _ := m.keyName()
	name, at := w.start.key()
	if text, set := w.set(key); text != "" && !m.made(w, key) {
		return origin{name: text, at: set}
	}
	if name == "" || !at.Valid() {
		return origin{}
	}
	for _, t := range m.tries {
		for _, k := range t.keys {
			if t.call == w.call && (strings.EqualFold(k.Name, name) || strings.EqualFold(k.Name, key)) {
				return origin{name: name, at: k.At, replaced: lang.T("%s in %s", k.Maker, k.Method)}
			}
		}
	}
	return origin{name: name, at: at}
}

// made reports whether the key is made new on the way to a call.
func (m *method) made(w *way, key string) bool {
	return slices.ContainsFunc(m.births(key), func(k birth) bool { return k.call == w.call })
}

// set finds the setter of the key in the start's method that is given something
// from a parameter of it.
func (w *way) set(key string) (string, source.Span) {
	s := w.start.site
	if key == "" {
		return "", source.Span{}
	}
	for i := range s.Method.Calls {
		c := &s.Method.Calls[i]
		if !strings.EqualFold(c.Method, "set"+key) {
			continue
		}
		text, at := callgraph.Argument(s.Type, s.Method, c)
		if slices.ContainsFunc(s.Method.Params, func(p decl.Param) bool { return callgraph.Mentions(text, p.Name) }) {
			return text, at
		}
	}
	return "", source.Span{}
}
