package java

import "github.com/dubboaudit/dubboaudit/parse/decl"

// annotation reads one annotation with its arguments.
func (p *parser) annotation() *decl.Annotation {
	a := &decl.Annotation{}
	if !p.enter() {
		return a
	}
	defer p.leave()
	saved := p.build
	p.build = true
	lo := p.tok.lo
	p.want(tAt, "'@'")
	nameLo := p.tok.lo
	a.Name, _ = p.qualified()
	a.NameAt = p.span(nameLo, p.prevHi)
	if p.got(tLParen) {
		for !p.at(tRParen) && !p.at(tEOF) {
			a.Args = append(a.Args, p.annotationArg())
			if !p.got(tComma) {
				break
			}
		}
		p.want(tRParen, "')'")
	}
	a.At = p.span(lo, p.prevHi)
	p.build = saved
	return a
}

func (p *parser) annotationArg() decl.AnnotationArg {
	arg := decl.AnnotationArg{Name: "value"}
	if p.at(tIdent) && p.peek().kind == tAssign {
		name, at := p.ident()
		arg.Name, arg.NameAt = name, p.spanOf(at)
		p.next()
	}
	arg.Value = p.elementValue()
	return arg
}

// elementValue reads the value of an annotation's argument or the default of
// an annotation type's method.
func (p *parser) elementValue() *decl.Expr {
	switch p.tok.kind {
	case tAt:
		lo := p.tok.lo
		a := p.annotation()
		e := p.expression(decl.AnnotationExpr, "", lo)
		if e != nil {
			e.Annotation = a
		}
		return e
	case tLBrace:
		return p.arrayValue().e
	}
	return p.expr().e
}

// arrayValue reads the elements of an array in braces.
func (p *parser) arrayValue() value {
	lo := p.tok.lo
	v := value{lo: lo}
	if !p.enter() {
		return v
	}
	defer p.leave()
	lambda := p.noLambda
	p.noLambda = false
	p.want(tLBrace, "'{'")
	var elems []*decl.Expr
	n := 0
	for !p.at(tRBrace) && !p.at(tEOF) {
		if p.at(tComma) { // "{,}" is an empty array
			p.next()
			break
		}
		if e := p.elementValue(); e != nil && n < maxElems {
			elems = append(elems, e)
		}
		n++
		if !p.got(tComma) {
			break
		}
	}
	p.want(tRBrace, "'}'")
	p.noLambda = lambda
	v.hi = p.prevHi
	v.e = p.list(decl.ArrayExpr, "", elems, n, lo)
	return v
}

// skipAnnotations moves over annotations where they mean nothing here: on
// uses of types and in method bodies.
func (p *parser) skipAnnotations() {
	for p.at(tAt) {
		p.skipAnnotation()
	}
}

func (p *parser) skipAnnotation() {
	p.want(tAt, "'@'")
	p.qualified()
	if p.at(tLParen) {
		p.skipParens()
	}
}
