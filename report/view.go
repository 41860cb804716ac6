package report

import (
	"strings"
	"unicode/utf8"
)

const (
	maxColumns = 160 // of a source line in a snippet
	leadIn     = 40  // columns shown before a mark in a longer line
	// scanned is how many bytes of a long line are looked at before and
	// behind a mark: no more can come into view.
	scanned = 4 * maxColumns
)

// view is a source line as shown: all of it, or a window around a mark.
type view struct {
	text   string
	glyphs []glyph // those in the window, with offsets in the whole line
	lead   int     // columns of the ellipsis before them
}

// newView shows the line around the byte offset first.
func newView(line []byte, first int) *view {
	lo, hi := 0, len(line)
	if len(line) > 2*scanned {
		lo = boundary(line, max(0, first-scanned))
		hi = boundary(line, min(len(line), max(first, 0)+2*scanned))
	}
	all := glyphs(string(line[lo:hi]))
	for i := range all {
		all[i].off += lo
	}
	from, to := window(all, first)
	v := &view{glyphs: all[from:to]}
	var b strings.Builder
	if lo > 0 || from > 0 {
		b.WriteString("…")
		v.lead = 1
	}
	for _, g := range v.glyphs {
		b.WriteString(g.text)
	}
	if hi < len(line) || to < len(all) {
		b.WriteString("…")
	}
	v.text = b.String()
	return v
}

// boundary moves a byte offset back to the start of a code point.
func boundary[S string | []byte](s S, i int) int {
	for n := 0; n < utf8.UTFMax && i > 0 && i < len(s) && !utf8.RuneStart(s[i]); n++ {
		i--
	}
	return i
}

// window picks the glyphs that fit, from a little before the offset first.
func window(all []glyph, first int) (from, to int) {
	total := 0
	for _, g := range all {
		total += g.cols
	}
	if total <= maxColumns {
		return 0, len(all)
	}
	mark := len(all)
	for i, g := range all {
		if g.off >= first {
			mark = i
			break
		}
	}
	from = mark
	for cols := 0; from > 0 && cols+all[from-1].cols <= leadIn; from-- {
		cols += all[from-1].cols
	}
	to = from
	for cols := 0; to < len(all) && cols+all[to].cols <= maxColumns; to++ {
		cols += all[to].cols
	}
	return from, to
}

// span returns the columns that a byte range of the line takes: at least one,
// and none behind the window.
func (v *view) span(lo, hi int) (from, to int) {
	from, to = -1, v.lead
	for _, g := range v.glyphs {
		if g.off >= hi && from >= 0 {
			break
		}
		if from < 0 && g.off >= lo {
			from = to
			if g.off >= hi {
				break
			}
		}
		to += g.cols
	}
	if from < 0 {
		from = to
	}
	return from, max(to, from+1)
}
