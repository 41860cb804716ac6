package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/lang"
)

// explainWriter writes effective settings for a terminal.
type explainWriter struct {
	w     *bufio.Writer
	x     *Explanation
	paint *paint
	lang  lang.Language
}

// say says a phrase, safe to show on one line.
func (e *explainWriter) say(format string, args ...any) string {
	return clean(e.lang.Say(format, args...))
}

// in says a text, safe to show on one line.
func (e *explainWriter) in(t lang.Text) string { return clean(t.In(e.lang)) }

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
	e := &explainWriter{w: bufio.NewWriter(w), x: r.Explain, paint: newPaint(r.Options.Color), lang: r.Options.Lang}
	for _, app := range r.Explain.Model.Apps {
		e.app(app)
		for _, ref := range app.References {
			write(e, ref)
			e.w.WriteByte('\n')
		}
	}
	t := &textWriter{w: e.w, report: r, paint: e.paint}
	t.problems()
	return e.w.Flush()
}

func (e *explainWriter) app(a *effective.App) {
	head := []lang.Text{lang.Verbatim(e.paint.bold(clean(a.Name))), lang.Verbatim(clean(a.Root)),
		lang.Verbatim(e.in(versionText(a))), lang.N(len(a.References), "1 reference", "%d references")}
	fmt.Fprintf(e.w, "%s\n\n", lang.List(head...).In(e.lang))
	for _, f := range a.Fails {
		fmt.Fprintf(e.w, "  %s\n\n", e.say("does not start: %s (%s)", f.Msg, place(f.At)))
	}
}

// versionText names the Dubbo version and where it is written.
func versionText(a *effective.App) lang.Text {
	v := a.Version
	switch {
	case v.Text == "":
		return lang.T("Dubbo version unknown")
	case v.At.Valid():
		return lang.T("Dubbo %s (%s)", v.Text, place(v.At))
	case v.Origin != "":
		return lang.T("Dubbo %s (%s)", v.Text, v.Origin)
	}
	return lang.T("Dubbo %s", v.Text)
}

// formText is the form of a reference as people read it.
func formText(r *effective.Reference) lang.Text {
	if r.Form == "annotation" {
		return lang.T("annotation")
	}
	return lang.Verbatim(string(r.Form))
}

// title writes the name of a reference, what it is and where.
func (e *explainWriter) title(r *effective.Reference) {
	name := r.Name()
	for _, part := range []string{r.Group, r.Version} {
		if part != "" {
			name += " " + part
		}
	}
	fmt.Fprintf(e.w, "  %s  %s\n", e.paint.bold(clean(name)), lang.List(formText(r), lang.Verbatim(place(r.At))).In(e.lang))
}

// reference writes a table of the methods, and below it where the values come
// from.
func (e *explainWriter) reference(r *effective.Reference) {
	e.title(r)
	if r.Fails != nil {
		fmt.Fprintf(e.w, "    %s\n", e.say("fails: %s", failureText(r.Fails, versionOf(r))))
	}
	rows := [][]string{{e.say("METHOD"), "RETRIES", "TIMEOUT", "CLUSTER", "CHECK", e.say("EXECUTIONS"), e.say("WORST CASE"), e.say("VERDICT")}}
	for _, c := range r.Calls {
		rows = append(rows, e.row(c))
	}
	e.table(rows)
	e.origins(r)
}

func (e *explainWriter) row(c *effective.Call) []string {
	row := []string{clean(c.Method)}
	for _, s := range append(coreSettings(c), checkOf(c.Ref)) {
		row = append(row, e.in(s.text))
	}
	runs, worst := "?", "?"
	if c.Executions.Known {
		if runs = fmt.Sprint(c.Executions.V); c.MaxExecutions > c.Executions.V {
			runs += fmt.Sprintf(" (%d)", c.MaxExecutions)
		}
	}
	if c.WorstCase > 0 {
		worst = e.say("%d ms", c.WorstCase.Milliseconds())
	}
	return append(row, runs, worst, e.in(VerdictText(e.x.Verdict(c))))
}

var confidenceWords = map[string]lang.Text{"high": lang.T("high"), "medium": lang.T("medium"), "low": lang.T("low")}

// VerdictText says "write A, money, key requestNo (high)".
func VerdictText(v idempotency.Verdict) lang.Text {
	kind := v.Kind.Text()
	if grade := strength(v); grade != "" {
		kind = lang.T("%s %s", kind, grade)
	}
	list := []lang.Text{kind}
	if v.Money {
		list = append(list, lang.T("money"))
	}
	if v.Key != "" {
		list = append(list, lang.T("key %s", v.Key))
	}
	return lang.T("%s (%s)", append(list, v.Guard), confidenceWords[v.Confidence])
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
