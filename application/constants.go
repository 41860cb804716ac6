package application

import (
	"slices"
	"strings"
	"unicode"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// maxConstants bounds the constants passed through for one value.
const maxConstants = 32

// constant evaluates a constant expression of Java: literals, constants of the
// trees and of Dubbo, concatenations. Placeholders stay. An array becomes its
// elements joined by commas, as Dubbo joins them.
func (s scope) constant(e *decl.Expr) result {
	c := &evaluator{}
	value, ok := c.eval(e, s)
	if !ok {
		return result{why: c.why, via: c.via}
	}
	return result{value: value, known: true, via: c.via}
}

type evaluator struct {
	result
	steps int
}

func (c *evaluator) fail(format string, args ...any) (string, bool) {
	if c.why.IsZero() {
		c.why = lang.T(format, args...)
	}
	return "", false
}

func (c *evaluator) eval(e *decl.Expr, s scope) (string, bool) {
	if c.steps++; c.steps > maxConstants*8 || e == nil {
		return c.fail("the constant expression is too long")
	}
	switch e.Kind {
	case decl.StringExpr, decl.IntExpr, decl.BoolExpr, decl.CharExpr, decl.FloatExpr:
		return e.Text, true
	case decl.NullExpr:
		return "", true
	case decl.ClassExpr:
		return s.resolve(e.Text), true
	case decl.NameExpr:
		return c.name(e, s)
	case decl.ConcatExpr:
		return c.joined(e.Elems, s, "")
	case decl.ArrayExpr:
		return c.joined(e.Elems, s, ",")
	case decl.NegExpr:
		if len(e.Elems) == 1 {
			v, ok := c.eval(e.Elems[0], s)
			if rest, negative := strings.CutPrefix(v, "-"); negative {
				return rest, ok
			}
			return "-" + v, ok
		}
	case decl.CallExpr, decl.OtherExpr:
		// X.class.getName() is a constant for our purpose.
		if class, ok := strings.CutSuffix(e.At.Text(), ".class.getName()"); ok && isQualified(class) {
			return s.resolve(class), true
		}
	}
	return c.fail("%s is computed", short(e.At.Text()))
}

// isQualified reports whether a text is a name or names joined by dots.
func isQualified(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return r != '.' && r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

func (c *evaluator) joined(list []*decl.Expr, s scope, sep string) (string, bool) {
	parts := make([]string, len(list))
	for i, e := range list {
		v, ok := c.eval(e, s)
		if !ok {
			return "", false
		}
		parts[i] = v
	}
	return strings.Join(parts, sep), true
}

// name evaluates the name of a constant: "RETRIES", "Consts.RETRIES".
func (c *evaluator) name(e *decl.Expr, s scope) (string, bool) {
	f, in := s.constantField(e.Text)
	if f == nil {
		if v, ok := dubbo.Constant(s.qualified(e.Text)); ok {
			return v, true
		}
		return c.fail("the constant %s is not in the audited sources", e.Text)
	}
	if f.Init == nil {
		return c.fail("the constant %s has no initial value", e.Text)
	}
	if in.typ.Kind != decl.Interface && in.typ.Kind != decl.AnnotationType && !slices.Contains(f.Modifiers, "final") {
		return c.fail("the field %s is not final", e.Text)
	}
	if len(c.via) > maxConstants {
		return c.fail("the constant %s refers to itself", e.Text)
	}
	c.via = append(c.via, f.Init.At)
	return c.eval(f.Init, in)
}

// constantField finds the field that a name means, with the scope in which its
// initial value stands.
func (s scope) constantField(name string) (*decl.Field, scope) {
	typeName, field, qualified := cutLast(name, '.')
	if qualified {
		typ := s.types.Lookup(s.resolve(typeName))
		return s.types.field(typ, field, 0)
	}
	for typ := s.typ; typ != nil; typ = typ.Outer {
		if f, in := s.types.field(typ, name, 0); f != nil {
			return f, in
		}
	}
	for _, imp := range s.file.Imports {
		if !imp.Static {
			continue
		}
		owner, member, _ := cutLast(imp.Name, '.')
		switch {
		case imp.Wildcard:
			owner = imp.Name
		case member != name:
			continue
		}
		if f, in := s.types.field(s.types.Lookup(owner), name, 0); f != nil {
			return f, in
		}
	}
	return nil, scope{}
}

// field finds a field of a type or of its supertypes.
func (t *Types) field(typ *decl.Type, name string, depth int) (*decl.Field, scope) {
	if typ == nil || depth > 8 {
		return nil, scope{}
	}
	for _, f := range typ.Fields {
		if f.Name == name {
			if u := t.FileOf(typ); u != nil {
				return f, scope{t, u.Java, typ}
			}
			return nil, scope{}
		}
	}
	for _, ref := range supertypes(typ) {
		if f, in := t.field(t.Lookup(t.resolveIn(ref.Name, typ)), name, depth+1); f != nil {
			return f, in
		}
	}
	return nil, scope{}
}

// qualified returns the qualified name of a constant that is not in the trees.
func (s scope) qualified(name string) string {
	typeName, field, ok := cutLast(name, '.')
	if ok {
		return s.resolve(typeName) + "." + field
	}
	for _, imp := range s.file.Imports {
		if !imp.Static {
			continue
		}
		if imp.Wildcard {
			if _, ok := dubbo.Constant(imp.Name + "." + name); ok {
				return imp.Name + "." + name
			}
		} else if simpleName(imp.Name) == name {
			return imp.Name
		}
	}
	return name
}

// elements returns the elements of an array expression, or the expression.
func elements(e *decl.Expr) []*decl.Expr {
	switch {
	case e == nil:
		return nil
	case e.Kind == decl.ArrayExpr:
		return e.Elems
	}
	return []*decl.Expr{e}
}

// short cuts source text for a message.
func short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 60 {
		return s[:57] + "..."
	}
	return s
}
