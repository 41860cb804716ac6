package trace

import (
	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/lang"
)

// hiding are clusters after which the caller is told of success although the
// call failed.
var hiding = map[string]bool{"failsafe": true, "failback": true}

// lastError follows the last error from the Dubbo call back to the start, and
// reports whether it is lost on the way.
func (m *method) lastError(p *Place) bool {
	lost := false
	for _, c := range m.calls {
		if c.Cluster.Known && hiding[c.Cluster.V] || c.Mock.Known && c.Mock.V != "" {
			lost = true
			p.says("the caller is told of success although the call may have failed")
			break
		}
	}
	var told []lang.Text
	var nobody []string
	for i := range m.ways {
		text, gone := m.errorOn(&m.ways[i], p)
		lost = lost || gone
		if text.IsZero() {
			nobody = append(nobody, m.ways[i].start.site.Name())
		} else {
			told = append(told, text)
		}
	}
	if len(nobody) > 0 {
		told = append(told, lang.T("the error leaves %s, where nothing was found that calls it", names(nobody)))
	}
	p.adds(clauses(told))
	return lost
}

// errorOn follows the error on one way: the innermost handler that takes it
// decides.
func (m *method) errorOn(w *way, p *Place) (lang.Text, bool) {
	for i := len(w.sites) - 1; i >= 0; i-- {
		h := w.sites[i]
		for _, x := range m.Graph(h.types).Handlers(h.Site) {
			if !takes(x) || !m.stops(w.call, x) {
				continue
			}
			text, lost, done := handled(h.Name(), x)
			if done {
				p.once(Location{x.At, lang.T("catches %s: %s", names(x.Types), text)})
				return text, lost
			}
		}
	}
	return reaches(w.start), false
}

func takes(h callgraph.Handler) bool {
	for _, t := range h.Types {
		if wide(t) {
			return true
		}
	}
	return false
}

// handled tells what a handler makes of the error, and whether it is lost by
// it; done is false where it throws on.
func handled(in string, h callgraph.Handler) (text lang.Text, lost, done bool) {
	switch h.Ends {
	case callgraph.Throws:
		return lang.Text{}, false, false
	case callgraph.Returns:
		return lang.T("%s turns the error into an answer (%s)", in, h.Text), success.MatchString(h.Text), true
	case callgraph.GoesOn:
		if h.Answers != "" {
			return lang.T("%s turns the error into an answer (%s)", in, h.Answers), false, true
		}
	case callgraph.Continue:
		return lang.T("%s goes on with the next round of its loop", in), true, true
	}
	return lang.T("%s swallows the error and goes on as if nothing had happened", in), true, true
}

// reaches tells what an error does that comes out of the start, zero for one that
// nobody was found to call.
func reaches(s start) lang.Text {
	switch s.kind {
	case request:
		return lang.T("the error reaches whoever sent the request")
	case listener:
		return lang.T("the error reaches the broker, which delivers the message again")
	case job:
		return lang.T("the error ends the run of the job")
	case startup:
		return lang.T("the error ends the start of the process")
	case event:
		return lang.T("the error reaches who published the event")
	}
	return lang.Text{}
}
