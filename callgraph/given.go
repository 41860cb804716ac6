package callgraph

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// A row that stands under a key which the caller gives is refused the second
// time.

// givenKey returns the field of a MyBatis-Plus entity that holds its primary
// key, where neither the database nor the framework makes it.
func givenKey(entity class) string {
	if entity.decl == nil {
		return ""
	}
	for _, f := range entity.decl.Fields {
		for _, a := range f.Annotations {
			if e := a.Arg("type"); simple(a.Name) == "TableId" && e != nil && simple(e.Text) == "INPUT" {
				return f.Name
			}
		}
	}
	return ""
}

// givenColumn returns the property that a mapper's INSERT fills its primary
// key from, where that is text, which no database makes.
func (g *Graph) givenColumn(u *decl.Unit, s *decl.Statement) string {
	if u.File == nil || s.Tag != "insert" || len(s.Keys) > 0 {
		return ""
	}
	return g.given.get(s, func() string { return givenBy(u, s) })
}

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

// maker are calls that make a new key.
var maker = regexp.MustCompile(`(?i)uuid|snow|nextid|nextval|nextseq|getseq|generat|idutil|idgen|idworker|newid|currenttimemillis|random`)

// makes reports whether the text fills a field with something of its own: not
// with a parameter or a field of that name.
func (f *frame) makes(ahead, field string) bool {
	if maker.MatchString(ahead) {
		return true
	}
	_, arg, ok := strings.Cut(strings.ToLower(ahead), ".set"+strings.ToLower(field)+"(")
	if !ok {
		return false
	}
	arg, _, _ = strings.Cut(arg, ";")
	arg = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(arg), ")"))
	isParam := slices.ContainsFunc(f.method.Params, func(p decl.Param) bool { return strings.ToLower(p.Name) == arg })
	return !isParam && !strings.HasSuffix(arg, ".get"+strings.ToLower(field)+"()")
}

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
