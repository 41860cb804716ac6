package retrylayer

import (
	"slices"
	"time"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// piece is a stretch of code inside a class.
type piece struct {
	c      *code
	lo, hi int
	typ    *decl.Type
}

func (fr *frame) piece(lo, hi int) piece { return piece{fr.code, lo, hi, fr.typ} }

// number evaluates a piece that is a number: a literal, a constant, a variable
// that is only given one, a field that Spring fills from a known property.
func (f *Finder) number(p piece) (int, bool) {
	c := p.c
	for c.text(p.lo) == "(" && c.closing(p.lo) == p.hi-1 {
		p.lo, p.hi = p.lo+1, p.hi-1
	}
	switch {
	case p.hi == p.lo+1 && !c.word(p.lo):
		return literal(c.text(p.lo))
	case p.hi <= p.lo:
		return 0, false
	}
	for i := p.lo; i < p.hi; i++ {
		if !c.word(i) && c.text(i) != "." {
			return 0, false
		}
	}
	name := c.join(p.lo, p.hi)
	if v, ok := f.app.Constant(&decl.Expr{Kind: decl.NameExpr, Text: name}, p.typ); ok {
		return literal(v)
	}
	if p.hi != p.lo+1 {
		return 0, false
	}
	if v, ok := f.injected(name, p.typ); ok {
		return v, true
	}
	return f.assigned(p, name)
}

// injected is the value of a field with @Value.
func (f *Finder) injected(name string, t *decl.Type) (int, bool) {
	for _, fld := range t.Fields {
		a := annotation(fld.Annotations, "Value")
		if fld.Name != name || a == nil {
			continue
		}
		if raw, ok := f.app.Constant(a.Arg("value"), t); ok {
			return literal(raw)
		}
	}
	return 0, false
}

// assigned is the value of a local variable that is given a literal, once.
func (f *Finder) assigned(p piece, name string) (int, bool) {
	value, found := 0, 0
	lo, hi := p.c.scope(p, name)
	if hi == len(p.c.toks) {
		return 0, false // a field: somebody may set it
	}
	for i := lo; i < hi; i++ {
		if p.c.text(i) != name || p.c.text(i-1) == "." {
			continue
		}
		switch p.c.text(i + 1) {
		case "=":
			v, ok := literal(p.c.text(i + 2))
			if end := p.c.text(i + 3); !ok || end != ";" && end != "," {
				return 0, false
			}
			value = v
			found++
		case "++", "--", "+=", "-=":
			return 0, false
		}
		if t := p.c.text(i - 1); t == "++" || t == "--" {
			return 0, false
		}
	}
	return value, found == 1
}

// maxPieces bounds the pieces that define one object.
const maxPieces = 40

// definition gathers the code that makes an object: the expression itself,
// what is assigned to the variables in it and called on them, the methods that
// return it, and the @Bean methods of a type that is injected.
type definition struct {
	*Finder
	pieces []piece
	beans  []string // types whose beans were looked for
}

func (f *Finder) define(p piece, typ string) *definition {
	d := &definition{Finder: f}
	d.expand(p)
	if !d.makes() && typ != "" {
		d.bean(typ)
	}
	return d
}

// makes reports whether anything beyond the bare variable was found.
func (d *definition) makes() bool {
	return slices.ContainsFunc(d.pieces, func(p piece) bool {
		for i := p.lo; i < p.hi; i++ {
			if p.c.text(i) == "new" || p.c.text(i) == "(" {
				return true
			}
		}
		return false
	})
}

func (d *definition) expand(p piece) {
	known := slices.ContainsFunc(d.pieces, func(o piece) bool { return o.c == p.c && o.lo <= p.lo && p.hi <= o.hi })
	if known || p.lo >= p.hi || len(d.pieces) >= maxPieces {
		return
	}
	d.pieces = append(d.pieces, p)
	c := p.c
	for i := p.lo; i < p.hi; i++ {
		before := c.text(i - 1)
		if !c.word(i) || before == "." && c.text(i-2) != "this" {
			continue
		}
		switch {
		case before == "new":
		case c.text(i+1) == "(":
			d.method(p, c.text(i), p.typ)
		case c.text(i+1) == "." && c.word(i+2) && c.text(i+3) == "(" && upper(c.text(i)):
			if t := d.types.Lookup(d.resolve(c.text(i), p.typ)); t != nil {
				d.method(p, c.text(i+2), t)
			}
		case c.text(i+1) != "->":
			d.variable(p, c.text(i))
		}
	}
}

func upper(s string) bool { return s != "" && s[0] >= 'A' && s[0] <= 'Z' }

// variable adds what the file assigns to a name and what is called on it.
func (d *definition) variable(p piece, name string) {
	c := p.c
	lo, hi := c.scope(p, name)
	for i := lo; i < hi; i++ {
		if c.text(i) != name || c.text(i-1) == "." && c.text(i-2) != "this" {
			continue
		}
		switch t := c.text(i + 1); {
		case t == "=":
			d.expand(piece{c, i + 2, c.end(i + 2), p.typ})
		case t == "." && (c.text(i-1) == ";" || c.text(i-1) == "{" || c.text(i-1) == "}"):
			d.expand(piece{c, i + 1, c.end(i + 1), p.typ})
		}
	}
}

// scope is where a name means the same as in a piece: the method around where
// that declares it, else the file.
func (c *code) scope(p piece, name string) (lo, hi int) {
	for _, m := range p.typ.Methods {
		n := c.method(m)
		if n == nil || !n.holds(p.lo) {
			continue
		}
		if slices.ContainsFunc(m.Params, func(x decl.Param) bool { return x.Name == name }) {
			return n.lo, n.hi
		}
		for i := n.lo; i < n.hi; i++ {
			if c.declares(i, name) {
				return n.lo, n.hi
			}
		}
	}
	return 0, len(c.toks)
}

// declares reports whether a token declares a local variable of that name.
func (c *code) declares(i int, name string) bool {
	if c.text(i) != name || i == 0 {
		return false
	}
	before := c.text(i - 1)
	typed := c.word(i-1) && before != "return" && before != "new" && before != "throw" && before != "else"
	after := c.text(i + 1)
	return (typed || before == ">" || before == "]") && (after == "=" || after == ";" || after == ":" || after == ",")
}

// end returns the end of the expression that begins at a token.
func (c *code) end(i int) int {
	if e := c.semicolon(i, len(c.toks)); e >= 0 {
		return e
	}
	return i
}

// method adds the bodies of the methods of a name.
func (d *definition) method(p piece, name string, t *decl.Type) {
	if t == nil {
		return
	}
	for _, m := range t.Methods {
		if m.Name == name && m.HasBody {
			d.body(t, m)
		}
	}
}

func (d *definition) body(t *decl.Type, m *decl.Method) {
	c := d.code(m.At.File)
	if n := c.method(m); n != nil {
		d.expand(piece{c, n.lo, n.hi, t})
	}
}

// bean adds the @Bean methods that return a type, where there is only one.
func (d *definition) bean(typ string) {
	var in []*decl.Type
	var found []*decl.Method
	for _, u := range d.types.Mentioning(typ) {
		for _, t := range u.Java.Types {
			for _, m := range t.Methods {
				if simple(m.Return.Name) == typ && annotation(m.Annotations, "Bean") != nil {
					in, found = append(in, t), append(found, m)
				}
			}
		}
	}
	if len(found) == 1 {
		d.body(in[0], found[0])
	}
}

// named returns the argument lists of the calls of a method, or of the
// constructors of a type, in the definition.
func (d *definition) named(name string) []piece {
	var list []piece
	for _, p := range d.pieces {
		for i := p.lo; i < p.hi; i++ {
			if p.c.text(i) != name || !p.c.word(i) {
				continue
			}
			open := i + 1
			if p.c.text(open) == "<" {
				for open < p.hi && p.c.text(open) != "(" {
					open++
				}
			}
			if p.c.text(open) == "(" {
				list = append(list, piece{p.c, open + 1, p.c.closing(open), p.typ})
			}
		}
	}
	return list
}

// has reports whether the definition holds a word.
func (d *definition) has(words ...string) bool {
	for _, p := range d.pieces {
		for i := p.lo; i < p.hi; i++ {
			if p.c.word(i) && slices.Contains(words, p.c.text(i)) {
				return true
			}
		}
	}
	return false
}

// first cuts an argument list after its first argument.
func (p piece) first() piece {
	for i := p.lo; i < p.hi; i++ {
		switch p.c.text(i) {
		case "(", "[", "{":
			i = p.c.closing(i)
		case "<":
			i = p.c.typeArgs(i)
		case ",":
			p.hi = i
			return p
		}
	}
	return p
}

// typeArgs returns the token that closes type arguments, the one at hand where
// there are none.
func (c *code) typeArgs(open int) int {
	for i, depth := open, 0; i < len(c.toks); i++ {
		switch t := c.text(i); {
		case t == "<":
			depth++
		case t == ">":
			if depth--; depth == 0 {
				return i
			}
		case !c.word(i) && t != "," && t != "." && t != "?" && t != "[" && t != "]":
			return open
		}
	}
	return open
}

// classes are the types of the X.class in the argument lists of the calls of
// some methods, by qualified names.
func (d *definition) classes(methods ...string) []string {
	var list []string
	for _, m := range methods {
		for _, p := range d.named(m) {
			for i := p.lo; i < p.hi; i++ {
				if p.c.text(i) == "class" && p.c.text(i-1) == "." {
					lo := i - 1
					for p.c.word(lo-1) || p.c.text(lo-1) == "." {
						lo--
					}
					list = append(list, d.resolve(p.c.join(lo, i-1), p.typ))
				}
			}
		}
	}
	return list
}

// units are the units of time of the JDK and of Duration's makers.
var units = map[string]time.Duration{
	"MILLISECONDS": time.Millisecond, "SECONDS": time.Second, "MINUTES": time.Minute, "HOURS": time.Hour,
	"ofMillis": time.Millisecond, "ofSeconds": time.Second, "ofMinutes": time.Minute, "ofHours": time.Hour, "MILLIS": time.Millisecond,
}

// duration reads the first duration among arguments: a Duration, a number with
// its TimeUnit, or milliseconds. It is 0 where that is not known.
func (f *Finder) duration(p piece) time.Duration {
	n, ok := f.number(p.first())
	for i := p.lo; i < p.hi; i++ {
		unit := units[p.c.text(i)]
		if unit == 0 {
			continue
		}
		if p.c.text(i+1) == "(" {
			n, ok = f.number(piece{p.c, i + 2, p.c.closing(i + 1), p.typ})
		}
		if ok {
			return time.Duration(n) * unit
		}
	}
	if ok {
		return time.Duration(n) * time.Millisecond
	}
	return 0
}
