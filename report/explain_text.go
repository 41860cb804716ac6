package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
)

// explainWriter writes effective settings for a terminal.
type explainWriter struct {
	w     *bufio.Writer
	x     *Explanation
	paint *paint
}

func writeExplainText(w io.Writer, r *Report) error {
	if r.Explain != nil && r.Explain.why != "" {
		return writeExplain(w, r, (*explainWriter).contests)
	}
	return writeExplain(w, r, (*explainWriter).card)
}

func writeExplainTable(w io.Writer, r *Report) error {
	return writeExplain(w, r, (*explainWriter).reference)
}

func writeExplainTree(w io.Writer, r *Report) error {
	return writeExplain(w, r, (*explainWriter).tree)
}

// writeExplain writes every application, and its references in one of the
// ways there are.
func writeExplain(w io.Writer, r *Report, write func(*explainWriter, *effective.Reference)) error {
	if r.Explain == nil {
		return fmt.Errorf("explain: the report has no explanation")
	}
	e := &explainWriter{w: bufio.NewWriter(w), x: r.Explain, paint: newPaint(r.Options.Color)}
	for _, app := range r.Explain.Model.Apps {
		e.app(app)
		for _, ref := range app.References {
			write(e, ref)
			e.w.WriteByte('\n')
		}
	}
	t := &textWriter{e.w, r, e.paint}
	t.problems()
	return e.w.Flush()
}

func (e *explainWriter) app(a *effective.App) {
	version := "Dubbo version unknown"
	if a.Version.Text != "" {
		version = "Dubbo " + clean(a.Version.Text)
		if a.Version.At.Valid() {
			version += " (" + place(a.Version.At) + ")"
		} else if a.Version.Origin != "" {
			version += " (" + clean(a.Version.Origin) + ")"
		}
	}
	fmt.Fprintf(e.w, "%s, %s, %s, %s\n\n", e.paint.bold(clean(a.Name)), clean(a.Root), version,
		plural(len(a.References), "reference"))
	for _, f := range a.Fails {
		fmt.Fprintf(e.w, "  does not start: %s (%s)\n\n", clean(f.Msg), place(f.At))
	}
}

// title writes the name of a reference, what it is and where.
func (e *explainWriter) title(r *effective.Reference) {
	name := r.Name()
	for _, part := range []string{r.Group, r.Version} {
		if part != "" {
			name += " " + part
		}
	}
	fmt.Fprintf(e.w, "  %s  %s, %s\n", e.paint.bold(clean(name)), r.Form, place(r.At))
}

// reference writes a table of the methods, and below it where the values come
// from.
func (e *explainWriter) reference(r *effective.Reference) {
	e.title(r)
	if r.Fails != nil {
		fmt.Fprintf(e.w, "    fails: %s\n", clean(failureText(r.Fails, versionOf(r))))
	}
	rows := [][]string{{"METHOD", "RETRIES", "TIMEOUT", "CLUSTER", "CHECK", "EXECUTIONS", "WORST CASE", "VERDICT"}}
	for _, c := range r.Calls {
		rows = append(rows, e.row(c))
	}
	e.table(rows)
	e.origins(r)
}

func (e *explainWriter) row(c *effective.Call) []string {
	row := []string{clean(c.Method)}
	for _, s := range append(coreSettings(c), checkOf(c.Ref)) {
		row = append(row, clean(s.text))
	}
	runs, worst := "?", "?"
	if c.Executions.Known {
		if runs = fmt.Sprint(c.Executions.V); c.MaxExecutions > c.Executions.V {
			runs += fmt.Sprintf(" (%d)", c.MaxExecutions)
		}
	}
	if c.WorstCase > 0 {
		worst = fmt.Sprintf("%d ms", c.WorstCase.Milliseconds())
	}
	return append(row, runs, worst, verdictText(e.x.Verdict(c)))
}

// verdictText writes "write A, money, key requestNo (high)".
func verdictText(v idempotency.Verdict) string {
	text := strings.TrimSpace(string(v.Kind) + " " + strength(v))
	if v.Money {
		text += ", money"
	}
	if v.Key != "" {
		text += ", key " + clean(v.Key)
	}
	if !v.Guard.IsZero() {
		text += ", " + clean(v.Guard.String())
	}
	return text + " (" + v.Confidence + ")"
}

// table writes rows in aligned columns.
func (e *explainWriter) table(rows [][]string) {
	for n, line := range align(rows) {
		line = "    " + line
		if n == 0 {
			line = e.paint.gutter(line)
		}
		fmt.Fprintln(e.w, line)
	}
}
