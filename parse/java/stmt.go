package java

import "github.com/dubboaudit/dubboaudit/lang"

// block reads statements in braces.
func (p *parser) block() {
	saved := p.state
	p.build, p.noLambda = false, false
	p.local++
	scope := p.configs.scope()
	if p.enter() {
		p.want(tLBrace, "'{'")
		for !p.at(tRBrace) && !p.at(tEOF) {
			p.statement()
		}
		p.want(tRBrace, "'}'")
	}
	p.configs.leave(scope)
	p.state = saved
}

// statement reads one statement or local declaration.
func (p *parser) statement() {
	if !p.enter() {
		return
	}
	defer p.leave()
	switch p.tok.kind {
	case tLBrace:
		p.block()
	case tSemi:
		p.next()
	case kwIf:
		p.ifStatement()
	case kwFor:
		p.forStatement()
	case kwWhile:
		p.next()
		p.condition()
		p.branchStatement()
	case kwDo:
		p.next()
		p.branchStatement()
		p.want(kwWhile, "'while'")
		p.condition()
		p.want(tSemi, "';'")
	case kwTry:
		p.tryStatement()
	case kwSwitch:
		p.switchBlock()
	case kwReturn, kwThrow, kwAssert:
		p.leaving()
	case kwBreak:
		p.next()
		p.got(tIdent)
		p.want(tSemi, "';'")
	case kwSynchronized:
		p.next()
		p.condition()
		p.block()
	default:
		p.localOrExpression()
	}
}

// leaving reads return, throw and assert with their expressions.
func (p *parser) leaving() {
	isReturn := p.at(kwReturn)
	p.next()
	if !p.at(tSemi) {
		v := p.expr()
		if isReturn {
			p.configs.returned(v)
		}
		if p.got(tColon) { // assert condition : message
			p.expr()
		}
	}
	p.want(tSemi, "';'")
}

// condition reads an expression in parentheses.
func (p *parser) condition() {
	p.want(tLParen, "'('")
	p.expr()
	p.want(tRParen, "')'")
}

// branchStatement reads a statement that may be run or not.
func (p *parser) branchStatement() {
	p.configs.branch()
	p.statement()
	p.configs.join()
}

// ifStatement reads a chain of "if ... else if ...", without recursion: real
// chains can be long.
func (p *parser) ifStatement() {
	for p.got(kwIf) {
		p.condition()
		p.branchStatement()
		if !p.got(kwElse) {
			return
		}
	}
	p.branchStatement()
}

func (p *parser) forStatement() {
	p.next()
	scope := p.configs.scope()
	p.want(tLParen, "'('")
	if p.atLocalVariable() {
		p.localModifiers()
		p.localVariables()
	} else if !p.at(tSemi) {
		p.expressions()
	}
	if p.got(tColon) {
		p.expr()
	} else {
		if !p.got(tSemi) {
			p.fail(lang.T("expected ';' or ':'"))
		}
		if !p.at(tSemi) {
			p.expr()
		}
		p.want(tSemi, "';'")
		if !p.at(tRParen) {
			p.expressions()
		}
	}
	p.want(tRParen, "')'")
	p.branchStatement()
	p.configs.leave(scope)
}

func (p *parser) expressions() {
	p.expr()
	for p.got(tComma) {
		p.expr()
	}
}

func (p *parser) tryStatement() {
	p.next()
	scope := p.configs.scope()
	p.configs.branch()
	if p.got(tLParen) {
		for !p.at(tRParen) && !p.at(tEOF) {
			if p.atLocalVariable() {
				p.localModifiers()
				p.localVariables()
			} else {
				p.expr()
			}
			if !p.got(tSemi) {
				break
			}
		}
		p.want(tRParen, "')'")
	}
	p.block()
	p.configs.join()
	p.configs.leave(scope)
	for p.got(kwCatch) {
		p.want(tLParen, "'('")
		p.localModifiers()
		p.typeRef()
		for p.got(tOr) {
			p.typeRef()
		}
		name, _ := p.ident()
		p.configs.shadow(name)
		p.want(tRParen, "')'")
		p.configs.branch()
		p.block()
		p.configs.join()
		p.configs.leave(scope)
	}
	if p.got(kwFinally) {
		p.block()
	}
}
