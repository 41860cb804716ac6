package class_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/parse/class"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/java"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// TestJavac compiles sources and compares what the class reader makes of the
// classes with what the Java reader makes of the sources.
// DUBBOAUDIT_CLASS_SOURCES names more folders of sources (a list as in PATH),
// each compiled with the class path in DUBBOAUDIT_CLASS_PATH.
func TestJavac(t *testing.T) {
	if _, err := exec.LookPath("javac"); err != nil {
		t.Skip("javac is not installed")
	}
	for _, release := range []string{"8", "17"} {
		t.Run("release "+release, func(t *testing.T) {
			sources := []string{"testdata/Shop.java"}
			if release == "8" {
				sources = []string{withoutRecord(t)}
			}
			compare(t, sources, "--release", release)
		})
	}
	for _, root := range filepath.SplitList(os.Getenv("DUBBOAUDIT_CLASS_SOURCES")) {
		t.Run(root, func(t *testing.T) {
			var sources []string
			err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
				if strings.HasSuffix(path, ".java") && !strings.HasSuffix(path, "-info.java") {
					sources = append(sources, path)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			compare(t, sources, "-cp", os.Getenv("DUBBOAUDIT_CLASS_PATH"))
		})
	}
}

// withoutRecord is the test source for releases that know no records.
func withoutRecord(t *testing.T) string {
	text, err := os.ReadFile("testdata/Shop.java")
	if err != nil {
		t.Fatal(err)
	}
	before, after, _ := strings.Cut(string(text), "record Pair")
	_, after, _ = strings.Cut(after, "\nabstract")
	path := filepath.Join(t.TempDir(), "Shop.java")
	if err := os.WriteFile(path, []byte(before+"abstract"+after), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func compare(t *testing.T, sources []string, args ...string) {
	dir := t.TempDir()
	args = append(append(args, "-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d", dir), sources...)
	if out, err := exec.Command("javac", args...).CombinedOutput(); err != nil {
		t.Fatalf("javac: %v\n%s", err, out)
	}
	types, calls, differ := 0, 0, 0
	for _, path := range sources {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, _ := source.New(path, raw, "")
		file := java.Parse(f).Java
		for _, typ := range file.Types {
			got := &facts{called: map[string]int{}, values: map[string]string{}}
			want := &facts{called: map[string]int{}, values: map[string]string{}, source: true}
			u := parseClass(t, dir, typ.FQN)
			got.typ(u.Java.Types[0], u.File)
			want.typ(typ, f)
			types, calls = types+len(got.lines), calls+got.calls
			slices.Sort(got.lines)
			slices.Sort(want.lines)
			for c, n := range want.called { // javac repeats finally blocks and initialisers
				if got.called[c] < n {
					t.Errorf("%d calls of %s, want %d", got.called[c], c, n)
				}
			}
			for field, v := range want.values { // javac folds what is no literal
				if got.values[field] != v {
					t.Errorf("%s = %q, want %q", field, got.values[field], v)
				}
			}
			if diff := cmp.Diff(want.lines, got.lines); diff != "" || len(u.Problems) > 0 {
				if differ++; differ < 20 {
					t.Errorf("%s: problems %v (-source +class):\n%s", typ.FQN, u.Problems, diff)
				}
			}
		}
	}
	t.Logf("%d files, %d facts, %d calls, %d types differ", len(sources), types, calls, differ)
}

func parseClass(t *testing.T, dir, fqn string) *decl.Unit {
	read := func(name string) []byte {
		data, _ := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)+".class"))
		return data
	}
	name := strings.ReplaceAll(fqn, ".", "/")
	data := read(name)
	if data == nil {
		t.Fatalf("no class %s", name)
	}
	return class.Parse(name+".class", data, read)
}

// facts writes declarations in a form in which source and class agree.
type facts struct {
	source bool
	lines  []string
	calls  int
	called map[string]int
	values map[string]string
}

func (f *facts) add(format string, args ...any) {
	f.lines = append(f.lines, fmt.Sprintf(format, args...))
}

