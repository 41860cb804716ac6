package java

import (
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// localOrExpression reads a local variable or type, a labelled statement, a
// yield or an expression.
func (p *parser) localOrExpression() {
	if p.atLocalVariable() {
		p.localModifiers()
		p.localVariables()
		p.want(tSemi, "';'")
		return
	}
	switch {
	case p.atLocalType():
		p.localType()
	case p.at(tIdent) && p.peek().kind == tColon:
		p.next()
		p.next()
		p.statement()
	case p.atYield():
		p.next()
		p.expr()
		p.want(tSemi, "';'")
	default:
		p.expr()
		p.want(tSemi, "';'")
	}
}

// atLocalVariable tells whether a local variable is declared here.
func (p *parser) atLocalVariable() bool {
	switch p.tok.kind {
	case tIdent:
		switch p.peek().kind {
		case tIdent:
			return !p.atYield() && !p.atRecord()
		case tDot, tLess, tLBracket, tAt:
			return p.speculate((*guess).variable)
		}
	case kwPrimitive:
		return p.peek().kind == tIdent || p.speculate((*guess).variable)
	case kwFinal, tAt:
		return p.speculate(func(g *guess) bool {
			for g.p.at(tAt) && g.p.peek().kind != kwInterface || g.p.at(kwFinal) {
				if !g.got(kwFinal) {
					g.annotations()
				}
			}
			return !g.p.atRecord() && g.variable()
		})
	}
	return false
}

// variable moves over a type and tells whether a name follows.
func (g *guess) variable() bool {
	return g.typ() && g.p.at(tIdent)
}

// localVariables reads a type and the declarators of local variables.
func (p *parser) localVariables() {
	t := p.typeRef()
	for {
		name, _ := p.ident()
		dims := p.dims()
		var v value
		if p.got(tAssign) {
			v = p.initialValue()
		}
		p.configs.declare(name, decl.TypeRef{Name: t.Name, Args: t.Args, Dims: t.Dims + dims}, v)
		if !p.got(tComma) {
			return
		}
	}
}

// atLocalType tells whether a type is declared here, modifiers included.
func (p *parser) atLocalType() bool {
	switch p.tok.kind {
	case kwAbstract, kwFinal, kwStatic, kwStrictfp, tAt:
		return true
	}
	return p.atType() || p.atWord("sealed") && startsType(p.peek().kind) || p.atNonSealed()
}

// localType reads a type in a body. It is not kept, but what its methods call
// belongs to the method around.
func (p *parser) localType() {
	m := p.modifiers()
	if !p.atType() {
		p.fail(lang.T("expected a declaration"))
		return
	}
	self := p.configs.self
	p.configs.self = nil
	p.typeDecl(m, "", nil)
	p.configs.self = self
}

// atYield tells the statement "yield value;" from uses of the name.
func (p *parser) atYield() bool {
	if !p.atWord("yield") {
		return false
	}
	switch k := p.peek().kind; k {
	case tIdent, tInt, tFloat, tChar, tString, tText, tLParen, tBang, tPlus, tMinus, kwTrueFalse,
		kwNull, kwThis, kwSuper, kwNew, kwSwitch, kwPrimitive, kwVoid:
		return true
	case tIncDec:
		l := lexer{text: p.lex.text, pos: p.peek().hi, faulty: len(p.lex.text)}
		return l.next().kind != tSemi
	}
	return false
}
