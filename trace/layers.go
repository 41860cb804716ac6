package trace

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/retrylayer"
)

// tries is what runs a call again on one way to it, beside Dubbo itself, and
// what is made new on that way.
type tries struct {
	call *effective.Call
	*retrylayer.Way
	keys []retrylayer.Key
}

// findLayers looks for the retry layers around the calls.
func (m *method) findLayers() {
	key, _ := m.keyName()
	asked := func(name string) bool { return strings.EqualFold(name, key) || idempotency.IsKey(name) }
	for _, c := range m.calls {
		finder := m.Finder(c.Ref.App.App)
		for _, at := range c.CalledAt {
			site, _ := m.Graph(c.Ref.App.Types).Holding(at)
			for _, w := range finder.Around(at) {
				m.tries = append(m.tries, tries{c, w, finder.Keys(w, overload(c, site), asked)})
			}
		}
	}
}

// overload is the declaration that a call site means.
func overload(c *effective.Call, s callgraph.Site) *decl.Method {
	for _, o := range c.Overloads {
		if s.Call != nil && len(o.Params) == s.Call.Args {
			return o
		}
	}
	return c.Decl
}

// layers are those around a call, of all calls for nil; each is told once,
// though several ways pass it.
func (m *method) layers(of *effective.Call) []*retrylayer.Layer {
	var out []*retrylayer.Layer
	for _, t := range m.tries {
		if of != nil && t.call != of {
			continue
		}
		for _, l := range t.Layers {
			if !slices.ContainsFunc(out, func(o *retrylayer.Layer) bool { return o.At == l.At }) {
				out = append(out, l)
			}
		}
	}
	return out
}

// multiplied is how often the code around a call makes it at most, as far as
// the numbers are known.
func (m *method) multiplied(c *effective.Call) int {
	most := 1
	for _, t := range m.tries {
		if t.call == c {
			most = max(most, attempts(t.Way))
		}
	}
	return most
}

// attempts multiplies the layers of which the number is known.
func attempts(w *retrylayer.Way) int {
	n := 1
	for _, l := range w.Layers {
		n *= max(l.Attempts, 1)
	}
	return n
}

// open reports whether a layer tries again without a number that the files
// tell.
func open(l *retrylayer.Layer) bool { return l.Attempts == 0 }

// layerText is "@Retryable of OrderFacade.place (3 attempts)".
func layerText(l *retrylayer.Layer) lang.Text {
	text := l.Name
	if l.Method != "" {
		text = lang.T("%s of %s", text, l.Method)
	}
	if open(l) {
		return text
	}
	return lang.T("%s (%s)", text, lang.N(l.Attempts, "1 attempt", "%d attempts"))
}

func layerTexts(list []*retrylayer.Layer) []lang.Text {
	var out []lang.Text
	for _, l := range list {
		out = append(out, layerText(l))
	}
	return out
}

// stops reports whether a handler is where the error of a call ends: a loop's
// handler that goes on with the next attempt is not.
func (m *method) stops(c *effective.Call, h callgraph.Handler) bool {
	known := false
	for _, t := range m.tries {
		if t.call != c {
			continue
		}
		known = true
		const head = len("catch (final ") // the keyword comes before the types
		if at := t.Swallowed; at.Valid() && at.File == h.At.File && at.Lo < h.At.Lo && h.At.Lo-at.Lo <= 2*head {
			return true
		}
	}
	return !known
}
