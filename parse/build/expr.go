package build

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// exprKind is the kind of an expression of a script.
type exprKind uint8

const (
	opaqueExpr exprKind = iota
	textExpr            // text, placeholders written ${name}
	callExpr            // name and args
	listExpr            // args; a map where they have names
)

// expr is an expression of a script, as far as it is literal.
type expr struct {
	kind exprKind
	text text
	raw  string // the string as written, of a single string literal
	name string
	args []arg
}

// arg is an argument or an element, perhaps named.
type arg struct {
	name string
	expr
}

// named returns the argument of that name.
func named(args []arg, name string) (expr, bool) {
	for _, a := range args {
		if a.name == name {
			return a.expr, true
		}
	}
	return expr{}, false
}

// callsKept are calls whose arguments matter; any other call chain is a
// reference to a name, or nothing.
var callsKept = map[string]bool{
	"platform": true, "enforcedPlatform": true, "project": true, "file": true, "files": true, "File": true,
}

// expr reads terms joined by '+'.
func (p *parser) expr() expr {
	e := p.term()
	for p.isPunct("+") && !p.isPunctAt(1, "=") {
		p.pos++
		p.skipLines()
		r := p.term()
		if e.kind != textExpr || r.kind != textExpr {
			e = expr{}
			continue
		}
		e = expr{kind: textExpr, text: text{e.text.s + r.text.s, e.text.at}}
		e.text.at.Hi = r.text.at.Hi
	}
	return e
}

func (p *parser) term() expr {
	if p.depth++; p.depth > maxDepth {
		p.depth--
		p.pos++
		return expr{}
	}
	defer func() { p.depth-- }()
	t := p.peek()
	switch {
	case t.kind == stringToken:
		p.pos++
		return expr{kind: textExpr, text: text{interpolated(t), p.span(t.lo, t.hi)}, raw: t.text}
	case t.kind == numberToken:
		p.pos++
		return expr{kind: textExpr, text: text{t.text, p.span(t.lo, t.hi)}}
	case t.kind == nameToken && t.text == "new":
		p.pos++
		return p.chain().expr
	case t.kind == nameToken:
		return p.chain().expr
	case t.kind == punctToken && t.text == "[":
		p.pos++
		return expr{kind: listExpr, args: p.args("]")}
	case t.kind == punctToken && t.text == "(":
		p.pos++
		args := p.args(")")
		if len(args) == 1 {
			return args[0].expr
		}
		return expr{}
	}
	return expr{}
}

// args reads arguments up to the closing mark and takes it.
func (p *parser) args(end string) []arg {
	var args []arg
	for {
		p.skipLines()
		t := p.peek()
		if t.kind == endToken {
			return args
		}
		if t.kind == punctToken && (t.text == end || t.text == "}") {
			if t.text == end {
				p.pos++
			}
			return args
		}
		before := p.pos
		if a, ok := p.arg(); ok {
			args = append(args, a)
		}
		if p.isPunct("{") {
			p.skipBlock()
		}
		if p.pos == before {
			p.pos++
		}
	}
}

// arg reads one argument: "name: expr" of Groovy, "name = expr" of Kotlin or
// a bare expression.
func (p *parser) arg() (arg, bool) {
	t := p.peek()
	if (t.kind == nameToken || t.kind == stringToken) && (p.isPunctAt(1, ":") || p.isPunctAt(1, "=") && !p.isPunctAt(2, "=")) {
		p.pos += 2
		p.skipLines()
		return arg{t.text, p.expr()}, true
	}
	if t.kind == punctToken && t.text != "[" && t.text != "(" {
		return arg{}, false
	}
	if t.kind == nameToken || t.kind == stringToken || t.kind == numberToken || t.kind == punctToken {
		e := p.expr()
		if p.peek().kind == nameToken && p.peek().text == "to" && e.kind == textExpr {
			p.pos++ // Kotlin: "name" to value
			return arg{e.text.s, p.expr()}, true
		}
		return arg{"", e}, true
	}
	return arg{}, false
}

// chain is "a.b(args).c": the name it comes to and its last call.
type chain struct {
	expr
	name   string // canonical, without the arguments of the last call
	last   string // the last name alone
	ext    bool   // begins with ext or extra
	called bool
	call   []arg // arguments of the last call
	inner  []arg // arguments of the first call kept
	at     source.Span
}

