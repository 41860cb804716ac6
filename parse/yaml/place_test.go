package yaml

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// checkSpans checks that each place holds what the reader made of it.
func checkSpans(t *testing.T, u *decl.Unit) {
	t.Helper()
	for _, d := range u.Docs {
		for _, p := range d.Props {
			for _, s := range []struct{ lo, hi int }{{p.KeyAt.Lo, p.KeyAt.Hi}, {p.ValueAt.Lo, p.ValueAt.Hi}} {
				if s.lo < 0 || s.hi < s.lo || s.hi > len(u.File.Text) {
					t.Fatalf("%q: %s: place %d-%d", u.File.Text, p.Key, s.lo, s.hi)
				}
			}
			if raw := p.ValueAt.Text(); !sameText(raw, p) {
				t.Errorf("%.300q: value of %s at %d is %q, want %q", u.File.Text, p.Key, p.ValueAt.Lo, raw, p.Value)
			}
			if key := p.KeyAt.Text(); plainTag(key) != tagBool && !strings.Contains(p.Key, strings.TrimSpace(key)) && !strings.ContainsAny(key, "\\'\n\r\"") {
				t.Errorf("%.300q: key %s at %d is %q", u.File.Text, p.Key, p.KeyAt.Lo, key)
			}
		}
	}
}

// sameText compares the text at a place with the value read from it: equal,
// but for white space, escapes, and the marks of a list.
func sameText(raw string, p decl.Property) bool {
	switch {
	case raw == p.Value || p.Tag == decl.TagList || strings.ContainsAny(raw, `\`):
		return true
	case p.Value == "":
		return p.Tag == tagNull && plainTag(raw) == tagNull
	}
	raw = strings.ReplaceAll(raw, "''", "'")
	strip := func(s string) string { return strings.ReplaceAll(strings.Join(strings.Fields(s), ""), "''", "'") }
	return strip(raw) == strip(p.Value)
}

func TestPlaces(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "a:\n  bé: x y  # c\n", "2:3 bé = 2:7 x y"},
		{"after other code points", "{ä: '☕', \"😀\": \"x\"}", "1:2 ä = 1:6 ☕ | 1:11 😀 = 1:16 x"},
		{"quotes", `a: "x\"y" ` + "\n'b': 'it''s'", `1:1 a = 1:5 x\"y | 2:2 b = 2:7 it''s`},
		{"anchor and tag", "a: &x !!str 1\nb: !T\n  'z'\nc: &n\nd: *x\n", "1:1 a = 1:13 1 | 2:1 b = 3:4 z | 4:1 c = 4:6  | 5:1 d = 1:13 1"},
		{"lines", "a: x  \n  y\n\n  z # c\nb: 1", "1:1 a = 1:4 x  \n  y\n\n  z | 5:1 b = 5:4 1"},
		{"block", "a: |- # c\n\n  x\n   y\n\n\nb:\n- >2\n   z\n", "1:1 a = 3:3 x\n   y | 7:1 b = 9:3  z | 7:1 b = 8:1 - >2\n   z"},
		{"list", "a: [x, \"]\" ]\nb:\n - 'c'\n -  d\n", "1:1 a = 1:5 x | 1:1 a = 1:9 ] | 1:1 a = 1:4 [x, \"]\" ] | 2:1 b = 3:5 c | 2:1 b = 4:5 d | 2:1 b = 3:2 - 'c'\n -  d"},
		{"empty", "a:\nb: ''\nc: ~", "1:1 a = 1:3  | 2:1 b = 2:5  | 3:1 c = 3:4 ~"},
		{"second document", "a: 1\n---\nb: 2\n", "1:1 a = 1:4 1 | 3:1 b = 3:4 2"},
		{"alias", "a: &x 1\nb: *x\n", "1:1 a = 1:7 1 | 2:1 b = 1:7 1"},
		{"merge", "a: &x {b: 1}\nc:\n  <<: *x\n", "1:8 b = 1:11 1 | 1:8 b = 1:11 1"},
		{"maven token", "a: @x@ # c\nb: [ @y@-1, @z@ ]", "1:1 a = 1:4 @x@ | 2:1 b = 2:6 @y@-1 | 2:1 b = 2:13 @z@ | 2:1 b = 2:4 [ @y@-1, @z@ ]"},
		{"not YAML", "{{ x }}\ndubbo:\n  'a' :   \"x\" # c\n  b:\n  - z\n", "3:4 a = 3:12 x | 4:3 b = 5:5 z"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, d := range parse(tt.in).Docs {
				for _, p := range d.Props {
					k, v := p.KeyAt.Start(), p.ValueAt.Start()
					got = append(got, fmt.Sprintf("%d:%d %s = %d:%d %s", k.Line, k.Column, p.KeyAt.Text(), v.Line, v.Column, p.ValueAt.Text()))
				}
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, " | ")); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}
