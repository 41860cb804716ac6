package html

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/report"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// maxDiff bounds the bytes of a diff: a file may have one line.
const maxDiff = 8000

// fix returns the index of a fix. Findings of several methods of a reference
// have the same one.
func (b *builder) fix(f finding.Fix) int {
	key := fmt.Sprint(f.Title)
	for _, e := range f.Edits {
		key += fmt.Sprintf("\x00%p %d %d %s", e.At.File, e.At.Lo, e.At.Hi, e.NewText)
	}
	i, ok := b.fixes[key]
	if !ok {
		i = len(b.doc.Fixes)
		b.fixes[key] = i
		b.doc.Fixes = append(b.doc.Fixes, change{b.say(f.Title), f.Safe, diff(f.Edits)})
	}
	return i
}

// diff writes edits as a unified diff, for reading: nothing in it steers the
// reader's screen. "" means that it cannot be shown.
func diff(list []finding.Edit) string {
	edits := slices.DeleteFunc(slices.Clone(list), func(e finding.Edit) bool { return !e.At.Valid() })
	slices.SortStableFunc(edits, func(a, b finding.Edit) int { return a.At.Compare(b.At) })
	var b strings.Builder
	var file *source.File
	for len(edits) > 0 {
		if f := edits[0].At.File; f != file {
			file = f
			fmt.Fprintf(&b, "--- a/%s\n+++ b/%s\n", report.Clean(f.Path), report.Clean(f.Path))
		}
		last, n := edits[0].At.End().Line, 1
		for n < len(edits) && edits[n].At.File == file && edits[n].At.Start().Line <= last+1 {
			last = max(last, edits[n].At.End().Line)
			n++
		}
		if !hunk(&b, edits[:n], last) || b.Len() > maxDiff {
			return ""
		}
		edits = edits[n:]
	}
	return b.String()
}

// hunk writes the lines that edits of one file touch, the last one given, with
// the lines around them. It reports whether the edits can be made.
func hunk(b *strings.Builder, edits []finding.Edit, last int) bool {
	file, first := edits[0].At.File, edits[0].At.Start().Line
	at, end := file.LineStart(first), file.LineStart(last)+len(file.Line(last))
	old := string(file.Text[at:end])
	var text strings.Builder
	for _, e := range edits {
		if e.At.Lo < at || len(old)+text.Len() > maxDiff {
			return false
		}
		text.Write(file.Text[at:e.At.Lo])
		text.WriteString(e.NewText)
		at = e.At.Hi
	}
	text.Write(file.Text[at:max(at, end)])
	minus, plus := strings.Split(old, "\n"), strings.Split(text.String(), "\n")
	for len(minus) > 0 && len(plus) > 0 && minus[0] == plus[0] {
		minus, plus, first = minus[1:], plus[1:], first+1
	}
	for len(minus) > 0 && len(plus) > 0 && minus[len(minus)-1] == plus[len(plus)-1] {
		minus, plus, last = minus[:len(minus)-1], plus[:len(plus)-1], last-1
	}
	head, tail := linesOf(file, first-around, first-1), linesOf(file, last+1, last+around)
	same := len(head) + len(tail)
	fmt.Fprintf(b, "@@ -%d,%d +%d,%d @@\n", first-len(head), same+len(minus), first-len(head), same+len(plus))
	write(b, " ", head)
	write(b, "-", minus)
	write(b, "+", plus)
	write(b, " ", tail)
	return true
}

// linesOf returns lines of a file, as far as they are there.
func linesOf(file *source.File, from, to int) []string {
	var list []string
	for n := max(from, 1); n <= to; n++ {
		if text := file.Line(n); text != nil {
			list = append(list, string(text))
		}
	}
	return list
}

func write(b *strings.Builder, sign string, lines []string) {
	for _, text := range lines {
		b.WriteString(sign + report.Clean(strings.TrimSuffix(text, "\r")) + "\n")
	}
}
