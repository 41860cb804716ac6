package build

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// context is the kind of block a statement stands in.
type context uint8

const (
	inOther context = iota
	inTop
	inExt
	inDependencies
	inConstraints
	inManagement // of the dependency-management plugin
	inImports
	inManaged
	inCatalogs
	inBuildscript
)

// parser reads the literal parts of a Gradle script. Anything else is walked
// over: it never fails.
type parser struct {
	script   *script
	src      string
	toks     []token
	pos      int
	depth    int
	problems []source.Problem
}

// prev is the token before. Where the script is nested too deeply the rest is
// passed over at once, and the position may lie behind the end.
func (p *parser) prev() token { return p.toks[min(p.pos, len(p.toks))-1] }

func (p *parser) peek() token {
	if p.pos < len(p.toks) {
		return p.toks[p.pos]
	}
	return token{lo: len(p.src), hi: len(p.src)}
}

func (p *parser) isPunct(s string) bool { return p.isPunctAt(0, s) }

func (p *parser) isPunctAt(n int, s string) bool {
	return p.pos+n < len(p.toks) && p.toks[p.pos+n].kind == punctToken && p.toks[p.pos+n].text == s
}

func (p *parser) skipLines() {
	for p.peek().kind == lineToken || p.isPunct(",") {
		p.pos++
	}
}

// skipBlock passes over a balanced {...}.
func (p *parser) skipBlock() {
	depth := 0
	for p.pos < len(p.toks) {
		switch {
		case p.isPunct("{"):
			depth++
		case p.isPunct("}"):
			depth--
		}
		p.pos++
		if depth == 0 {
			return
		}
	}
}

func (p *parser) span(lo, hi int) source.Span {
	return source.Span{File: p.script.file, Lo: lo, Hi: hi}
}

// block reads statements up to the closing brace and takes it.
func (p *parser) block(s *scope, in context) {
	if p.depth++; p.depth > maxDepth {
		p.tooDeep()
	}
	defer func() { p.depth-- }()
	for p.pos < len(p.toks) {
		t := p.peek()
		switch {
		case t.kind == punctToken && t.text == "}":
			p.pos++
			if p.depth > 1 {
				return
			}
		case t.kind == punctToken && t.text == "{":
			p.pos++
			p.block(s, in)
		case t.kind == nameToken, t.kind == stringToken && p.isPunctAt(1, "("):
			p.statement(s, in)
		default:
			p.pos++
		}
	}
}

func (p *parser) tooDeep() {
	if len(p.problems) == 0 {
		f := p.script.file
		lo := p.peek().lo
		p.problems = append(p.problems, source.Problem{Path: f.Path, At: p.span(lo, lo), Kind: source.TooLarge, Msg: lang.T("gradle script: blocks nested too deeply")})
	}
	p.pos = len(p.toks)
}

// statement reads "name = value", "name args", "name(args) { ... }" and
// declarations of variables.
func (p *parser) statement(s *scope, in context) {
	local := p.declaration()
	if p.peek().kind != nameToken && p.peek().kind != stringToken {
		return
	}
	c := p.chain()
	if local && p.isPunct(":") { // Kotlin: val x: String
		p.pos++
		if p.peek().kind == nameToken {
			p.chain()
		}
	}
	switch t := p.peek(); {
	case p.isPunct("=") && !p.isPunctAt(1, "="):
		p.pos++
		p.skipLines()
		p.assign(s, in, c, local, p.expr())
		return
	case p.isPunctAt(1, "=") && p.isPunct("+"), p.isPunct("<") && p.isPunctAt(1, "<"):
		p.pos += 2
		p.assign(s, in, c, local, p.expr())
		return
	case t.kind == nameToken && t.text == "by":
		p.pos++
		p.delegate(s, c)
		return
	case !c.called && !local && (t.kind == stringToken || t.kind == numberToken || t.kind == nameToken || p.isPunct("[")):
		c.call = p.commandArgs()
	}
	from := len(s.deps)
	p.act(s, in, c)
	if p.isPunct("{") {
		p.pos++
		p.enter(s, in, c, from)
	}
}

// declaration passes over the words that begin a variable's declaration and
// reports whether there were any.
func (p *parser) declaration() bool {
	found := false
	for p.peek().kind == nameToken {
		switch p.peek().text {
		case "def", "val", "var", "final", "private", "const", "String", "static":
			if p.isPunctAt(1, ".") || p.isPunctAt(1, "(") || p.isPunctAt(1, "=") {
				return found
			}
			found = true
			p.pos++
		default:
			return found
		}
	}
	return found
}

// commandArgs reads the arguments of Groovy's call without parentheses. They
// end with the line, unless that ends in a comma.
func (p *parser) commandArgs() []arg {
	var args []arg
	for {
		before := p.pos
		a, ok := p.arg()
		if ok {
			args = append(args, a)
		}
		if p.pos == before || !p.isPunct(",") {
			return args
		}
		p.pos++
		for p.peek().kind == lineToken {
			p.pos++
		}
		if p.isPunct("{") {
			return args
		}
	}
}

// assign stores a property. Plain assignments count where they can only be
// properties of the project: elsewhere they configure something.
func (p *parser) assign(s *scope, in context, c chain, local bool, v expr) {
	if p.script.settings && c.expr.name == "project" && c.last == "projectDir" {
		if at := literal(c.inner); at != "" {
			p.script.dirs[at] = lastText(v)
		}
		return
	}
	if p.script.settings && c.name == "name" && v.kind == textExpr {
		p.script.rootName = v.text
		return
	}
	if c.name == "" || !local && !c.ext && in != inTop && in != inExt {
		return
	}
	setProps(s, c.name, v, 0)
}

// setProps stores a value, the entries of a map as "name.key".
func setProps(s *scope, name string, v expr, depth int) {
	switch v.kind {
	case textExpr:
		s.props[name] = v.text
	case listExpr:
		for _, a := range v.args {
			if a.name != "" && depth < 4 {
				setProps(s, name+"."+a.name, a.expr, depth+1)
			}
		}
	case callExpr, opaqueExpr:
		delete(s.props, name) // whatever it was, it is not that any more
	}
}

// delegate reads Kotlin's "val x by extra("v")" and "by extra { "v" }".
func (p *parser) delegate(s *scope, c chain) {
	if p.peek().kind != nameToken {
		return
	}
	by := p.chain()
	v := expr{}
	switch {
	case len(by.call) == 1:
		v = by.call[0].expr
	case p.isPunct("{"):
		p.pos++
		p.skipLines()
		v = p.expr()
		for p.pos < len(p.toks) && !p.isPunct("}") {
			p.pos++
		}
	}
	if by.name == "extra" && c.name != "" {
		setProps(s, c.name, v, 0)
	}
}

// literal returns the only argument where it is a plain text.
func literal(args []arg) string {
	if len(args) == 1 && args[0].kind == textExpr && !strings.Contains(args[0].text.s, "${") {
		return args[0].text.s
	}
	if e, ok := named(args, "path"); ok && e.kind == textExpr {
		return e.text.s
	}
	return ""
}

// lastText returns the last text in an expression such as
// new File(settingsDir, "x") or file("x").
func lastText(e expr) text {
	if e.kind == textExpr {
		return e.text
	}
	for i := len(e.args) - 1; i >= 0; i-- {
		if t := lastText(e.args[i].expr); t.s != "" {
			return t
		}
	}
	return text{}
}
