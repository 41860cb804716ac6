package simulate

import (
	"bufio"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/fatih/color"

	"github.com/dubboaudit/dubboaudit/lang"
)

// TextOptions is how text is written.
type TextOptions struct {
	Color bool
	// ASCII draws the bars with ASCII characters only.
	ASCII bool
	Lang  lang.Language
}

// The size of the text picture.
const (
	barWidth  = 60 // columns
	minLeft   = 11 // columns of the names left of the bars
	mostShown = 40 // attempts of one column
)

// marks are the characters of the picture.
type marks struct{ wait, alone, row, line, ok, failed, full string }

var (
	unicodeMarks = marks{"█", "░", "◆", "─", "●", "✗", "│"}
	asciiMarks   = marks{"#", ".", "W", "-", "o", "x", "|"}
)

type textWriter struct {
	*bufio.Writer
	marks
	lang            lang.Language
	bold, good, bad func(string) string
}

// say is what a text says, safe to show.
func (t *textWriter) say(text lang.Text) string { return clean(text.In(t.lang)) }

// WriteText writes the columns for a terminal: a table that compares them, and
// a timeline of each.
func WriteText(w io.Writer, columns []Column, opt TextOptions) error {
	t := &textWriter{Writer: bufio.NewWriter(w), marks: unicodeMarks, lang: opt.Lang}
	if opt.ASCII {
		t.marks = asciiMarks
	}
	t.bold, t.good, t.bad = paint(opt.Color, color.Bold), paint(opt.Color, color.FgGreen), paint(opt.Color, color.FgRed)
	first := &columns[0].Scenario
	fmt.Fprintf(t, "%s\n%s\n\n", t.bold(t.say(first.title())), t.say(first.work()))
	if len(columns) > 1 {
		t.compare(columns)
	}
	for i := range columns {
		t.column(columns, i)
	}
	t.legend()
	t.estimates(columns)
	return t.Flush()
}

// legend says what the marks mean.
func (t *textWriter) legend() {
	for i, x := range []struct {
		mark string
		text lang.Text
	}{{t.wait, clientWaits}, {t.alone, providerWorks}, {t.row, lang.T("row written")}, {t.ok, lang.T("result")}, {t.failed, lang.T("error")}} {
		if i > 0 {
			fmt.Fprint(t, "   ")
		}
		fmt.Fprint(t, x.mark, " ", t.say(x.text))
	}
	fmt.Fprintln(t)
}

func paint(on bool, attrs ...color.Attribute) func(string) string {
	if !on {
		return func(s string) string { return s }
	}
	c := color.New(attrs...)
	c.EnableColor()
	return func(s string) string { return c.Sprint(s) }
}

// compare writes the table of all columns, one a line.
func (t *textWriter) compare(columns []Column) {
	wide := t.nameWidth(columns)
	sends, executions, stored := t.head(lang.T("SENDS"), 0), t.head(lang.T("EXECUTIONS"), 0), t.head(lang.T("STORED"), 0)
	fmt.Fprintf(t, "%s  %s  %s  %s  %s\n", lang.PadRight("", wide), sends.text, executions.text, stored.text, t.say(lang.T("THE CALLER SEES")))
	for _, c := range columns {
		o := c.Outcome
		sight, rows := t.good(t.say(o.sight())), stored.number(o.Stored)
		if o.Seen().Cause != "" {
			sight = t.bad(t.say(o.sight()))
		}
		if o.Duplicates > 0 {
			rows = t.bad(rows)
		}
		fmt.Fprintf(t, "%s  %s  %s  %s  %s\n", lang.PadRight(t.say(c.Name), wide), sends.number(o.Sends), executions.number(o.Executions), rows, sight)
	}
	fmt.Fprintln(t)
}

func (t *textWriter) nameWidth(columns []Column) int {
	wide := 0
	for _, c := range columns {
		wide = max(wide, lang.Columns(t.say(c.Name)))
	}
	return wide
}

// column writes one timeline, unless it is that of an earlier column.
func (t *textWriter) column(columns []Column, i int) {
	c := &columns[i]
	fmt.Fprintln(t, t.lang.Say("%s: %s", t.bold(t.say(c.Name)), t.say(c.Scenario.settings())))
	if !c.Note.IsZero() {
		fmt.Fprintln(t, t.say(lang.T("  (%s)", c.Note)))
	}
	for j := range i {
		if reflect.DeepEqual(columns[j].Outcome, c.Outcome) {
			fmt.Fprintf(t, "  %s\n\n", t.say(lang.T("the same as %q", columns[j].Name)))
			return
		}
	}
	t.timeline(c.Outcome, scale{longest(columns), barWidth})
}

// timeline writes a line for each attempt and for what the caller sees.
func (t *textWriter) timeline(o *Outcome, s scale) {
	attempts, intents := o.Attempts[:min(len(o.Attempts), mostShown)], o.Intents[:min(len(o.Intents), mostShown)]
	left := minLeft
	for _, a := range attempts {
		left = max(left, lang.Columns(t.say(a.name())))
	}
	for n := range intents {
		left = max(left, lang.Columns(t.say(caller(n, len(o.Intents)))))
	}
	fmt.Fprintf(t, "%s 0%*s\n", lang.PadLeft("", left), barWidth, millis(s.end)+" ms")
	for _, a := range attempts {
		fmt.Fprintf(t, "%s %s %s\n", lang.PadLeft(t.say(a.name()), left), t.bar(a, s), t.say(a.fate()))
	}
	if more := len(o.Attempts) - len(attempts); more > 0 {
		fmt.Fprintf(t, "  %s\n", t.say(lang.T("... and %d more", more)))
	}
	for n, in := range intents {
		fmt.Fprintf(t, "%s %s %s\n", lang.PadLeft(t.say(caller(n, len(o.Intents))), left), t.line(in, s), t.say(in.fate()))
	}
	fmt.Fprintf(t, "%s %s\n\n", lang.PadLeft("=", left), t.say(o.counts()))
}

// bar draws one attempt: the wait, the work behind it, and the write.
func (t *textWriter) bar(a *Attempt, s scale) string {
	cells := blank()
	wait := t.wait
	if a.Background {
		wait = t.alone
	}
	fill(cells, s.at(a.Start), s.at(a.End), wait)
	if a.Executed {
		fill(cells, max(s.at(a.End), s.at(a.Start)), s.at(a.ExecutionEnd), t.alone)
	}
	switch {
	case a.Stored:
		cells[s.at(a.WrittenAt)] = t.row
	case a.Start == a.End && a.Cause == "":
		cells[s.at(a.End)] = t.ok
	case a.Start == a.End:
		cells[s.at(a.End)] = t.failed
	}
	return strings.Join(cells, "")
}

// line draws the caller's wait for one intent.
func (t *textWriter) line(in Intent, s scale) string {
	cells := blank()
	fill(cells, s.at(in.Start), s.at(in.End), t.marks.line)
	cells[s.at(in.End)] = t.ok
	if in.Cause != "" {
		cells[s.at(in.End)] = t.failed
	}
	return strings.Join(cells, "")
}

// blank is an empty row; its last cell is for marks at the very end.
func blank() []string {
	cells := make([]string, barWidth+1)
	fill(cells, 0, len(cells), " ")
	return cells
}

func fill(cells []string, from, to int, with string) {
	for i := from; i < to; i++ {
		cells[i] = with
	}
}
