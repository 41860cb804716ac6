package simulate

import (
	"bufio"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/fatih/color"
)

// TextOptions is how text is written.
type TextOptions struct {
	Color bool
	// ASCII draws the bars with ASCII characters only.
	ASCII bool
}

// The size of the text picture.
const (
	barWidth  = 60 // columns
	mostShown = 40 // attempts of one column
)

// marks are the characters of the picture.
type marks struct {
	wait, alone, row, line, ok, failed, demand, full string
	legend                                           string
}

var (
	unicodeMarks = marks{"█", "░", "◆", "─", "●", "✗", "█", "│",
		"█ the client waits   ░ the provider works, nobody waits   ◆ row written   ● result   ✗ error"}
	asciiMarks = marks{"#", ".", "W", "-", "o", "x", "#", "|",
		"# the client waits   . the provider works, nobody waits   W row written   o result   x error"}
)

type textWriter struct {
	*bufio.Writer
	marks
	bold, good, bad func(string) string
}

// WriteText writes the columns for a terminal: a table that compares them, and
// a timeline of each.
func WriteText(w io.Writer, columns []Column, opt TextOptions) error {
	t := &textWriter{Writer: bufio.NewWriter(w), marks: unicodeMarks}
	if opt.ASCII {
		t.marks = asciiMarks
	}
	t.bold, t.good, t.bad = paint(opt.Color, color.Bold), paint(opt.Color, color.FgGreen), paint(opt.Color, color.FgRed)
	first := &columns[0].Scenario
	fmt.Fprintf(t, "%s\n%s\n\n", t.bold(first.title()), first.work())
	if len(columns) > 1 {
		t.compare(columns)
	}
	for i := range columns {
		t.column(columns, i)
	}
	fmt.Fprintln(t, t.legend)
	t.estimates(columns)
	return t.Flush()
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
	wide := nameWidth(columns)
	fmt.Fprintf(t, "%-*s  SENDS  EXECUTIONS  STORED  THE CALLER SEES\n", wide, "")
	for _, c := range columns {
		o := c.Outcome
		sight := t.good(o.sight())
		if o.Seen().Cause != "" {
			sight = t.bad(o.sight())
		}
		stored := fmt.Sprintf("%6d", o.Stored)
		if o.Duplicates > 0 {
			stored = t.bad(stored)
		}
		fmt.Fprintf(t, "%-*s  %5d  %10d  %s  %s\n", wide, c.Name, o.Sends, o.Executions, stored, sight)
	}
	fmt.Fprintln(t)
}

func nameWidth(columns []Column) int {
	wide := 0
	for _, c := range columns {
		wide = max(wide, len(c.Name)) // names are ASCII
	}
	return wide
}

// column writes one timeline, unless it is that of an earlier column.
func (t *textWriter) column(columns []Column, i int) {
	c := &columns[i]
	fmt.Fprintf(t, "%s: %s\n", t.bold(c.Name), c.Scenario.settings())
	if c.Note != "" {
		fmt.Fprintf(t, "  (%s)\n", clean(c.Note))
	}
	for j := range i {
		if reflect.DeepEqual(columns[j].Outcome, c.Outcome) {
			fmt.Fprintf(t, "  the same as %q\n\n", columns[j].Name)
			return
		}
	}
	o := c.Outcome
	s := scale{longest(columns), barWidth}
	fmt.Fprintf(t, "            0%*s\n", barWidth, millis(s.end)+" ms")
	for n, a := range o.Attempts {
		if n == mostShown {
			fmt.Fprintf(t, "  ... and %d more\n", len(o.Attempts)-n)
			break
		}
		name := fmt.Sprintf("attempt %d", a.N)
		if a.Background {
			name = fmt.Sprintf("repeat %d", a.N)
		}
		fmt.Fprintf(t, "%11s %s %s\n", name, t.bar(a, s), a.fate())
	}
	for n, in := range o.Intents {
		name := "caller"
		if len(o.Intents) > 1 {
			name = fmt.Sprintf("caller %d", n+1)
		}
		fmt.Fprintf(t, "%11s %s %s after %s: %s\n", name, t.line(in, s), in.Sees(), millis(in.End), in.Result())
		if n+1 == mostShown {
			break
		}
	}
	fmt.Fprintf(t, "%11s %d sent, %d executed, %d stored\n\n", "=", o.Sends, o.Executions, o.Stored)
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
