package trace

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// entry tells who starts the write, and which attempts belong to one intent:
// those that bring the same key, or that deliver the same message.
func (m *method) entry() Place {
	if len(m.ways) == 0 {
		return m.noCall()
	}
	p := Place{Status: OK}
	var intents []lang.Text
	var nobody []string
	for _, w := range m.ways {
		status, intent := m.intent(&w)
		p.Status = worse(p.Status, status)
		if intent.IsZero() {
			nobody = append(nobody, w.start.site.Name())
		} else {
			intents = append(intents, intent)
		}
		p.once(w.locations()...)
	}
	if len(nobody) > 0 {
		intents = append(intents, lang.T("nothing in the audited sources calls %s: what does would tell which attempts belong together", names(nobody)))
	}
	p.Message = clauses(intents)
	if m.cut {
		p.Status = worse(p.Status, Unknown)
		p.says("there are more ways than the %d that are told", maxWays)
	}
	return p
}

// noCall is the entry of a method that no code was found to call.
func (m *method) noCall() Place {
	p := Place{Status: Unknown}
	for _, c := range m.calls {
		p.at(c.Ref.At, "the reference in %s", c.Ref.App.Name)
	}
	p.Message = lang.T("no call of %s was found in the audited sources; the code that makes it would tell", m.simple())
	if len(m.refs) == 0 {
		p.Message = lang.T("nothing in the audited files references %s; the sources of its callers would tell", m.iface)
	}
	return p
}

// locations are the start of a way and its calls.
func (w *way) locations() []Location {
	text := lang.Verbatim(w.start.site.Name())
	if !w.start.label.IsZero() {
		text = lang.T("%s: %s", w.start.label, text)
	}
	out := []Location{{w.start.site.Method.At, text}}
	for _, h := range w.sites {
		text := lang.T("%s calls %s", h.Name(), calledName(h))
		if h.remote != nil {
			text = lang.T("%s calls %s by Dubbo", h.Name(), calledName(h))
		}
		out = append(out, Location{h.At(), text})
	}
	return out
}

func calledName(h hop) string { return strings.TrimPrefix(h.Call.Recv+"."+h.Call.Method, ".") }

// intent tells which attempts of what starts a way belong to one intent, zero for
// a method that nobody was found to call.
func (m *method) intent(w *way) (Status, lang.Text) {
	switch w.start.kind {
	case listener:
		return OK, lang.T("every delivery of one message belongs to one intent")
	case job:
		return Unknown, lang.T("each run of the job is an attempt at whatever it picks; whether a row is picked twice decides it")
	case startup:
		return Missing, lang.T("each start of the process is an intent of its own: nothing tells a second start from a repeat")
	case event:
		return Unknown, lang.T("an event in the process starts it; who publishes it would tell which attempts belong together")
	case request:
		return m.requests(w)
	}
	return Unknown, lang.Text{}
}

// requests tells which requests belong to one intent: those that bring the same
// key.
func (m *method) requests(w *way) (Status, lang.Text) {
	o := m.origin(w)
	switch {
	case !o.replaced.IsZero():
		return Missing, lang.T("a request could bring %s, but it is replaced by %s: a second click, a reload or the retry of a gateway is an intent of its own", o.name, o.replaced)
	case o.name != "":
		return OK, lang.T("requests with the same %s belong to one intent", o.name)
	}
	return Missing, lang.T("no key comes in with the request: a second click, a reload or the retry of a gateway is an intent of its own")
}

// key is the key that comes in with a request.
func (s *start) key() (string, source.Span) {
	for _, p := range s.site.Method.Params {
		for _, a := range p.Annotations {
			if e := a.Arg("value"); simple(a.Name) == "RequestHeader" && e != nil && strings.Contains(strings.ToLower(e.Text), "idempoten") {
				return e.Text, a.At
			}
		}
	}
	k, _ := idempotency.KeyOf(s.site.Method, s.site.Type, lookup(s.types))
	return k.Name, k.At
}

// lookup finds types by their names as written inside another type.
func lookup(types *application.Types) func(string, *decl.Type) *decl.Type {
	return func(name string, from *decl.Type) *decl.Type {
		if u := types.FileOf(from); u != nil {
			return types.Lookup(types.Resolve(name, u.Java, from))
		}
		return nil
	}
}
