package springxml

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestGolden(t *testing.T) {
	raw, err := os.ReadFile("testdata/shop.xml")
	if err != nil {
		t.Fatal(err)
	}
	got := dump(parse(t, string(raw)))
	if *update {
		if err := os.WriteFile("testdata/shop.golden", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/shop.golden")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("run with -update when this is right (-want +got):\n%s", diff)
	}
}

// parse reads text as a file and checks what must hold for any file.
func parse(t testing.TB, text string) *decl.Unit {
	t.Helper()
	f, _ := source.New("shop.xml", []byte(text), DeclaredEncoding([]byte(text)))
	u := Parse(f)
	checkUnit(t, u)
	return u
}

// checkUnit checks places, parents and limits.
func checkUnit(t testing.TB, u *decl.Unit) {
	t.Helper()
	inside := func(what string, s source.Span) {
		if s.File != u.File || s.Lo < 0 || s.Lo > s.Hi || s.Hi > len(u.File.Text) {
			t.Errorf("%s: bad place %d-%d", what, s.Lo, s.Hi)
		}
	}
	var walk func(e *decl.Element)
	walk = func(e *decl.Element) {
		inside(e.Tag, e.At)
		for _, a := range e.Attrs {
			inside(a.Name, a.NameAt)
			inside(a.Name, a.ValueAt)
		}
		for _, c := range e.Children {
			if c.Parent != e {
				t.Errorf("<%s> in <%s> has another parent", c.Tag, e.Tag)
			}
			walk(c)
		}
	}
	for _, e := range u.XML {
		walk(e)
	}
	for _, p := range u.Problems {
		inside(p.Msg.String(), p.At)
	}
	if len(u.Problems) > maxProblems {
		t.Errorf("%d problems", len(u.Problems))
	}
}

// dump writes a unit with the text at each place.
func dump(u *decl.Unit) string {
	var b strings.Builder
	for _, e := range u.XML {
		dumpElement(&b, e, "")
	}
	for _, p := range u.Problems {
		fmt.Fprintf(&b, "problem %s %s (%s)\n", p.Kind, p, p.At.Text())
	}
	return b.String()
}

func dumpElement(b *strings.Builder, e *decl.Element, indent string) {
	pos := e.At.Start()
	fmt.Fprintf(b, "%s%s %s %d:%d", indent, e.Form, e.Tag, pos.Line, pos.Column)
	if e.Namespace != beansURI {
		fmt.Fprintf(b, " {%s}", e.Namespace)
	}
	if e.Class != "" {
		fmt.Fprintf(b, " class %s", e.Class)
	}
	if len(e.Profiles) > 0 {
		fmt.Fprintf(b, " profiles %q", e.Profiles)
	}
	if e.Text != "" {
		fmt.Fprintf(b, " text %q", e.Text)
	}
	if indent == "" && e.Parent != nil {
		fmt.Fprintf(b, " in %s %s", e.Parent.Tag, e.Parent.Value("name"))
	}
	b.WriteByte('\n')
	for _, a := range e.Attrs {
		name := a.Name
		if a.Namespace != "" {
			name = "{" + a.Namespace + "}" + name
		}
		fmt.Fprintf(b, "%s  %s=%q at %q=%q\n", indent, name, a.Value, a.NameAt.Text(), a.ValueAt.Text())
	}
	for _, c := range e.Children {
		dumpElement(b, c, indent+"    ")
	}
}
