package decl

import (
	"sort"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Effect is what a statement, or a method that a framework implements, does to
// a store. Its values are part of the JSON output.
type Effect string

// The effects.
const (
	EffectNone   Effect = ""       // not known
	EffectSelect Effect = "select" // reads
	// EffectInsert adds a row each time it runs, unless a unique key refuses.
	EffectInsert Effect = "insert"
	// EffectInsertIgnore adds a row unless one with the same key is there.
	EffectInsertIgnore Effect = "insert-ignore"
	// EffectUpsert adds a row or changes the one with the same key.
	EffectUpsert Effect = "upsert"
	// EffectSave inserts or updates, depending on whether the object has an
	// id: with one that is made by the database, a new object is inserted
	// again each time.
	EffectSave   Effect = "save"
	EffectUpdate Effect = "update"
	EffectDelete Effect = "delete"
	EffectCall   Effect = "call" // a stored procedure
	EffectDDL    Effect = "ddl"
)

// Writes reports whether the effect changes a store, as far as is known.
func (e Effect) Writes() bool { return e != EffectNone && e != EffectSelect }

// Mapper is a mapper file of MyBatis, or a sqlMap of its predecessor iBatis.
type Mapper struct {
	// Namespace is the qualified name of the mapper interface, or for iBatis
	// a prefix of statement names.
	Namespace   string
	NamespaceAt source.Span
	IBatis      bool
	// Statements are <insert>, <update>, <delete>, <select> and iBatis'
	// <statement> and <procedure>, in order.
	Statements []*Statement
}

// Statement returns the last statement of that id, or nil.
func (m *Mapper) Statement(id string) *Statement {
	for i := len(m.Statements) - 1; i >= 0; i-- {
		if m.Statements[i].ID == id {
			return m.Statements[i]
		}
	}
	return nil
}

// Statement is one SQL statement, of a mapper file or an annotation.
type Statement struct {
	// ID is the method of the mapper interface; "" for an annotation.
	ID string
	// Tag is what it was declared with: "insert", "update", "delete",
	// "select", "statement", "procedure", "query" (JPA). The SQL may do
	// something else: real mappers insert in an <update>.
	Tag string
	SQL SQLText
	// ParameterType and DatabaseID are the attributes as written.
	ParameterType, DatabaseID string
	// KeyProperty is set where the database makes the key: the property
	// named by useGeneratedKeys or by <selectKey>.
	KeyProperty string
	// Keys are the <selectKey> statements inside, Before those run first.
	Keys []*Statement
	// Before is set on a <selectKey order="BEFORE">.
	Before bool
	// Missing are the refids of <include> that name no fragment in this
	// file: those with a namespace ("com.acme.CommonMapper.columns") stand
	// in another one.
	Missing []string
	// Provider is set where the SQL is built by a method (@InsertProvider):
	// then SQL is empty.
	Provider *Provider
	// Native is set for JPA's nativeQuery; else a JPA query is JPQL, which
	// names classes and fields instead of tables and columns.
	Native bool
	At     source.Span // the start tag or the annotation
}

// Provider names the method that builds a statement: Type as written, Method
// "" where MyBatis looks for one by the mapper method's name.
type Provider struct{ Type, Method string }

// SQLText is SQL put together from pieces that stand in several places. The
// branches of dynamic SQL follow each other, all of them.
type SQLText struct {
	Text   string
	Pieces []SQLPiece
}

// SQLPiece is a stretch of SQLText.Text, from Lo to the next piece.
type SQLPiece struct {
	Lo int
	// At is where it stands; empty ranges mark words that the mapper adds
	// itself, such as the WHERE of <where>.
	At source.Span
	// Exact is set where text and file agree byte by byte, so that offsets
	// inside can be carried over.
	Exact bool
	// Conditional is set in <if>, <choose> and the like: the piece may be
	// missing when the statement runs.
	Conditional bool
	// Repeated is set in <foreach> and <iterate>.
	Repeated bool
}

// Piece returns the piece that holds a byte offset of Text, nil when there is
// none.
func (t *SQLText) Piece(off int) *SQLPiece {
	i := sort.Search(len(t.Pieces), func(i int) bool { return t.Pieces[i].Lo > off })
	if i == 0 {
		return nil
	}
	return &t.Pieces[i-1]
}

// maxSpan bounds the place of a range over several pieces.
const maxSpan = 1000

// Span returns the place of a range of Text. A range over several pieces ends
// with the last one where that stands close behind the first, else with the
// first.
func (t *SQLText) Span(lo, hi int) source.Span {
	p := t.Piece(lo)
	if p == nil {
		return source.Span{}
	}
	at := p.At
	if p.Exact {
		at.Lo = min(at.Lo+lo-p.Lo, at.Hi)
		at.Hi = max(min(at.Hi, p.At.Lo+hi-p.Lo), at.Lo)
	}
	q := t.Piece(hi - 1)
	if q == nil || q == p || q.At.File != p.At.File || q.At.Lo < at.Hi || q.At.Hi-at.Lo > maxSpan {
		return at
	}
	at.Hi = q.At.Hi
	if q.Exact {
		at.Hi = min(at.Hi, q.At.Lo+hi-q.Lo)
	}
	return at
}

// Conditional reports whether the text at an offset may be missing.
func (t *SQLText) Conditional(off int) bool {
	p := t.Piece(off)
	return p != nil && p.Conditional
}

// Schema is what DDL declares about tables: a .sql file or a changelog.
type Schema struct{ Tables []*Table }

// Table is one CREATE TABLE, or what an ALTER TABLE or CREATE INDEX adds to a
// table.
type Table struct {
	// Name is as written, without quotes and without the schema before it.
	Name    string
	Columns []string
	Keys    []UniqueKey
	// Created is set for CREATE TABLE.
	Created bool
	At      source.Span // the name
}

// UniqueKey is a primary key, unique constraint or unique index.
type UniqueKey struct {
	// Name is "" for a key without one.
	Name    string
	Columns []string
	Primary bool
	// Generated is set for a primary key that the database makes itself
	// (AUTO_INCREMENT, SERIAL, IDENTITY): it refuses no second row.
	Generated bool
	At        source.Span
}
