package java

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// primary reads an operand without what follows it (see postfix).
func (p *parser) primary() value {
	t := p.tok
	text := p.textOf(t)
	switch t.kind {
	case tIdent:
		if p.peek().kind == tLParen {
			return p.call(value{lo: t.lo, hi: t.lo, name: true}, t.lo, nil)
		}
		p.next()
		return value{lo: t.lo, hi: t.hi, name: true}
	case kwThis, kwSuper:
		p.next()
		if p.at(tLParen) { // another constructor is no method call
			p.arguments("")
			return p.other(t.lo)
		}
		return value{lo: t.lo, hi: t.hi, name: true}
	case tLParen:
		return p.parenthesised()
	case kwNew:
		return p.creator(t.lo)
	case kwSwitch:
		p.switchBlock()
		return p.other(t.lo)
	case kwPrimitive, kwVoid:
		p.next()
		return value{lo: t.lo, hi: t.hi}
	case tAt: // the annotated type of a method reference
		p.typeRef()
		return value{lo: t.lo, hi: p.prevHi}
	case tLess: // type arguments of "this(...)" or "super(...)"
		p.typeArgs()
		if p.at(kwThis) || p.at(kwSuper) {
			return p.primary()
		}
	}
	if k, text := literal(t.kind, text); k != decl.OtherExpr || t.kind == tInt {
		p.next()
		return value{e: p.expression(k, text, t.lo), lo: t.lo, hi: t.hi}
	}
	p.fail(lang.T("expected an expression"))
	return value{lo: t.lo, hi: t.lo}
}

// literal returns the kind and the value of a literal, OtherExpr for other
// tokens and for integers that do not fit.
func literal(k kind, text string) (decl.ExprKind, string) {
	switch k {
	case tString:
		return decl.StringExpr, unquote(inside(text, 1))
	case tText:
		return decl.StringExpr, textBlock(text)
	case tChar:
		return decl.CharExpr, unquote(inside(text, 1))
	case tFloat:
		return decl.FloatExpr, text
	case kwTrueFalse:
		return decl.BoolExpr, text
	case kwNull:
		return decl.NullExpr, text
	case tInt:
		if s, ok := integer(text, false); ok {
			return decl.IntExpr, s
		}
	}
	return decl.OtherExpr, ""
}

func (p *parser) parenthesised() value {
	lo, lambda := p.tok.lo, p.noLambda
	p.noLambda = false
	p.next()
	v := p.expr()
	p.want(tRParen, "')'")
	p.noLambda = lambda
	return value{e: v.e, lo: lo, hi: p.prevHi, obj: v.obj}
}

// arguments reads arguments in parentheses. A lambda among them configures a
// builder of the class, where one is given.
func (p *parser) arguments(builder string) ([]*decl.Expr, int) {
	var elems []*decl.Expr
	lambda := p.noLambda
	p.noLambda = false
	n := 0
	p.want(tLParen, "'('")
	for !p.at(tRParen) && !p.at(tEOF) {
		if builder != "" && p.startsLambda() {
			p.configs.lambda = lambdaFor{class: builder, id: elems}
		}
		v := p.expr()
		if v.e != nil && n < maxElems {
			elems = append(elems, v.e)
		}
		n++
		if !p.got(tComma) {
			break
		}
	}
	p.want(tRParen, "')'")
	p.noLambda = lambda
	return elems, n
}

// call reads a method call from the method's name on. The receiver is an
// empty name for an unqualified call.
func (p *parser) call(recv value, lo int, typeArgs []decl.TypeRef) value {
	name, at := p.ident()
	text := "?"
	if recv.name {
		text = p.joined(recv.lo, recv.hi)
	}
	i := len(p.calls)
	p.calls = append(p.calls, decl.Call{Recv: text, Method: name, At: p.spanOf(at)})
	use := p.configs.callUse(recv, text, name)
	saved := p.build
	p.build = saved || use.wantsArgs()
	elems, n := p.arguments(use.builder)
	p.build = saved
	p.calls[i].Args = n
	v := value{lo: lo, hi: p.prevHi}
	if p.build {
		if text != "" {
			name = text + "." + name
		}
		v.e = p.list(decl.CallExpr, name, elems, n, lo)
	}
	v.obj = p.configs.called(p, use, at, elems, typeArgs)
	return v
}

// creator reads "new ..."; lo is where the whole expression begins.
func (p *parser) creator(lo int) value {
	p.want(kwNew, "'new'")
	if p.at(tLess) {
		p.typeArgs()
	}
	p.skipAnnotations()
	at := p.tok
	t := p.typeName()
	p.skipAnnotations()
	if p.at(tLBracket) {
		return p.newArray(lo)
	}
	class := t.Name[strings.LastIndexByte(t.Name, '.')+1:]
	config := p.configs.on && configClasses[class]
	saved := p.build
	p.build = saved || config
	elems, n := p.arguments("")
	p.build = saved
	var obj *tracked
	if config {
		obj = p.configs.create(class, t.Args, p.span(at.lo, p.nameEnd(at, t.Name)))
		obj.construct(elems, p.span(at.lo, p.prevHi))
	}
	if p.at(tLBrace) {
		p.anonymousBody(obj)
	}
	v := value{lo: lo, hi: p.prevHi, obj: obj}
	if p.build {
		v.e = p.list(decl.NewExpr, typeText(t), elems, n, lo)
	}
	return v
}

// nameEnd is where a type's name ends that begins with the token at: before
// its arguments, where it is written in one piece.
func (p *parser) nameEnd(at token, name string) int {
	if strings.HasPrefix(p.lex.text[at.lo:], name) {
		return at.lo + len(name)
	}
	return at.hi
}

func (p *parser) newArray(lo int) value {
	for p.at(tLBracket) {
		p.next()
		if !p.at(tRBracket) {
			p.expr()
		}
		p.want(tRBracket, "']'")
		p.skipAnnotations()
	}
	if !p.at(tLBrace) {
		return p.other(lo)
	}
	v := p.arrayValue()
	if v.e != nil {
		v.e.At = p.span(lo, p.prevHi)
	}
	v.lo = lo
	return v
}

// anonymousBody reads the body of an anonymous class or enum constant; obj is
// the config object it makes, whose setters an initialiser block may call.
func (p *parser) anonymousBody(obj *tracked) {
	saved, self := p.state, p.configs.self
	p.build, p.noLambda = false, false
	p.local++
	p.configs.self = obj
	if p.enter() {
		p.typeBody(&decl.Type{})
	}
	p.state = saved
	p.configs.self = self
}