func (f *facts) typ(t *decl.Type, file *source.File) {
	f.add("type %s %s <%s> extends %s implements %s", t.Kind, t.FQN, strings.Join(t.TypeParams, ","), refs(t.Extends), refs(t.Implements))
	f.annotations(t.FQN, t.Annotations)
	for _, d := range t.Fields {
		f.add("field %s#%s %s", t.FQN, d.Name, simple(d.Type))
		if d.Init != nil && literal[d.Init.Kind] && (t.Kind == decl.Interface || isFinal(d)) && constant(d.Type) {
			f.values[t.FQN+"#"+d.Name] = d.Init.Text
		}
		f.annotations(t.FQN+"#"+d.Name, d.Annotations)
	}
	called := map[string]int{}
	for _, m := range t.Methods {
		name := m.Name
		for _, c := range m.Calls {
			if !madeByJavac(c) && !(t.Kind == decl.Enum && (c.Method == "clone")) {
				called[c.Method]++
				f.calls++
			}
		}
		if strings.HasPrefix(name, "<") || name == t.Name || t.Kind == decl.Record {
			continue // made by javac, or perhaps
		}
		var params []string
		for _, p := range m.Params {
			name := p.Name
			if !m.HasBody {
				name = "" // not kept without -parameters
			}
			params = append(params, simple(p.Type)+" "+name)
			f.annotations(t.FQN+"#"+m.Name+"/"+p.Name, p.Annotations)
		}
		f.add("method %s#%s(%s) %s %v", t.FQN, m.Name, strings.Join(params, ", "), simple(m.Return), m.HasBody)
		f.annotations(t.FQN+"#"+m.Name, m.Annotations)
		if !f.source && m.HasBody && m.At.Lo == m.At.Hi {
			f.add("%s has no place", m.Name)
		}
	}
	for c, n := range called {
		f.add("%s calls %s", t.FQN, c)
		f.called[t.FQN+" "+c] = n
	}
	for _, n := range t.Nested {
		f.typ(n, file)
	}
}

var literal = map[decl.ExprKind]bool{decl.StringExpr: true, decl.IntExpr: true, decl.BoolExpr: true, decl.CharExpr: true}

func isFinal(d *decl.Field) bool {
	return slices.Contains(d.Modifiers, "static") && slices.Contains(d.Modifiers, "final")
}

func constant(t decl.TypeRef) bool {
	return t.Dims == 0 && (t.Name == "int" || t.Name == "long" || t.Name == "boolean" || simpleName(t.Name) == "String")
}

// madeByJavac tells calls that no source shows, and for symmetry drops the
// same from sources.
func madeByJavac(c decl.Call) bool {
	switch c.Method {
	case "valueOf", "iterator", "hasNext", "next", "hashCode", "equals", "append", "toString", "ordinal", "close",
		"addSuppressed", "desiredAssertionStatus", "requireNonNull", "getClass", "values", "intValue", "longValue",
		"booleanValue", "doubleValue", "byteValue", "shortValue", "floatValue", "charValue", "printStackTrace":
		return true
	}
	return strings.HasPrefix(c.Method, "$")
}

func (f *facts) annotations(of string, list []*decl.Annotation) {
	for _, a := range list {
		if s := simpleName(a.Name); s != "Override" && s != "SuppressWarnings" && s != "SafeVarargs" {
			f.annotation(of, a)
		}
	}
}

func (f *facts) annotation(of string, a *decl.Annotation) {
	of += "@" + simpleName(a.Name)
	f.add("%s", of)
	for _, arg := range a.Args {
		f.add("%s.%s", of, arg.Name)
		f.value(of+"."+arg.Name, arg.Value)
	}
}

// value notes the literals of a source and all values of a class.
func (f *facts) value(of string, e *decl.Expr) {
	switch {
	case e.Kind == decl.ArrayExpr && len(e.Elems) == 1: // a lone value is a list of one
		f.value(of, e.Elems[0])
	case e.Kind == decl.ArrayExpr:
		for i, x := range e.Elems {
			f.value(fmt.Sprintf("%s[%d]", of, i), x)
		}
	case e.Kind == decl.AnnotationExpr:
		f.annotation(of, e.Annotation)
	case e.Kind == decl.ClassExpr:
		f.values[of] = simpleName(e.Text)
	case literal[e.Kind] || !f.source:
		f.values[of] = e.Text
	}
}

func simpleName(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }

func refs(list []decl.TypeRef) string {
	var s []string
	for _, t := range list {
		s = append(s, simple(t))
	}
	return strings.Join(s, ", ")
}

// simple is a type without packages and outer types.
func simple(t decl.TypeRef) string {
	words, name := "", t.Name
	if i := strings.LastIndexByte(name, ' '); i >= 0 {
		words, name = name[:i+1], name[i+1:]
	}
	s := decl.TypeRef{Name: words + simpleName(name), Dims: t.Dims}
	for _, a := range t.Args {
		s.Args = append(s.Args, decl.TypeRef{Name: simple(a)})
	}
	return s.String()
}
