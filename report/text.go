package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
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
		fmt.Fprintf(t.w, "%s\n\n", t.paint.bold(app.title(r.Options.Lang)))
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
		fmt.Fprintf(t.w, "%s: %s[%s]: %s\n", place(f.At), t.paint.severity[f.Severity](t.in(f.Severity.Text())),
			f.Rule.ID, clean(t.in(f.Message)))
	}
	for i := range t.report.Problems {
		fmt.Fprintf(t.w, "%s\n", problemLine(&t.report.Problems[i], t.report.Options.Lang))
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
	head := fmt.Sprintf("%s[%s]", t.in(f.Severity.Text()), f.Rule.ID)
	if f.Confidence == finding.Low {
		head = t.say("%s (low confidence)", head)
	}
	fmt.Fprintf(t.w, "%s: %s\n", t.paint.severity[f.Severity](head), t.paint.bold(clean(t.in(f.Message))))
	s := &snippet{w: t.w, paint: t.paint, caret: t.paint.severity[f.Severity]}
	marks, notes := places(f, t.report.Options.Lang)
	if len(marks) > 0 {
		s.write(marks)
		s.gutter("", "")
	}
	for _, n := range append(notes, b.lines()...) {
		fmt.Fprintf(t.w, "%s %s\n", strings.Repeat(" ", s.wide+1)+t.paint.gutter("="), clean(t.in(n)))
	}
	t.w.WriteByte('\n')
}

// places sorts a finding's places into those shown with source and those only
// told.
func places(f *finding.Finding, l lang.Language) (marks []mark, notes []lang.Text) {
	if f.At.Valid() {
		marks = append(marks, mark{f.At, "", true})
	}
	left := 0
	for _, r := range f.Related {
		switch {
		case !r.At.Valid() || r.At == f.At:
			notes = append(notes, lang.T("note: %s", told(r)))
		case len(marks) > maxMarks:
			left++
		default:
			marks = append(marks, mark{r.At, told(r).In(l), false})
		}
	}
	if left > 0 {
		notes = append(notes, lang.T("note: and %d more places", left))
	}
	return marks, notes
}

// told is what a second place says, with the rule that met there.
func told(r finding.Related) lang.Text {
	if r.Rule == "" {
		return r.Message
	}
	return lang.T("%s: %s", r.Rule, r.Message)
}

func (t *textWriter) problems() {
	if len(t.report.Problems) == 0 {
		return
	}
	head := notUnderstood(len(t.report.Problems))
	if t.report.Incomplete() {
		head = head.Then(lang.T("; the audit is incomplete"))
	} else {
		head = head.Then(lang.T("; nothing of Dubbo was lost"))
	}
	fmt.Fprintf(t.w, "%s\n\n", t.paint.bold(t.in(head)))
	for i := range t.report.Problems {
		fmt.Fprintf(t.w, "  %s\n", problemLine(&t.report.Problems[i], t.report.Options.Lang))
	}
	t.w.WriteByte('\n')
}

func problemLine(p *source.Problem, l lang.Language) string {
	where := place(p.At)
	if !p.At.Valid() && p.Path != "" {
		where = clean(p.Path)
	}
	return fmt.Sprintf("%s: %s: %s", where, p.Kind, withMinor(p, clean(problemText(p, l))).In(l))
}

// problemText is what a problem says.
func problemText(p *source.Problem, l lang.Language) string { return p.Msg.In(l) }

// withMinor adds to what is shown of a problem that nothing was lost.
func withMinor(p *source.Problem, shown string) lang.Text {
	if p.Minor {
		return lang.T("%s (nothing of Dubbo lost)", shown)
	}
	return lang.Verbatim(shown)
}

// summary writes the last line: what was found, in how much, and what is
// left open.
func (t *textWriter) summary() {
	s := &t.report.Summary
	found := s.tally(func(n int, severity finding.Severity) lang.Text {
		return lang.Verbatim(t.paint.severity[severity](t.in(severity.Times(n))))
	})
	fmt.Fprintln(t.w, t.say("%s in %s: %s", found, files(s.Files), counts(s)))
}

// in says a text in the reader's language.
func (t *textWriter) in(x lang.Text) string { return x.In(t.report.Options.Lang) }

// say says a phrase in the reader's language.
func (t *textWriter) say(format string, args ...any) string { return t.report.say(format, args...) }
