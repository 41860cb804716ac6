package retrylayer

import (
	"strings"
	"unicode"
)

// object follows an argument that carries its key in a field: what is set on
// the variable, the builder or constructor that makes it, the helper that
// returns it, the argument that a parameter is given.
func (t *trace) object(step int, p piece, depth int) {
	if depth > maxTrace {
		return
	}
	fr, c := t.way.frames[step], p.c
	if p.hi != p.lo+1 || !c.word(p.lo) {
		t.built(step, fr, p, -1)
		return
	}
	name := c.text(p.lo)
	born := t.birth(step, name, p.lo, depth)
	t.sets(step, fr, name, fr.body.lo, p.lo, born, -1)
	if rhs, _, ok := fr.assignment(name, p.lo); ok {
		t.object(step, rhs, depth+1)
		return
	}
	if outer, arg, ok := t.passed(step, name); ok {
		t.object(outer, arg, depth+1)
	}
}

// place is a token of a frame; one outside of all frames has a step behind
// the last.
type place struct{ step, tok int }

// birth is where an object comes from.
func (t *trace) birth(step int, name string, at, depth int) place {
	fr := t.way.frames[step]
	if rhs, i, ok := fr.assignment(name, at); ok {
		if rhs.hi == rhs.lo+1 && depth < maxTrace {
			return t.birth(step, fr.code.text(rhs.lo), i, depth+1)
		}
		return place{step, i}
	}
	if outer, arg, ok := t.passed(step, name); ok && arg.hi == arg.lo+1 && depth < maxTrace {
		return t.birth(outer, arg.c.text(arg.lo), arg.lo, depth+1)
	} else if ok {
		return place{outer, arg.lo}
	}
	return place{len(t.way.frames), -1}
}

// sets looks for setters and puts on a variable between two tokens. Where the
// code is a helper's, via is the token of its call in the frame, else -1.
func (t *trace) sets(step int, fr *frame, name string, lo, hi int, born place, via int) {
	c := fr.code
	for i := lo; i < hi; i++ {
		if c.text(i) != name || c.text(i+1) != "." || c.text(i-1) == "." || c.text(i+3) != "(" {
			continue
		}
		args := fr.piece(i+4, c.closing(i+3))
		field, ok := strings.CutPrefix(c.text(i+2), "set")
		switch {
		case c.text(i+2) == "put" && strings.HasPrefix(c.text(args.lo), `"`):
			field, args.lo = strings.Trim(c.text(args.lo), `"`), args.first().hi+1
		case !ok || field == "":
			continue
		}
		if t.name, t.field = lowered(field), true; !t.asked(t.name) {
			continue
		}
		t.filled = t.onlyIfEmpty(fr, i, name, field)
		t.bornStep, t.bornAt = born.step, born.tok
		t.given(step, fr, args, via, 0)
		t.filled = false
	}
}

// given follows the value of a field: in the frame itself, or in a helper,
// whose makers count as standing where it is called.
func (t *trace) given(step int, fr *frame, args piece, via, depth int) {
	if via < 0 {
		t.value(step, args, depth+1)
		return
	}
	if depth > maxTrace {
		return
	}
	for i := args.lo; i < args.hi; i++ {
		if m := maker(args.c, i); m != "" {
			t.found(step, via, m, args.c.span(i, i+1))
			return
		}
		if args.c.word(i) && args.c.text(i+1) == "(" {
			if h := t.helper(fr, i); h != nil && t.viaHelper(step, via, h) {
				return
			}
		}
		if !args.c.word(i) || args.c.text(i-1) == "." {
			continue
		}
		if rhs, _, ok := fr.assignment(args.c.text(i), i); ok {
			t.given(step, fr, rhs, via, depth+1)
		}
	}
}

// onlyIfEmpty reports whether a field is set only where it has no value: then
// an object that is sent again keeps the first one.
func (t *trace) onlyIfEmpty(fr *frame, tok int, name, field string) bool {
	c := fr.code
	for n := fr.body.at(tok); n != nil && n != fr.body; n = n.parent {
		for i := n.headLo; n.kind == branchNode && i < n.headHi; i++ {
			if c.text(i) == name && (c.text(i+2) == "get"+field || c.text(i+2) == "containsKey" || c.text(i+2) == "get") {
				return true
			}
		}
	}
	return false
}

// built looks at an expression that makes an object: a builder's methods, a
// constructor's arguments, a helper.
func (t *trace) built(step int, fr *frame, p piece, via int) {
	c := p.c
	for i := p.lo; i < p.hi; i++ {
		if !c.word(i) || c.text(i+1) != "(" {
			continue
		}
		switch {
		case c.text(i-1) == "new":
			t.constructed(step, fr, i, via)
		case c.text(i-1) == "." && i > p.lo+1:
			if t.name, t.field = lowered(strings.TrimPrefix(c.text(i), "set")), true; t.asked(t.name) {
				t.given(step, fr, piece{c, i + 2, c.closing(i + 1), p.typ}, via, 0)
			}
		}
		if via >= 0 {
			continue
		}
		if h := t.helper(fr, i); h != nil && !plain(h.method.Return) {
			t.returned(step, i, h)
		}
	}
}

// constructed names a constructor's arguments by its parameters.
func (t *trace) constructed(step int, fr *frame, i, via int) {
	typ := t.types.Lookup(t.resolve(fr.code.text(i), fr.typ))
	if typ == nil {
		return
	}
	n := fr.code.countArgs(i + 1)
	for _, m := range typ.Methods {
		if m.Name != typ.Name || len(m.Params) != n {
			continue
		}
		rest := fr.piece(i+2, fr.code.closing(i+1))
		for _, param := range m.Params {
			t.name, t.field = param.Name, true
			if t.asked(t.name) {
				t.given(step, fr, rest.first(), via, 0)
			}
			rest.lo = rest.first().hi + 1
		}
		return
	}
}

// returned looks into a helper that makes the object.
func (t *trace) returned(step, tok int, h *target) {
	c := t.code(h.method.At.File)
	n := c.method(h.method)
	if n == nil {
		return
	}
	fr := &frame{typ: h.typ, method: h.method, code: c, body: n, tok: n.hi}
	for i := n.lo; i < n.hi; i++ {
		if c.text(i) != "return" {
			continue
		}
		end := c.end(i + 1)
		if name := c.text(i + 1); end == i+2 && c.word(i+1) {
			t.sets(step, fr, name, n.lo, n.hi, place{step, tok}, tok)
			if rhs, _, ok := fr.assignment(name, i); ok {
				t.built(step, fr, rhs, tok)
			}
			continue
		}
		t.built(step, fr, fr.piece(i+1, end), tok)
	}
}

// lowered begins a name with a small letter.
func lowered(name string) string {
	if name == "" {
		return ""
	}
	r := []rune(name)
	r[0] = unicode.ToLower(r[0])
	return string(r)
}
