package callgraph

import (
	"strings"
	"testing"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

func TestFollows(t *testing.T) {
	for body, want := range map[string]bool{
		"a(); b();":                                       true,
		"b(); a();":                                       false,
		"a(); return; b();":                               false,
		"a(); return b();":                                true,
		"return a(); b();":                                false,
		"return x(a(), b());":                             true,
		"if (x) { a(); return; } b();":                    false,
		"if (x) { a(); } b();":                            true,
		"if (x) { a(); } else { b(); }":                   false,
		"if (x) { a(); } else if (y) { b(); }":            false,
		"if (x) { a(); } else { c(); } b();":              true,
		"if (x) { a(); } else { return; } b();":           true,
		"if (x) { a(); } else c(); b();":                  true,
		"a(); if (x) { return; } b();":                    true,
		"try { a(); } catch (E e) { b(); }":               false,
		"try { a(); } catch (E e) { throw e; } b();":      true,
		"try { a(); } finally { b(); }":                   true,
		"for (;;) { a(); continue; } b();":                false,
		"if (x) { if (y) { a(); } throw new E(); } b();":  false,
		"a(); String s = \"return;\"; /* return; */ b();": true,
	} {
		text := "class T { void m() { " + body + " } }"
		f, problem := source.New("T.java", []byte(text), "")
		if problem != nil {
			t.Fatal(problem)
		}
		span := func(s string) source.Span {
			i := strings.Index(text, s)
			return source.Span{File: f, Lo: i, Hi: i + 1}
		}
		m := &decl.Method{Name: "m", At: source.Span{File: f, Lo: 15, Hi: 16}}
		if got := Follows(&decl.Type{}, m, span("a()"), span("b()")); got != want {
			t.Errorf("%s: %v, want %v", body, got, want)
		}
	}
}
