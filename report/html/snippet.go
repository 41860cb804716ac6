package html

import (
	"unicode/utf8"

	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/report"
)

const (
	around   = 2   // lines shown before and behind a finding
	maxLines = 12  // of a marked place
	before   = 60  // bytes of a long line shown before a mark
	maxBytes = 240 // of a line
)

type snippetKey struct {
	at   source.Span
	wide bool
}

// snippet returns the index of the lines of a place; wide shows those around
// it too.
func (b *builder) snippet(at source.Span, wide bool) int {
	if !at.Valid() {
		return none
	}
	key := snippetKey{at, wide}
	i, ok := b.snippets[key]
	if !ok {
		i = len(b.doc.Snippets)
		b.snippets[key] = i
		b.doc.Snippets = append(b.doc.Snippets, newSnippet(at, wide))
	}
	return i
}

func newSnippet(at source.Span, wide bool) snippet {
	s := snippet{Place: place(at)}
	first := at.Start().Line
	last := min(at.End().Line, first+maxLines-1)
	if wide {
		first, last = max(first-around, 1), last+around
	}
	for n := first; n <= last; n++ {
		text := at.File.Line(n)
		if text == nil {
			break
		}
		start := at.File.LineStart(n)
		s.Lines = append(s.Lines, line{n, parts(text, at.Lo-start, at.Hi-start)})
	}
	return s
}

// parts cuts a line into what stands before a mark, the mark, and the rest;
// of a long line it takes a piece. One part means that nothing is marked.
func parts(text []byte, lo, hi int) []string {
	end := len(text)
	lo, hi = min(max(lo, 0), end), min(max(hi, 0), end)
	from, to := 0, end
	if end > maxBytes {
		from = boundary(text, max(lo-before, 0))
		to = boundary(text, min(from+maxBytes, end))
		lo, hi = min(max(lo, from), to), boundary(text, min(max(hi, from), to))
	}
	piece := func(x, y int) string { return report.Clean(string(text[x:y])) }
	head, tail := piece(from, lo), piece(hi, to)
	if from > 0 {
		head = "…" + head
	}
	if to < end {
		tail += "…"
	}
	if lo == hi {
		return []string{head + tail}
	}
	return []string{head, piece(lo, hi), tail}
}

// boundary moves an offset back to the start of a code point.
func boundary(text []byte, i int) int {
	for n := 0; n < utf8.UTFMax && i > 0 && i < len(text) && !utf8.RuneStart(text[i]); n++ {
		i--
	}
	return i
}
