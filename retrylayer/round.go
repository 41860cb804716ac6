package retrylayer

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/lang"
)

// round gathers what one round does with a counter.
type round struct {
	*loop
	name    string
	events  []event
	unknown lang.Text
}

// steps notes the steps of the counter in a stretch of code.
func (r *round) steps(lo, hi int) {
	for i := lo; i < hi; i++ {
		if r.c.text(i) == r.name {
			r.events = append(r.events, event{step: r.stepAt(i)})
		}
	}
}

// stepAt is by how much the counter changes at a token that names it.
func (r *round) stepAt(i int) int {
	switch {
	case r.c.text(i-1) == "++", r.c.text(i+1) == "++":
		return 1
	case r.c.text(i-1) == "--", r.c.text(i+1) == "--":
		return -1
	case r.c.text(i+1) == "+=" && r.c.text(i+2) == "1":
		return 1
	case r.c.text(i+1) == "-=" && r.c.text(i+2) == "1":
		return -1
	}
	return 0
}

// body notes what the body does: steps that every failing round makes, the
// call, and conditions under which the loop ends.
func (r *round) body() {
	called := false
	for i := r.node.bodyLo; i < r.node.hi; i++ {
		if r.node.post && r.node.headLo > 0 && i >= r.node.headLo-2 {
			return
		}
		if i == r.frame.tok {
			r.events, called = append(r.events, event{call: true}), true
		}
		n := r.node.at(i)
		switch {
		case called && n == r.guarded, n.kind == catchNode && n.parent == r.guarded.parent && !slices.Contains(r.guarded.catches, n):
			continue // a failing call skips the rest of its block
		case n.kind == branchNode && i == n.lo && r.c.text(i) == "if":
			if i < r.frame.tok && r.frame.tok < n.headHi {
				r.events, called = append(r.events, event{call: true}), true
			}
			r.exit(n)
			i = n.headHi
		case r.c.text(i) == r.name:
			step := r.stepAt(i)
			if step != 0 && r.sometimes(n) {
				r.unknown = lang.T("%s is counted only under a condition", r.name)
			}
			r.events = append(r.events, event{step: step})
		}
	}
}

// sometimes reports whether a node inside the loop is run only under a
// condition.
func (r *round) sometimes(n *node) bool {
	for ; n != nil && n != r.node; n = n.parent {
		if n.kind == branchNode || n.kind == loopNode || n.kind == lambdaNode {
			return true
		}
	}
	return false
}

// exit notes an if that compares the counter: one that leaves the loop ends it.
func (r *round) exit(n *node) {
	if !r.mentions(n.headLo, n.headHi) {
		return
	}
	if e, _ := r.c.exit(n); e != goesOn && !r.sometimes(n.parent) {
		r.condition(n.headLo, n.headHi, false)
		return
	}
	r.steps(n.headLo, n.headHi)
}

func (r *round) mentions(lo, hi int) bool {
	for i := lo; i < hi; i++ {
		if r.c.text(i) == r.name {
			return true
		}
	}
	return false
}

var opposite = map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}

var mirrored = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}

// condition notes a comparison of the counter with a number. The loop ends
// where it holds, or with staying where it does not.
func (r *round) condition(lo, hi int, staying bool) {
	for i := lo; i < hi; i++ {
		if t := r.c.text(i); staying && t == "||" || !staying && t == "&&" {
			r.unknown = lang.T("more than a number ends it")
		}
		if r.c.text(i) != r.name {
			continue
		}
		step, left, right := r.stepAt(i), i-1, i+1
		before := r.c.text(i-1) == "++" || r.c.text(i-1) == "--"
		after := step != 0 && !before
		if before {
			left--
		}
		if after {
			right++
		}
		op, a, b := r.c.text(right), right+1, r.operandEnd(right+1, hi)
		if opposite[op] == "" {
			op, a, b = mirrored[r.c.text(left)], r.operandStart(left, lo), left
		}
		if op == "" {
			r.events = append(r.events, event{step: step})
			continue
		}
		with, ok := r.number(r.frame.piece(a, b))
		if !ok {
			r.unknown = lang.T("its bound %s is not a number in the code", r.c.join(a, b))
			return
		}
		if staying {
			op = opposite[op]
		}
		if before {
			r.events = append(r.events, event{step: step})
		}
		r.events = append(r.events, event{op: op, with: with})
		if after {
			r.events = append(r.events, event{step: step})
		}
	}
}

func (r *round) operandEnd(i, hi int) int {
	for ; i < hi; i++ {
		switch r.c.text(i) {
		case "&&", "||", ")", ";", "?":
			return i
		}
	}
	return hi
}

func (r *round) operandStart(i, lo int) int {
	for ; i > lo; i-- {
		switch r.c.text(i - 1) {
		case "&&", "||", "(", ";", "!":
			return i
		}
	}
	return lo
}

// run counts the calls until the loop ends, 0 where it does not.
func (r *round) run(value int) int {
	calls := 0
	for range maxRounds {
		for _, e := range r.events {
			switch {
			case e.call:
				calls++
			case e.op == "":
				value += e.step
			case holds(value, e.op, e.with):
				return calls
			}
		}
	}
	return 0
}

func holds(a int, op string, b int) bool {
	switch op {
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	case ">=":
		return a >= b
	case "==":
		return a == b
	}
	return a != b
}
