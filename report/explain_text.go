package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
)

// explainWriter writes the text view of effective settings.
type explainWriter struct {
	w     *bufio.Writer
	x     *Explanation
	paint *paint
}

func writeExplainText(w io.Writer, r *Report) error {
	if r.Explain == nil {
		return fmt.Errorf("explain: the report has no explanation")
	}
	e := &explainWriter{bufio.NewWriter(w), r.Explain, newPaint(r.Options.Color)}
	for _, app := range r.Explain.Model.Apps {
		e.app(app)
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
	for _, ref := range a.References {
		e.reference(ref)
	}
}

func (e *explainWriter) reference(r *effective.Reference) {
	name := r.Name()
	for _, part := range []string{r.Group, r.Version} {
		if part != "" {
			name += " " + part
		}
	}
	fmt.Fprintf(e.w, "  %s  %s, %s\n", e.paint.bold(clean(name)), r.Form, place(r.At))
	if r.Fails != nil {
		fmt.Fprintf(e.w, "    fails: %s\n", clean(failureText(r.Fails, versionOf(r))))
	}
	rows := [][]string{{"METHOD", "RETRIES", "TIMEOUT", "CLUSTER", "CHECK", "EXECUTIONS", "WORST CASE", "VERDICT"}}
	for _, c := range r.Calls {
		rows = append(rows, e.row(c))
	}
	e.table(rows)
	e.origins(r)
	e.w.WriteByte('\n')
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
	if v.Guard != "" {
		text += ", " + clean(v.Guard)
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
