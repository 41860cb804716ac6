package callgraph

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// A row that stands under a key which the caller gives is refused the second
// time.

// key is one that a row of a table may stand under, with the properties that
// hold it.
type key struct {
	fields  []string
	primary bool
	// filled is set where the framework makes the key unless the code does.
	filled bool
	unique *decl.UniqueKey
}

func (k *key) name() string { return strings.Join(k.fields, ", ") }

// keysOfEntity returns the keys of an entity's rows that the database does not
// make: those of its annotations, and of its table's DDL.
func (g *Graph) keysOfEntity(entity class, table string) []key {
	if entity.decl == nil {
		return nil
	}
	return g.entityKeys.get(entity.decl, func() []key { return g.readKeys(entity, table) })
}

func (g *Graph) readKeys(entity class, table string) []key {
	var keys []key
	made := map[string]bool{}
	var fields []string
	for _, t := range g.lineage(entity) {
		if t.decl == nil {
			continue
		}
		for _, f := range t.decl.Fields {
			fields = append(fields, f.Name)
			k, generated := g.keyOfField(f, t.decl)
			made[f.Name] = generated
			if k != nil {
				keys = append(keys, *k)
			}
		}
		for _, columns := range uniqueConstraints(t.decl) {
			keys = append(keys, key{fields: columns, unique: &decl.UniqueKey{Columns: columns}})
		}
	}
	declared := g.sources.allKeys()[strings.ToLower(table)]
	for i := range declared {
		u := &declared[i]
		keys = append(keys, key{fields: slices.Clone(u.Columns), primary: u.Primary, filled: u.Primary, unique: u})
	}
	var usable []key
	for _, k := range keys {
		ok := len(k.fields) > 0
		for i, column := range k.fields {
			at := slices.IndexFunc(fields, func(f string) bool { return flat(f) == flat(column) })
			if ok = ok && at >= 0 && !made[fields[at]]; !ok {
				break
			}
			k.fields[i] = fields[at]
		}
		if ok && !slices.ContainsFunc(usable, func(u key) bool { return u.name() == k.name() }) {
			usable = append(usable, k)
		}
	}
	return usable
}

// keyOfField returns the key that annotations make of a field, nil for none.
// generated is set where the database or the framework fills the field in any
// case.
func (g *Graph) keyOfField(f *decl.Field, in *decl.Type) (k *key, generated bool) {
	for _, a := range f.Annotations {
		text := func(arg string) string {
			if e := a.Arg(arg); e != nil {
				return simple(e.Text)
			}
			return ""
		}
		switch simple(a.Name) {
		case "TableId":
			switch text("type") {
			case "INPUT":
				k = &key{fields: []string{f.Name}, primary: true}
			case "AUTO":
				generated = true
			default:
				k = &key{fields: []string{f.Name}, primary: true, filled: true}
			}
		case "Id":
			if k == nil { // Spring Data's stores make an id that is not there
				k = &key{fields: []string{f.Name}, primary: true, filled: strings.HasPrefix(g.qualified(a.Name, in), "org.springframework.")}
			}
		case "GeneratedValue", "KeySql", "CreationTimestamp", "CreatedDate":
			generated = true
		case "TableField":
			if fill := text("fill"); fill != "" && fill != "DEFAULT" {
				generated = true
			}
		case "Column", "Indexed":
			if text("unique") == "true" {
				k = &key{fields: []string{f.Name}, unique: &decl.UniqueKey{Columns: []string{f.Name}, At: a.At}}
			}
		}
	}
	if generated {
		k = nil
	}
	return k, generated
}

// uniqueConstraints returns the columns of each @UniqueConstraint in JPA's
// @Table.
func uniqueConstraints(t *decl.Type) [][]string {
	var list [][]string
	for _, a := range t.Annotations {
		if simple(a.Name) != "Table" || !a.At.Valid() {
			continue
		}
		for _, m := range uniqueConstraint.FindAllStringSubmatch(a.At.Text(), -1) {
			var columns []string
			for _, c := range quoted.FindAllStringSubmatch(m[1], -1) {
				columns = append(columns, c[1])
			}
			list = append(list, columns)
		}
	}
	return list
}

var (
	uniqueConstraint = regexp.MustCompile(`columnNames\s*=\s*(\{[^}]*\}|"[^"]*")`)
	quoted           = regexp.MustCompile(`"([^"]*)"`)
)

// keysOfStatement returns the keys that an INSERT fills from properties of what
// it is given.
func (t *Trees) keysOfStatement(u *decl.Unit, s *decl.Statement) []key {
	if s.Tag != "insert" || len(s.Keys) > 0 {
		return nil
	}
	if u == nil || u.File == nil { // of an annotation, which is read anew each time
		return t.keysOfInsert(s, "")
	}
	return t.insertKeys.get(s, func() []key { return t.keysOfInsert(s, givenBy(u, s)) })
}

