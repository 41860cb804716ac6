package callgraph

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// outside notes what a call on a type does that is not in the trees.
func (w *walk) outside(f *frame, c *decl.Call, r receiver) {
	name := r.simple()
	switch lib := libraries[name]; {
	case handsOver[c.Method] && executor(name) && w.task(f, c):
	case name == "JdbcTemplate", name == "NamedParameterJdbcTemplate", name == "JdbcOperations":
		w.jdbc(f, c)
	case lib != nil:
		w.library(f, c, r, lib)
	case w.inherited(f, c, r.class):
	case r.field != nil && dubboReference(r.field):
		w.effect(f, c, Effect{Kind: Remote, Text: lang.Verbatim(name + "." + c.Method), At: c.At})
		w.unknown(f, c)
	case harmless(r.fqn), strings.HasPrefix(c.Recv, "System."), strings.HasSuffix(name, "Exception"), (!r.bean || r.chained) && harmlessMethod(c.Method), r.field != nil && logger(name):
	default:
		w.unknown(f, c)
	}
}

func (w *walk) library(f *frame, c *decl.Call, r receiver, lib *library) {
	does, ok := lib.methods[c.Method]
	if !ok {
		for _, p := range lib.prefixes {
			if strings.HasPrefix(c.Method, p.text) {
				does, ok = p.does, true
				break
			}
		}
	}
	switch {
	case ok && does == decl.EffectNone:
		return
	case ok:
		e := Effect{Kind: lib.kind, Does: does, Text: lang.Verbatim(r.simple() + "." + c.Method), At: c.At}
		if lib.kind == Redis {
			e.store, e.Ranks = w.storeOf(f, c), ranks[c.Method]
		}
		w.effect(f, c, e)
		switch {
		case strings.Contains(c.Method, "InTransaction"): // its listener does the rest
			w.unknown(f, c)
		case lib.kind == File && does.Writes() && appends.MatchString(f.ahead(c.At)):
			w.unknown(f, c)
		}
	case r.chained && harmlessMethod(c.Method), lib.kind == Message && accessor(c.Method):
	default:
		if lib.kind == HTTP {
			w.effect(f, c, Effect{Kind: HTTP, Text: lang.Verbatim(r.simple() + "." + c.Method), At: c.At})
		}
		w.unknown(f, c)
	}
}

// executor tells the types that run what they are handed, by handsOver.
func executor(name string) bool {
	return slices.ContainsFunc([]string{"Executor", "ExecutorService", "CompletableFuture", "TaskScheduler"}, func(kind string) bool {
		return strings.HasSuffix(name, kind)
	})
}

var (
	handsOver = words("submit execute schedule runAsync supplyAsync")
	newTask   = regexp.MustCompile(`^new\s+([A-Z]\w*)\s*(?:<\w*>)?\(`)
)

// task follows what an executor is handed: the calls of a lambda or of a class
// written in place are among those of the method, those of a class of the trees
// stand there.
func (w *walk) task(f *frame, c *decl.Call) bool {
	args, ok := strings.CutPrefix(strings.TrimLeft(f.rest(c.At), " \t\r\n"), "(")
	if !ok {
		return false
	}
	args, _ = parenthesis(args)
	if strings.Contains(args, "->") || strings.Contains(args, "::") {
		return true
	}
	m := newTask.FindStringSubmatch(strings.TrimLeft(args, " \t\r\n"))
	if m == nil {
		return false
	}
	if _, rest := parenthesis(args[strings.Index(args, "(")+1:]); strings.HasPrefix(strings.TrimLeft(rest, " \t\r\n"), "{") {
		return true
	}
	of := w.typeNamed(m[1], f.owner.decl)
	found := append(w.find(of, "run", 0), w.find(of, "call", 0)...)
	if len(found) != 1 || !found[0].method.HasBody {
		return false
	}
	w.enter(f, c, found, receiver{class: of})
	return true
}

// appends opens a file to write behind what is there.
var appends = regexp.MustCompile(`new\s+File(?:Writer|OutputStream)\s*\([^;]*,\s*true\s*\)`)

