package java

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

func TestTokens(t *testing.T) {
	f, problem := source.New("A.java", []byte("class A { /* for */ void m() { x(\"a;b\", 'c'); // y\n n >= 3; } }"), "")
	if problem != nil {
		t.Fatal(problem)
	}
	var got []string
	tokens, text := Tokens(f)
	for _, tok := range tokens[3:] {
		got = append(got, text[tok.Lo:tok.Hi])
	}
	want := []string{"void", "m", "(", ")", "{", "x", "(", `"a;b"`, ",", "'c'", ")", ";", "n", ">=", "3", ";", "}", "}"}
	if !tokens[0].Word(text) || tokens[2].Word(text) {
		t.Error("class is a word, { is none")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
