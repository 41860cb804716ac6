package retrylayer

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// state is what is known on the way out of a method: which exception gets
// through, and which handler keeps it from going on.
type state struct {
	*Finder
	way   *Way
	frame *frame
	// thrown is the qualified name of the exception, "" where it is not known.
	thrown string
	// handler is one that has caught the exception and goes on: a loop around
	// it may be a retry. guarded is its try.
	handler, guarded *node
}

// stopped reports whether nothing further out sees the exception.
func (s *state) stopped() bool { return s.way.Swallowed.Valid() }

// stop notes where the exception ends.
func (s *state) stop(lo int) {
	if !s.stopped() {
		s.way.Swallowed = s.frame.code.span(lo, lo+1)
	}
}

// inBody goes out from the call to the method around it.
func (s *state) inBody() {
	for n := s.frame.body.at(s.frame.tok); n != nil && n != s.frame.body; n = n.parent {
		if s.stopped() {
			return
		}
		switch n.kind {
		case tryNode:
			s.caught(n)
		case loopNode:
			s.inLoop(n)
		case lambdaNode, anonNode:
			s.settle()
			if !s.stopped() {
				s.wrapped(n)
			}
		}
	}
	s.settle()
}

// settle ends a handler that no loop made a retry of.
func (s *state) settle() {
	if s.handler != nil {
		s.stop(s.handler.lo)
		s.handler, s.guarded = nil, nil
	}
}

// add notes a layer of the frame's method.
func (s *state) add(l *Layer) {
	l.Method = s.frame.name()
	l.step = len(s.way.Steps) - 1
	s.way.Layers = append(s.way.Layers, l)
}

// caught looks at the handlers of a try around the call.
func (s *state) caught(n *node) {
	if s.handler != nil {
		return // it was caught further in
	}
	for _, h := range n.catches {
		sure, may := s.catches(h)
		switch {
		case !may:
			continue
		case !sure:
			s.stop(h.lo) // not known whether it is caught
			return
		}
		c := s.frame.code
		if redelivers(c, h) && s.listener() {
			return
		}
		exit, at := c.exit(h)
		switch exit {
		case throws:
			s.thrown = s.frame.thrownBy(s.Finder, h, at, s.thrown)
		case leaves:
			s.stop(h.lo)
		default:
			s.handler, s.guarded = h, n
		}
		return
	}
}

// catches tells whether a handler surely, or perhaps, catches the exception.
func (s *state) catches(h *node) (sure, may bool) {
	for _, t := range s.frame.code.caughtTypes(h) {
		is, known := s.isA(s.thrown, s.resolve(t, s.frame.typ))
		if is {
			return true, true
		}
		may = may || !known
	}
	return false, may
}

// caughtTypes are the types that a handler names.
func (c *code) caughtTypes(h *node) []string {
	var list []string
	lo := h.headLo
	for i := lo; i < h.headHi; i++ {
		if c.text(i) == "|" {
			list = append(list, c.join(lo, i))
			lo = i + 1
		}
		if c.text(i) == "final" {
			lo = i + 1
		}
	}
	return append(list, c.join(lo, h.headHi-1))
}

// exit is how a stretch of code ends.
type exit uint8

const (
	goesOn exit = iota
	leaves      // by return or break
	throws
)

// exit tells how a node's statements end, with the token of the last one. It
// only names what happens on every way through them.
func (c *code) exit(n *node) (exit, int) {
	if len(n.starts) == 0 {
		return goesOn, 0
	}
	last := n.starts[len(n.starts)-1]
	switch c.text(last) {
	case "throw":
		return throws, last
	case "return", "break":
		return leaves, last
	case "if":
		return c.branches(n, last)
	case "{", "synchronized":
		for _, k := range n.kids {
			if k.lo == last {
				return c.exit(k)
			}
		}
	}
	return goesOn, last
}

// branches tells how an if ends whose branches all end alike.
func (c *code) branches(n *node, last int) (exit, int) {
	result, at, otherwise := goesOn, last, false
	for _, k := range n.kids {
		if k.kind != branchNode || k.lo < last {
			continue
		}
		e, t := c.exit(k)
		if e == goesOn {
			return goesOn, last
		}
		result, at = max(result, e), t
		otherwise = otherwise || c.text(k.lo) == "else" && c.text(k.lo+1) != "if"
	}
	if !otherwise {
		return goesOn, last
	}
	return result, at
}

// redeliver are the words by which a handler asks for a message again.
var redeliver = []string{"RECONSUME_LATER", "ReconsumeLater", "SUSPEND_CURRENT_QUEUE_A_MOMENT", "basicNack", "basicReject", "basicRecover", "nack"}

func redelivers(c *code, h *node) bool {
	for i := h.bodyLo; i < h.hi; i++ {
		if c.word(i) && slices.Contains(redeliver, c.text(i)) {
			return true
		}
	}
	return false
}

func (s *state) listener() bool {
	return s.entryOf(s.frame.typ, s.frame.method) == Message
}

// annotated adds what the annotations of the method and its class do, which a
// proxy runs around it: none for a method that no proxy can wrap.
func (s *state) annotated() {
	m := s.frame.method
	for _, word := range []string{"private", "static", "final"} {
		if slices.Contains(m.Modifiers, word) {
			return
		}
	}
	s.transaction()
	if s.stopped() {
		return
	}
	if a := ofMethod(s.frame.typ, m, "Retryable"); a != nil {
		s.retryable(a)
	}
	if a := ofMethod(s.frame.typ, m, "Retry"); a != nil {
		s.resilience(a)
	}
}

// ofMethod returns an annotation of the method, else of its class.
func ofMethod(t *decl.Type, m *decl.Method, name string) *decl.Annotation {
	if a := annotation(m.Annotations, name); a != nil {
		return a
	}
	return annotation(t.Annotations, name)
}

// ends notes how the way begins: by what a framework calls, or with what
// nothing calls, as far as found.
func (s *state) ends(entry EntryKind, cut bool) {
	s.annotated()
	if s.way.Entry = entry; entry == NoEntry && cut {
		s.way.Entry = CutShort
	}
	at := s.frame.method.At
	switch {
	case entry == Message && !s.stopped():
		s.add(&Layer{Kind: Redelivery, Name: lang.T("the redelivery of messages"), Unknown: lang.T("the broker's settings decide how often"), At: at})
	case entry == Job:
		s.add(&Layer{Kind: Schedule, Name: lang.T("the schedule of the job"), Unknown: lang.T("it runs again and again"), At: at})
	}
}
