package trace

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// later is what comes after a write and may fail.
type later struct {
	text lang.Text
	at   source.Span
	// undone is set where the write is rolled back by it: both are in one
	// transaction, which the exception leaves.
	undone bool
	// unknown is set for a call that could not be followed.
	unknown bool
	// returned is what a handler of it on that way answers, "" for nothing.
	returned string
	// swallowed is set where an exception of it is caught on the way to the
	// write's method, so that the execution goes on.
	swallowed bool
	// answered is set where one handler takes the exceptions of both and
	// answers: a transaction around it commits.
	answered bool
}

// after finds what may still fail after a write in the same execution.
func (m *method) after(f found) []later {
	var out []later
	add := func(l later) {
		if !slices.ContainsFunc(out, func(o later) bool { return o.at == l.at }) {
			out = append(out, l)
		}
	}
	for i := range f.result.Effects {
		e := &f.result.Effects[i]
		k, ok := parting(f.Path, e.Path)
		if !ok || e.Does == decl.EffectSelect && e.Kind != callgraph.Remote {
			continue
		}
		l := later{text: e.Text, at: e.Path[len(e.Path)-1].At}
		if call := m.remoteStep(e, k); call.Valid() {
			l.text, l.at = lang.T("the Dubbo call %s", callText(e, call)), call
		}
		f.fails(&l, k, e.Path[k:])
		add(l)
	}
	for _, u := range f.result.Unknown {
		k, ok := parting(f.Path, u.Path)
		if !ok {
			continue
		}
		l := later{text: lang.Verbatim(u.Method), at: u.At, unknown: true}
		if m.byDubbo(u.At) {
			l.text, l.unknown = lang.T("the Dubbo call %s", u.Method), false
		}
		f.fails(&l, k, u.Path[k:])
		add(l)
	}
	return out
}

// parting is the step at which the way to b leaves that to a, behind it.
func parting(a, b []callgraph.Step) (int, bool) {
	for i := 0; i < len(a) && i < len(b); i++ {
		x, y := a[i], b[i]
		if x.Decl != y.Decl {
			return 0, false
		}
		if x.At != y.At {
			return i, callgraph.Follows(x.Type, x.Decl, x.At, y.At)
		}
	}
	return 0, false
}

// remoteStep is the call by Dubbo on the way to an effect, from a step on.
func (m *method) remoteStep(e *callgraph.Effect, from int) source.Span {
	for _, s := range e.Path[from:] {
		if m.byDubbo(s.At) {
			return s.At
		}
	}
	if e.Kind == callgraph.Remote {
		return e.At
	}
	return source.Span{}
}

// byDubbo reports whether a call is made on a reference.
func (m *method) byDubbo(at source.Span) bool {
	for _, a := range m.Model.Apps {
		for _, r := range a.References {
			if slices.ContainsFunc(r.Config.Calls, func(c application.CallSite) bool { return c.At == at }) {
				return true
			}
		}
	}
	return false
}

// fails finds out what an exception of a later call does, whose way leaves that
// of the write at step k: rest is its own way from there on.
func (f found) fails(l *later, k int, rest []callgraph.Step) {
	for i, s := range rest {
		h, ok := f.handler(s, func(h callgraph.Handler) bool { return takes(h) && (i > 0 || h.Try.Lo > f.Path[k].At.Lo) })
		switch {
		case !ok || h.Ends == callgraph.Throws:
			continue
		case h.Ends == callgraph.Returns && h.Text != "return", h.Answers != "":
			l.returned = cmp.Or(h.Answers, h.Text)
		default:
			l.swallowed = true
		}
		return
	}
	for i := k; i >= 0; i-- {
		s := f.Path[i]
		if i == k {
			s = rest[0]
		}
		if h, ok := f.handler(s, takes); ok && h.Ends != callgraph.Throws {
			l.answered = true
			return
		}
		if f.Kind == callgraph.SQL && f.begins(i) {
			l.undone = true
			return
		}
	}
}

// begins reports whether a transaction begins with step i of the way: by the
// annotation of the method or of its class. Spring's proxy does not see a call
// that a method makes on its own object.
func (f found) begins(i int) bool {
	s := f.Path[i]
	if s.Decl == nil || s.Type == nil || i > 0 && onItself(f.Path[i-1]) {
		return false
	}
	return transactional(s.Decl.Annotations) || transactional(s.Type.Annotations)
}

func onItself(s callgraph.Step) bool {
	return s.Decl != nil && slices.ContainsFunc(s.Decl.Calls, func(c decl.Call) bool {
		return c.At == s.At && (c.Recv == "" || c.Recv == "this" || c.Recv == "super")
	})
}

// handler returns the first handler around a step that fits.
func (f found) handler(s callgraph.Step, fits func(callgraph.Handler) bool) (callgraph.Handler, bool) {
	if s.Decl == nil || s.Type == nil {
		return callgraph.Handler{}, false
	}
	for i := range s.Decl.Calls {
		c := &s.Decl.Calls[i]
		if c.At != s.At {
			continue
		}
		for _, h := range f.in.graph.Handlers(callgraph.Site{Type: s.Type, Method: s.Decl, Call: c}) {
			if fits(h) {
				return h, true
			}
		}
	}
	return callgraph.Handler{}, false
}

func transactional(list []*decl.Annotation) bool {
	return slices.ContainsFunc(list, func(a *decl.Annotation) bool {
		name := simple(a.Name)
		return name == "Transactional" || name == "GlobalTransactional"
	})
}

// wide tells exceptions that catch those of a remote call.
func wide(typ string) bool {
	return typ == "Exception" || typ == "Throwable" || typ == "RuntimeException" || strings.Contains(typ, "Rpc")
}

func callText(e *callgraph.Effect, at source.Span) lang.Text {
	for _, s := range e.Path {
		if s.At == at && s.Decl != nil {
			for i := range s.Decl.Calls {
				if c := &s.Decl.Calls[i]; c.At == at {
					return lang.Verbatim(strings.TrimPrefix(c.Recv+"."+c.Method, "."))
				}
			}
		}
	}
	return e.Text
}
