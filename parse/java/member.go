package java

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// member reads one member of a type.
func (p *parser) member(b *body) {
	switch {
	case p.got(tSemi):
		return
	case p.at(tLBrace):
		p.initialiser(&b.init)
		return
	case p.at(kwStatic) && p.peek().kind == tLBrace:
		p.next()
		p.initialiser(&b.clinit)
		return
	}
	p.declared(b, p.modifiers())
}

// declared reads a type, method or fields behind their modifiers.
func (p *parser) declared(b *body, m modifiers) {
	if p.atType() {
		if t := p.typeDecl(m, b.t.FQN, b.t); t != nil {
			b.t.Nested = append(b.t.Nested, t)
		}
		return
	}
	if p.at(tLess) {
		p.typeParams()
		m.annotations = append(m.annotations, p.modifiers().annotations...)
	}
	if p.at(tIdent) {
		switch k := p.peek().kind; {
		case k == tLParen:
			p.method(b, m, decl.TypeRef{})
			return
		case k == tLBrace && b.t.Kind == decl.Record: // a compact constructor
			p.compactConstructor(b, m)
			return
		}
	}
	typ := p.typeRef()
	if p.at(tIdent) && p.peek().kind == tLParen {
		p.method(b, m, typ)
		return
	}
	p.fields(b, m, typ)
}

// initialiser reads an initialiser block for the synthetic method m.
func (p *parser) initialiser(m *decl.Method) {
	mark := p.mark()
	p.block()
	p.cut(mark, m)
}

// fields reads the declarators of one or more fields behind their type.
func (p *parser) fields(b *body, m modifiers, typ decl.TypeRef) {
	sink := &b.init
	if m.set&modStatic != 0 || b.t.Kind == decl.Interface || b.t.Kind == decl.AnnotationType {
		sink = &b.clinit
	}
	for {
		name, at := p.ident()
		if p.failed {
			return
		}
		f := &decl.Field{Name: name, Type: typ, Annotations: m.annotations, Modifiers: p.names(m.set), At: p.spanOf(at)}
		f.Type.Dims += p.dims()
		b.t.Fields = append(b.t.Fields, f)
		p.configs.field(name)
		if p.got(tAssign) {
			mark, saved := p.mark(), p.build
			p.build = p.local == 0
			v := p.initialValue()
			p.build = saved
			f.Init = v.e
			p.configs.assign(name, f.Type, v)
			p.cut(mark, sink)
		}
		if !p.got(tComma) {
			break
		}
	}
	p.want(tSemi, "';'")
}

// initialValue reads an expression or the braces of an array.
func (p *parser) initialValue() value {
	if p.at(tLBrace) {
		return p.arrayValue()
	}
	return p.expr()
}

// method reads a method or constructor from its name on.
func (p *parser) method(b *body, m modifiers, ret decl.TypeRef) {
	name, at := p.ident()
	d := &decl.Method{Name: name, Return: ret, Annotations: m.annotations, Modifiers: p.names(m.set), At: p.spanOf(at)}
	b.t.Methods = append(b.t.Methods, d)
	scope := p.configs.enterMethod(d.Return)
	for _, c := range p.params() {
		d.Params = append(d.Params, c.Param)
		p.configs.shadow(c.Name)
	}
	d.Return.Dims += p.dims()
	if p.got(kwThrows) {
		p.typeList()
	}
	if p.got(kwDefault) {
		p.elementValue()
	}
	p.methodBody(d)
	p.configs.leaveMethod(scope)
}

func (p *parser) methodBody(d *decl.Method) {
	if !p.at(tLBrace) {
		if !p.got(tSemi) {
			p.fail(lang.T("expected '{' or ';'"))
		}
		return
	}
	d.HasBody = true
	mark := p.mark()
	constructor := d.Return.Name == ""
	if !constructor {
		p.configs.branch()
		defer p.configs.join()
	}
	self := p.configs.self
	p.configs.self = nil
	p.block()
	p.configs.self = self
	p.cut(mark, d)
}

// compactConstructor reads a record's constructor without parameters, which
// has the record's components.
func (p *parser) compactConstructor(b *body, m modifiers) {
	name, at := p.ident()
	d := &decl.Method{Name: name, Annotations: m.annotations, Modifiers: p.names(m.set), At: p.spanOf(at)}
	b.t.Methods = append(b.t.Methods, d)
	for _, c := range b.components {
		d.Params = append(d.Params, decl.Param{Name: c.Name, Type: c.Type, Annotations: c.Annotations})
	}
	p.methodBody(d)
}

// param is a parameter or record component, with the place of its name.
type param struct {
	decl.Param
	at source.Span
}

// params reads parameters in parentheses. A receiver parameter ("Order this")
// is none.
func (p *parser) params() []param {
	var list []param
	p.want(tLParen, "'('")
	for !p.at(tRParen) && !p.at(tEOF) {
		m := p.modifiers()
		c := param{Param: decl.Param{Type: p.typeRef(), Annotations: m.annotations}}
		p.skipAnnotations()
		if p.got(tEllipsis) {
			c.Type.Dims++
		}
		if !p.receiver() {
			name, at := p.ident()
			c.Name, c.at = name, p.spanOf(at)
			c.Type.Dims += p.dims()
			list = append(list, c)
		}
		if !p.got(tComma) {
			break
		}
	}
	p.want(tRParen, "')'")
	return list
}

// receiver reads the name of a receiver parameter: "this" or "Outer.this".
func (p *parser) receiver() bool {
	if p.got(kwThis) {
		return true
	}
	if !p.at(tIdent) || p.peek().kind != tDot {
		return false
	}
	for p.got(tIdent) && p.got(tDot) {
	}
	p.want(kwThis, "'this'")
	return true
}

// mark remembers how many calls and config objects there are; cut moves those
// behind it to a method. In local and anonymous types nothing is moved: what
// their methods do belongs to the method around.
func (p *parser) mark() [2]int { return [2]int{len(p.calls), len(p.configs.objects)} }

func (p *parser) cut(mark [2]int, m *decl.Method) {
	if p.local > 0 {
		return
	}
	if calls := p.calls[mark[0]:]; len(calls) > 0 {
		m.Calls = slices.Concat(m.Calls, calls)
		p.calls = p.calls[:mark[0]]
	}
	if objects := p.configs.objects[mark[1]:]; len(objects) > 0 {
		m.Configs = append(m.Configs, objects...)
		p.configs.objects = p.configs.objects[:mark[1]]
	}
}
