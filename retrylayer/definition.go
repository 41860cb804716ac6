package retrylayer

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// maxPieces bounds the pieces that define one object.
const maxPieces = 40

// definition gathers the code that makes an object: the expression itself,
// what is assigned to the variables in it and called on them, the methods that
// return it, and the @Bean methods of a type that is injected.
type definition struct {
	*Finder
	pieces []piece
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
