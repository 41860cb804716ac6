package java

import "github.com/dubboaudit/dubboaudit/parse/decl"

// value is an expression that was read: where it stands, and what of it is
// known.
type value struct {
	e      *decl.Expr // nil unless the parser builds
	lo, hi int        // offsets in the lexer's text
	// name is set for a name or a dotted chain of names.
	name bool
	// sum is set for a concatenation that is not in parentheses.
	sum bool
	// obj is the config object the expression yields, or nil.
	obj *tracked
}

// expression builds an expression from lo to the token before the current
// one; it returns nil where nothing is built.
func (p *parser) expression(k decl.ExprKind, text string, lo int) *decl.Expr {
	if !p.build {
		return nil
	}
	return &decl.Expr{Kind: k, Text: text, At: p.span(lo, p.prevHi)}
}

// list is expression for one that had n elements.
func (p *parser) list(k decl.ExprKind, text string, elems []*decl.Expr, n, lo int) *decl.Expr {
	if n > maxElems {
		return p.expression(decl.OtherExpr, "", lo)
	}
	e := p.expression(k, text, lo)
	if e != nil {
		e.Elems = elems
	}
	return e
}

// other is an expression the reader does not understand.
func (p *parser) other(lo int) value {
	return value{e: p.expression(decl.OtherExpr, "", lo), lo: lo, hi: p.prevHi}
}

// expr reads any expression: a lambda, an assignment, a conditional.
func (p *parser) expr() value {
	if !p.enter() {
		return value{}
	}
	defer p.leave()
	if !p.noLambda && p.atLambda() {
		return p.lambda()
	}
	v := p.binary(1)
	if p.got(tQuestion) {
		lambda := p.noLambda
		p.noLambda = false
		p.expr()
		p.noLambda = lambda
		p.want(tColon, "':'")
		p.expr()
		return p.other(v.lo)
	}
	if p.atAssignment() {
		return p.assignment(v)
	}
	return v
}

// atAssignment tells an assignment operator; of "a >>= b" only the first
// byte is the current token.
func (p *parser) atAssignment() bool {
	switch p.tok.kind {
	case tAssign, tAssignOp:
		return true
	case tGreater:
		_, _, assigns := greater(p.lex.text[p.tok.lo:])
		return assigns
	}
	return false
}

func (p *parser) assignment(target value) value {
	plain := p.at(tAssign)
	p.operator()
	v := p.expr()
	if plain && target.name && p.configs.on {
		p.configs.assign(p.joined(target.lo, target.hi), decl.TypeRef{}, v)
	}
	out := p.other(target.lo)
	out.obj = v.obj
	return out
}

// operator moves over the operator the current token is or begins.
func (p *parser) operator() {
	if p.at(tGreater) {
		_, n, _ := greater(p.lex.text[p.tok.lo:])
		t := p.tok
		t.hi = t.lo + n
		p.seek(t, p.prevHi)
	}
	p.next()
}

// binaryPrec is the precedence of the binary operator here, 0 for none.
func (p *parser) binaryPrec() int {
	if p.at(tGreater) {
		prec, _, _ := greater(p.lex.text[p.tok.lo:])
		return prec
	}
	return precedence[p.tok.kind]
}

// binary reads operands joined by operators of at least the precedence.
func (p *parser) binary(least int) value {
	l := p.unary()
	for {
		prec := p.binaryPrec()
		if prec == 0 || prec < least || p.failed {
			return l
		}
		op := p.tok
		p.operator()
		if op.kind == kwInstanceof {
			p.pattern()
			l = p.other(l.lo)
			continue
		}
		r := p.binary(prec + 1)
		l = p.combine(op.kind, l, r)
	}
}

// unary reads an operand with the signs before it.
func (p *parser) unary() value {
	if !p.enter() {
		return value{}
	}
	defer p.leave()
	lo := p.tok.lo
	switch p.tok.kind {
	case tPlus:
		p.next()
		v := p.unary()
		if v.e != nil && v.e.Kind != decl.IntExpr && v.e.Kind != decl.FloatExpr {
			return p.other(lo)
		}
		if v.e != nil {
			v.e.At = p.span(lo, p.prevHi)
		}
		return value{e: v.e, lo: lo, hi: v.hi}
	case tMinus:
		p.next()
		return p.negative(lo)
	case tBang, tIncDec:
		p.next()
		p.unary()
		return p.other(lo)
	case tLParen:
		switch p.parenKind() {
		case parenCast:
			return p.cast()
		case parenLambda:
			if !p.noLambda {
				return p.lambda()
			}
		}
	}
	return p.postfix(p.primary())
}

// negative reads what follows a minus at lo.
func (p *parser) negative(lo int) value {
	if p.at(tInt) && p.build {
		text := p.textOf(p.tok)
		if s, ok := integer(text, true); ok && p.peek().kind != tDot {
			p.next()
			return value{e: p.expression(decl.IntExpr, s, lo), lo: lo, hi: p.prevHi}
		}
	}
	v := p.unary()
	if v.e == nil {
		return value{lo: lo, hi: p.prevHi}
	}
	switch v.e.Kind {
	case decl.IntExpr:
		if n, ok := fold(tMinus, "0", v.e.Text); ok {
			return value{e: p.expression(decl.IntExpr, n, lo), lo: lo, hi: p.prevHi}
		}
		return p.other(lo)
	case decl.FloatExpr:
		return value{e: p.expression(decl.FloatExpr, "-"+v.e.Text, lo), lo: lo, hi: p.prevHi}
	}
	return value{e: p.list(decl.NegExpr, "", []*decl.Expr{v.e}, 1, lo), lo: lo, hi: p.prevHi}
}
