package sql

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// ParseChangelog reads the tables and unique keys of a changelog of Liquibase
// in XML. Changes are not ordered or undone: what is dropped later stays.
func ParseChangelog(f *source.File) *decl.Unit {
	u := &decl.Unit{File: f, Schema: &decl.Schema{}}
	r := changelog{schemaReader: schemaReader{file: f, schema: u.Schema}}
	d := xml.NewDecoder(bytes.NewReader(f.Text))
	d.Strict = false
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // it is UTF-8 by now
	for len(u.Schema.Tables) < maxTables {
		lo := int(d.InputOffset())
		tok, err := d.RawToken()
		if err != nil {
			if err != io.EOF {
				u.Problems = append(u.Problems, source.Problem{Path: f.Path, At: r.span(lo, lo), Kind: source.XMLSyntax, Msg: lang.Verbatim(err.Error()), Minor: true})
			}
			break
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			attrs := map[string]string{}
			for _, a := range tok.Attr {
				attrs[a.Name.Local] = a.Value
			}
			r.start(tok.Name.Local, attrs, r.place(lo, int(d.InputOffset())))
		case xml.EndElement:
			r.end(tok.Name.Local)
		case xml.CharData:
			if r.sql {
				raw := f.Text[lo:d.InputOffset()]
				r.text(string(raw), lo)
			}
		}
	}
	return u
}

// changelog follows the elements of a changelog, in XML or YAML.
type changelog struct {
	schemaReader
	table  *decl.Table     // of the change at hand
	key    *decl.UniqueKey // of a unique index, whose columns follow
	column string
	auto   bool
	sql    bool
}

func (r *changelog) place(lo, hi int) source.Span {
	return source.Span{File: r.file, Lo: lo, Hi: hi}
}

func (r *changelog) start(name string, attrs map[string]string, at source.Span) {
	switch name {
	case "createTable", "addColumn", "addUniqueConstraint", "addPrimaryKey", "createIndex":
		r.change(name, attrs, at)
	case "column":
		r.column, r.auto = attrs["name"], attrs["autoIncrement"] == "true"
		switch {
		case r.column == "" || r.table == nil:
		case r.key != nil:
			r.key.Columns = append(r.key.Columns, r.column)
		default:
			r.table.Columns = append(r.table.Columns, r.column)
		}
	case "constraints":
		if r.table == nil || r.column == "" {
			return
		}
		if attrs["primaryKey"] == "true" {
			r.table.Keys = append(r.table.Keys, decl.UniqueKey{Name: attrs["primaryKeyName"], Columns: []string{r.column}, Primary: true, Generated: r.auto, At: at})
		}
		if attrs["unique"] == "true" {
			r.table.Keys = append(r.table.Keys, decl.UniqueKey{Name: attrs["uniqueConstraintName"], Columns: []string{r.column}, At: at})
		}
	case "sql":
		r.sql = true
	}
}

func (r *changelog) change(name string, attrs map[string]string, at source.Span) {
	table := unqualified(attrs["tableName"])
	if table == "" || name == "createIndex" && attrs["unique"] != "true" {
		return
	}
	r.table = &decl.Table{Name: table, Created: name == "createTable", At: at}
	r.schema.Tables = append(r.schema.Tables, r.table)
	key := decl.UniqueKey{Name: attrs["constraintName"] + attrs["indexName"], Primary: name == "addPrimaryKey", At: at}
	switch name {
	case "addUniqueConstraint", "addPrimaryKey":
		for c := range strings.SplitSeq(attrs["columnNames"], ",") {
			key.Columns = append(key.Columns, strings.TrimSpace(c))
		}
		r.table.Keys = append(r.table.Keys, key)
	case "createIndex":
		r.key = &key
	}
}

func (r *changelog) end(name string) {
	switch name {
	case "createTable":
		joinPrimary(r.table)
		r.table = nil
	case "addColumn", "addUniqueConstraint", "addPrimaryKey":
		r.table = nil
	case "createIndex":
		if r.table != nil && r.key != nil && len(r.key.Columns) > 0 {
			r.table.Keys = append(r.table.Keys, *r.key)
		}
		r.table, r.key = nil, nil
	case "column":
		r.column = ""
	case "sql":
		r.sql = false
	}
}

// joinPrimary makes one key of several columns that are each marked as part
// of the primary key.
func joinPrimary(t *decl.Table) {
	if t == nil {
		return
	}
	first := -1
	keys := t.Keys[:0]
	for _, k := range t.Keys {
		switch {
		case k.Primary && first >= 0:
			keys[first].Columns = append(keys[first].Columns, k.Columns...)
			continue
		case k.Primary:
			first = len(keys)
		}
		keys = append(keys, k)
	}
	t.Keys = keys
}

// IsChangelog reports whether the documents of a YAML file are a changelog.
func IsChangelog(docs []*decl.Document) bool {
	for _, d := range docs {
		if len(d.Props) > 0 && strings.HasPrefix(d.Props[0].Key, "databaseChangeLog") {
			return true
		}
	}
	return false
}

// Changelog reads a changelog of Liquibase in YAML from its flattened form.
func Changelog(f *source.File, docs []*decl.Document) *decl.Schema {
	s := &decl.Schema{}
	r := changelog{schemaReader: schemaReader{file: f, schema: s}}
	for _, d := range docs {
		r.properties(d.Props)
	}
	return s
}

// yamlElement is a mapping with its scalars and the mappings in it.
type yamlElement struct {
	key, name string
	attrs     map[string]string
	at        source.Span
	text      source.Span // of the scalar "sql"
	inner     []*yamlElement
}

// properties builds the elements of "...changes[0].createTable.columns[1].
// column.constraints.unique" and reads them.
func (r *changelog) properties(props []decl.Property) {
	root := &yamlElement{}
	for i := range props {
		p := &props[i]
		path := strings.Split(p.Key, ".")
		if p.Tag == decl.TagList || len(path) > maxDepth {
			continue
		}
		e := root
		for _, key := range path[:len(path)-1] {
			e = e.child(key)
		}
		if !e.at.Valid() {
			e.at = p.KeyAt
		}
		e.set(path[len(path)-1], p)
	}
	r.walk(root)
}

// child is the mapping of that key that was last written to, or a new one.
func (e *yamlElement) child(key string) *yamlElement {
	if n := len(e.inner); n > 0 && e.inner[n-1].key == key {
		return e.inner[n-1]
	}
	name, _, _ := strings.Cut(key, "[")
	c := &yamlElement{key: key, name: name}
	e.inner = append(e.inner, c)
	return c
}

func (e *yamlElement) set(name string, p *decl.Property) {
	if e.attrs == nil {
		e.attrs = map[string]string{}
	}
	e.attrs[name] = p.Value
	if name == "sql" {
		e.text = p.ValueAt
	}
}

func (r *changelog) walk(e *yamlElement) {
	r.start(e.name, e.attrs, e.at)
	if text := e.attrs["sql"]; e.name == "sql" && text != "" {
		if r.at = e.text; !r.at.Valid() {
			r.at = source.Span{File: r.file}
		}
		r.text(text, 0)
		r.at = source.Span{}
	}
	for _, in := range e.inner {
		r.walk(in)
	}
	r.end(e.name)
}
