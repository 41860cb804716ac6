package trace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/callgraph"
)

// caught is an insert whose unique-key violation is caught.
func (m *method) caught(f found) Place {
	p := Place{Status: Unknown}
	lookup := "the exception of a unique key is caught"
	if f.Unique != nil {
		lookup = fmt.Sprintf("the unique key (%s) of %s refuses a second row, and its exception is caught", strings.Join(f.Unique.Columns, ", "), f.Table)
		p.Locations = append(p.Locations, Location{f.Unique.At, "the unique key"})
	}
	answer := "what the method then returns was not found"
	for i := len(f.Path) - 1; i >= 0; i-- {
		h, ok := m.violation(f, f.Path[i])
		if !ok {
			continue
		}
		p.Status, answer = OK, "the method goes on as if it had written"
		switch h.Ends {
		case callgraph.Returns:
			answer = "the handler answers by " + h.Text
		case callgraph.Throws:
			p.Status, answer = Broken, "a second execution is refused with an exception instead of the earlier result"
		}
		p.Locations = append(p.Locations, Location{h.At, "its handler: " + answer})
		break
	}
	p.Message = fmt.Sprintf("lookup: %s; comparison: the input is not compared; return: %s", lookup, answer)
	p.Locations = append(p.Locations, Location{f.At, f.Text})
	return p
}

func (m *method) violation(f found, s callgraph.Step) (callgraph.Handler, bool) {
	if s.Decl == nil {
		return callgraph.Handler{}, false
	}
	for i := range s.Decl.Calls {
		c := &s.Decl.Calls[i]
		if c.At != s.At {
			continue
		}
		for _, h := range f.in.graph.Handlers(callgraph.Site{Type: s.Type, Method: s.Decl, Call: c}) {
			if slices.ContainsFunc(h.Types, func(t string) bool { return strings.Contains(t, "Duplicate") || strings.Contains(t, "Integrity") }) {
				return h, true
			}
		}
	}
	return callgraph.Handler{}, false
}
