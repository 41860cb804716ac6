package sql

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// parser reads the tokens of one statement.
type parser struct {
	tokens []token
	pos    int
	out    []Statement
	depth  int
}

// maxDepth bounds nested parentheses that are looked into.
const maxDepth = 100

func parseStatement(tokens []token) []Statement {
	p := &parser{tokens: tokens}
	p.statement()
	return p.out
}

func (p *parser) peek(n int) token {
	if p.pos+n < len(p.tokens) {
		return p.tokens[p.pos+n]
	}
	return token{}
}

func (p *parser) tok() token { return p.peek(0) }

func (p *parser) got(word string) bool {
	if !p.tok().is(word) {
		return false
	}
	p.pos++
	return true
}

func (p *parser) gotAny(words ...string) bool {
	for _, w := range words {
		if p.got(w) {
			return true
		}
	}
	return false
}

func (p *parser) end() bool { return p.pos >= len(p.tokens) }

// group moves over "( ... )" and returns what is between.
func (p *parser) group() []token {
	if !p.tok().punct("(") {
		return nil
	}
	lo := p.pos + 1
	n := closing(p.tokens[p.pos:])
	p.pos += n
	if n == 0 {
		p.pos = len(p.tokens)
		return p.tokens[lo:]
	}
	return p.tokens[lo : p.pos-1]
}

