package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dubboaudit/dubboaudit/lang"
)

// tabStop is the distance of tab stops in snippets.
const tabStop = 4

// glyph is one code point of a text as shown: printable, of a known width in
// terminal columns. Off is its byte offset in the text.
type glyph struct {
	text string
	cols int
	off  int
}

// glyphs turns text of audited files into what is safe to show. Control
// characters become their pictures (ESC is ␛), other characters that move the
// cursor, change the direction of text or are not seen become <U+202E>: a
// hostile file must not steer the reader's terminal.
func glyphs(s string) []glyph {
	list := make([]glyph, 0, len(s))
	col := 0
	for off := 0; off < len(s); {
		r, n := utf8.DecodeRuneInString(s[off:])
		g := glyph{off: off}
		switch {
		case r == '\t':
			g.cols = tabStop - col%tabStop
			g.text = strings.Repeat(" ", g.cols)
		default:
			g.text, g.cols = shown(r)
		}
		col += g.cols
		off += n
		list = append(list, g)
	}
	return list
}

func shown(r rune) (string, int) {
	switch {
	case r >= ' ' && r < 0x7f:
		return string(r), 1
	case r < ' ':
		return string(rune(0x2400 + r)), 1
	case r == 0x7f:
		return "␡", 1
	case r == utf8.RuneError:
		return "�", 1
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs) || !assigned(r):
		s := fmt.Sprintf("<U+%04X>", r)
		return s, len(s)
	case unicode.In(r, unicode.Mn, unicode.Me):
		return string(r), 0
	}
	if lang.Wide(r) {
		return string(r), 2
	}
	return string(r), 1
}

func assigned(r rune) bool { return unicode.IsGraphic(r) || unicode.IsSpace(r) }

// clean makes a text from outside safe to show on one line.
func clean(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	for _, g := range glyphs(s) {
		b.WriteString(g.text)
	}
	return b.String()
}

// Clean makes a text from outside safe to show on one line: what moves the
// cursor, changes the direction of text or is not seen is written out.
func Clean(s string) string { return clean(s) }

// plain reports whether a text is printable ASCII.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// columns is the width of a text in terminal columns.
func columns(s string) int {
	n := 0
	for _, g := range glyphs(s) {
		n += g.cols
	}
	return n
}

// pad fills a text with spaces up to a width in columns.
func pad(s string, cols int) string {
	return s + strings.Repeat(" ", max(cols-columns(s), 0))
}
