package retrylayer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Keys returns what is made new for the arguments of the Dubbo call to which a
// way leads, and whose parameter or field has a name that is asked for. The
// declaration names the parameters, nil where it is not known: then the
// arguments' own names count.
func (f *Finder) Keys(way *Way, m *decl.Method, asked func(name string) bool) []Key {
	if len(way.frames) == 0 {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	t := &trace{Finder: f, way: way, asked: asked}
	if way.frames[0].body == nil {
		t.compiledArguments(m)
		return t.keys
	}
	for i, arg := range t.arguments(0) {
		own := ""
		if arg.hi == arg.lo+1 {
			own = arg.c.text(arg.lo)
		}
		t.argument(m, i, own, func(as string) {
			if as == "value" {
				t.value(0, arg, 0)
			} else {
				t.object(0, arg, 0)
			}
		})
	}
	return t.keys
}

// argument follows an argument with a name of its own, "" for none, as a value
// or as an object that has the key in a field. Where a class file keeps no
// names of parameters, and the argument has none, any may be a key.
func (t *trace) argument(m *decl.Method, i int, own string, follow func(as string)) {
	name, typed := "", m != nil && i < len(m.Params)
	if typed {
		name = m.Params[i].Name
	}
	unnamed := typed && numbered.MatchString(name) && m.At.File != nil && m.At.File.Listing
	if own != "" && (name == "" || numbered.MatchString(name)) {
		name, unnamed = own, false
	}
	t.name, t.field, t.unnamed = name, false, unnamed
	if (unnamed || t.asked(name)) && (!typed || plain(m.Params[i].Type)) {
		follow("value")
	}
	if t.unnamed = false; !typed || !plain(m.Params[i].Type) {
		follow("object")
	}
}

// numbered are the names given to parameters that have none.
var numbered = regexp.MustCompile(`^arg\d+$`)

// maxTrace bounds the steps from an argument to where it is made.
const maxTrace = 8

// trace follows the arguments of one call to where they are made.
type trace struct {
	*Finder
	way   *Way
	asked func(name string) bool
	keys  []Key
	name  string // of what is followed
	field bool
	// unnamed is set where nobody tells the name.
	unnamed bool
	// born is where the object stands whose field is only filled if empty:
	// frame and token; the field is then as old as the object.
	filled   bool
	bornAt   int
	bornStep int
}

// arguments are those of the call in a frame.
func (t *trace) arguments(step int) []piece {
	fr := t.way.frames[step]
	if fr.body == nil || fr.code.text(fr.tok+1) != "(" {
		return nil
	}
	rest := fr.piece(fr.tok+2, fr.code.closing(fr.tok+1))
	var list []piece
	for rest.lo < rest.hi {
		one := rest.first()
		list = append(list, one)
		rest.lo = one.hi + 1
	}
	return list
}

// value follows an expression: a generator in it, a helper that calls one, a
// variable, a parameter.
func (t *trace) value(step int, p piece, depth int) {
	if depth > maxTrace {
		return
	}
	fr, c := t.way.frames[step], p.c
	for i := p.lo; i < p.hi; i++ {
		if !c.word(i) {
			continue
		}
		if m := maker(c, i); m != "" {
			t.found(step, i, m, c.span(i, i+1))
			return
		}
		if c.text(i+1) == "(" {
			if h := t.helper(fr, i); h != nil && t.viaHelper(step, i, h) {
				return
			}
			continue
		}
		if c.text(i-1) != "." && c.text(i+1) != "." {
			t.variable(step, c.text(i), i, depth)
		}
	}
}

// variable follows a local variable or a parameter.
func (t *trace) variable(step int, name string, at, depth int) {
	fr := t.way.frames[step]
	if rhs, _, ok := fr.assignment(name, at); ok {
		t.value(step, rhs, depth+1)
		return
	}
	if outer, arg, ok := t.passed(step, name); ok {
		t.value(outer, arg, depth+1)
	} else if i := slices.IndexFunc(fr.method.Params, func(p decl.Param) bool { return p.Name == name }); i >= 0 {
		if arg, ok := t.compiledArgument(step+1, i); ok {
			t.compiledValue(step+1, arg, depth+1)
		}
	}
}

// passed finds the argument that a parameter is given on this way.
func (t *trace) passed(step int, name string) (int, piece, bool) {
	fr := t.way.frames[step]
	i := slices.IndexFunc(fr.method.Params, func(p decl.Param) bool { return p.Name == name })
	if i < 0 || step+1 >= len(t.way.frames) {
		return 0, piece{}, false
	}
	args := t.arguments(step + 1)
	if i >= len(args) {
		return 0, piece{}, false
	}
	return step + 1, args[i], true
}

// assignment returns what a local variable was given last before a token.
func (fr *frame) assignment(name string, before int) (piece, int, bool) {
	c := fr.code
	for i := before - 1; i > fr.body.lo; i-- {
		if c.text(i) == name && c.text(i+1) == "=" && c.text(i-1) != "." && (fr.local(name)) {
			return fr.piece(i+2, c.end(i+2)), i, true
		}
	}
	return piece{}, 0, false
}

// local reports whether the method declares a variable.
func (fr *frame) local(name string) bool {
	for i := fr.body.lo; i < fr.body.hi; i++ {
		if fr.code.declares(i, name) {
			return true
		}
	}
	return slices.ContainsFunc(fr.method.Params, func(p decl.Param) bool { return p.Name == name })
}

// viaHelper notes a key that a helper makes.
func (t *trace) viaHelper(step, tok int, h *target) bool {
	m, at := t.makes(h, 0)
	if m == "" {
		return false
	}
	t.found(step, tok, m, at)
	return true
}

// makes finds the generator that a helper, or a helper of that, calls for a
// plain value.
func (t *trace) makes(h *target, depth int) (string, source.Span) {
	if depth > 2 || !plain(h.method.Return) {
		return "", source.Span{}
	}
	c := t.code(h.method.At.File)
	n := c.method(h.method)
	if n == nil {
		return compiledMaker(h.method)
	}
	fr := &frame{typ: h.typ, method: h.method, code: c, body: n}
	for i := n.lo; i < n.hi; i++ {
		if m := maker(c, i); m != "" {
			return m, c.span(i, i+1)
		}
		if c.word(i) && c.text(i+1) == "(" && c.text(i-1) != "new" {
			if inner := t.helper(fr, i); inner != nil && inner.method != h.method {
				if m, at := t.makes(inner, depth+1); m != "" {
					return m, at
				}
			}
		}
	}
	return "", source.Span{}
}

// plain tells a value that can be a key.
func plain(r decl.TypeRef) bool {
	switch simple(r.Name) {
	case "String", "Long", "long", "Integer", "int", "BigInteger", "UUID":
		return r.Dims == 0
	}
	return false
}

// found notes a generator at a token of a frame.
func (t *trace) found(step, tok int, made string, at source.Span) {
	t.foundAt(step, tok, made, at, t.way.frames[step].code.span(tok, tok+1))
}

// foundAt is found at a place; tok is -1 in a class file.
func (t *trace) foundAt(step, tok int, made string, makerAt, at source.Span) {
	if t.unnamed && slices.ContainsFunc(unlike, func(name string) bool { return strings.HasSuffix(made, name) }) {
		return
	}
	k := Key{Name: t.name, Field: t.field, Unnamed: t.unnamed, Maker: made, MakerAt: makerAt, Method: t.way.frames[step].name(), At: at}
	if t.filled {
		step, tok = t.bornStep, t.bornAt
	}
	k.Inside = t.way.inside(step, tok)
	if !slices.ContainsFunc(t.keys, func(o Key) bool { return o.At == k.At && o.Name == k.Name }) {
		t.keys = append(t.keys, k)
	}
}

// inside returns the innermost layer that runs a token of a frame again.
func (w *Way) inside(step, tok int) *Layer {
	for _, l := range w.Layers {
		switch {
		case l.step > step, l.step == step && !l.region.Valid():
			return l
		case l.step == step && tok >= 0:
			toks := w.frames[step].code.toks
			if at := int(toks[tok].Lo); l.region.Lo <= at && at < l.region.Hi {
				return l
			}
		}
	}
	return nil
}
