package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// Suggestions longer than this are left out: a file may have one line.
const (
	maxSuggestion      = 4000 // bytes
	maxSuggestionLines = 40
)

// suggestion replaces whole lines of a file, as reviews on GitHub and GitLab
// take it.
type suggestion struct {
	file        *source.File
	first, last int // lines, from 1
	text        string
}

func (s suggestion) place() string {
	if s.first == s.last {
		return fmt.Sprintf("%s:%d", s.file.Path, s.first)
	}
	return fmt.Sprintf("%s:%d-%d", s.file.Path, s.first, s.last)
}

// block is the suggestion as Markdown.
func (s suggestion) block() string {
	return codeBlock("suggestion", strings.ReplaceAll(s.text, "\r\n", "\n"))
}

// plainText reports whether all that the lines hold is seen, so that nobody
// takes over what they cannot see.
func (s suggestion) plainText() bool {
	for line := range strings.SplitSeq(s.text, "\n") {
		for part := range strings.SplitSeq(strings.TrimSuffix(line, "\r"), "\t") {
			if clean(part) != part {
				return false
			}
		}
	}
	return true
}

// suggest turns the edits of a fix into suggestions, one for each run of lines
// that they touch; nil where edits overlap, or a suggestion grows too long or
// holds characters that are not seen.
func suggest(fix finding.Fix) []suggestion {
	edits := slices.Clone(fix.Edits)
	edits = slices.DeleteFunc(edits, func(e finding.Edit) bool { return !e.At.Valid() })
	slices.SortStableFunc(edits, func(a, b finding.Edit) int { return a.At.Compare(b.At) })
	var list []suggestion
	for len(edits) > 0 {
		file, last := edits[0].At.File, edits[0].At.End().Line
		n := 1
		for n < len(edits) && edits[n].At.File == file && edits[n].At.Start().Line <= last {
			last = max(last, edits[n].At.End().Line)
			n++
		}
		s, ok := apply(file, edits[:n], last)
		if !ok {
			return nil
		}
		list = append(list, s)
		edits = edits[n:]
	}
	return list
}

// apply applies edits, sorted, to the lines that they touch.
func apply(file *source.File, edits []finding.Edit, last int) (suggestion, bool) {
	s := suggestion{file: file, first: edits[0].At.Start().Line, last: last}
	at := file.LineStart(s.first)
	end := file.LineStart(last) + len(file.Line(last))
	if s.last-s.first >= maxSuggestionLines || end-at > maxSuggestion {
		return s, false
	}
	var b strings.Builder
	for _, e := range edits {
		if e.At.Lo < at {
			return s, false
		}
		b.Write(file.Text[at:e.At.Lo])
		b.WriteString(e.NewText)
		at = e.At.Hi
	}
	b.Write(file.Text[at:max(at, end)])
	s.text = b.String()
	return s, len(s.text) <= maxSuggestion && s.plainText()
}
