package java

import (
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// atType tells whether a type declaration begins here, behind modifiers.
func (p *parser) atType() bool {
	switch p.tok.kind {
	case kwClass, kwInterface, kwEnum:
		return true
	case tAt:
		return p.peek().kind == kwInterface
	}
	return p.atRecord()
}

// atRecord tells "record Name(" and "record Name<" from a use of the name.
func (p *parser) atRecord() bool {
	if !p.atWord("record") || p.peek().kind != tIdent {
		return false
	}
	l := lexer{text: p.lex.text, pos: p.peek().hi, faulty: len(p.lex.text)}
	k := l.next().kind
	return k == tLParen || k == tLess
}

// typeDecl reads a type declaration behind its modifiers. The prefix is the
// package or the name of the type around. The result is nil only where the
// name is missing.
func (p *parser) typeDecl(m modifiers, prefix string, outer *decl.Type) *decl.Type {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	t := &decl.Type{Outer: outer, Annotations: m.annotations, Modifiers: p.names(m.set)}
	switch p.tok.kind {
	case kwClass:
		t.Kind = decl.Class
	case kwInterface:
		t.Kind = decl.Interface
	case kwEnum:
		t.Kind = decl.Enum
	case tAt:
		t.Kind = decl.AnnotationType
		p.next()
	default:
		t.Kind = decl.Record
	}
	p.next()
	name, at := p.ident()
	if p.failed {
		return nil
	}
	t.Name, t.FQN, t.At = name, name, p.spanOf(at)
	if prefix != "" {
		t.FQN = prefix + "." + name
	}
	p.typeHeader(t)
	p.typeBody(t)
	return t
}

// typeHeader reads what stands between a type's name and its body.
func (p *parser) typeHeader(t *decl.Type) {
	if p.at(tLess) {
		t.TypeParams = p.typeParams()
	}
	if t.Kind == decl.Record && p.at(tLParen) {
		for _, c := range p.params() {
			t.Fields = append(t.Fields, &decl.Field{Name: c.Name, Type: c.Type, Annotations: c.Annotations, At: c.at})
		}
	}
	for {
		switch {
		case p.got(kwExtends):
			t.Extends = p.typeList()
		case p.got(kwImplements):
			t.Implements = p.typeList()
		case p.atWord("permits"):
			p.next()
			p.typeList()
		default:
			return
		}
	}
}

func (p *parser) typeList() []decl.TypeRef {
	list := []decl.TypeRef{p.typeRef()}
	for p.got(tComma) {
		list = append(list, p.typeRef())
	}
	return list
}

// typeParams reads "<A, B extends X & Y>" and returns the names.
func (p *parser) typeParams() []string {
	var names []string
	p.want(tLess, "'<'")
	for !p.at(tGreater) && !p.at(tEOF) {
		p.skipAnnotations()
		name, _ := p.ident()
		names = append(names, name)
		if p.got(kwExtends) {
			p.typeRef()
			for p.got(tAnd) {
				p.typeRef()
			}
		}
		if !p.got(tComma) {
			break
		}
	}
	p.want(tGreater, "'>'")
	return names
}

// body is what the members of one type are collected in.
type body struct {
	t *decl.Type
	// components are a record's: the first fields.
	components []*decl.Field
	// init and clinit collect what initialisers do, for instances and for
	// the class.
	init, clinit decl.Method
}

// typeBody reads the braces of a type and what is in them.
func (p *parser) typeBody(t *decl.Type) {
	b := &body{t: t, components: t.Fields}
	p.want(tLBrace, "'{'")
	p.configs.enterType()
	defer p.configs.leaveType()
	if t.Kind == decl.Enum {
		p.enumConstants(b)
	}
	for !p.at(tRBrace) && !p.at(tEOF) {
		start, saved := p.tok, p.state
		p.member(b)
		if p.failed && p.local == 0 {
			p.recover(start, saved)
		}
	}
	p.endBody(b)
	p.want(tRBrace, "'}'")
}

// endBody adds what initialisers do to a type whose members were read.
func (p *parser) endBody(b *body) {
	p.addInitialiser(b, &b.init, "<init>")
	p.addInitialiser(b, &b.clinit, "<clinit>")
}

// addInitialiser adds a synthetic method for what initialisers do, where they
// do anything of interest.
func (p *parser) addInitialiser(b *body, m *decl.Method, name string) {
	if len(m.Calls) == 0 && len(m.Configs) == 0 {
		return
	}
	m.Name, m.HasBody, m.At = name, true, b.t.At
	b.t.Methods = append(b.t.Methods, m)
}

// enumConstants reads the constants of an enum and the semicolon behind them.
// A comma may stand behind the last constant, or in place of all.
func (p *parser) enumConstants(b *body) {
	none := p.got(tComma)
	for !none && !p.at(tSemi) && !p.at(tRBrace) && !p.at(tEOF) {
		m := p.modifiers()
		name, at := p.ident()
		f := &decl.Field{Name: name, Annotations: m.annotations, At: p.spanOf(at),
			Type: decl.TypeRef{Name: b.t.Name, At: p.spanOf(at)}}
		if !p.failed {
			b.t.Fields = append(b.t.Fields, f)
		}
		mark := p.mark()
		if p.at(tLParen) {
			p.arguments("")
		}
		if p.at(tLBrace) {
			p.anonymousBody(nil)
		}
		p.cut(mark, &b.clinit)
		if !p.got(tComma) {
			break
		}
	}
	if !p.at(tRBrace) {
		if !p.got(tSemi) {
			p.fail(lang.T("expected ',', ';' or '}'"))
		}
	}
}
