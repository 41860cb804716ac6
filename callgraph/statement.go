package callgraph

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/mapper"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/parse/sql"
)

// mapped notes the statement behind a method of a mapper or repository
// interface.
func (w *walk) mapped(f *frame, c *decl.Call, iface class) bool {
	for _, t := range w.lineage(iface) {
		if t.decl == nil {
			continue
		}
		found := false
		for _, u := range w.sources.Mappers(t.fqn) {
			if s := u.Mapper.Statement(c.Method); s != nil {
				w.statement(f, c, s, t, w.sources.keysOfStatement(u, s))
				found = true
				break // copies in several modules
			}
		}
		for _, m := range t.decl.Methods {
			if found || m.Name != c.Method || m.HasBody {
				continue
			}
			for _, s := range mapper.Annotated(m.Annotations, w.constant(t.decl)) {
				w.statement(f, c, s, t, w.sources.keysOfStatement(nil, s))
				found = true
			}
		}
		if found {
			return true
		}
	}
	if w.inherited(f, c, iface) {
		return true
	}
	if does := mapper.Derived(c.Method); does != decl.EffectNone && w.repository(iface) {
		w.effect(f, c, Effect{Kind: SQL, Does: does, Text: lang.Verbatim(iface.simple() + "." + c.Method), At: c.At})
		return true
	}
	return false
}

// repository reports whether an interface is one of Spring Data.
func (w *walk) repository(c class) bool {
	for _, s := range w.lineage(c) {
		if s.decl == nil && strings.HasSuffix(s.simple(), "Repository") {
			return true
		}
	}
	return false
}

// inherited notes the effect of a method that a framework implements.
func (w *walk) inherited(f *frame, c *decl.Call, of class) bool {
	for _, s := range w.lineage(of) {
		if s.decl != nil {
			continue
		}
		does := mapper.Inherited(s.simple(), c.Method)
		if does == decl.EffectNone {
			continue
		}
		e := Effect{Kind: SQL, Does: does, Text: lang.Verbatim(s.simple() + "." + c.Method), At: c.At}
		if entity := w.loaded(entityOf(s), 0); entity.known() {
			e.Table = tableOf(entity)
			e.Text = lang.T("%s of %s", e.Text, entity.simple())
			if does == decl.EffectInsert || does == decl.EffectSave {
				e.given = w.keysOfEntity(entity, e.Table)
			}
		}
		if does == decl.EffectSave && !strings.HasPrefix(s.simple(), "Elasticsearch") {
			e.Does = w.saves(f, c)
		}
		// A wrapper may be given SQL; a named statement is not looked up.
		session := strings.HasPrefix(s.simple(), "SqlSession") || strings.HasPrefix(s.simple(), "SqlMapClient")
		wrapped := c.Method == "update" && (!strings.Contains(f.ahead(c.At), "Wrapper") || strings.Contains(f.ahead(c.At), "setSql"))
		e.Vague = does == decl.EffectUpdate && (session || wrapped)
		if strings.HasPrefix(s.simple(), "Mongo") && (does == decl.EffectUpdate || does == decl.EffectUpsert) {
			if m := last(increments, cut(text(c.At), f.method.At.Hi, c.At.Hi+300)); m != "" {
				e.Does, e.Relative = decl.EffectUpdate, m
				e.Text = e.Text.Then(lang.T(" with %s worked out from the old value", m))
			}
		}
		w.effect(f, c, e)
		return true
	}
	return false
}

// saves tells what a method that inserts or updates does: it inserts an object
// that was made in the method and got no id, and updates one that was found.
func (w *walk) saves(f *frame, c *decl.Call) decl.Effect {
	args, ok := strings.CutPrefix(strings.TrimLeft(f.rest(c.At), " \t\r\n"), "(")
	if !ok {
		return decl.EffectSave
	}
	args, _ = parenthesis(args)
	value := strings.TrimSpace(args)
	if identifier.MatchString(value) {
		ahead := f.ahead(c.At)
		name := value
		if value, _ = assignedLast(ahead, name); newEntity.MatchString(value) && (hasWord(ahead, name+".setId") || copies.MatchString(ahead)) {
			return decl.EffectSave
		}
	}
	switch {
	case newEntity.MatchString(value):
		return decl.EffectInsert
	case foundEntity.MatchString(value):
		return decl.EffectUpdate
	}
	return decl.EffectSave
}

// foundEntity is an object that a repository found.
var foundEntity = regexp.MustCompile(`^[\w.]*(?:[rR]epository|[dD]ao|[rR]epo)\.(?:find|get)\w*\(|^\w+\.(?:get|orElseThrow)\([^,]*\)$`)

// newEntity is an object that is made, no collection of some.
var newEntity = regexp.MustCompile(`^new\s+(?:\w*[a-z])?[A-Z]\w*\(`)

// increments are the parts of a MongoDB update that add to what is there.
var increments = regexp.MustCompile(`\.(?:inc|push|multiply)\(\s*"([^"]+)"`)

// entityOf returns the type whose rows a framework's type handles: its first
// argument, behind the mapper's for ServiceImpl<M, T>.
func entityOf(c class) class {
	i := 0
	if strings.HasSuffix(c.simple(), "ServiceImpl") {
		i = 1
	}
	if i < len(c.args) {
		return c.args[i]
	}
	return class{}
}

