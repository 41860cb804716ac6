package class_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/dubboaudit/dubboaudit/parse/class"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/classes/*.class")
	if err != nil || len(files) == 0 {
		f.Fatalf("no classes: %v", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte{})
	f.Add([]byte{0xca, 0xfe, 0xba, 0xbe})
	f.Fuzz(func(t *testing.T, data []byte) {
		// The class is its own sibling under every name, as in a circle.
		u := class.Parse("a.class", data, func(string) []byte { return data })
		if u.Java == nil {
			t.Fatal("no Java part")
		}
		for _, typ := range u.Java.Types {
			checkPlaces(t, u.File, typ)
		}
	})
}

func checkPlaces(t *testing.T, f *source.File, typ *decl.Type) {
	check := func(s source.Span) {
		if s.File != f || s.Lo < 0 || s.Hi < s.Lo || s.Hi > len(f.Text) {
			t.Fatalf("bad place %d-%d of %d bytes", s.Lo, s.Hi, len(f.Text))
		}
	}
	check(typ.At)
	for _, d := range typ.Fields {
		check(d.At)
	}
	for _, m := range typ.Methods {
		check(m.At)
		for _, c := range m.Calls {
			check(c.At)
		}
	}
	for _, n := range typ.Nested {
		checkPlaces(t, f, n)
	}
}
