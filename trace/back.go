package trace

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// The bounds of the way back.
const (
	maxWays = 20 // ways that are told
	maxBack = 12 // calls on one way
)

// way is a chain of calls from a method that starts it to the Dubbo call.
type way struct {
	call *effective.Call
	// start is the outermost method; Kind is "" where nobody was found who
	// calls it and nothing shows that a framework does.
	start start
	// sites are the calls, the Dubbo call last; the first one is in start.
	sites []hop
}

// hop is one call on a way, as the application sees it that makes it.
type hop struct {
	callgraph.Site
	types *application.Types
	// remote is set for a call by Dubbo.
	remote *effective.Call
}

// walkBack finds the ways that lead to the calls.
func (m *method) walkBack() {
	for _, c := range m.calls {
		b := &back{method: m, call: c, seen: map[*decl.Method]bool{}}
		for _, h := range m.callSites(c) {
			b.from([]hop{h})
		}
	}
	m.ways = joined(m.ways)
}

// joined leaves out the ways that end in one application where those of another
// go on: a library's method has its callers in some of those that include it.
func joined(ways []way) []way {
	inner := map[*decl.Method]bool{}
	for _, w := range ways {
		for _, h := range w.sites[1:] {
			inner[h.Method] = true
		}
	}
	return slices.DeleteFunc(ways, func(w way) bool { return w.start.kind == "" && inner[w.start.site.Method] })
}

// callSites are the places in the code where a call is made.
func (m *method) callSites(c *effective.Call) []hop {
	types := c.Ref.App.Types
	var out []hop
	for _, at := range c.CalledAt {
		if s, ok := m.Graph(types).Holding(at); ok {
			out = append(out, hop{s, types, c})
		}
	}
	return out
}

// back searches for the ways to one call.
type back struct {
	*method
	call *effective.Call
	seen map[*decl.Method]bool
}

// from follows a chain of calls further back. A method is followed once: the
// ways that meet in it share what is before.
func (b *back) from(chain []hop) {
	first := chain[0]
	if b.seen[first.Method] && len(chain) > 1 {
		return
	}
	if len(b.ways) >= maxWays {
		b.cut = true
		return
	}
	b.seen[first.Method] = true
	g := b.Graph(first.types)
	st := starting(g, first.Site)
	if st.kind == "" && len(chain) < maxBack {
		for _, s := range b.before(g, first) {
			if !slices.ContainsFunc(chain, func(h hop) bool { return h.Method == s.Method }) {
				b.from(append([]hop{s}, chain...))
				st.kind = passed
			}
		}
	}
	if st.kind != passed {
		st.site, st.types = first.Site, first.types
		b.ways = append(b.ways, way{b.call, st, chain})
	}
}

// before are the calls of the method that a hop is in: by code, and where it
// is a service, by Dubbo.
func (b *back) before(g *callgraph.Graph, h hop) []hop {
	var out []hop
	for _, s := range g.Callers(callgraph.Site{Type: h.Type, Method: h.Method}) {
		out = append(out, hop{s, h.types, nil})
	}
	for _, a := range b.Model.Apps {
		for _, r := range a.References {
			if r.Test || !slices.ContainsFunc(r.Providers, func(s *effective.Service) bool { return s.ImplType == h.Type }) {
				continue
			}
			for _, c := range r.Calls {
				if c.Method == h.Method.Name {
					out = append(out, b.callSites(c)...)
				}
			}
		}
	}
	return out
}
