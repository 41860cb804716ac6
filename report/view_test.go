package report

import (
	"io"
	"strings"
	"testing"

	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// underline renders a line and a mark under the text between « and ».
func underline(line string) (shown, under string) {
	lo := strings.Index(line, "«")
	line = strings.Replace(line, "«", "", 1)
	hi := strings.Index(line, "»")
	line = strings.Replace(line, "»", "", 1)
	v := newView([]byte(line), lo)
	from, to := v.span(lo, hi)
	return v.text, strings.Repeat(" ", from) + strings.Repeat("^", to-from)
}

func TestUnderline(t *testing.T) {
	for _, tt := range []struct{ name, line, shown, under string }{
		{"ascii", "ab«cd»ef", "abcdef", "  ^^"},
		{"start", "«ab»", "ab", "^^"},
		{"empty", "ab«»cd", "abcd", "  ^"},
		{"empty at end", "ab«»", "ab", "  ^"},
		{"empty line", "«»", "", "^"},
		{"wide before", "订单«ab»", "订单ab", "    ^^"},
		{"wide inside", "a«订单»b", "a订单b", " ^^^^"},
		{"full width", "ａ«b»", "ａb", "  ^"},
		{"hangul", "주문«b»", "주문b", "    ^"},
		{"emoji", "🚀«b»", "🚀b", "  ^"},
		{"combining", "e\u0301«b»", "e\u0301b", " ^"},
		{"umlaut", "ä«b»", "äb", " ^"},
		{"tabs", "\t«a»\tb", "    a   b", "    ^"},
		{"tab inside", "a«\t»b", "a   b", " ^^^"},
		{"escape", "\x1b[«a»", "␛[a", "  ^"},
		{"direction", "\u202e«a»", "<U+202E>a", strings.Repeat(" ", 8) + "^"},
		{"bad bytes", "\xff\xfe«a»", "��a", "  ^"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if shown, under := underline(tt.line); shown != tt.shown || under != tt.under {
				t.Errorf("\ngot  %q\n     %q\nwant %q\n     %q", shown, under, tt.shown, tt.under)
			}
		})
	}
}

// A long line is shown around its mark, and never more than a screen's width.
func TestLongLines(t *testing.T) {
	for _, tt := range []struct {
		name string
		line string
	}{
		{"start", "«retries»" + strings.Repeat("x", 500)},
		{"end", strings.Repeat("x", 500) + "«retries»"},
		{"far", strings.Repeat("x", 100000) + "«retries»" + strings.Repeat("y", 100000)},
		{"far and wide", strings.Repeat("订", 50000) + "«retries»" + strings.Repeat("单", 50000)},
		{"far and bad", strings.Repeat("\xe8", 50000) + "«retries»" + strings.Repeat("\x80", 50000)},
		{"long mark", "ab«retries" + strings.Repeat("x", 1000) + "»"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			shown, under := underline(tt.line)
			if n := columns(shown); n > maxColumns+2 {
				t.Errorf("%d columns", n)
			}
			if columns(under) > columns(shown) {
				t.Errorf("the mark ends at %d, the line at %d", columns(under), columns(shown))
			}
			from := strings.Index(under, "^")
			col := 0
			for _, g := range glyphs(shown) {
				if col == from && g.text != "r" {
					t.Errorf("the mark begins under %q:\n%s\n%s", g.text, shown, under)
				}
				col += g.cols
			}
		})
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{"a", "\x1b[2J", "\u202e", "订\t单", "\xff", "\u009b"} {
		f.Add(s, 1)
	}
	f.Fuzz(func(t *testing.T, s string, at int) {
		for _, r := range clean(s) {
			if r < ' ' || r >= 0x7f && r < 0xa0 {
				t.Errorf("%q: %U comes through", s, r)
			}
		}
		v := newView([]byte(s), at)
		if from, to := v.span(at, at+3); from < 0 || to <= from || to > columns(v.text)+1 {
			t.Errorf("%q: mark %d-%d of %d columns", s, from, to, columns(v.text))
		}
	})
}

func BenchmarkFormats(b *testing.B) {
	r := shop(b)
	for range 1000 {
		for _, f := range r.Findings[:4] {
			g := *f
			g.Severity = finding.Warning
			r.Findings = append(r.Findings, &g)
		}
	}
	finish(r)
	for _, f := range Formats {
		b.Run(f.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := f.Write(io.Discard, r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
