package lsp

import (
	"sort"
	"unicode/utf8"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// position is a place as the protocol has it: line and character from 0, the
// character counted in UTF-16 code units, or bytes where the client takes them.
type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// span is a half-open range of positions.
type span struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

// The encodings of a character offset.
const (
	utf8Encoding  = "utf-8"
	utf16Encoding = "utf-16"
)

// lines turns positions in a text into byte offsets and back.
type lines struct {
	text   []byte
	starts []int // of each line; "\n", "\r\n" and "\r" end one
	bytes  bool  // characters are bytes
}

func newLines(text []byte, encoding string) *lines {
	l := &lines{text: text, starts: []int{0}, bytes: encoding == utf8Encoding}
	for i, c := range text {
		if c == '\n' || c == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// offset returns the byte offset of a position. One behind the end of its line
// is moved to that end, and one inside a character to its start.
func (l *lines) offset(p position) int {
	if p.Line < 0 {
		return 0
	}
	if p.Line >= len(l.starts) {
		return len(l.text)
	}
	off, end := l.starts[p.Line], l.lineEnd(p.Line)
	if l.bytes {
		off = min(off+max(p.Character, 0), end)
		for off > l.starts[p.Line] && off < len(l.text) && !utf8.RuneStart(l.text[off]) {
			off--
		}
		return off
	}
	for units := 0; off < end; {
		r, n := utf8.DecodeRune(l.text[off:end])
		if units += utf16Units(r); units > p.Character {
			break
		}
		off += n
	}
	return off
}

// position returns the position of a byte offset; one outside the text is
// moved to its nearest end.
func (l *lines) position(off int) position {
	off = min(max(off, 0), len(l.text))
	line := sort.SearchInts(l.starts, off+1) - 1
	at := l.text[l.starts[line]:off]
	if l.bytes {
		return position{line, len(at)}
	}
	units := 0
	for len(at) > 0 {
		r, n := utf8.DecodeRune(at)
		units += utf16Units(r)
		at = at[n:]
	}
	return position{line, units}
}

// lineEnd is the offset of the line end that closes a line.
func (l *lines) lineEnd(line int) int {
	if line+1 == len(l.starts) {
		return len(l.text)
	}
	end := l.starts[line+1] - 1
	if l.text[end] == '\n' && end > l.starts[line] && l.text[end-1] == '\r' {
		end--
	}
	return end
}

func (l *lines) span(lo, hi int) span { return span{l.position(lo), l.position(hi)} }

func utf16Units(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}

// spanIn returns the range of a place in a text that begins with lead bytes
// more than the file's (a byte order mark that the editor kept).
func (l *lines) spanIn(s source.Span, lead int) span { return l.span(s.Lo+lead, s.Hi+lead) }

func before(a, b position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Character < b.Character
}

// touches reports whether two ranges have a place in common.
func (s span) touches(t span) bool { return !before(s.End, t.Start) && !before(t.End, s.Start) }
