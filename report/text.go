package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

const (
	maxMarks = 8  // secondary places shown with source
	maxNames = 12 // methods listed in one block
)

// textWriter writes the text report.
type textWriter struct {
	w      *bufio.Writer
	report *Report
	paint  *paint
}

func writeText(w io.Writer, r *Report) error {
	t := &textWriter{bufio.NewWriter(w), r, newPaint(r.Options.Color)}
	if r.Options.Quiet {
		t.quiet()
		return t.w.Flush()
	}
	for _, app := range byApplication(r.withoutFlips()) {
		fmt.Fprintf(t.w, "%s\n\n", t.paint.bold(app.title()))
		for _, b := range app.blocks {
			t.block(b)
		}
	}
	t.upgrade()
	t.problems()
	t.summary()
	return t.w.Flush()
}

// quiet writes one line for each finding and problem, and nothing when there
// is neither.
func (t *textWriter) quiet() {
	for _, f := range t.report.shown() {
		fmt.Fprintf(t.w, "%s: %s[%s]: %s\n", place(f.At), t.paint.severity[f.Severity](f.Severity.String()),
			f.Rule.ID, clean(f.Message))
	}
	for i := range t.report.Problems {
		fmt.Fprintf(t.w, "%s\n", problemLine(&t.report.Problems[i]))
	}
}

// place writes "path:line:column", or "-" for none.
func place(s source.Span) string {
	if !s.Valid() {
		return "-"
	}
	p := s.Start()
	return fmt.Sprintf("%s:%d:%d", clean(s.File.Path), p.Line, p.Column)
}

// block writes findings that share rule and place.
func (t *textWriter) block(b *block) {
	f := b.first()
	head := fmt.Sprintf("%s[%s]", f.Severity, f.Rule.ID)
	if f.Confidence == finding.Low {
		head += " (low confidence)"
	}
	fmt.Fprintf(t.w, "%s: %s\n", t.paint.severity[f.Severity](head), t.paint.bold(clean(f.Message)))
	s := &snippet{w: t.w, paint: t.paint, caret: t.paint.severity[f.Severity]}
	marks, notes := places(f)
	if len(marks) > 0 {
		s.write(marks)
		s.gutter("", "")
	}
	for _, n := range append(notes, b.notes()...) {
		fmt.Fprintf(t.w, "%s %s\n", strings.Repeat(" ", s.wide+1)+t.paint.gutter("="), clean(n))
	}
	t.w.WriteByte('\n')
}

// places sorts a finding's places into those shown with source and those only
// told.
func places(f *finding.Finding) (marks []mark, notes []string) {
	if f.At.Valid() {
		marks = append(marks, mark{f.At, "", true})
	}
	left := 0
	for _, r := range f.Related {
		text := r.Message
		if r.Rule != "" {
			text = r.Rule + ": " + text
		}
		switch {
		case !r.At.Valid() || r.At == f.At:
			notes = append(notes, "note: "+text)
		case len(marks) > maxMarks:
			left++
		default:
			marks = append(marks, mark{r.At, text, false})
		}
	}
	if left > 0 {
		notes = append(notes, fmt.Sprintf("note: and %d more places", left))
	}
	return marks, notes
}

func (t *textWriter) problems() {
	if len(t.report.Problems) == 0 {
		return
	}
	end := "; nothing of Dubbo was lost"
	if t.report.Incomplete() {
		end = "; the audit is incomplete"
	}
	fmt.Fprintf(t.w, "%s\n\n", t.paint.bold(plural(len(t.report.Problems), "input")+" not understood"+end))
	for i := range t.report.Problems {
		fmt.Fprintf(t.w, "  %s\n", problemLine(&t.report.Problems[i]))
	}
	t.w.WriteByte('\n')
}

func problemLine(p *source.Problem) string {
	where := place(p.At)
	if !p.At.Valid() && p.Path != "" {
		where = clean(p.Path)
	}
	minor := ""
	if p.Minor {
		minor = " (nothing of Dubbo lost)"
	}
	return fmt.Sprintf("%s: %s: %s%s", where, p.Kind, clean(p.Msg.String()), minor)
}

// summary writes the last line: what was found, in how much, and what is
// left open.
func (t *textWriter) summary() {
	s := &t.report.Summary
	var found []string
	for _, n := range []struct {
		n        int
		severity finding.Severity
	}{{s.Error, finding.Error}, {s.Warning, finding.Warning}, {s.Note, finding.Note}} {
		if n.n > 0 {
			found = append(found, t.paint.severity[n.severity](plural(n.n, n.severity.String())))
		}
	}
	text := strings.Join(found, ", ")
	if text == "" {
		text = "no findings"
	}
	fmt.Fprintf(t.w, "%s in %s: %s\n", text, plural(s.Files, "file"), counts(s))
}

// counts says what was found in the files, and what of it is left open.
func counts(s *Summary) string {
	text := fmt.Sprintf("%s, %s, %s, %s", plural(s.Applications, "application"),
		plural(s.References, "reference"), plural(s.Methods, "method"), plural(s.Services, "service"))
	for _, more := range []struct {
		n    int
		text string
	}{
		{s.Undecided, plural(s.Undecided, "value") + " could not be decided"},
		{s.Suppressed, fmt.Sprintf("%d suppressed", s.Suppressed)},
		{s.Baselined, fmt.Sprintf("%d in the baseline", s.Baselined)},
		{s.Older, fmt.Sprintf("%d not new", s.Older)},
		{s.Problems, plural(s.Problems, "input") + " not understood"},
	} {
		if more.n > 0 {
			text += "; " + more.text
		}
	}
	return text
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
