package retrylayer

import "github.com/dubboaudit/dubboaudit/parse/decl"

// typeAt returns the simple type of what a chain begins with: that of a
// variable, a class named itself, or what a method of the class returns.
func (fr *frame) typeAt(f *Finder, i int) string {
	c, name := fr.code, fr.code.text(i)
	if name == "this" && c.text(i+1) == "." {
		name = c.text(i + 2)
		i += 2
	}
	switch {
	case name == "new":
		return c.text(i + 1)
	case c.text(i+1) == "(":
		for _, m := range fr.typ.Methods {
			if m.Name == name {
				return simple(m.Return.Name)
			}
		}
		return ""
	case upper(name):
		if c.text(i+1) == "." && c.text(i+3) == "(" {
			if t := f.types.Lookup(f.resolve(name, fr.typ)); t != nil { // RetryUtil.retryer().call(..)
				for _, m := range t.Methods {
					if m.Name == c.text(i+2) {
						return simple(m.Return.Name)
					}
				}
			}
		}
		return name
	}
	return fr.variable(f, name)
}

// variable returns the simple type of a variable.
func (fr *frame) variable(f *Finder, name string) string {
	c := fr.code
	for i := fr.tok; i > fr.body.lo; i-- {
		if !c.declares(i, name) {
			continue
		}
		j := i - 1
		for depth := 0; j > 0; j-- {
			if c.text(j) == ">" {
				depth++
			} else if c.text(j) == "<" {
				depth--
			} else if depth == 0 && c.word(j) {
				break
			}
		}
		if c.text(j) == "var" {
			return fr.typeAt(f, i+2)
		}
		return c.text(j)
	}
	for _, p := range fr.method.Params {
		if p.Name == name {
			return simple(p.Type.Name)
		}
	}
	for t := fr.typ; t != nil; t = f.super(t) {
		for _, fld := range t.Fields {
			if fld.Name == name {
				return simple(fld.Type.Name)
			}
		}
	}
	return ""
}

// super returns the superclass of a class, nil where it is not in the trees.
func (f *Finder) super(t *decl.Type) *decl.Type {
	if t.Kind != decl.Class || len(t.Extends) == 0 {
		return nil
	}
	return f.types.Lookup(f.resolve(t.Extends[0].Name, t))
}
