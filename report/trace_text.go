package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
	"github.com/dubboaudit/dubboaudit/trace"
)

// traceColumns is the width of messages in text.
const traceColumns = 96

// traceWriter writes traces as trees for a terminal.
type traceWriter struct {
	w      *bufio.Writer
	paint  *paint
	lang   lang.Language
	status map[trace.Status]func(string) string
}

func writeTraceText(w io.Writer, r *Report) error {
	traces, err := r.traced()
	if err != nil {
		return err
	}
	p := newPaint(r.Options.Color)
	t := &traceWriter{bufio.NewWriter(w), p, r.Options.Lang, map[trace.Status]func(string) string{
		trace.OK: p.severity[finding.Note], trace.Broken: p.severity[finding.Error],
		trace.Missing: p.severity[finding.Error], trace.Unknown: p.severity[finding.Warning]}}
	for _, one := range traces {
		t.trace(one)
	}
	(&textWriter{t.w, r, p}).problems()
	return t.w.Flush()
}

func (t *traceWriter) trace(x *trace.Trace) {
	fmt.Fprintf(t.w, "%s\n", t.paint.bold(clean(x.Subject)))
	for i, p := range x.Places {
		branch, stem := "├─ ", "│  "
		if i == len(x.Places)-1 {
			branch, stem = "└─ ", "   "
		}
		fmt.Fprintln(t.w, "│")
		name, status := t.paint.bold(p.Name.Text().In(t.lang)), t.status[p.Status](p.Status.Text().In(t.lang))
		fmt.Fprintf(t.w, "%s%s\n", branch, t.lang.Say("%d %s: %s", p.Number, name, status))
		for _, line := range wrap(p.Message.In(t.lang), traceColumns) {
			fmt.Fprintf(t.w, "%s  %s\n", stem, line)
		}
		for j, l := range p.Locations {
			t.location(stem+"  ", l, j == len(p.Locations)-1)
		}
	}
	t.w.WriteByte('\n')
}

// location writes a place, what is there, and its source line.
func (t *traceWriter) location(stem string, l trace.Location, last bool) {
	branch, below := "├─ ", "│  "
	if last {
		branch, below = "└─ ", "   "
	}
	if !l.At.Valid() {
		fmt.Fprintf(t.w, "%s%s%s\n", stem, branch, clean(l.Message.In(t.lang)))
		return
	}
	fmt.Fprintf(t.w, "%s%s%s  %s\n", stem, branch, place(l.At), clean(l.Message.In(t.lang)))
	line := l.At.Start().Line
	v := newView(l.At.File.Line(line), l.At.Lo-l.At.File.LineStart(line))
	if text := strings.TrimSpace(v.text); text != "" {
		fmt.Fprintf(t.w, "%s%s%s %s\n", stem, below, t.paint.gutter(fmt.Sprintf("%4d |", line)), text)
	}
}
