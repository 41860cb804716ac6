package java

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// brokenSources are sources with errors: what is still read of them, and the
// first problem.
var brokenSources = []struct {
	name, src string
	members   string // see memberNames
	problem   string
}{
	{"missing semicolon in a body",
		"class A { void a() { int x = 5 foo(); } @Reference B b; void c() {} }",
		"A.b A.a() A.c()", "A.java:1:32: expected ';'"},
	{"missing brace of a method",
		"class A {\n void a() { if (x) {\n }\n public void b() {}\n private C c;\n}",
		"A.c A.a() A.b()", "A.java:4:2: expected an expression"},
	{"missing brace at the end",
		"class A { @Reference B b; void c() {}", "A.b A.c()", "A.java:1:38: unexpected end of file: expected '}'"},
	{"stray brace", "class A { void a() {} } } class B { int c; }", "A.a() B.c", "A.java:1:25: expected a class, interface, enum or record"},
	{"garbage between members", "class A { int a; ### int b; int c; }", "A.a A.c", "A.java:1:18: expected a name"},
	{"annotation cut off", "class A { @Reference(retries = ) B b; int c; }", "A.c", "A.java:1:32: expected an expression"},
	{"comment not closed", "class A { int a; /* class B {", "A.a", "A.java:1:18: comment is not closed"},
	{"string not closed", "class A { String a = \"x; \n int b; int c; }", "A.a A.c", "A.java:1:22: string or character is not closed"},
	{"text block not closed", "class A { String a = \"\"\"\n x; }", "A.a", "A.java:1:22: text block is not closed"},
	{"error in an anonymous class",
		"class A { Object a = new B() { void x() { ) } }; int c; void d() {} }", "A.a A.c A.d()", "A.java:1:43: expected an expression"},
	{"error in a nested type", "class A { class B { int = 3; int b; } int a; }", "A.a A.B.b", "A.java:1:25: expected a name"},
	{"error in the header", "class A extends { int a; } class B { int b; }", "B.b", "A.java:1:17: expected a name"},
	{"not Java", "{{ cookiecutter }}", "", "A.java:1:1: expected a class, interface, enum or record"},
	{"method outside", "package b; public void a() {} class B { int b; }", "b.B.b", "A.java:1:19: expected a class, interface, enum or record"},
	{"annotation of a record's component cut off", "record A(@ ", "A.", "A.java:1:12: unexpected end of file: expected a name"},
	{"only an at sign", "@", "", "A.java:1:2: unexpected end of file: expected a name"},
}

func TestBroken(t *testing.T) {
	for _, c := range brokenSources {
		t.Run(c.name, func(t *testing.T) {
			u := parseString(c.src)
			if diff := cmp.Diff(c.members, memberNames(u.Java.Types)); diff != "" {
				t.Errorf("members (-want +got):\n%s", diff)
			}
			if len(u.Problems) == 0 || u.Problems[0].String() != c.problem {
				t.Errorf("problems = %v, want first %q", u.Problems, c.problem)
			}
		})
	}
}

// TestMinor holds that only files that use Dubbo make an audit incomplete.
func TestMinor(t *testing.T) {
	for src, minor := range map[string]bool{
		"class A { int }": true,
		"import org.apache.dubbo.config.annotation.*; class A { @DubboReference int }": false,
	} {
		u := parseString(src)
		if len(u.Problems) != 1 || u.Problems[0].Minor != minor || u.Problems[0].Kind != source.JavaSyntax {
			t.Errorf("%q: problems %v, want one with Minor %v", src, u.Problems, minor)
		}
	}
}

// TestHostile gives the reader what is made to exhaust a parser.
func TestHostile(t *testing.T) {
	const n = 100_000
	many := func(s string) string { return strings.Repeat(s, n) }
	body := func(s string) string { return "class A { void a() { " + s + " } int b; }" }
	for name, src := range map[string]string{
		"parentheses": body("x = " + many("(") + "1" + many(")") + ";"),
		"open":        body(many("(")),
		"signs":       body("x = " + many("- ") + "1;"),
		"not":         body("x = " + many("!") + "y;"),
		"casts":       body("x = " + many("(A)") + "y;"),
		"blocks":      body(many("{") + many("}")),
		"ifs":         body(many("if (x) ") + ";"),
		"else ifs":    body(many("if (x) ; else ") + ";"),
		"labels":      body(many("a: ") + ";"),
		"lambdas":     body("x = " + many("a -> ") + "1;"),
		"less":        body("x = a" + many(" < a") + ";"),
		"generics":    "class A { " + many("B<") + "C" + many(">") + " a; int b; }",
		"types":       many("class A { ") + many("}"),
		"annotations": "class A { " + many("@B(") + many(")") + " int a; int b; }",
		"arrays":      "class A { int a = " + many("{") + many("}") + "; int b; }",
		"dims":        "class A { int a" + many("[]") + "; int b; }",
		"sum":         "class A { String a = b" + many(" + b") + "; int c; }",
		"elements":    "class A { int[] a = {1" + many(", 1") + "}; int b; }",
		"ternaries":   body("x = " + many("a ? b : ") + "c;"),
		"chain":       body("x" + many(".a()") + ";"),
		"nested news": body("x = " + many("new A() { Object a = ") + "1;"),
		"patterns":    body("switch (x) { case " + many("A(") + many(")") + " -> {} }"),
		"escapes":     "class A { String a = \"" + many(`\u005c\u0075`) + "\"; int b; }",
		"problems":    "class A { " + many("int = 3; ") + "}",
		"strings":     many("\"\n"),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			u := parseString(src)
			if d := time.Since(start); d > 5*time.Second {
				t.Errorf("took %v", d)
			}
			if len(u.Problems) > maxProblems {
				t.Errorf("%d problems", len(u.Problems))
			}
		})
	}
}

// TestDepth holds that too deep a member costs itself only.
func TestDepth(t *testing.T) {
	src := "class A { int a = " + strings.Repeat("(", 2000) + "1" + strings.Repeat(")", 2000) + "; @Reference B b; }"
	u := parseString(src)
	if got, want := memberNames(u.Java.Types), "A.a A.b"; got != want {
		t.Errorf("members = %q, want %q", got, want)
	}
	if len(u.Problems) != 1 || u.Problems[0].Kind != source.TooLarge {
		t.Errorf("problems = %v, want one of kind %s", u.Problems, source.TooLarge)
	}
}

func parseString(src string) *decl.Unit {
	f, _ := source.New("A.java", []byte(src), "")
	return Parse(f)
}

// memberNames lists fields, then methods, then those of nested types.
func memberNames(types []*decl.Type) string {
	var names []string
	for _, t := range types {
		for _, f := range t.Fields {
			names = append(names, t.FQN+"."+f.Name)
		}
		for _, m := range t.Methods {
			if !strings.HasPrefix(m.Name, "<") {
				names = append(names, fmt.Sprintf("%s.%s()", t.FQN, m.Name))
			}
		}
		if nested := memberNames(t.Nested); nested != "" {
			names = append(names, nested)
		}
	}
	return strings.Join(names, " ")
}
