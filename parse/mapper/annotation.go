package mapper

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// annotated are the annotations that hold SQL, by simple name: those of
// org.apache.ibatis.annotations, and JPA's Query of Spring Data.
var annotated = map[string]string{
	"Insert": "insert", "Update": "update", "Delete": "delete", "Select": "select", "Query": "query", "NativeQuery": "query",
}

var provided = map[string]string{
	"InsertProvider": "insert", "UpdateProvider": "update", "DeleteProvider": "delete", "SelectProvider": "select",
}

// Annotated returns the statements that the annotations of a mapper or
// repository method hold, in order. Names are compared without package, so
// the caller knows that the type is a mapper. The value of a constant's name
// is asked of resolve, which may be nil; a part without value is written as
// " ? ".
func Annotated(list []*decl.Annotation, resolve func(*decl.Expr) (string, bool)) []*decl.Statement {
	var found []*decl.Statement
	for _, a := range flat(list) {
		name := a.Name[strings.LastIndexByte(a.Name, '.')+1:]
		switch {
		case annotated[name] != "":
			if s := fromValue(a, annotated[name], resolve); s != nil {
				found = append(found, s)
			}
		case provided[name] != "":
			s := &decl.Statement{Tag: provided[name], At: a.At, Provider: &decl.Provider{}}
			for _, arg := range a.Args {
				switch {
				case arg.Value == nil:
				case arg.Name == "type" || arg.Name == "value":
					s.Provider.Type = arg.Value.Text
				case arg.Name == "method":
					s.Provider.Method = arg.Value.Text
				}
			}
			found = append(found, s)
		}
	}
	withKeys(found, list, resolve)
	return found
}

// flat takes repeated annotations out of their container (@Insert.List).
func flat(list []*decl.Annotation) []*decl.Annotation {
	var out []*decl.Annotation
	for _, a := range list {
		out = append(out, a)
		if v := a.Arg("value"); v != nil && strings.HasSuffix(a.Name, ".List") && v.Kind == decl.ArrayExpr {
			for _, e := range v.Elems {
				if e.Annotation != nil {
					out = append(out, e.Annotation)
				}
			}
		}
	}
	return out
}

// withKeys adds what @SelectKey and @Options say about keys.
func withKeys(found []*decl.Statement, list []*decl.Annotation, resolve func(*decl.Expr) (string, bool)) {
	if len(found) == 0 {
		return
	}
	for _, a := range list {
		property := ""
		if v := a.Arg("keyProperty"); v != nil {
			property = v.Text
		}
		switch name := a.Name[strings.LastIndexByte(a.Name, '.')+1:]; name {
		case "Options":
			if v := a.Arg("useGeneratedKeys"); v != nil && v.Text == "true" {
				found[0].KeyProperty = property
				if property == "" {
					found[0].KeyProperty = "id" // MyBatis' default
				}
			}
		case "SelectKey":
			j := joiner{resolve: resolve}
			j.value(a.Arg("statement"))
			before := a.Arg("before")
			found[0].KeyProperty = property
			found[0].Keys = append(found[0].Keys, &decl.Statement{Tag: "select", SQL: j.sql(), KeyProperty: property, At: a.At,
				Before: before != nil && before.Text == "true"})
		}
	}
}

func fromValue(a *decl.Annotation, tag string, resolve func(*decl.Expr) (string, bool)) *decl.Statement {
	j := joiner{resolve: resolve}
	j.value(a.Arg("value"))
	if len(j.pieces) == 0 {
		return nil
	}
	s := &decl.Statement{Tag: tag, SQL: j.sql(), At: a.At}
	if v := a.Arg("nativeQuery"); v != nil && v.Text == "true" || strings.HasSuffix(a.Name, "NativeQuery") {
		s.Native = true
	}
	if v := a.Arg("databaseId"); v != nil {
		s.DatabaseID = v.Text
	}
	if strings.HasPrefix(strings.TrimLeft(s.SQL.Text, " \t\r\n"), "<script>") {
		script(s)
	}
	return s
}

// script reads dynamic SQL in an annotation: "<script>update ... <if ...>".
func script(s *decl.Statement) {
	text := s.SQL
	r := &reader{text: text.Text, place: func(lo, hi int) (source.Span, bool) {
		p := text.Piece(lo)
		return text.Span(lo, hi), p != nil && p.Exact && p == text.Piece(max(lo, hi-1))
	}}
	w := &writer{reader: r, fragments: map[string]*node{}}
	for _, n := range r.tree().inner {
		if n.name == "script" {
			w.begin(s)
			w.inside(n, place{})
			s.SQL = w.done()
		}
	}
}

// joiner makes one text of an expression.
type joiner struct {
	resolve func(*decl.Expr) (string, bool)
	out     strings.Builder
	pieces  []decl.SQLPiece
	depth   int
}

func (j *joiner) sql() decl.SQLText { return decl.SQLText{Text: j.out.String(), Pieces: j.pieces} }

// value adds a value: the strings of an array with blanks between them, as
// MyBatis joins them, those of a sum without.
func (j *joiner) value(e *decl.Expr) {
	if e == nil || j.depth > maxDepth || j.out.Len() > maxFlat {
		return
	}
	j.depth++
	defer func() { j.depth-- }()
	switch e.Kind {
	case decl.ArrayExpr:
		for i, x := range e.Elems {
			if i > 0 {
				j.out.WriteByte(' ')
			}
			j.value(x)
		}
	case decl.ConcatExpr:
		for _, x := range e.Elems {
			j.value(x)
		}
	case decl.StringExpr:
		j.add(e.Text, e.At)
	case decl.IntExpr, decl.CharExpr, decl.BoolExpr, decl.FloatExpr:
		j.add(e.Text, e.At)
	default:
		text, ok := "", false
		if j.resolve != nil {
			text, ok = j.resolve(e)
		}
		if !ok {
			text = " ? "
		}
		j.add(text, e.At)
	}
}

// add adds a text. It is exact where the source between the quotes is the
// same.
func (j *joiner) add(text string, at source.Span) {
	p := decl.SQLPiece{Lo: j.out.Len(), At: at}
	if at.Valid() && at.Hi-at.Lo == len(text)+2 && at.Hi <= len(at.File.Text) && string(at.File.Text[at.Lo+1:at.Hi-1]) == text {
		p.At.Lo, p.At.Hi, p.Exact = at.Lo+1, at.Hi-1, true
	}
	j.out.WriteString(text)
	j.pieces = append(j.pieces, p)
}
