package report

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// mark is a place to be shown in a snippet.
type mark struct {
	at      source.Span
	label   string
	primary bool
}

// snippet writes marked places with their source lines, file by file, the
// primary place's file first.
type snippet struct {
	w     *bufio.Writer
	paint *paint
	caret func(string) string // colour of the primary mark
	wide  int                 // of the line numbers
}

func (s *snippet) write(marks []mark) {
	for i := range marks {
		s.wide = max(s.wide, len(strconv.Itoa(marks[i].at.Start().Line)))
	}
	for len(marks) > 0 {
		file := marks[0].at.File
		var here, rest []mark
		for _, m := range marks {
			if m.at.File == file {
				here = append(here, m)
			} else {
				rest = append(rest, m)
			}
		}
		s.file(here)
		marks = rest
	}
}

// file writes the marks of one file, in the order of lines.
func (s *snippet) file(marks []mark) {
	start := marks[0].at.Start()
	arrow := ":::"
	if marks[0].primary {
		arrow = "-->"
	}
	fmt.Fprintf(s.w, "%s%s %s:%d:%d\n", strings.Repeat(" ", s.wide+1), s.paint.gutter(arrow),
		clean(marks[0].at.File.Path), start.Line, start.Column)
	s.gutter("", "")
	slices.SortStableFunc(marks, func(a, b mark) int { return a.at.Start().Line - b.at.Start().Line })
	last := 0
	for i := 0; i < len(marks); {
		line := marks[i].at.Start().Line
		j := i
		for j < len(marks) && marks[j].at.Start().Line == line {
			j++
		}
		if last > 0 && line > last+1 {
			s.gutter("..", "")
		}
		s.line(line, marks[i:j])
		last, i = line, j
	}
}

// gutter writes the margin and a text; num is "" where no source line stands.
func (s *snippet) gutter(num, text string) {
	fmt.Fprintf(s.w, "%s", s.paint.gutter(fmt.Sprintf("%*s |", s.wide, num)))
	if text != "" {
		s.w.WriteByte(' ')
		s.w.WriteString(text)
	}
	s.w.WriteByte('\n')
}

// line writes a source line and a row under it for each mark.
func (s *snippet) line(n int, marks []mark) {
	file := marks[0].at.File
	text, start := file.Line(n), file.LineStart(n)
	first := marks[0].at.Lo - start
	for _, m := range marks {
		first = min(first, m.at.Lo-start)
	}
	v := newView(text, first)
	s.gutter(strconv.Itoa(n), v.text)
	for _, m := range marks {
		from, to := v.span(m.at.Lo-start, m.at.Hi-start)
		under := strings.Repeat("-", to-from)
		colour := s.paint.label
		if m.primary {
			under = "^" + strings.Repeat("~", to-from-1)
			colour = s.caret
		}
		if m.label != "" {
			under += " " + clean(m.label)
		}
		s.gutter("", strings.Repeat(" ", from)+colour(under))
	}
}
