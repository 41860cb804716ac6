package callgraph

import (
	"regexp"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// passes reports whether the method goes on only in some state of what the call
// found, and sets another one afterwards: "if (order.getState() != NEW) return;
// order.setState(PAID)". end is the length of the text.
func (f *frame) passes(list []condition, end int) bool {
	for i := range list {
		if c := &list[i]; c.variable != "" && c.leaves() && f.states(c, end-len(c.rest)) {
			return true
		}
	}
	return false
}

// states reports whether a condition asks for a state of its variable that is
// set behind an offset.
func (f *frame) states(c *condition, from int) bool {
	asked := asksFor(c)
	if asked == (asking{}) {
		return false
	}
	for i := range f.method.Calls {
		s := &f.method.Calls[i]
		switch {
		case s.At.Lo-f.method.At.Hi <= from:
		case asked.property != "" && s.Method == "set"+asked.property && f.setsOther(s, c.variable, from):
			return true
		case s.Recv != c.variable && !asks(s.Recv):
		case asked.state && claims.any(s.Method) && stated.MatchString(s.Method):
			return true
		case asked.property != "" && s.Recv == c.variable && s.Method == "set"+asked.property && !f.setsFrom(s, c.variable):
			return true
		}
	}
	return false
}

// asking is what a condition asks of its variable.
type asking struct {
	state    bool   // its state
	property string // the property that it holds for equal, "" for another test
}

var (
	asksProperty = regexp.MustCompile(`\.(get|is|has|can)([A-Z]\w*)\(\)`)
	flagged      = regexp.MustCompile(`(?:Flag|Status|State)$`)
	orders       = regexp.MustCompile(`[<>]|compareTo`)
)

func asksFor(c *condition) (q asking) {
	if !strings.Contains(c.text, c.variable+".") {
		return q
	}
	for _, m := range asksProperty.FindAllStringSubmatchIndex(c.text, -1) {
		if !strings.HasSuffix(c.text[:m[0]], c.variable) || m[0] > len(c.variable) && isWord(c.text[m[0]-len(c.variable)-1]) {
			continue
		}
		verb, property := c.text[m[2]:m[3]], c.text[m[4]:m[5]]
		q.state = q.state || verb != "get" || stated.MatchString(property)
		if !orders.MatchString(c.text) || flagged.MatchString(property) {
			q.property = property
		}
	}
	return q
}

// setsFrom reports whether a setter is given something of the object itself.
func (f *frame) setsFrom(c *decl.Call, variable string) bool {
	args, _ := strings.CutPrefix(strings.TrimLeft(f.rest(c.At), " \t\r\n"), "(")
	args, _ = parenthesis(args)
	return hasWord(args, variable)
}

// setsOther reports whether a setter gives a constant to another object of the
// same type, by which rows are updated afterwards, in any case where the method
// comes behind an offset: "Bill paid = new Bill(); paid.setOpen(0);
// bills.update(paid)".
func (f *frame) setsOther(c *decl.Call, variable string, from int) bool {
	between := cut(f.ahead(c.At), from, maxBody)
	if strings.Count(between, "{") > strings.Count(between, "}") {
		return false
	}
	args, _ := strings.CutPrefix(strings.TrimLeft(f.rest(c.At), " \t\r\n"), "(")
	args, _ = parenthesis(args)
	if !constantValue.MatchString(strings.TrimSpace(args)) {
		return false
	}
	typ := local(text(c.At), f.method.At.Hi, c.At.Lo, c.Recv)
	if typ == "" || typ != local(text(c.At), f.method.At.Hi, c.At.Lo, variable) {
		return false
	}
	for i := range f.method.Calls {
		u := &f.method.Calls[i]
		if u.At.File != c.At.File || u.At.Lo < c.At.Lo || !claims.any(u.Method) || u.Recv == "" || !asks(u.Recv) {
			continue
		}
		given, _ := strings.CutPrefix(strings.TrimLeft(f.rest(u.At), " \t\r\n"), "(")
		if given, _ = parenthesis(given); hasWord(given, c.Recv) {
			return true
		}
	}
	return false
}

// checkedBy finds a method that is handed what a call found, and throws in some
// state of it: "assertOpen(order)".
func (w *walk) checkedBy(f *frame, t tested, ahead string) bool {
	at := max(0, min(t.at, len(ahead)))
	found := assignedTo(ahead[max(0, at-200):at])
	test := condition{text: found + ".getState()", variable: found}
	if found == "" || !f.states(&test, t.at) {
		return false
	}
	for i := range f.method.Calls {
		c := &f.method.Calls[i]
		off := c.At.Hi - f.method.At.Hi
		if off <= t.at || off > len(ahead) || c.Recv == "?" || lookups.word(c.Method) && c.Recv != "" && c.Recv != "this" {
			continue
		}
		args, ok := strings.CutPrefix(strings.TrimLeft(ahead[off:], " \t\r\n"), "(")
		if !ok {
			continue
		}
		args, _ = parenthesis(args)
		n := -1
		for k, rest := 0, args; rest != ""; k++ {
			end := firstOf(rest)
			if strings.TrimSpace(rest[:end]) == found {
				n = k
			}
			rest = strings.TrimPrefix(rest[end:], ",")
		}
		if n >= 0 && f.states(&test, off) && w.throwsInState(f, c, n) {
			return true
		}
	}
	return false
}

// throwsInState reports whether a called method throws by a state of its n-th
// parameter.
func (w *walk) throwsInState(f *frame, c *decl.Call, n int) bool {
	r := w.receiver(f, c, 0)
	if r.decl == nil {
		return false
	}
	if impls := w.implementations(r.decl); r.decl.Kind == decl.Interface && len(impls) == 1 {
		r.class = class{fqn: impls[0].FQN, decl: impls[0]}
	}
	found := w.find(r.class, c.Method, c.Args)
	if len(found) != 1 || !found[0].method.HasBody || n >= len(found[0].method.Params) {
		return false
	}
	body := blank(f.body(found[0]))
	for {
		var ok bool
		if body, ok = behindIf(body); !ok {
			return false
		}
		text, rest := parenthesis(body)
		test := condition{text: strings.Join(strings.Fields(text), " "), variable: found[0].method.Params[n].Name}
		if asksFor(&test).state && soon(rest, "throw") {
			return true
		}
	}
}
