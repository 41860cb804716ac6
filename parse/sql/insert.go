package sql

import "github.com/dubboaudit/dubboaudit/parse/decl"

func (p *parser) insert(s *Statement) {
	s.Effect = decl.EffectInsert
	for !p.end() && !p.tok().is("into") {
		switch {
		case p.got("ignore"):
			s.Effect = decl.EffectInsertIgnore
		case p.got("overwrite"), p.got("replace"):
			s.Effect = decl.EffectUpsert
		case p.gotAny("or", "low_priority", "high_priority", "delayed", "all", "first", "table"):
		default:
			p.into(s)
			return
		}
	}
	p.into(s)
}

// into reads what follows the verb of an INSERT.
func (p *parser) into(s *Statement) {
	p.gotAny("into", "low_priority", "delayed")
	p.got("table")
	p.table(s)
	if !p.end() && p.tok().kind == tWord && !reserved[p.tok().text] && !p.tok().is("value") {
		p.pos++ // an alias
	}
	if p.got("as") {
		p.pos++
	}
	if first := p.peek(1); p.tok().punct("(") && !first.is("select") && !first.is("with") {
		s.Columns = columnList(p.group())
	}
	if p.got("set") { // MySQL
		for _, a := range p.assignments() {
			s.Columns = append(s.Columns, unqualified(a.Column))
		}
	}
	for ; !p.end(); p.pos++ {
		switch {
		case p.tok().is("select"):
			s.FromSelect = true
		case p.tok().is("not") && p.peek(1).is("exists"):
			s.NotExists = s.FromSelect
		case p.tok().is("from") || p.tok().is("join"):
			p.pos++
			p.table(s)
			p.pos--
		case p.tok().is("on") && p.peek(1).is("duplicate"):
			p.duplicate(s)
			return
		case p.tok().is("on") && p.peek(1).is("conflict"):
			p.conflict(s)
			return
		}
	}
}

// duplicate reads "ON DUPLICATE KEY UPDATE a = 1".
func (p *parser) duplicate(s *Statement) {
	p.pos += 2
	p.got("key")
	p.got("update")
	s.Effect = decl.EffectUpsert
	s.Sets = p.assignments()
}

// conflict reads "ON CONFLICT (key) DO NOTHING" or "DO UPDATE SET".
func (p *parser) conflict(s *Statement) {
	p.pos += 2
	if p.tok().punct("(") {
		s.Conflict = columnList(p.group())
	}
	s.Effect = decl.EffectInsertIgnore
	for !p.end() && !p.got("update") {
		p.pos++
	}
	if p.got("set") {
		s.Effect = decl.EffectUpsert
		s.Sets = p.assignments()
		p.tail(s)
	}
}

// merge reads "MERGE INTO t USING u ON (...) WHEN [NOT] MATCHED THEN ...".
func (p *parser) merge(s *Statement) {
	s.Effect = decl.EffectInsertIgnore
	p.got("into")
	p.table(s)
	for ; !p.end(); p.pos++ {
		switch {
		case p.tok().is("on") && len(s.Conflict) == 0:
			p.pos++
			for _, c := range p.conditions(false) {
				s.Conflict = append(s.Conflict, unqualified(c.Column))
			}
			p.pos--
		case p.tok().is("update"):
			s.Effect = decl.EffectUpsert
			p.pos++
			p.got("set")
			s.Sets = p.assignments()
			p.pos--
		case p.tok().is("insert"):
			p.pos++
			if p.tok().punct("(") {
				s.Columns = columnList(p.group())
			}
			p.pos--
		case p.tok().is("delete") && s.Effect == decl.EffectInsertIgnore:
			s.Effect = decl.EffectUpsert
		}
	}
}
