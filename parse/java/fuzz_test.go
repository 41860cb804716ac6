package java

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// FuzzParse holds the reader to what it promises for any input: it ends, and
// all places lie inside the file.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*.java")
	if err != nil || len(files) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, path := range files {
		raw, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	for _, c := range brokenSources {
		f.Add([]byte(c.src))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		file, _ := source.New("A.java", raw, "")
		Relevant(raw)
		u := Parse(file)
		if len(u.Problems) > maxProblems {
			t.Errorf("%d problems", len(u.Problems))
		}
		c := spanChecker{t, file}
		for _, p := range u.Problems {
			c.check(p.At)
		}
		for _, i := range u.Java.Imports {
			c.check(i.At)
		}
		for _, typ := range u.Java.Types {
			c.typ(typ)
		}
	})
}

type spanChecker struct {
	t    *testing.T
	file *source.File
}

func (c spanChecker) check(s source.Span) {
	if s.File != c.file || s.Lo < 0 || s.Hi < s.Lo || s.Hi > len(c.file.Text) {
		c.t.Errorf("bad place %d-%d of %d bytes", s.Lo, s.Hi, len(c.file.Text))
	}
}

func (c spanChecker) typ(t *decl.Type) {
	c.check(t.At)
	c.annotations(t.Annotations)
	for _, f := range t.Fields {
		c.check(f.At)
		c.expr(f.Init)
		c.annotations(f.Annotations)
	}
	for _, m := range t.Methods {
		c.check(m.At)
		c.annotations(m.Annotations)
		for _, call := range m.Calls {
			c.check(call.At)
		}
		for _, o := range m.Configs {
			c.check(o.At)
			for _, s := range o.Sets {
				c.check(s.At)
				for _, a := range s.Args {
					c.expr(a)
				}
			}
		}
	}
	for _, n := range t.Nested {
		c.typ(n)
	}
}

func (c spanChecker) annotations(all []*decl.Annotation) {
	for _, a := range all {
		c.check(a.At)
		c.check(a.NameAt)
		for _, arg := range a.Args {
			c.expr(arg.Value)
		}
	}
}

func (c spanChecker) expr(e *decl.Expr) {
	if e == nil {
		return
	}
	c.check(e.At)
	for _, x := range e.Elems {
		c.expr(x)
	}
	if e.Annotation != nil {
		c.annotations([]*decl.Annotation{e.Annotation})
	}
}
