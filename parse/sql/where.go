package sql

import "strings"

// conditions reads conditions joined by AND and OR, up to what ends a WHERE.
func (p *parser) conditions(or bool) []Condition {
	var list []Condition
	first, any := p.pos, or
	for !p.end() {
		t := p.tok()
		if t.punct(")") || t.kind == tWord && endsConditions[t.text] && p.pos > first && !p.peek(1).punct("(") || t.is("where") {
			break
		}
		switch {
		case p.gotAny("and"), t.punct("&&") && p.advance():
			continue
		case p.gotAny("or"), t.punct("||") && p.advance():
			any = true
			continue
		}
		before := p.pos
		list = append(list, p.condition(or)...)
		if p.pos == before {
			p.pos++
		}
	}
	for i := range list {
		list[i].Or = list[i].Or || any
	}
	return list
}

func (p *parser) advance() bool {
	p.pos++
	return true
}

// condition reads one comparison, or a group of conditions.
func (p *parser) condition(or bool) []Condition {
	lo := p.pos
	not := ""
	if p.got("not") {
		not = "not "
	}
	if p.tok().is("exists") {
		p.pos++
		p.group()
		return []Condition{{Op: not + "exists", Or: or, Lo: p.tokens[lo].lo, Hi: p.prevHi()}}
	}
	if p.tok().punct("(") && !p.peek(1).is("select") && p.depth < maxDepth && !comparedGroup(p.tokens[p.pos:]) {
		inner := &parser{tokens: p.group(), depth: p.depth + 1}
		list := inner.conditions(or)
		for i := range list {
			list[i].Or = list[i].Or || not != ""
		}
		return list
	}
	left := p.side()
	op := not + p.operator()
	if op == not {
		return nil
	}
	var right []token
	switch {
	case strings.HasSuffix(op, "null"):
	case strings.HasSuffix(op, "between"):
		right = p.side()
		if p.got("and") {
			right = append(right[:len(right):len(right)], p.side()...)
		}
	case strings.HasSuffix(op, "in") && p.tok().punct("("):
		right = p.group()
	default:
		right = p.side()
	}
	c := Condition{Column: columnOf(left), Op: op, Literal: listed(right, op), Params: params(right), Or: or,
		Lo: p.tokens[lo].lo, Hi: p.prevHi()}
	if c.Column == "" {
		c.Column, c.Literal, c.Params = columnOf(right), literal(left), params(left)
		c.Op = flipped(op)
	}
	return []Condition{c}
}

// comparedGroup tells "(a + b) > 1" from "(a > 1)".
func comparedGroup(tokens []token) bool {
	n := closing(tokens)
	if n == 0 || n >= len(tokens) {
		return false
	}
	next := tokens[n]
	return next.kind == tPunct && comparison[next.text] || next.is("in") || next.is("is")
}

var comparison = map[string]bool{
	"=": true, "<>": true, "!=": true, "<": true, ">": true, "<=": true, ">=": true, "<=>": true, "+": true, "-": true, "*": true, "/": true,
}

// side reads one side of a comparison.
func (p *parser) side() []token {
	lo := p.pos
	for !p.end() {
		t := p.tok()
		switch {
		case t.punct("("):
			p.group()
			continue
		case t.punct(")"), t.punct(","), t.punct("&&"):
			return p.tokens[lo:p.pos]
		case t.kind == tPunct && comparison[t.text] && !arithmetic[t.text]:
			return p.tokens[lo:p.pos]
		case t.is("and"), t.is("or"), t.is("not"), t.is("in"), t.is("is"), t.is("like"), t.is("between"), t.is("regexp"):
			return p.tokens[lo:p.pos]
		case t.kind == tWord && endsConditions[t.text] && !p.peek(1).punct("("):
			return p.tokens[lo:p.pos]
		case p.pos > lo && t.isName() && operandEnd(p.peek(-1)) && p.peek(1).kind == tPunct && comparison[p.peek(1).text]:
			return p.tokens[lo:p.pos] // a branch without AND
		}
		p.pos++
	}
	return p.tokens[lo:p.pos]
}

// operator reads a comparison operator in its usual form, "" for none.
func (p *parser) operator() string {
	not := ""
	if p.got("not") {
		not = "not "
	}
	t := p.tok()
	switch {
	case t.kind == tPunct && comparison[t.text] && !arithmetic[t.text]:
		p.pos++
		if t.text == "!=" {
			return "<>"
		}
		return t.text
	case p.gotAny("in", "like", "between", "regexp"):
		return not + t.text
	case p.got("is"):
		if p.got("not") {
			not = "not "
		}
		p.pos++
		return "is " + not + "null"
	}
	return ""
}

func flipped(op string) string {
	switch op {
	case "<":
		return ">"
	case ">":
		return "<"
	case "<=":
		return ">="
	case ">=":
		return "<="
	}
	return op
}

// columnOf is the first column in one side: "t.status", "UPPER(status)",
// "stock - ?".
func columnOf(side []token) string {
	for i, t := range side {
		if !t.isName() || t.kind == tWord && reserved[t.text] || i+1 < len(side) && side[i+1].punct("(") {
			continue
		}
		if t.kind == tParam && len(side) > 1 {
			continue
		}
		if t.is("true") || t.is("false") || t.is("interval") || t.is("sysdate") {
			continue
		}
		return (&parser{tokens: side, pos: i}).name()
	}
	return ""
}

// listed is the literal of a condition; that of IN is its constants, each
// with a comma behind it, or "" where there are others.
func listed(right []token, op string) string {
	if op != "in" {
		return literal(right)
	}
	s := ""
	for _, t := range right {
		switch {
		case t.punct(","):
		case t.kind == tNumber || t.kind == tString || t.kind == tParam:
			s += strings.Trim(t.text, "'") + ","
		default:
			return ""
		}
	}
	return s
}
