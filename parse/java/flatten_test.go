package java

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// flattener writes a unit as one fact a line, as testdata/Dump.java does from
// javac's tree.
type flattener struct {
	lines   []string
	configs bool // config objects too, of which javac knows nothing
	counts  counts
}

// counts is how much of each kind was compared.
type counts struct{ declarations, annotations, values, calls int }

func (c *counts) add(d counts) {
	c.declarations += d.declarations
	c.annotations += d.annotations
	c.values += d.values
	c.calls += d.calls
}

func flatten(u *decl.JavaFile, configs bool) *flattener {
	f := &flattener{configs: configs}
	f.add("package %s", u.Package)
	for _, i := range u.Imports {
		name := i.Name
		if i.Static {
			name = "static " + name
		}
		if i.Wildcard {
			name += ".*"
		}
		f.add("import %s", name)
	}
	for _, t := range u.Types {
		f.typ(t)
	}
	return f
}

func (f *flattener) add(format string, args ...any) {
	f.lines = append(f.lines, fmt.Sprintf(format, args...))
}

func (f *flattener) typ(t *decl.Type) {
	f.counts.declarations++
	f.add("type %s %s %s extends %s implements %s %s", t.Kind, t.FQN, list(t.TypeParams),
		refs(t.Extends), refs(t.Implements), modifierList(t.Modifiers))
	f.annotations(t.Annotations)
	for _, d := range t.Fields {
		f.counts.declarations++
		init := ""
		if d.Init != nil {
			init = " = " + f.value(d.Init)
		}
		f.add("field %s#%s %s %s%s", t.FQN, d.Name, d.Type, modifierList(d.Modifiers), init)
		f.annotations(d.Annotations)
	}
	for _, m := range t.Methods {
		f.method(t, m)
	}
	for _, n := range t.Nested {
		f.typ(n)
	}
}

func (f *flattener) method(t *decl.Type, m *decl.Method) {
	if !strings.HasPrefix(m.Name, "<") {
		f.counts.declarations++
		var params, body string
		for _, p := range m.Params {
			params += p.Type.String() + " " + p.Name + ";"
		}
		if m.HasBody {
			body = " {}"
		}
		f.add("method %s#%s(%s) %s %s%s", t.FQN, m.Name, params, m.Return, modifierList(m.Modifiers), body)
		f.annotations(m.Annotations)
		for _, p := range m.Params {
			f.annotations(p.Annotations)
		}
	}
	if f.configs {
		for _, o := range m.Configs {
			f.config(o)
		}
	}
	if len(m.Calls) == 0 {
		return
	}
	var calls []string
	for _, c := range m.Calls {
		f.counts.calls++
		calls = append(calls, fmt.Sprintf("%s.%s/%d", c.Recv, c.Method, c.Args))
	}
	f.add("calls %s#%s %s", t.FQN, m.Name, list(calls))
}

func (f *flattener) config(o *decl.ConfigObject) {
	f.add("config %s%s var %q at %q%s", o.Class, refs(o.TypeArgs), o.Var, o.At.Text(), maybe(o.Conditional))
	for _, s := range o.Sets {
		var args []string
		for _, a := range s.Args {
			args = append(args, f.value(a))
		}
		f.add("  %s%s at %d-%d%s", s.Name, list(args), s.At.Lo, s.At.Hi, maybe(s.Conditional))
	}
}

func maybe(conditional bool) string {
	if conditional {
		return " conditional"
	}
	return ""
}

func (f *flattener) annotations(all []*decl.Annotation) {
	for _, a := range all {
		f.counts.annotations++
		f.add("annotation %d-%d %s", a.At.Lo, a.At.Hi, f.annotation(a))
	}
}

func (f *flattener) annotation(a *decl.Annotation) string {
	s := "@" + a.Name + "("
	for _, arg := range a.Args {
		f.counts.values++
		s += arg.Name + "=" + f.value(arg.Value) + ";"
	}
	return s + ")"
}

func (f *flattener) value(e *decl.Expr) string {
	if e == nil {
		return "nothing"
	}
	var elems []string
	for _, x := range e.Elems {
		elems = append(elems, f.value(x))
	}
	switch e.Kind {
	case decl.StringExpr:
		return "string " + quote(e.Text)
	case decl.CharExpr:
		return "char " + quote(e.Text)
	case decl.IntExpr:
		return "int " + e.Text
	case decl.FloatExpr:
		return "float " + e.Text
	case decl.BoolExpr, decl.NullExpr:
		return e.Text
	case decl.ClassExpr:
		return "class " + e.Text
	case decl.NameExpr:
		return "name " + e.Text
	case decl.ArrayExpr:
		return "array" + list(elems)
	case decl.AnnotationExpr:
		return f.annotation(e.Annotation)
	case decl.ConcatExpr:
		return "concat " + list(elems)
	case decl.NegExpr:
		return "neg " + list(elems)
	case decl.NewExpr:
		return "new " + e.Text + list(elems)
	case decl.CallExpr:
		return "call " + e.Text + list(elems)
	}
	return "other"
}

func list(s []string) string { return "[" + strings.Join(s, ", ") + "]" }

func refs(types []decl.TypeRef) string {
	var s []string
	for _, t := range types {
		s = append(s, t.String())
	}
	return list(s)
}

func modifierList(m []string) string {
	return list(slices.Sorted(slices.Values(m)))
}

// quote escapes all but printable ASCII.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		if r >= ' ' && r < 0x7f && r != '"' && r != '\\' {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\%x;`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
