// Package mapper reads the SQL that MyBatis, iBatis and JPA run for a method:
// mapper files, annotations, and the names of methods that a framework
// implements. Dynamic SQL is flattened to one text with all branches; each
// piece keeps its place and whether it may be missing.
package mapper

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Limits on hostile input. The largest mapper seen has 300 kB.
const (
	maxDepth      = 100
	maxNodes      = 200_000
	maxIncludes   = 20 // fragments inside fragments
	maxSteps      = 1_000_000
	maxFlat       = 4 << 20 // bytes of SQL of one file, fragments counted each time
	maxStatements = 10_000
)

// Parse reads a mapper file of MyBatis (<mapper>) or iBatis (<sqlMap>). It is
// total: up to a syntax error, all statements are in the unit.
func Parse(f *source.File) *decl.Unit {
	u := &decl.Unit{File: f, Mapper: &decl.Mapper{}}
	r := &reader{text: f.AsString(), place: func(lo, hi int) (source.Span, bool) {
		return source.Span{File: f, Lo: lo, Hi: hi}, true
	}}
	root := r.tree()
	if !r.fault.IsZero() {
		at, _ := r.place(r.faultAt, r.faultAt)
		// The rest of the audit does not depend on mappers.
		u.Problems = append(u.Problems, source.Problem{Path: f.Path, At: at, Kind: source.XMLSyntax, Msg: r.fault, Minor: true})
	}
	for _, n := range root.inner {
		if n.name == "mapper" || n.name == "sqlMap" {
			r.mapper(n, u.Mapper)
			break
		}
	}
	return u
}

// mapper reads the root element.
func (r *reader) mapper(root *node, m *decl.Mapper) {
	m.IBatis = root.name == "sqlMap"
	m.Namespace, m.NamespaceAt = strings.TrimSpace(root.attr("namespace")), root.attrAt("namespace", root.at)
	w := &writer{reader: r, namespace: m.Namespace, fragments: map[string]*node{}}
	for _, n := range root.inner {
		if n.name == "sql" {
			w.fragments[n.attr("id")] = n
		}
	}
	for _, n := range root.inner {
		if statements[n.name] && len(m.Statements) < maxStatements {
			m.Statements = append(m.Statements, w.statement(n))
		}
	}
}

// statements are the elements that hold one; iBatis has the last two.
var statements = map[string]bool{
	"insert": true, "update": true, "delete": true, "select": true, "statement": true, "procedure": true,
}

// statement reads one statement.
func (w *writer) statement(n *node) *decl.Statement {
	s := &decl.Statement{
		ID: n.attr("id"), Tag: n.name, DatabaseID: n.attr("databaseId"), At: n.at,
		ParameterType: n.attr("parameterType") + n.attr("parameterClass"),
	}
	if n.attr("useGeneratedKeys") == "true" {
		s.KeyProperty = n.attr("keyProperty")
	}
	w.begin(s)
	w.inside(n, place{})
	s.SQL = w.done()
	for _, k := range w.keys {
		w.begin(s)
		w.inside(k, place{})
		key := &decl.Statement{Tag: "select", At: k.at, SQL: w.done(), KeyProperty: k.attr("keyProperty"),
			Before: strings.EqualFold(k.attr("order"), "BEFORE") || k.attr("type") == "pre"}
		s.Keys = append(s.Keys, key)
		if s.KeyProperty == "" {
			s.KeyProperty = key.KeyProperty
		}
	}
	w.keys = nil
	return s
}

// Sniff looks at the beginning of an XML file and returns the name of its
// root element and, for a mapper, the namespace. The name is "" where the
// root does not begin in these bytes.
func Sniff(head []byte) (root, namespace string) {
	s := strings.TrimPrefix(string(head), "\xef\xbb\xbf")
	for {
		s = strings.TrimLeft(s, " \t\r\n")
		end := ""
		switch {
		case strings.HasPrefix(s, "<!--"):
			end = "-->"
		case strings.HasPrefix(s, "<?"):
			end = "?>"
		case strings.HasPrefix(s, "<!"):
			end = ">"
			if i := strings.IndexByte(s, '['); i >= 0 && i < strings.IndexByte(s, '>') {
				end = "]>"
			}
		case strings.HasPrefix(s, "<"):
			return sniffRoot(s[1:])
		default:
			return "", ""
		}
		_, rest, ok := strings.Cut(s, end)
		if !ok {
			return "", ""
		}
		s = rest
	}
}

func sniffRoot(s string) (root, namespace string) {
	tag, _, closed := strings.Cut(s, ">")
	n := strings.IndexAny(tag, " \t\r\n/")
	if n < 0 {
		if !closed {
			return "", ""
		}
		return tag, ""
	}
	root, tag = tag[:n], tag[n:]
	if root != "mapper" && root != "sqlMap" {
		return root, ""
	}
	if !closed {
		return "", ""
	}
	i := strings.Index(tag, "namespace")
	if i < 0 {
		return root, ""
	}
	v := strings.TrimLeft(tag[i+len("namespace"):], " \t\r\n=")
	if v == "" || v[0] != '"' && v[0] != '\'' {
		return root, ""
	}
	v, _, _ = strings.Cut(v[1:], v[:1])
	return root, strings.TrimSpace(v)
}
