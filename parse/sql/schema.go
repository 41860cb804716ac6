package sql

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// maxTables bounds the declarations of one file.
const maxTables = 10_000

// ParseFile reads the tables and unique keys that the DDL of a .sql file
// declares: CREATE TABLE, ALTER TABLE ... ADD and CREATE UNIQUE INDEX. Other
// statements, such as the rows of a dump, are passed over.
func ParseFile(f *source.File) *decl.Unit {
	u := &decl.Unit{File: f, Schema: &decl.Schema{}}
	s := schemaReader{file: f, schema: u.Schema}
	s.text(string(f.Text), 0)
	return u
}

// schemaReader collects tables from stretches of one file.
type schemaReader struct {
	file   *source.File
	schema *decl.Schema
	base   int // offset of the text in the file
	// at, where valid, is the place of all that is read.
	at source.Span
}

// text reads SQL that begins at an offset of the file.
func (s *schemaReader) text(text string, base int) {
	s.base = base
	l := lexer{text: text}
	var buf []token
	for len(s.schema.Tables) < maxTables {
		start := l
		t := l.next()
		switch {
		case t.kind == tEnd:
			return
		case t.punct(";"):
		case t.is("create") || t.is("alter"):
			l = start
			buf = l.statement(buf)
			s.statement(&parser{tokens: buf})
		default:
			l.skip()
		}
	}
}

func (s *schemaReader) span(lo, hi int) source.Span {
	if s.at.Valid() {
		return s.at
	}
	return source.Span{File: s.file, Lo: s.base + lo, Hi: s.base + hi}
}

func (s *schemaReader) statement(p *parser) {
	create := p.tok().is("create")
	p.pos++
	unique := false
	for !p.end() && !p.tok().is("table") && !p.tok().is("index") {
		unique = unique || p.tok().is("unique")
		if p.pos > 8 {
			return // a view, a procedure
		}
		p.pos++
	}
	table := p.got("table")
	if !table {
		p.got("index")
	}
	p.skip("concurrently", "if", "not", "exists", "only")
	switch {
	case table && create:
		s.table(p)
	case table:
		s.alter(p)
	case create && unique:
		s.index(p)
	}
}

func (p *parser) skip(words ...string) {
	for p.gotAny(words...) {
	}
}

// named reads the name of a table and adds it.
func (s *schemaReader) named(p *parser) *decl.Table {
	lo := p.tok().lo
	name := unqualified(p.name())
	if name == "" {
		return nil
	}
	t := &decl.Table{Name: name, At: s.span(lo, p.prevHi())}
	s.schema.Tables = append(s.schema.Tables, t)
	return t
}

// table reads "CREATE TABLE t (a INT, UNIQUE KEY uk (a))".
func (s *schemaReader) table(p *parser) {
	t := s.named(p)
	if t == nil {
		return
	}
	t.Created = true
	for _, item := range split(p.group()) {
		s.item(t, item)
	}
}

// split cuts the inside of a group at its commas.
func split(tokens []token) [][]token {
	var items [][]token
	depth, lo := 0, 0
	for i, t := range tokens {
		switch {
		case t.punct("("):
			depth++
		case t.punct(")"):
			depth--
		case t.punct(",") && depth == 0:
			items = append(items, tokens[lo:i])
			lo = i + 1
		}
	}
	return append(items, tokens[lo:])
}

// item reads a column or a key of CREATE TABLE, or what follows ADD.
func (s *schemaReader) item(t *decl.Table, tokens []token) {
	if len(tokens) == 0 {
		return
	}
	p := &parser{tokens: tokens}
	key := decl.UniqueKey{At: s.span(tokens[0].lo, tokens[len(tokens)-1].hi)}
	if p.got("constraint") && !p.tok().is("unique") && !p.tok().is("primary") {
		key.Name = p.name()
	}
	switch {
	case p.got("primary"):
		p.got("key")
		key.Primary = true
	case p.got("unique"):
		p.gotAny("key", "index")
	case p.gotAny("foreign", "check", "key", "index", "fulltext", "spatial", "exclude", "like"):
		return
	default:
		s.column(t, p, key)
		return
	}
	for !p.end() && !p.tok().punct("(") { // the key's name, CLUSTERED, USING BTREE
		if name := p.name(); name != "" && key.Name == "" && !strings.HasSuffix(strings.ToLower(name), "clustered") {
			key.Name = name
		} else if name == "" {
			p.pos++
		}
	}
	if key.Columns = columnList(p.group()); len(key.Columns) > 0 {
		t.Keys = append(t.Keys, key)
	}
}

// column reads "id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY".
func (s *schemaReader) column(t *decl.Table, p *parser, key decl.UniqueKey) {
	p.pos = 0
	name := p.name()
	if name == "" {
		if !p.tok().isName() {
			return
		}
		name = p.tok().name() // a column called like a keyword
		p.pos++
	}
	t.Columns = append(t.Columns, name)
	key.Columns = []string{name}
	unique := false
	for ; !p.end(); p.pos++ {
		switch {
		case p.tok().is("primary"):
			key.Primary = true
		case p.tok().is("unique"):
			unique = true
		case generates[p.tok().text] && p.tok().kind == tWord:
			key.Generated = true
		case p.tok().is("comment"), p.tok().is("default"), p.tok().is("check"), p.tok().is("references"):
			p.pos++ // its value
		}
	}
	if key.Primary || unique {
		t.Keys = append(t.Keys, key)
	} else if key.Generated {
		t.Keys = append(t.Keys, decl.UniqueKey{Columns: key.Columns, Primary: true, Generated: true, At: key.At})
	}
}

// generates are words of columns that the database fills.
var generates = words("auto_increment", "autoincrement", "identity", "serial", "bigserial", "smallserial", "generated")

// alter reads "ALTER TABLE t ADD UNIQUE KEY uk (a), ADD PRIMARY KEY (b)".
func (s *schemaReader) alter(p *parser) {
	t := s.named(p)
	if t == nil {
		return
	}
	for _, item := range split(p.tokens[p.pos:]) {
		q := &parser{tokens: item}
		if !q.gotAny("add", "modify", "change", "alter") {
			continue
		}
		q.got("column")
		q.skip("if", "not", "exists")
		if q.tok().punct("(") {
			for _, in := range split(q.group()) {
				s.item(t, in)
			}
			continue
		}
		s.item(t, item[q.pos:])
	}
	s.dropEmpty(t)
}

// dropEmpty takes back a table of which nothing was said.
func (s *schemaReader) dropEmpty(t *decl.Table) {
	if len(t.Keys) == 0 && len(t.Columns) == 0 {
		s.schema.Tables = s.schema.Tables[:len(s.schema.Tables)-1]
	}
}

// index reads "CREATE UNIQUE INDEX uk ON t (a, b)".
func (s *schemaReader) index(p *parser) {
	lo := p.pos
	key := decl.UniqueKey{Name: unqualified(p.name())}
	for !p.end() && !p.got("on") {
		p.pos++
	}
	p.got("only")
	t := s.named(p)
	if t == nil {
		return
	}
	for !p.end() && !p.tok().punct("(") {
		p.pos++
	}
	key.Columns = columnList(p.group())
	key.At = s.span(p.tokens[lo].lo, p.prevHi())
	if len(key.Columns) > 0 {
		t.Keys = append(t.Keys, key)
	}
	s.dropEmpty(t)
}
