package java

import "github.com/dubboaudit/dubboaudit/parse/decl"

// atLambda tells "name ->". A lambda with parentheses is met in unary.
func (p *parser) atLambda() bool { return p.at(tIdent) && p.peek().kind == tArrow }

// startsLambda tells a lambda of either form.
func (p *parser) startsLambda() bool {
	return p.atLambda() || p.at(tLParen) && p.parenKind() == parenLambda
}

// lambda reads a lambda expression.
func (p *parser) lambda() value {
	lo, saved := p.tok.lo, p.state
	builder := p.configs.lambda
	p.configs.lambda = lambdaFor{}
	scope := p.configs.scope()
	p.configs.branch()
	p.build, p.noLambda = false, false
	if p.at(tIdent) {
		name, at := p.ident()
		p.lambdaParam(builder, name, at)
	} else {
		p.lambdaParams(builder)
	}
	p.want(tArrow, "'->'")
	if p.at(tLBrace) {
		p.block()
	} else {
		p.expr()
	}
	p.state = saved
	p.configs.join()
	p.configs.leave(scope)
	return p.other(lo)
}

// lambdaParams reads parameters in parentheses, with types or without.
func (p *parser) lambdaParams(builder lambdaFor) {
	p.want(tLParen, "'('")
	for !p.at(tRParen) && !p.at(tEOF) {
		if !p.at(tIdent) || p.peek().kind != tComma && p.peek().kind != tRParen {
			p.localModifiers()
			p.typeRef()
			p.skipAnnotations()
			p.got(tEllipsis)
		}
		name, at := p.ident()
		p.dims()
		p.lambdaParam(builder, name, at)
		if !p.got(tComma) {
			break
		}
	}
	p.want(tRParen, "')'")
}

// lambdaParam gives a parameter its meaning: a builder, where the lambda is
// one that DubboBootstrap calls with it, or nothing known.
func (p *parser) lambdaParam(builder lambdaFor, name string, at token) {
	if builder.class == "" || p.failed {
		p.configs.shadow(name)
		return
	}
	obj := p.configs.create(builder.class, nil, p.spanOf(at))
	if len(builder.id) > 0 {
		id := builder.id[0]
		obj.Sets = append(obj.Sets, decl.ConfigSet{Name: "id", Args: builder.id[:1], At: id.At})
	}
	p.configs.bind(name, obj)
}

// localModifiers skips the modifiers of a local variable.
func (p *parser) localModifiers() {
	for p.at(kwFinal) || p.at(tAt) && p.peek().kind != kwInterface {
		if !p.got(kwFinal) {
			p.skipAnnotation()
		}
	}
}
