package retrylayer

import (
	"strings"
	"time"

	"github.com/dubboaudit/dubboaudit/lang"
)

// inLoop looks at a loop around the call. It is a retry where a handler inside
// it goes on with the next round, a success ends it, and every round makes the
// same call. Another loop goes on to its next thing: nothing further out sees
// the exception.
func (s *state) inLoop(n *node) {
	h, guarded := s.handler, s.guarded
	if h == nil {
		return
	}
	l := &loop{state: s, c: s.frame.code, node: n, guarded: guarded}
	if n.each || l.iterates() || !l.endsOnSuccess() || l.endsAnyway() || l.varies() {
		s.settle()
		return
	}
	attempts, why := l.attempts()
	s.add(&Layer{Kind: Loop, Name: lang.T("the loop"), Attempts: attempts, Unknown: why, From: lang.T("the loop's bound"), Delay: l.delay(),
		At: l.c.span(n.lo, n.lo+1), region: l.c.span(n.bodyLo, n.hi)})
	s.handler, s.guarded = nil, nil
	if at := l.throwsInTheEnd(h); at >= 0 {
		s.thrown = s.frame.thrownBy(s.Finder, h, at, s.thrown)
		return
	}
	s.stop(h.lo)
}

// loop is a hand-written loop around a call.
type loop struct {
	*state
	c       *code
	node    *node
	guarded *node
}

// statementOf returns the first token of the statement in which a token stands.
func (c *code) statementOf(n *node, tok int) int {
	first := n.bodyLo
	for _, s := range n.starts {
		if s <= tok {
			first = s
		}
	}
	return first
}

// aside reports whether a token inside the loop lies in a handler, a
// lambda or a class of its own.
func (l *loop) aside(tok int) bool {
	for n := l.node.at(tok); n != nil && n != l.node; n = n.parent {
		switch n.kind {
		case catchNode, finallyNode:
			return true
		case lambdaNode, anonNode:
			if !n.holds(l.frame.tok) {
				return true
			}
		}
	}
	return false
}

// iterates reports whether the loop's condition asks a source for more.
func (l *loop) iterates() bool {
	for i := l.node.headLo; i < l.node.headHi; i++ {
		if t := l.c.text(i); l.c.text(i+1) == "(" && (strings.HasPrefix(t, "has") || t == "isEmpty" || t == "size") {
			return true
		}
	}
	return false
}

// taking are beginnings of methods that give another thing each time.
var taking = []string{"poll", "take", "next", "pop", "remove", "read", "receive", "fetch", "page", "get", "dequeue"}

// varies reports whether the rounds make different calls: an argument is a
// variable that the loop changes, or takes from something.
func (l *loop) varies() bool {
	open := l.frame.tok + 1
	if l.c.text(open) != "(" {
		return false
	}
	return l.changing(open+1, l.c.closing(open), map[string]bool{})
}

func (l *loop) changing(lo, hi int, seen map[string]bool) bool {
	c := l.c
	for i := lo; i < hi; i++ {
		name := c.text(i)
		if !c.word(i) || c.text(i-1) == "." || c.text(i+1) == "(" || seen[name] {
			continue
		}
		seen[name] = true
		for j := l.node.lo; j < l.node.hi; j++ {
			if c.text(j) != name || c.text(j-1) == "." {
				continue
			}
			before, after := c.text(j-1), c.text(j+1)
			switch {
			case after == "++", after == "--", before == "++", before == "--", after == "+=", after == "-=":
				return true
			case after != "=":
			case !c.word(j-1) && before != ">" && before != "]" && !l.aside(j) && l.c.text(j+2) != "null":
				if j >= l.node.headLo && l.takes(j+2) { // assigned anew in each round
					return true
				}
			case j >= l.node.bodyLo:
				end := c.semicolon(j, l.node.hi)
				if l.takes(j+2) || l.changing(j+2, end, seen) {
					return true
				}
			}
		}
	}
	return false
}

// takes reports whether an expression takes a thing from a source.
func (l *loop) takes(lo int) bool {
	end := l.c.semicolon(lo, l.node.hi)
	for i := lo; i < end; i++ {
		if l.c.text(i+1) != "(" || l.c.text(i-1) != "." || maker(l.c, i) != "" {
			continue
		}
		for _, p := range taking {
			rest, ok := strings.CutPrefix(l.c.text(i), p)
			if ok && p == "get" && l.c.text(i+2) == ")" {
				continue // a getter
			}
			if ok && (rest == "" || rest[0] >= 'A' && rest[0] <= 'Z') {
				return true
			}
		}
	}
	return false
}

// throwsInTheEnd returns a throw by which the exception gets out once the
// attempts are used up: in the handler, or behind the loop. It is -1 for none.
func (l *loop) throwsInTheEnd(h *node) int {
	for i := h.bodyLo; i < h.hi; i++ {
		if l.c.text(i) == "throw" {
			return i
		}
	}
	for n := l.node.parent; n != nil; n = n.parent {
		for _, s := range n.starts {
			if s >= l.node.hi && l.c.text(s) == "throw" {
				return s
			}
		}
		if n.kind != blockNode && n.kind != branchNode {
			break
		}
	}
	return -1
}

// delay is the pause that a loop makes by Thread.sleep or TimeUnit.sleep.
func (l *loop) delay() time.Duration {
	for i := l.node.lo; i < l.node.hi; i++ {
		if l.c.text(i) == "sleep" && l.c.text(i+1) == "(" {
			return l.sleep(i)
		}
	}
	return 0
}

func (l *loop) sleep(i int) time.Duration {
	n, ok := l.number(l.frame.piece(i+2, l.c.closing(i+1)))
	if !ok {
		return 0
	}
	if unit := units[l.c.text(i-2)]; unit > 0 {
		return time.Duration(n) * unit
	}
	return time.Duration(n) * time.Millisecond
}
