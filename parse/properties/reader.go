package properties

import "strings"

type lineKind int

const (
	endOfFile lineKind = iota
	comment
	property
)

// line is a logical line: natural lines joined where they end in an odd
// number of backslashes, without the blanks before them.
type line struct {
	text string
	// lo is the offset of text[0] in the file; where the line is joined,
	// parts tells the offsets of its parts.
	lo    int
	parts []part
}

// part is a piece of a joined line: text[at:] lies at offset off.
type part struct{ at, off int }

// offset returns the place in the file of text[i].
func (l *line) offset(i int) int {
	if l.parts == nil {
		return l.lo + i
	}
	n := len(l.parts) - 1
	for n > 0 && l.parts[n].at > i {
		n--
	}
	return l.parts[n].off + i - l.parts[n].at
}

// end returns the place behind text[i-1], which may be on an earlier natural
// line than text[i].
func (l *line) end(i int) int {
	if i == 0 {
		return l.offset(0)
	}
	return l.offset(i-1) + 1
}

// reader divides a text into logical lines, as java.util.Properties's
// LineReader (JDK 17) does.
type reader struct {
	text string
	pos  int
	lf   int // the first line feed at or after some earlier pos, or the end
}

// next returns the next logical line that is not blank. A comment is never
// joined; its text begins with the comment character and lo tells its place.
func (r *reader) next() (line, lineKind) {
	var l line
	var joined strings.Builder
	for r.pos < len(r.text) {
		start := r.skipBlanks()
		if joined.Len() == 0 {
			l.lo = start
			l.parts = l.parts[:0]
			if start == len(r.text) {
				break
			}
			if c := r.text[start]; c == '#' || c == '!' {
				end := r.lineEnd(start)
				r.skipEOL(end)
				return line{text: r.text[start:end], lo: start}, comment
			}
		}
		end := r.lineEnd(start)
		r.skipEOL(end)
		content := r.text[start:end]
		continued := trailingBackslashes(content)%2 == 1
		if continued {
			content = content[:len(content)-1]
		}
		// Java looks for the end of the file before it looks for the \n of \r\n.
		if !continued || end+1 >= len(r.text) {
			if joined.Len() > 0 {
				return l.joined(&joined, content, start), property
			}
			if continued || content != "" {
				return line{text: content, lo: start}, property
			}
			continue // a blank line
		}
		l.parts = append(l.parts, part{joined.Len(), start})
		joined.WriteString(content)
	}
	if joined.Len() > 0 {
		l.text = joined.String()
		return l, property
	}
	return line{}, endOfFile
}

func (l line) joined(b *strings.Builder, content string, start int) line {
	l.parts = append(l.parts, part{b.Len(), start})
	b.WriteString(content)
	l.text = b.String()
	return l
}

func (r *reader) skipBlanks() int {
	for r.pos < len(r.text) && isBlank(r.text[r.pos]) {
		r.pos++
	}
	return r.pos
}

// lineEnd returns the offset of the line end at or after from.
func (r *reader) lineEnd(from int) int {
	if r.lf < from {
		r.lf = len(r.text)
		if i := strings.IndexByte(r.text[from:], '\n'); i >= 0 {
			r.lf = from + i
		}
	}
	if i := strings.IndexByte(r.text[from:r.lf], '\r'); i >= 0 {
		return from + i
	}
	return r.lf
}

// skipEOL moves behind the line end at i.
func (r *reader) skipEOL(i int) {
	if strings.HasPrefix(r.text[i:], "\r\n") {
		i++
	}
	r.pos = min(i+1, len(r.text))
}

func trailingBackslashes(s string) int {
	n := 0
	for n < len(s) && s[len(s)-1-n] == '\\' {
		n++
	}
	return n
}

// isBlank reports what Java skips around keys: blank, tab, form feed.
func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\f' }
