package java

import "github.com/dubboaudit/dubboaudit/lang"

// switchBlock reads a switch statement or expression, of colons or arrows.
func (p *parser) switchBlock() {
	saved := p.state
	p.build, p.noLambda = false, false
	p.local++
	scope := p.configs.scope()
	p.next()
	p.condition()
	p.want(tLBrace, "'{'")
	p.configs.branch()
	for !p.at(tRBrace) && !p.at(tEOF) {
		if !p.at(kwCase) && !p.at(kwDefault) {
			p.statement()
			continue
		}
		p.configs.join()
		p.configs.branch()
		if p.labels() {
			p.rule()
		}
	}
	p.configs.join()
	p.want(tRBrace, "'}'")
	p.configs.leave(scope)
	p.state = saved
}

// labels reads "case ...:" or "default ->" and tells whether an arrow ended it.
func (p *parser) labels() (arrow bool) {
	p.noLambda = true
	if !p.got(kwDefault) {
		p.next()
		for {
			switch {
			case p.got(kwDefault):
			case p.speculate((*guess).pattern):
				p.pattern()
			default:
				p.expr()
			}
			if !p.got(tComma) {
				break
			}
		}
		if p.atWord("when") {
			p.next()
			p.expr()
		}
	}
	p.noLambda = false
	if p.got(tArrow) {
		return true
	}
	if !p.got(tColon) {
		p.fail(lang.T("expected ':' or '->'"))
	}
	return false
}

// rule reads what follows the arrow of a label.
func (p *parser) rule() {
	switch p.tok.kind {
	case tLBrace:
		p.block()
	case kwThrow:
		p.statement()
	default:
		p.expr()
		p.want(tSemi, "';'")
	}
}

// pattern tells a pattern in a label from a constant.
func (g *guess) pattern() bool {
	if g.p.at(kwFinal) || g.p.at(tAt) {
		return true
	}
	return g.typ() && (g.p.at(tIdent) || g.p.at(tLParen))
}

// pattern reads a type, "Type name" or "Type(pattern, ...)".
func (p *parser) pattern() {
	if !p.enter() {
		return
	}
	defer p.leave()
	p.localModifiers()
	p.typeRef()
	record := p.got(tLParen)
	if record {
		for !p.at(tRParen) && !p.at(tEOF) {
			p.pattern()
			if !p.got(tComma) {
				break
			}
		}
		p.want(tRParen, "')'")
	}
	if p.at(tIdent) && !(record && p.atWord("when")) { // "case Order when when ..." names it so
		name, _ := p.ident()
		p.configs.shadow(name)
	}
}