// keysOfInsert returns the keys of an INSERT, and the one under the property
// that its mapper tells, "" for none.
func (t *Trees) keysOfInsert(s *decl.Statement, given string) []key {
	var keys []key
	if given != "" {
		keys = append(keys, key{fields: []string{given}, primary: true})
	}
	for _, stmt := range t.parsed(s.SQL.Text) {
		if stmt.Effect != decl.EffectInsert {
			continue
		}
		declared := t.allKeys()[strings.ToLower(stmt.Table)]
		for i := range declared {
			unique := &declared[i]
			k := key{primary: unique.Primary, unique: unique}
			for _, column := range unique.Columns {
				if p := propertyOf(s.SQL.Text, column); p != "" && !strings.EqualFold(p, s.KeyProperty) {
					k.fields = append(k.fields, p)
				}
			}
			if len(k.fields) == len(unique.Columns) && !slices.ContainsFunc(keys, func(o key) bool { return o.name() == k.name() }) {
				keys = append(keys, k)
			}
		}
	}
	return keys
}

// propertyOf returns the property named like a column that an SQL text puts in,
// "" for none.
func propertyOf(sql, column string) string {
	for _, m := range puts.FindAllStringSubmatch(sql, -1) {
		if flat(m[1]) == flat(column) {
			return m[1]
		}
	}
	return ""
}

var puts = regexp.MustCompile(`#\{\s*(?:\w+\.)*(\w+)\s*[,}]`)

// givenBy returns the property that a mapper's INSERT fills its primary key
// from, where that is text, which no database makes.
func givenBy(u *decl.Unit, s *decl.Statement) string {
	sql := flat(s.SQL.Text)
	for _, tag := range identified.FindAllString(u.File.AsString(), -1) {
		property := attribute(tag, "property")
		column := attribute(tag, "column")
		if property == "" {
			property = attribute(tag, "keyProperty")
			column = property
		}
		column = flat(column)
		if property != "" && (strings.Contains(sql, column+",") || strings.Contains(sql, column+")")) && isText(u.File.AsString(), property) {
			return property
		}
	}
	return ""
}

// isText reports whether a mapper maps a property to a column of text.
func isText(mapper, property string) bool {
	for rest := mapper; ; {
		i := strings.Index(rest, `property="`+property+`"`)
		if i < 0 {
			return false
		}
		tag := rest[strings.LastIndexByte(rest[:i], '<')+1:]
		tag, _, _ = strings.Cut(tag, ">")
		if typ := attribute(tag, "jdbcType"); typ == "VARCHAR" || typ == "CHAR" {
			return true
		}
		rest = rest[i+1:]
	}
}

// identified are the tags that name the primary key of a mapper's rows.
var identified = regexp.MustCompile(`<id\s[^>]*>|<insert\s[^>]*\bkeyProperty="[^>]*>`)

// attribute returns an attribute of a tag.
func attribute(tag, name string) string {
	_, rest, _ := strings.Cut(tag, " "+name+`="`)
	value, _, _ := strings.Cut(rest, `"`)
	return value
}

// flat is a name or text without what naming strategies add.
func flat(s string) string {
	return strings.ToLower(plain.Replace(s))
}

var plain = strings.NewReplacer("_", "", "`", "", " ", "", "\n", "", "\t", "")

// takes finds what is read from a key-value store before a write and deleted
// from there behind it, by the same words: a cart that becomes an order.
func (w *walk) takes(e *Effect, f *frame, c *decl.Call) {
	for i := range f.method.Calls {
		from := &f.method.Calls[i]
		if from.At.File != c.At.File || from.At.Lo > c.At.Lo || !readsKey.MatchString(from.Method) {
			continue
		}
		key := keyOf(f, from)
		for j := range f.method.Calls {
			to := &f.method.Calls[j]
			if to.At.File == c.At.File && to.At.Lo > c.At.Lo && deletesKey.MatchString(to.Method) && key != "" && keyOf(f, to) == key {
				e.Lookup, e.LookupAt, e.Keeps = from.Method, from.At, Taken
				return
			}
		}
	}
}

var (
	readsKey   = regexp.MustCompile(`^(?:get|hget|hgetAll|entries|values|range|lrange|members)$`)
	deletesKey = regexp.MustCompile(`^(?:delete|del|remove|hdel|unlink)$`)
	ofStore    = regexp.MustCompile(`(?i)[\w.]*(?:redis|jedis|cache)\w*\s*(?:\.\s*\w+\s*(?:\([^()]*\))?\s*)*\.\s*$`)
)

// keyOf is what a call on a key-value store is about: the words around the
// method, "" for a call on something else.
func keyOf(f *frame, c *decl.Call) string {
	s := text(c.At)
	on := ofStore.FindString(cut(s, max(f.method.At.Hi, c.At.Lo-300), c.At.Lo))
	if on == "" {
		return ""
	}
	args, _ := parenthesis(strings.TrimPrefix(strings.TrimLeft(cut(s, c.At.Hi, c.At.Hi+300), " "), "("))
	return flat(strings.NewReplacer("opsForHash().", "", "opsForValue().", "").Replace(on) + "(" + args)
}