func (p *parser) chain() chain {
	first := p.peek()
	c := chain{}
	nameEnd := first.hi
	c.last = first.text
	p.pos++
	for {
		switch {
		case p.isPunct("."), p.isPunct("?") && p.isPunctAt(1, "."):
			p.pos++
			if p.isPunct(".") {
				p.pos++
			}
			if p.peek().kind != nameToken && p.peek().kind != stringToken {
				return p.endChain(c, first.lo, nameEnd)
			}
			c.last, nameEnd = p.peek().text, p.peek().hi
			c.called = false
			p.pos++
		case p.isPunct("("):
			p.pos++
			args := p.args(")")
			if c.kind == opaqueExpr && callsKept[c.last] {
				c.expr = expr{kind: callExpr, name: c.last, args: args}
				c.inner = args
			}
			c.called, c.call = true, args
		case p.isPunct("[") && p.toks[p.pos].lo == p.prev().hi:
			p.pos++
			p.args("]")
			nameEnd = p.prev().hi
		default:
			return p.endChain(c, first.lo, nameEnd)
		}
	}
}

func (p *parser) endChain(c chain, lo, nameEnd int) chain {
	c.at = p.span(lo, nameEnd)
	c.name, c.ext = canonical(p.src[lo:nameEnd])
	if c.kind == opaqueExpr {
		if name, _ := canonical(p.src[lo:p.prev().hi]); name != "" {
			c.expr = expr{kind: textExpr, text: text{"${" + name + "}", p.span(lo, p.prev().hi)}}
		}
	}
	return c
}

// interpolated writes the placeholders of a string in the form ${name}.
func interpolated(t token) string {
	s := t.text
	if !strings.Contains(s, "$") {
		return s
	}
	if t.plain {
		return strings.ReplaceAll(s, "${", "$ {") // no placeholder in Groovy
	}
	var out strings.Builder
	for {
		i := strings.IndexByte(s, '$')
		if i < 0 || i+1 == len(s) {
			break
		}
		out.WriteString(s[:i])
		end, name := i+1, ""
		if s[i+1] == '{' {
			j := strings.IndexByte(s[i:], '}')
			if j < 0 {
				break
			}
			end, name = i+j+1, s[i+2:i+j]
		} else {
			for end < len(s) && (isNameByte(s[end]) && s[end] != '$' || s[end] == '.' && end+1 < len(s) && isNameByte(s[end+1])) {
				end++
			}
			name = s[i+1 : end]
		}
		name, _ = canonical(name)
		out.WriteString("${" + name + "}")
		s = s[end:]
	}
	out.WriteString(s)
	return out.String()
}

// ownerPrefixes say whose property is meant; the search goes outwards anyway.
var ownerPrefixes = []string{"rootProject.", "project.", "parent.", "this.", "gradle.", "settings."}

// getters are the ways to ask for a property by name.
var getters = []string{"property", "findProperty", "getProperty", "gradleProperty", "providers.gradleProperty", "get"}

// indexAsDot writes ext["x"] as ext.x.
var indexAsDot = strings.NewReplacer(`["`, ".", `"]`, "", `['`, ".", `']`, "", "?.", ".")

// maxName bounds an expression that can be a name.
const maxName = 300

// canonical turns an expression that names a property into that name:
// rootProject.ext["x"], property("x") and extra.x are all "x". The second
// result tells whether ext or extra was named. "" means it is no name.
func canonical(s string) (string, bool) {
	if len(s) > maxName {
		return "", false
	}
	s = strings.TrimSpace(s)
	for _, end := range []string{" as String", "!!", ".get()", ".toString()", ".getOrNull()"} {
		s = strings.TrimSpace(strings.TrimSuffix(s, end))
	}
	s = indexAsDot.Replace(s)
	ext := false
	for again := true; again; {
		again = false
		for _, prefix := range ownerPrefixes {
			if rest, ok := strings.CutPrefix(s, prefix); ok {
				s, again = rest, true
			}
		}
		for _, prefix := range []string{"ext.", "extra."} {
			if rest, ok := strings.CutPrefix(s, prefix); ok {
				s, ext, again = rest, true, true
			}
		}
	}
	for _, g := range getters {
		if rest, ok := strings.CutPrefix(s, g+"("); ok {
			s = strings.Trim(strings.TrimSuffix(rest, ")"), `"' `)
		}
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isNameByte(c) && c != '.' && c != '-' {
			return "", ext
		}
	}
	return s, ext
}