// tableOf returns the table of an entity: that of its annotation, else the
// name that a naming strategy makes.
func tableOf(entity class) string {
	if entity.decl != nil {
		for _, a := range entity.decl.Annotations {
			name := simple(a.Name)
			e := a.Arg("name")
			if name == "TableName" && e == nil {
				e = a.Arg("value")
			}
			if (name == "TableName" || name == "Table") && e != nil && e.Kind == decl.StringExpr {
				return strings.ToLower(strings.Trim(simple(e.Text), "`"))
			}
		}
	}
	var b strings.Builder
	for i, r := range entity.simple() {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// constant evaluates constants in the annotations of a type.
func (w *walk) constant(in *decl.Type) func(*decl.Expr) (string, bool) {
	return func(e *decl.Expr) (string, bool) {
		if e.Kind != decl.NameExpr {
			return "", false
		}
		return w.constantText(e.Text, in)
	}
}

// constantText is the value of a constant that is one string or several added.
func (w *walk) constantText(name string, in *decl.Type) (string, bool) {
	owner := class{fqn: in.FQN, decl: in}
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		owner, name = w.typeNamed(name[:i], in), name[i+1:]
	}
	fld, _ := w.field(owner, name)
	if fld == nil || fld.Init == nil {
		return "", false
	}
	switch e := fld.Init; e.Kind {
	case decl.StringExpr:
		return e.Text, true
	case decl.ConcatExpr:
		var b strings.Builder
		for _, p := range e.Elems {
			if p.Kind == decl.StringExpr {
				b.WriteString(p.Text)
			} else {
				b.WriteString(" ? ")
			}
		}
		return b.String(), true
	}
	return "", false
}

// statement notes what the SQL of a mapper method does. keys are those of the
// row that it may be given.
func (w *walk) statement(f *frame, c *decl.Call, s *decl.Statement, in class, keys []key) {
	found := w.run(f, c, s.SQL.Text, s.At, s.SQL.Span, s.SQL.Conditional, keys)
	if !found {
		e := Effect{Kind: SQL, Does: tagged[s.Tag], Vague: true, Text: lang.Verbatim("<" + s.Tag + "> " + in.simple() + "." + c.Method), At: s.At}
		w.effect(f, c, e)
		if e.Does == decl.EffectNone {
			w.unknown(f, c)
		}
	}
}

var tagged = map[string]decl.Effect{"insert": decl.EffectInsert, "update": decl.EffectUpdate, "delete": decl.EffectDelete, "select": decl.EffectSelect}

// run notes the statements of an SQL text and reports whether it has any.
func (w *walk) run(f *frame, c *decl.Call, text string, at source.Span, where func(lo, hi int) source.Span, conditional func(int) bool, keys []key) bool {
	found := false
	for _, s := range w.sources.parsed(text) {
		if s.Effect == decl.EffectNone {
			continue
		}
		found = true
		e := Effect{Kind: SQL, Does: s.Effect, Table: s.Table, Text: ran(s.Effect, s.Table), At: at}
		e.hides = s.Effect == decl.EffectUpdate && hides(s.Sets)
		if s.NotExists && s.Effect == decl.EffectInsert {
			e.Does = decl.EffectInsertIgnore
		}
		if a := s.Relative(); a != nil && s.Effect != decl.EffectSelect {
			e.Relative = a.Column
			e.Text = e.Text.Then(lang.T(" with %s worked out from the old value", a.Column))
			if where != nil {
				e.At = where(a.Lo, a.Hi)
			}
		}
		// A state that is only compared stays as it is for the second run.
		if g, cond := s.Guard(); g == sql.Changed && (conditional == nil || !conditional(cond.Lo)) {
			e.Guard = cond.Column
			e.plain = e.Text
			e.Text = e.Text.Then(lang.T(" where %s %s", cond.Column, cond.Op))
		}
		if !e.At.Valid() {
			e.At = at
		}
		if e.Does == decl.EffectInsert {
			e.given = keys
		}
		w.effect(f, c, e)
		if s.Effect == decl.EffectCall || s.Effect == decl.EffectDDL {
			w.sum.Complete = false
		}
	}
	return found
}

// hides reports whether an UPDATE marks rows as deleted, with a value that stands
// in it.
func hides(sets []sql.Assignment) bool {
	return slices.ContainsFunc(sets, func(a sql.Assignment) bool {
		return deletion.MatchString(a.Column) && a.Literal != "" && len(a.Params) == 0 && !stays.MatchString(a.Literal)
	})
}

// stays are the values of a row that is there.
var stays = regexp.MustCompile(`(?i)^'?(?:0|n|no|false)'?$`)

var deletion = regexp.MustCompile(`(?i)^(?:is_?)?(?:del|deleted|delete)(?:_?(?:flag|status|state|mark))?$`)

// parsed returns the statements of an SQL text, which many calls may run.
func (t *Trees) parsed(text string) []sql.Statement {
	return t.sqls.get(text, func() []sql.Statement { return sql.Parse(text) })
}

// ran names a statement by what it does to a table.
func ran(does decl.Effect, table string) lang.Text {
	switch does {
	case decl.EffectSelect:
		return lang.T("SELECT from %s", table)
	case decl.EffectInsert:
		return lang.T("INSERT into %s", table)
	case decl.EffectInsertIgnore:
		return lang.T("INSERT IGNORE into %s", table)
	case decl.EffectUpsert:
		return lang.T("upsert of %s", table)
	case decl.EffectUpdate:
		return lang.T("UPDATE of %s", table)
	case decl.EffectDelete:
		return lang.T("DELETE from %s", table)
	case decl.EffectCall:
		return lang.T("call of a procedure %s", table)
	case decl.EffectDDL:
		return lang.T("DDL on %s", table)
	}
	return lang.T("save of %s", table)
}
