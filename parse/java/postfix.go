package java

import (
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// postfix reads what may follow an operand: members, calls, indexes, method
// references, "++".
func (p *parser) postfix(v value) value {
	for !p.failed {
		switch p.tok.kind {
		case tDot:
			p.next()
			v = p.selected(v)
		case tLBracket:
			v = p.index(v)
		case tColonColon:
			return p.methodRef(v)
		case tAt: // on the brackets of an array type, as in "A @B []::new"
			p.skipAnnotations()
			v = value{lo: v.lo, hi: p.prevHi}
		case tIncDec:
			p.next()
			return p.other(v.lo)
		case tLess:
			if !v.name || !p.speculate((*guess).typeArgsOfRef) {
				return p.finish(v)
			}
			p.typeArgs()
			v = value{lo: v.lo, hi: p.prevHi}
		default:
			return p.finish(v)
		}
	}
	return v
}

// finish builds a name now that its end is known, and looks up what it
// stands for.
func (p *parser) finish(v value) value {
	if !v.name {
		return v
	}
	if p.build {
		v.e = p.expression(decl.NameExpr, p.joined(v.lo, v.hi), v.lo)
	}
	if p.configs.on {
		v.obj = p.configs.lookup(p.joined(v.lo, v.hi))
	}
	return v
}

// selected reads what follows "v.".
func (p *parser) selected(v value) value {
	var typeArgs []decl.TypeRef
	if p.at(tLess) {
		typeArgs = p.typeArgs()
	}
	switch p.tok.kind {
	case tIdent:
		if p.peek().kind == tLParen {
			return p.call(v, v.lo, typeArgs)
		}
		p.next()
		return p.extended(v)
	case kwThis:
		p.next()
		return p.extended(v)
	case kwSuper:
		p.next()
		if p.at(tLParen) {
			p.arguments("")
			return p.other(v.lo)
		}
		return p.extended(v)
	case kwClass:
		text := p.joined(v.lo, p.tok.lo)
		p.next()
		return value{e: p.expression(decl.ClassExpr, text[:len(text)-1], v.lo), lo: v.lo, hi: p.prevHi}
	case kwNew:
		return p.creator(v.lo)
	}
	p.fail(lang.T("expected a name"))
	return v
}

// extended is v with the member just read.
func (p *parser) extended(v value) value {
	if v.name {
		return value{lo: v.lo, hi: p.prevHi, name: true}
	}
	return p.other(v.lo)
}

// index reads "[expr]", or "[]" of an array type.
func (p *parser) index(v value) value {
	if p.peek().kind == tRBracket {
		p.dims()
		return value{lo: v.lo, hi: p.prevHi}
	}
	lambda := p.noLambda
	p.noLambda = false
	p.next()
	p.expr()
	p.want(tRBracket, "']'")
	p.noLambda = lambda
	return p.other(v.lo)
}

// methodRef reads "::name" or "::new".
func (p *parser) methodRef(v value) value {
	p.next()
	if p.at(tLess) {
		p.typeArgs()
	}
	if p.got(kwNew) {
		return p.other(v.lo)
	}
	name, at := p.ident()
	if !p.failed {
		recv := "?"
		if v.name {
			recv = p.joined(v.lo, v.hi)
		}
		p.calls = append(p.calls, decl.Call{Recv: recv, Method: name, Args: -1, At: p.spanOf(at)})
	}
	return p.other(v.lo)
}

// typeArgsOfRef tells type arguments behind a name from a comparison: only a
// method reference or an array type goes on like this.
func (g *guess) typeArgsOfRef() bool {
	if !g.typeArgs() {
		return false
	}
	switch g.p.tok.kind {
	case tColonColon, tDot:
		return true
	case tLBracket:
		return g.p.peek().kind == tRBracket
	}
	return false
}

// parenKind tells what an opening parenthesis begins.
type parenKind uint8

const (
	parenExpr parenKind = iota
	parenCast
	parenLambda
)

func (p *parser) parenKind() parenKind {
	k := parenExpr
	p.speculate(func(g *guess) bool {
		k = g.paren()
		return true
	})
	return k
}

func (g *guess) paren() parenKind {
	g.next()
	if g.p.at(tRParen) || g.p.at(kwFinal) {
		return parenLambda
	}
	g.annotations()
	primitive := g.p.at(kwPrimitive) && g.p.peek().kind == tRParen
	if !g.typ() {
		return parenExpr
	}
	for g.got(tAnd) {
		if !g.typ() {
			return parenExpr
		}
	}
	switch g.p.tok.kind {
	case tIdent, tComma, tEllipsis:
		return parenLambda
	case tRParen:
		g.next()
	default:
		return parenExpr
	}
	switch k := g.p.tok.kind; k {
	case tArrow:
		return parenLambda
	case tIdent, tInt, tFloat, tChar, tString, tText, tLParen, tBang, kwTrueFalse, kwNull,
		kwThis, kwSuper, kwNew, kwSwitch, kwPrimitive, kwVoid:
		return parenCast
	case tPlus, tMinus, tIncDec:
		if primitive {
			return parenCast
		}
	}
	return parenExpr
}

// cast reads a cast. Casts that keep the value are seen through.
func (p *parser) cast() value {
	lo := p.tok.lo
	p.next()
	t := p.typeRef()
	for p.got(tAnd) {
		p.typeRef()
	}
	p.want(tRParen, "')'")
	var v value
	if !p.noLambda && p.atLambda() {
		v = p.lambda()
	} else {
		v = p.unary()
	}
	if v.e != nil && !keepsValue(t, v.e.Kind) {
		return p.other(lo)
	}
	if v.e != nil {
		v.e.At = p.span(lo, p.prevHi)
	}
	return value{e: v.e, lo: lo, hi: p.prevHi, obj: v.obj}
}

// keepsValue tells whether a cast to t leaves an expression of kind k as it is.
func keepsValue(t decl.TypeRef, k decl.ExprKind) bool {
	if t.Dims > 0 {
		return true
	}
	switch t.Name {
	case "int", "long":
		return k != decl.FloatExpr && k != decl.CharExpr
	case "byte", "short", "char", "float":
		return false
	case "double":
		return k != decl.IntExpr && k != decl.CharExpr
	}
	return true
}
