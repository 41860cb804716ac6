package class

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// listing is the text of a unit: one piece for each declaration and call, at
// the line that the compiler recorded. Without any line numbers, each piece
// has a line of its own; among others, one without number stands in the first
// line.
type listing struct {
	pieces []piece
	shown  int // the bytes of values in it
}

// piece is a text with the places that will be set to parts of it.
type piece struct {
	line  int // 0 when not known
	text  []byte
	marks []mark
}

type mark struct {
	at     *source.Span
	lo, hi int
}

// write adds a text on one line.
func (p *piece) write(text string) {
	p.text = append(p.text, strings.Map(func(c rune) rune {
		if c < ' ' {
			return ' '
		}
		return c
	}, text)...)
}

// mark adds a text and lets a place be set to it.
func (p *piece) mark(at *source.Span, text string) {
	lo := len(p.text)
	p.write(text)
	p.markFrom(at, lo)
}

// markFrom lets a place be set to the text from an offset on.
func (p *piece) markFrom(at *source.Span, lo int) {
	p.marks = append(p.marks, mark{at, lo, len(p.text)})
}

// add notes a piece and the places that will be set to all of it.
func (l *listing) add(line int, text string, at ...*source.Span) {
	p := piece{line: line}
	p.write(text)
	for _, at := range at {
		p.markFrom(at, 0)
	}
	l.pieces = append(l.pieces, p)
}

// write makes the text of the file and sets all places.
func (l *listing) write(f *source.File) {
	numbered := slices.ContainsFunc(l.pieces, func(p piece) bool { return p.line > 0 })
	for i := range l.pieces {
		p := &l.pieces[i]
		switch {
		case !numbered:
			p.line = i + 1
		case p.line == 0:
			p.line = 1
		}
	}
	slices.SortStableFunc(l.pieces, func(a, b piece) int { return a.line - b.line })
	var text []byte
	line := 1
	for i, p := range l.pieces {
		switch {
		case p.line > line:
			for ; line < p.line; line++ {
				text = append(text, '\n')
			}
		case i > 0:
			text = append(text, "; "...)
		}
		lo := len(text)
		text = append(text, p.text...)
		for _, m := range p.marks {
			*m.at = source.Span{File: f, Lo: lo + m.lo, Hi: lo + m.hi}
		}
	}
	f.Text = text
	l.pieces = nil
}
