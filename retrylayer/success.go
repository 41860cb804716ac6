package retrylayer

import "slices"

// endsOnSuccess reports whether a call that succeeds ends the loop: by return
// or break behind it, or by a variable of the loop's condition; perhaps if its
// result is the right one.
func (l *loop) endsOnSuccess() bool {
	c, tok := l.c, l.frame.tok
	inner := l.node.at(tok)
	for n := inner; n != nil && n != l.node; n = n.parent {
		if n.kind == lambdaNode || n.kind == anonNode { // its result is the call's
			inner = n.parent
		}
	}
	from := c.statementOf(inner, tok)
	results := c.assigned(from, tok)
	for i := from; i < l.node.hi; i++ {
		if !c.word(i) || l.aside(i) || !l.reached(i, results) {
			continue
		}
		switch text := c.text(i); {
		case text == "return":
			return true
		case text == "break":
			if !l.innerBreak(i) {
				return true
			}
		case c.text(i+1) == "=" && i < l.guarded.hi && l.inHead(text):
			return true
		}
	}
	return false
}

// assigned are the variables that a statement assigns before a token.
func (c *code) assigned(from, tok int) []string {
	var list []string
	for i := from; i < tok; i++ {
		if c.text(i+1) == "=" {
			list = append(list, c.text(i))
		}
	}
	return list
}

// reached reports whether a call that succeeds reaches a token: on every way,
// or under a condition on its result. Another condition is one of the loop's
// own life.
func (l *loop) reached(tok int, results []string) bool {
	for n := l.node.at(tok); n != nil && n != l.node; n = n.parent {
		if n.kind == branchNode && !l.body(n) && !l.onResult(n, results) {
			return false
		}
	}
	return true
}

// body reports whether the call stands in the body of a branch.
func (l *loop) body(n *node) bool { return n.bodyLo <= l.frame.tok && l.frame.tok < n.hi }

// onResult reports whether the condition of a branch, or for an else of the
// branches before it, asks for the call's result.
func (l *loop) onResult(n *node, results []string) bool {
	for _, k := range n.parent.kids {
		if k.kind != branchNode || k.lo > n.lo {
			continue
		}
		for i := k.headLo; i < k.headHi; i++ {
			if i == l.frame.tok || slices.Contains(results, l.c.text(i)) {
				return true
			}
		}
	}
	return false
}

// innerBreak reports whether a break belongs to a loop or switch inside.
func (l *loop) innerBreak(tok int) bool {
	if l.c.word(tok + 1) { // break LABEL
		return false
	}
	for n := l.node.at(tok); n != nil && n != l.node; n = n.parent {
		if n.kind == loopNode || n.kind == blockNode && l.c.text(n.lo) == "switch" {
			return true
		}
	}
	return false
}

func (l *loop) inHead(name string) bool {
	for i := l.node.headLo; i < l.node.headHi; i++ {
		if l.c.text(i) == name {
			return true
		}
	}
	return false
}

// endsAnyway reports whether a statement behind the guarded block ends the
// loop after a failure, too.
func (l *loop) endsAnyway() bool {
	for n := l.guarded.parent; n != nil; n = n.parent {
		for _, s := range n.starts {
			if s > l.guarded.lo && slices.Contains([]string{"return", "break", "throw"}, l.c.text(s)) {
				return true
			}
		}
		if n == l.node {
			break
		}
	}
	return false
}
