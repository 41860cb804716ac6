package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
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
		fmt.Fprintf(e.w, "    fails: %s\n", clean(r.Fails.Msg))
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

// chain is one way in which a setting got its value, and the methods for
// which it is so.
type chain struct {
	text    string
	methods []string
}

// chainNames are the settings of a method whose origins are shown.
var chainNames = []string{"retries", "timeout", "cluster", "loadbalance", "async", "mock", "forks"}

// origins writes below the table where the values come from: once where it is
// the same for all methods.
func (e *explainWriter) origins(r *effective.Reference) {
	fmt.Fprintf(e.w, "      %s\n", originText(checkOf(r)))
	for _, name := range chainNames {
		for _, ch := range chains(r, name) {
			only := ""
			if len(ch.methods) < len(r.Calls) {
				only = e.paint.label(methodList(ch.methods) + ": ")
			}
			fmt.Fprintf(e.w, "      %s%s\n", only, ch.text)
		}
	}
	for _, doubt := range doubts(r) {
		fmt.Fprintf(e.w, "      not sure: %s\n", clean(doubt))
	}
}

// doubts lists what makes the settings of a reference unsure, each once.
func doubts(r *effective.Reference) []string {
	var list []string
	for _, c := range r.Calls {
		for _, u := range c.Unsure {
			if !slices.Contains(list, u) {
				list = append(list, u)
			}
		}
	}
	return list
}

func chains(r *effective.Reference, name string) []*chain {
	var list []*chain
	for _, c := range r.Calls {
		core := coreSettings(c)
		for i, s := range append(core, moreSettings(c)...) {
			if s.name != name || i >= len(core) && !s.written() {
				continue
			}
			text := originText(s)
			at := slices.IndexFunc(list, func(ch *chain) bool { return ch.text == text })
			if at < 0 {
				at = len(list)
				list = append(list, &chain{text: text})
			}
			list[at].methods = append(list[at].methods, clean(c.Method))
		}
	}
	return list
}

func methodList(methods []string) string {
	const most = 4
	if n := len(methods) - most; n > 1 {
		return strings.Join(methods[:most], ", ") + fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(methods, ", ")
}

// originText writes "retries 2 ← default; shadowed: 0 at provider
// a.xml:3:4 (not merged in 2.7.9-2.7.14)".
func originText(s setting) string {
	text := s.name + " " + s.text + " ← "
	if s.value == nil && s.unknown != "" {
		text += "not decided: " + s.unknown
	} else {
		text += levelText(s.from)
	}
	for i, l := range s.shadowed {
		sep := "; shadowed: "
		if i > 0 {
			sep = ", "
		}
		text += sep + l.Raw + " at " + levelText(l.From)
		if l.Reason != "" {
			text += " (" + l.Reason + ")"
		}
	}
	return clean(text)
}

func levelText(o effective.Origin) string {
	text := string(o.Level)
	if o.Quirk != "" {
		text += " " + string(o.Quirk)
	}
	if o.At.Valid() {
		p := o.At.Start()
		text += fmt.Sprintf(" %s:%d:%d", o.At.File.Path, p.Line, p.Column)
	}
	for _, via := range o.Via {
		if via.Valid() {
			text += " via " + via.File.Path + ":" + fmt.Sprint(via.Start().Line)
		}
	}
	return text
}
