package sql

import "strings"

// assignments reads "a = 1, b = b + 1" up to what ends a SET.
func (p *parser) assignments() []Assignment {
	var list []Assignment
	for !p.end() {
		if p.tok().punct(",") {
			p.pos++
			continue
		}
		if p.tok().kind == tWord && endsSet[p.tok().text] {
			break
		}
		lo := p.pos
		columns := p.assigned()
		if !p.tok().punct("=") && !p.tok().punct(":=") {
			if p.pos = max(p.pos, lo+1); columns != nil && !p.end() {
				continue
			}
			continue
		}
		p.pos++
		value := p.value()
		for _, c := range columns {
			a := Assignment{Column: c, Lo: p.tokens[lo].lo, Hi: p.prevHi(), Literal: literal(value), Params: params(value)}
			a.Op = relative(value, c, p.depth)
			a.Relative = a.Op != ""
			list = append(list, a)
		}
	}
	return list
}

var endsSet = words("where", "from", "returning", "when", "output", "order", "limit", "log", "delete", "on", "if", "elseif")

// assigned reads the column of an assignment, or "(a, b)".
func (p *parser) assigned() []string {
	if p.tok().punct("(") {
		return columnList(p.group())
	}
	if c := p.name(); c != "" {
		return []string{c}
	}
	if t := p.tok(); t.kind == tWord && p.peek(1).punct("=") { // a column named like a keyword
		p.pos++
		return []string{t.text}
	}
	return nil
}

// value moves over an expression up to a comma or to what ends a SET. The
// branches of dynamic SQL may lack a comma: then the next "name =" ends it.
func (p *parser) value() []token {
	lo, cases := p.pos, 0
	for !p.end() {
		t := p.tok()
		switch {
		case t.punct("("):
			p.group()
			continue
		case t.is("case"):
			cases++
		case t.is("end"):
			cases--
		case cases > 0:
		case t.punct(","), t.punct(")"), t.kind == tWord && endsSet[t.text] && !(t.is("if") && p.peek(1).punct("(")):
			return p.tokens[lo:p.pos]
		case p.pos > lo && t.isName() && p.peek(1).punct("=") && operandEnd(p.peek(-1)):
			return p.tokens[lo:p.pos]
		}
		p.pos++
	}
	return p.tokens[lo:p.pos]
}

// operandEnd tells a token with which a value may end.
func operandEnd(t token) bool {
	return t.kind == tParam || t.kind == tNumber || t.kind == tString || t.punct(")")
}

// literal is the text of a value that is one token, with its sign.
func literal(value []token) string {
	switch {
	case len(value) == 1 && (value[0].kind != tWord || value[0].text == "null" || value[0].text == "true" || value[0].text == "false"):
		return strings.Trim(value[0].text, "'")
	case len(value) == 2 && value[0].punct("-") && value[1].kind == tNumber:
		return "-" + value[1].text
	}
	return ""
}

func params(value []token) []string {
	var list []string
	for _, t := range value {
		if t.kind == tParam && len(list) < maxDepth {
			list = append(list, t.text)
		}
	}
	return list
}

// relative looks for the column in the value that it is given, and returns
// the operator or function that makes the new value from the old one, "" when
// there is none. A test of the old value (CASE WHEN x > 0 THEN) is none.
func relative(value []token, column string, depth int) string {
	if depth > maxDepth {
		return ""
	}
	p := &parser{tokens: value}
	testing := false
	before := token{} // the operator in front of the operand at hand
	for !p.end() {
		t := p.tok()
		switch {
		case t.is("when"):
			testing = true
		case t.is("then"), t.is("else"):
			testing = false
		}
		lo := p.pos
		op, holds := p.operand(column, depth)
		switch {
		case testing:
		case op != "":
			return op
		case holds && (before.kind == tPunct && arithmetic[before.text] || before.is("not")):
			return before.text
		case holds && p.tok().kind == tPunct && arithmetic[p.tok().text]:
			return p.tok().text
		}
		if p.pos == lo {
			p.pos++
		}
		before = p.peek(-1)
	}
	return ""
}

// operand moves over a name, a call or a group. It tells whether the column is
// in it, and an operator in it that is applied to the column.
func (p *parser) operand(column string, depth int) (op string, holds bool) {
	function := ""
	t := p.tok()
	switch {
	case t.isName() && p.peek(1).punct("("):
		function = t.text
		p.pos++
	case t.punct("("):
	case t.kind == tWord && reserved[t.text] && !p.peek(1).punct("."):
		if !strings.EqualFold(t.text, column) || !entity[t.text] {
			return "", false
		}
		p.pos++
		return "", true
	case t.isName():
		return "", sameColumn(p.name(), column)
	default:
		return "", false
	}
	inner := p.group()
	if function == "values" || len(inner) > 0 && inner[0].is("select") {
		return "", false // VALUES(x) is the new value; a subquery reads other rows
	}
	for i := range inner {
		if inner[i].isName() {
			q := &parser{tokens: inner, pos: i}
			if i > 0 && inner[i-1].punct(".") {
				continue
			}
			if sameColumn(q.name(), column) && !(i > 1 && inner[i-1].punct("(") && inner[i-2].is("values")) {
				holds = true
				break
			}
		}
	}
	if !holds {
		return "", false
	}
	if accumulates[function] {
		return function, true
	}
	return relative(inner, column, depth+1), function != "if" && function != "decode"
}
