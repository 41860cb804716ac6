package java

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

func TestTokens(t *testing.T) {
	text := "class A { /* for */ void m() { x(\"a;b\", 'c'); // y\n n >= 3; } }"
	f, problem := source.New("A.java", []byte(text), "")
	if problem != nil {
		t.Fatal(problem)
	}
	const lo = 20
	var got []string
	for _, tok := range Tokens(f, lo, len(text)-1) {
		if text[tok.Lo:tok.Lo+len(tok.Text)] != tok.Text || tok.Lo < lo {
			t.Errorf("%q is not at %d", tok.Text, tok.Lo)
		}
		got = append(got, tok.Text)
	}
	want := []string{"void", "m", "(", ")", "{", "x", "(", `"a;b"`, ",", "'c'", ")", ";", "n", ">=", "3", ";", "}"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
