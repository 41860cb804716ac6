package trace

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/callgraph"
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
			p.Message += "; the caller is told of success although the call may have failed"
			break
		}
	}
	var told, nobody []string
	for i := range m.ways {
		text, gone := m.errorOn(&m.ways[i], p)
		lost = lost || gone
		if text == "" {
			nobody = append(nobody, m.ways[i].start.site.Name())
		} else {
			told = append(told, text)
		}
	}
	if len(nobody) > 0 {
		told = append(told, "the error leaves "+strings.Join(distinct(nobody), ", ")+", where nothing was found that calls it")
	}
	for _, text := range distinct(told) {
		p.Message += "; " + text
	}
	return lost
}

// errorOn follows the error on one way: the innermost handler that takes it
// decides.
func (m *method) errorOn(w *way, p *Place) (string, bool) {
	for i := len(w.sites) - 1; i >= 0; i-- {
		h := w.sites[i]
		for _, x := range m.Graph(h.types).Handlers(h.Site) {
			if !takes(x) || !m.stops(w.call, x) {
				continue
			}
			at := Location{x.At, "catches " + strings.Join(x.Types, ", ")}
			text, lost, done := handled(h.Name(), x)
			if done {
				at.Message += ": " + text
				if !slices.Contains(p.Locations, at) {
					p.Locations = append(p.Locations, at)
				}
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
func handled(in string, h callgraph.Handler) (text string, lost, done bool) {
	switch h.Ends {
	case callgraph.Throws:
		return "", false, false
	case callgraph.Returns:
		return in + " turns the error into an answer (" + h.Text + ")", success.MatchString(h.Text), true
	case callgraph.GoesOn:
		if h.Answers != "" {
			return in + " turns the error into an answer (" + h.Answers + ")", false, true
		}
	case callgraph.Continue:
		return in + " goes on with the next round of its loop", true, true
	}
	return in + " swallows the error and goes on as if nothing had happened", true, true
}

// reaches tells what an error does that comes out of the start, "" for one that
// nobody was found to call.
func reaches(s start) string {
	switch s.kind {
	case request:
		return "the error reaches whoever sent the request"
	case listener:
		return "the error reaches the broker, which delivers the message again"
	case job:
		return "the error ends the run of the job"
	case startup:
		return "the error ends the start of the process"
	case event:
		return "the error reaches who published the event"
	}
	return ""
}