// closing is the number of tokens of the group that tokens begin with, 0
// where it is not closed.
func closing(tokens []token) int {
	depth := 0
	for i, t := range tokens {
		switch {
		case t.punct("("):
			depth++
		case t.punct(")"):
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// statement reads one statement from its verb on.
func (p *parser) statement() {
	for p.gotAny("begin", "declare", "explain") || p.tok().punct("(") && p.pos == 0 || p.tok().punct("{") {
		if !p.end() && (p.tok().punct("(") || p.tok().punct("{")) {
			p.pos++
		}
	}
	if p.end() || p.tok().is("end") {
		return
	}
	s := &Statement{Lo: p.tok().lo, Hi: p.tokens[len(p.tokens)-1].hi}
	switch verb := p.tok(); {
	case p.got("with"):
		p.with()
		p.statement()
		return
	case p.got("insert"):
		p.insert(s)
	case p.got("replace"):
		s.Effect, s.Replace = decl.EffectUpsert, true
		p.into(s)
	case p.got("merge"):
		p.merge(s)
	case p.got("update"):
		p.update(s)
	case p.got("delete"):
		p.delete(s)
	case p.got("select"), verb.is("from"), verb.is("values"):
		p.sel(s)
	case p.gotAny("call", "exec", "execute"), verb.punct("?"), p.isCall():
		s.Effect = decl.EffectCall
	case p.gotAny("truncate"):
		s.Effect = decl.EffectDelete
		p.got("table")
		p.table(s)
	case p.gotAny("create", "alter", "drop", "rename"):
		s.Effect = decl.EffectDDL
	}
	p.out = append(p.out, *s)
}

// isCall tells JDBC's "{? = call f()}".
func (p *parser) isCall() bool { return p.tok().kind == tParam && p.peek(2).is("call") }

// with reads common table expressions. In PostgreSQL these may write.
func (p *parser) with() {
	p.got("recursive")
	for !p.end() {
		p.pos++ // the name
		p.group()
		if !p.got("as") {
			return
		}
		p.got("not")
		p.got("materialized")
		if inner := p.group(); len(inner) > 0 && p.depth < maxDepth {
			for _, s := range (&parser{tokens: inner, depth: p.depth + 1}).all() {
				if s.Effect.Writes() {
					p.out = append(p.out, s)
				}
			}
		}
		if !p.tok().punct(",") {
			return
		}
		p.pos++
	}
}

func (p *parser) all() []Statement {
	p.statement()
	return p.out
}

// name reads "schema.table" or "t.column"; "" where there is none. The
// qualifiers are kept.
func (p *parser) name() string {
	if !p.tok().isName() || p.tok().kind == tWord && reserved[p.tok().text] {
		return ""
	}
	s := p.tok().name()
	p.pos++
	for p.tok().punct(".") {
		p.pos++
		if !p.tok().isName() && !p.tok().punct("*") {
			break
		}
		s += "." + p.tok().name()
		p.pos++
	}
	if p.tok().kind == tParam && strings.HasPrefix(p.tok().text, "$") && p.pos > 0 && p.tok().lo == p.prevHi() {
		s += p.tok().text // order_${month}
		p.pos++
	}
	return s
}

// table reads a table and notes it.
func (p *parser) table(s *Statement) {
	p.got("only")
	name := unqualified(p.name())
	if t := p.tok(); name == "" && entity[t.text] && t.kind == tWord && !p.peek(1).is("by") {
		name = t.raw
		p.pos++
	}
	if name == "" || name == "*" {
		return
	}
	if s.Table == "" {
		s.Table = name
	}
	if !slices.Contains(s.Tables, name) && len(s.Tables) < maxDepth {
		s.Tables = append(s.Tables, name)
	}
}

func (p *parser) update(s *Statement) {
	s.Effect = decl.EffectUpdate
	p.gotAny("low_priority")
	p.gotAny("ignore")
	if p.got("top") {
		p.group()
	}
	p.table(s)
	for ; !p.end() && !p.tok().is("set"); p.pos++ {
		if p.tok().is("join") || p.tok().punct(",") {
			p.pos++
			p.table(s)
			p.pos--
		}
	}
	p.got("set")
	s.Sets = p.assignments()
	p.tail(s)
}

func (p *parser) delete(s *Statement) {
	s.Effect = decl.EffectDelete
	p.gotAny("low_priority", "quick", "ignore")
	if !p.got("from") {
		start := p.pos
		for !p.end() && !p.tok().is("from") && !p.tok().is("where") { // DELETE o FROM t_order o
			p.pos++
		}
		if !p.got("from") {
			p.pos = start // DELETE t_order WHERE
		}
	}
	p.table(s)
	p.tail(s)
}

func (p *parser) sel(s *Statement) {
	s.Effect = decl.EffectSelect
	for ; !p.end() && !p.tok().is("from"); p.pos++ {
		if p.tok().punct("(") {
			p.group()
			p.pos--
		}
	}
	p.tail(s)
}

// tail reads FROM, JOIN, WHERE and what may follow.
func (p *parser) tail(s *Statement) {
	for !p.end() {
		t := p.tok()
		switch {
		case t.is("from"), t.is("join"), t.is("using"):
			p.pos++
			p.table(s)
		case t.is("where"):
			p.pos++
			s.Where = append(s.Where, p.conditions(false)...)
		case t.is("for") && (p.peek(1).is("update") || p.peek(1).is("share") || p.peek(1).is("no")):
			s.ForUpdate = true
			p.pos++
		case t.is("lock") && p.peek(1).is("in"), t.is("updlock"):
			s.ForUpdate = true
			p.pos++
		default:
			p.pos++
		}
	}
}

// columnList are the names in a group: "(a, b(10) desc)".
func columnList(tokens []token) []string {
	var names []string
	p := &parser{tokens: tokens}
	for start := true; !p.end(); {
		switch {
		case p.tok().punct("("):
			p.group()
		case p.tok().punct(","):
			p.pos++
			start = true
		case start && (p.tok().kind == tWord || p.tok().isName()):
			word := p.tok().name()
			if name := unqualified(p.name()); name != "" {
				names = append(names, name)
			} else {
				names = append(names, word) // a column named like a keyword
				p.pos++
			}
			start = false
		default:
			p.pos++
		}
	}
	return names
}

// prevHi is the end of the token before the current one.
func (p *parser) prevHi() int {
	if i := min(p.pos, len(p.tokens)) - 1; i >= 0 {
		return p.tokens[i].hi
	}
	return 0
}
