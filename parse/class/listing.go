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
type listing struct{ pieces []piece }

type piece struct {
	line int // 0 when not known
	text string
	at   []*source.Span
}

// add notes a piece and the places that will be set to it.
func (l *listing) add(line int, text string, at ...*source.Span) {
	l.pieces = append(l.pieces, piece{line, text, at})
}

// write makes the text of the file and sets all places.
func (l *listing) write(f *source.File) {
	numbered := slices.ContainsFunc(l.pieces, func(p piece) bool { return p.line > 0 })
	for i := range l.pieces {
		p := &l.pieces[i]
		p.text = strings.Map(func(c rune) rune {
			if c < ' ' {
				return ' '
			}
			return c
		}, p.text)
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
		for _, at := range p.at {
			*at = source.Span{File: f, Lo: lo, Hi: len(text)}
		}
	}
	f.Text = text
	l.pieces = nil
}
