package retrylayer

import "github.com/dubboaudit/dubboaudit/parse/decl"

// helper returns the method of the trees that a call at a token runs: one of
// the class, a static one, one of a field's type.
func (f *Finder) helper(fr *frame, i int) *target {
	c := fr.code
	owner := fr.typ
	if c.text(i-1) == "." {
		lo := c.chainStart(i)
		if lo != i-2 && !(c.text(lo) == "this" && lo == i-2) {
			return nil
		}
		if c.text(lo) != "this" {
			name := f.typeNamed(fr, lo)
			if owner = f.types.Lookup(name); owner == nil {
				return nil
			}
		}
	}
	n := c.countArgs(i + 1)
	for typ := owner; typ != nil; typ = f.super(typ) {
		for _, m := range typ.Methods {
			if m.Name == c.text(i) && len(m.Params) == n && m.HasBody {
				return &target{typ, m}
			}
		}
	}
	return nil
}

// typeNamed is the qualified type of a variable or class at a token.
func (f *Finder) typeNamed(fr *frame, i int) string {
	name := fr.code.text(i)
	if !upper(name) {
		name = fr.variable(f, name)
	}
	return f.resolve(name, fr.typ)
}

func (c *code) countArgs(open int) int {
	n := 0
	for p := (piece{c: c, lo: open + 1, hi: c.closing(open)}); p.lo < p.hi; n++ {
		p.lo = p.first().hi + 1
	}
	return n
}

type target struct {
	typ    *decl.Type
	method *decl.Method
}

// own looks into a method of the trees that is given the lambda: what runs its
// parameter again there runs the lambda again.
func (w *wrapper) own() bool {
	h := w.helper(w.frame, w.use.name)
	if h == nil || w.arg >= len(h.method.Params) {
		return false
	}
	fr := w.Finder.frame(h.typ, h.method, h.method.At)
	if fr.body == nil {
		return false
	}
	fr.tok = fr.calls(h.method.Params[w.arg].Name)
	if fr.tok < 0 {
		return false
	}
	inside := &Way{Steps: []Step{{}}}
	s := &state{Finder: w.Finder, way: inside, frame: fr, thrown: w.thrown}
	s.inBody()
	for _, l := range inside.Layers {
		l.step, l.region = len(w.way.Steps)-1, w.c.span(w.node.lo, w.node.hi)
		w.way.Layers = append(w.way.Layers, l)
	}
	w.thrown = s.thrown
	if s.stopped() {
		w.stop(w.use.name)
	}
	if inside.Detached.Valid() {
		w.detach(w.use.name)
	}
	return true
}

// calls returns the first token by which something is called on a name, -1 for
// none.
func (fr *frame) calls(name string) int {
	c := fr.code
	for i := fr.body.lo; i < fr.body.hi; i++ {
		if c.text(i) == name && c.text(i-1) != "." && c.text(i+1) == "." && c.text(i+3) == "(" {
			return i + 2
		}
	}
	return -1
}
