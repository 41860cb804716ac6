// Package sql tells what SQL statements do, and which unique keys DDL
// declares. It reads MySQL, Oracle, PostgreSQL, SQL Server and JPQL with one
// tolerant lexer and no grammar: what it does not know it passes over. A
// statement put together from the branches of dynamic SQL is good input.
package sql

import (
	"strings"
	"sync"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// Statement is one statement. Offsets are those of the text it was read from.
type Statement struct {
	Effect decl.Effect
	// Table is the table that is written, or the first one read: without
	// quotes and schema, in lower case unless quoted; "${x}" where the name
	// is put in. Tables are all that are named, this one first.
	Table  string
	Tables []string
	// Columns are those of an INSERT; nil where none are named.
	Columns []string
	// Sets are the assignments of an UPDATE, and those that an upsert makes
	// to a row that is there.
	Sets []Assignment
	// Where are the conditions of an UPDATE, DELETE or SELECT.
	Where []Condition
	// Conflict are the columns that ON CONFLICT or MERGE names.
	Conflict []string
	// ForUpdate is set for SELECT ... FOR UPDATE and the like.
	ForUpdate bool
	// FromSelect is set for INSERT ... SELECT, NotExists where that selects
	// nothing if a row is there (WHERE NOT EXISTS).
	FromSelect, NotExists bool
	// Replace is set for REPLACE INTO: the row that is there is deleted.
	Replace bool
	// Lo and Hi hold the statement.
	Lo, Hi int
}

// Assignment is "column = value" in SET.
type Assignment struct {
	Column string
	// Relative is set where the new value is worked out from the old one, so
	// that running twice gives something else than running once: x = x - 1,
	// x = IFNULL(x, 0) + ?, x = CONCAT(x, ?), x = NOT x.
	Relative bool
	// Op is the operator at the old value: "+", "-", "||" ..., or the
	// function.
	Op string
	// Literal is the value where it is one constant or parameter, else "".
	Literal string
	// Params are the parameters in the value: "#{num}", "?", ":num".
	Params []string
	Lo, Hi int
}

// Condition is one comparison of a column. Conditions in parentheses are
// taken out of them.
type Condition struct {
	Column string
	// Op is "=", "<>", "<", "in", "between", "like", "is null", "is not
	// null", "exists", "not exists" ("" column), with "not " before it
	// where negated.
	Op string
	// Literal is the other side where it is one constant or parameter.
	Literal string
	Params  []string
	// Or is set where the condition may fail and a row still be taken.
	Or     bool
	Lo, Hi int
}

// maxStatements bounds those of one text.
const maxStatements = 1_000

// Parse reads the statements of a text. It is total. A text that is not SQL
// gives statements with EffectNone, or none.
func Parse(text string) []Statement {
	l := lexer{text: text}
	tokens := buffers.Get().(*[]token)
	defer buffers.Put(tokens)
	var list []Statement
	for len(list) < maxStatements {
		found := l.statement(*tokens)
		if found == nil {
			break
		}
		*tokens = found
		list = append(list, parseStatement(found)...)
	}
	return list
}

// buffers hold the tokens of one statement: nothing keeps them, and a mapper has
// hundreds of short texts.
var buffers = sync.Pool{New: func() any { return new([]token) }}

// Relative returns the first assignment that is worked out from the old
// value, nil when there is none.
func (s *Statement) Relative() *Assignment {
	for i := range s.Sets {
		if s.Sets[i].Relative {
			return &s.Sets[i]
		}
	}
	return nil
}

// Guard is how the WHERE of an update keeps a second run away.
type Guard uint8

// The guards, from none to the strongest.
const (
	NoGuard Guard = iota
	// Stated: a column named like a state or version is compared, but the
	// statement does not change it; something else must.
	Stated
	// Changed: the statement changes a column that it compares, so that the
	// row no longer matches: status = 2 ... WHERE status = 1, or version =
	// version + 1 ... WHERE version = ?.
	Changed
)

// Guard returns the strongest guard and its condition.
func (s *Statement) Guard() (Guard, *Condition) {
	best, at := NoGuard, (*Condition)(nil)
	for i := range s.Where {
		c := &s.Where[i]
		if g := s.guard(c); g > best {
			best, at = g, c
		}
	}
	return best, at
}

func (s *Statement) guard(c *Condition) Guard {
	if c.Or {
		return NoGuard
	}
	for _, set := range s.Sets {
		if !sameColumn(set.Column, c.Column) {
			continue
		}
		switch {
		case c.Op == "=" && (set.Relative || set.Literal == "" || set.Literal != c.Literal):
			return Changed
		case c.Op == "is null" && set.Literal != "null" && !set.Relative,
			c.Op == "<>" && set.Literal != "" && set.Literal == c.Literal,
			c.Op == "in" && !set.Relative && (set.Literal == "" || !strings.Contains(","+c.Literal, ","+set.Literal+",")),
			c.Op == "is not null" && set.Literal == "null":
			return Changed
		}
		return NoGuard
	}
	if (c.Op == "=" || c.Op == "in" || c.Op == "<>" || c.Op == "not in") && StateColumn(c.Column) {
		return Stated
	}
	return NoGuard
}

// StateColumn reports whether a column is named like a state or version:
// "order_status", "payState", "version".
func StateColumn(name string) bool {
	name = strings.ToLower(unqualified(name))
	for _, word := range []string{"status", "state", "version", "stage", "phase"} {
		if name == word || strings.HasSuffix(name, word) || strings.HasPrefix(name, word+"_") {
			return true
		}
	}
	return name == "ver" || strings.HasSuffix(name, "_ver") || strings.HasSuffix(name, "_flag") || strings.HasPrefix(name, "is_")
}

func unqualified(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// sameColumn compares names; where both are qualified, the qualifiers too.
func sameColumn(a, b string) bool {
	x, y := unqualified(a), unqualified(b)
	if !strings.EqualFold(x, y) || x == "" {
		return false
	}
	return len(x) == len(a) || len(y) == len(b) || strings.EqualFold(a, b)
}
