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

func upper(s string) bool { return s != "" && s[0] >= 'A' && s[0] <= 'Z' }

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
