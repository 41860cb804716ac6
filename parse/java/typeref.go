package java

import "github.com/dubboaudit/dubboaudit/parse/decl"

// typeRef reads a type with its dimensions, or void. Annotations on it and
// in it are skipped.
func (p *parser) typeRef() decl.TypeRef {
	p.skipAnnotations()
	lo := p.tok.lo
	t := p.typeName()
	if n := p.dims(); n > 0 {
		t.Dims += n
		t.At = p.span(lo, p.prevHi)
	}
	return t
}

// typeName reads a type without dimensions.
func (p *parser) typeName() decl.TypeRef {
	var t decl.TypeRef
	p.skipAnnotations()
	lo, nameHi := p.tok.lo, p.tok.hi
	if p.at(kwPrimitive) || p.at(kwVoid) {
		p.next()
		t.Name, t.At = p.lex.text[lo:nameHi], p.span(lo, nameHi)
		return t
	}
	if !p.enter() {
		return t
	}
	defer p.leave()
	outer := "" // what stands before, where type arguments cut the name
	from := lo
	for {
		p.ident()
		nameHi = p.prevHi
		if p.at(tLess) {
			t.Args = p.typeArgs()
		}
		if !p.at(tDot) || p.peek().kind != tIdent && p.peek().kind != tAt {
			break
		}
		if t.Args != nil || p.peek().kind == tAt {
			outer += p.joined(from, nameHi) + "."
			t.Args = nil
			p.next()
			p.skipAnnotations()
			from = p.tok.lo
			continue
		}
		p.next()
	}
	if p.failed {
		return t
	}
	t.Name = outer + p.joined(from, nameHi)
	t.At = p.span(lo, p.prevHi)
	return t
}

// typeArgs reads "<...>". The diamond has no arguments.
func (p *parser) typeArgs() []decl.TypeRef {
	var args []decl.TypeRef
	p.want(tLess, "'<'")
	for !p.at(tGreater) && !p.at(tEOF) {
		p.skipAnnotations()
		if p.at(tQuestion) {
			args = append(args, p.wildcard())
		} else {
			args = append(args, p.typeRef())
		}
		if !p.got(tComma) {
			break
		}
	}
	p.want(tGreater, "'>'")
	return args
}

// wildcard reads "?", "? extends T" or "? super T". The words are part of the
// name, so that the type is written back as it was.
func (p *parser) wildcard() decl.TypeRef {
	lo := p.tok.lo
	p.next()
	word := ""
	switch {
	case p.got(kwExtends):
		word = "? extends "
	case p.got(kwSuper):
		word = "? super "
	default:
		return decl.TypeRef{Name: "?", At: p.span(lo, p.prevHi)}
	}
	t := p.typeRef()
	t.Name = word + t.Name
	t.At = p.span(lo, p.prevHi)
	return t
}

// dims counts pairs of brackets, annotated ones included.
func (p *parser) dims() int {
	n := 0
	for {
		switch {
		case p.at(tLBracket) && p.peek().kind == tRBracket:
			p.next()
			p.next()
			n++
		case p.at(tAt) && p.peek().kind == tIdent:
			p.skipAnnotations()
		default:
			return n
		}
	}
}

// speculation is the number of tokens looked at to tell a type from an
// expression. Real types are far shorter; a bound keeps hostile input linear.
const speculation = 128

// guess looks ahead without moving the parser for good.
type guess struct {
	p      *parser
	budget int
}

// speculate runs look from the current token and goes back.
func (p *parser) speculate(look func(g *guess) bool) bool {
	if p.failed {
		return false
	}
	tok, prevHi := p.tok, p.prevHi
	ok := look(&guess{p, speculation})
	p.seek(tok, prevHi)
	return ok
}

func (g *guess) next() {
	g.budget--
	if g.budget <= 0 {
		g.p.tok = token{tEOF, g.p.tok.lo, g.p.tok.lo}
		return
	}
	g.p.next()
}

func (g *guess) got(k kind) bool {
	if g.p.tok.kind != k {
		return false
	}
	g.next()
	return true
}

// typ moves over a type with dimensions and tells whether there was one.
func (g *guess) typ() bool {
	g.annotations()
	if !g.got(kwPrimitive) && !g.className() {
		return false
	}
	for {
		g.annotations()
		if !g.got(tLBracket) {
			return true
		}
		if !g.got(tRBracket) {
			return false
		}
	}
}

func (g *guess) className() bool {
	for {
		if !g.got(tIdent) {
			return false
		}
		if g.p.at(tLess) && !g.typeArgs() {
			return false
		}
		if !g.p.at(tDot) {
			return true
		}
		g.next()
		g.annotations()
	}
}

// typeArgs moves over "<...>" by counting, for a nested one is a type too.
func (g *guess) typeArgs() bool {
	for depth := 0; ; {
		switch g.p.tok.kind {
		case tLess:
			depth++
		case tGreater:
			depth--
		case tIdent, tDot, tComma, tQuestion, tAnd, kwExtends, kwSuper, kwPrimitive, tLBracket, tRBracket:
		case tAt:
			g.annotations()
			continue
		default:
			return false
		}
		g.next()
		if depth == 0 {
			return true
		}
	}
}

// annotations moves over annotations.
func (g *guess) annotations() {
	for g.p.at(tAt) && g.budget > 0 {
		g.next()
		for g.got(tIdent) && g.got(tDot) {
		}
		if g.p.at(tLParen) {
			g.parens()
		}
	}
}

// parens moves over balanced parentheses.
func (g *guess) parens() {
	for depth := 0; g.budget > 0; {
		switch g.p.tok.kind {
		case tLParen:
			depth++
		case tRParen:
			depth--
		}
		g.next()
		if depth == 0 {
			return
		}
	}
}

// typeText is a type as an expression names it.
func typeText(t decl.TypeRef) string {
	if len(t.Args) == 0 && t.Dims == 0 {
		return t.Name
	}
	return t.String()
}