// jdbc notes the statement that a JdbcTemplate is given.
func (w *walk) jdbc(f *frame, c *decl.Call) {
	if strings.HasPrefix(c.Method, "get") || strings.HasPrefix(c.Method, "set") {
		return
	}
	if text, ok := w.argument(f, c); ok && w.run(f, c, text, c.At, nil, nil, nil) {
		return
	}
	e := Effect{Kind: SQL, Vague: true, Text: lang.Verbatim("JdbcTemplate." + c.Method), At: c.At}
	switch {
	case strings.HasPrefix(c.Method, "query"):
		e.Does = decl.EffectSelect
		w.effect(f, c, e)
	default:
		w.effect(f, c, e)
		w.unknown(f, c)
	}
}

// argument reads the first argument of a call where it is text: literals, a
// local variable or a constant.
func (w *walk) argument(f *frame, c *decl.Call) (string, bool) {
	after := strings.TrimLeft(f.behind(c.At, f.owner), " \t\r\n")
	after, ok := strings.CutPrefix(after, "(")
	if !ok {
		return "", false
	}
	if s, ok := literals(after); ok {
		return s, true
	}
	after = strings.TrimLeft(after, " \t\r\n")
	end := strings.IndexFunc(after, func(r rune) bool { return r >= 0x80 || r != '.' && !isWord(byte(r)) })
	if end <= 0 {
		return "", false
	}
	name := after[:end]
	ahead := cut(text(c.At), max(f.method.At.Hi, c.At.Lo-maxBody), c.At.Lo)
	if i := strings.LastIndex(ahead, " "+name+" = "); i >= 0 {
		return literals(ahead[i+len(name)+4:])
	}
	return w.constantText(name, f.owner.decl)
}

// literals reads string literals joined by "+"; what stands between them
// becomes "?".
func literals(s string) (string, bool) {
	var b strings.Builder
	s = strings.TrimLeft(s, " \t\r\n")
	if !strings.HasPrefix(s, `"`) {
		return "", false
	}
	for strings.HasPrefix(s, `"`) {
		i := 1
		for i < len(s) && s[i] != '"' {
			if s[i] == '\\' {
				i++
			}
			i++
		}
		b.WriteString(cut(s, 1, i))
		s = strings.TrimLeft(cut(s, i+1, len(s)), " \t\r\n")
		if !strings.HasPrefix(s, "+") {
			break
		}
		s = strings.TrimLeft(s[1:], " \t\r\n")
		if !strings.HasPrefix(s, `"`) {
			b.WriteString(" ? ")
			end := strings.IndexAny(s, `"+;)`)
			if end < 0 || s[end] != '+' {
				break
			}
			s = strings.TrimLeft(s[end+1:], " \t\r\n")
		}
	}
	return b.String(), true
}

// accessor reports whether a method's name is that of one that reads or fills
// an object of data.
func accessor(name string) bool {
	for _, p := range []string{"get", "set", "is", "with", "has", "to", "of", "from", "builder", "add", "put", "copy", "value", "name", "ordinal", "equals", "hashCode", "build", "code", "msg", "message"} {
		if rest, ok := strings.CutPrefix(name, p); ok && (rest == "" || upper(rest) || p == "value" || p == "hashCode") {
			return true
		}
	}
	return false
}

// isData reports whether a type only carries data: an entity or DTO, an
// exception, a Lombok builder.
func isData(t *decl.Type) bool {
	if t.Kind == decl.Enum || t.Kind == decl.Record || strings.HasSuffix(t.Name, "Exception") || strings.HasSuffix(t.Name, "Example") || strings.HasSuffix(t.Name, "Criteria") {
		return true
	}
	return slices.ContainsFunc(t.Annotations, func(a *decl.Annotation) bool {
		switch simple(a.Name) {
		case "Data", "Getter", "Setter", "Builder", "SuperBuilder", "Value", "Accessors", "Entity", "Table", "TableName":
			return true
		}
		return false
	})
}

func logger(name string) bool { return name == "Logger" || name == "Log" }
