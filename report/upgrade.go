package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// maxRowNames is how many methods a row of the upgrade table names.
const maxRowNames = 3

// flip is a row of the upgrade table: one change of one or more methods of a
// reference.
type flip struct {
	first   *finding.Finding
	change  finding.Change
	methods []string
}

// flips collects what another version changes, worst first. Methods of one
// reference that change alike share a row.
func flips(list []*finding.Finding) []*flip {
	var rows []*flip
	for _, f := range list {
		if f.Upgrade == nil {
			continue
		}
		_, method, _ := strings.Cut(f.Subject, "#")
		for _, c := range f.Upgrade.Changes {
			if row := alike(rows, f, c); row != nil {
				row.methods = append(row.methods, method)
				continue
			}
			rows = append(rows, &flip{f, c, []string{method}})
		}
	}
	slices.SortStableFunc(rows, func(a, b *flip) int {
		if d := int(b.first.Severity) - int(a.first.Severity); d != 0 {
			return d
		}
		return int(b.first.Confidence) - int(a.first.Confidence)
	})
	return rows
}

// alike finds the row that says the same of another method of the reference.
func alike(rows []*flip, f *finding.Finding, c finding.Change) *flip {
	for _, r := range slices.Backward(rows) {
		if r.first.At != f.At || r.first.Application != f.Application {
			return nil // findings are sorted by place
		}
		if r.change.Equal(c) && r.first.Severity == f.Severity && r.first.Confidence == f.Confidence &&
			r.first.Upgrade.Keep.Equal(f.Upgrade.Keep) && r.first.Upgrade.From == f.Upgrade.From {
			return r
		}
	}
	return nil
}

// names lists the methods of a row.
func (r *flip) names() lang.Text {
	var list []lang.Text
	for i, method := range r.methods {
		if i == maxRowNames {
			list = append(list, lang.T("and %d more", len(r.methods)-i))
			break
		}
		list = append(list, lang.Verbatim(method))
	}
	return lang.Enumeration(list...)
}

// from names the versions that are left.
func from(rows []*flip) lang.Text {
	var list []string
	for _, r := range rows {
		if v := r.first.Upgrade.From; v != "" && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		return lang.T("an unknown version")
	}
	slices.SortStableFunc(list, func(a, b string) int {
		v, _ := dubbo.ParseVersion(a)
		w, _ := dubbo.ParseVersion(b)
		return v.Compare(w)
	})
	return lang.Names(list)
}

// upgrade writes the table of what another version changes, and the reasons
// below it.
func (t *textWriter) upgrade() {
	if t.report.Target == "" {
		return
	}
	rows := flips(t.report.shown())
	if len(rows) == 0 {
		fmt.Fprintf(t.w, "%s\n\n", t.paint.bold(t.say("Dubbo %s changes nothing of what is decided here", clean(t.report.Target))))
		return
	}
	fmt.Fprintf(t.w, "%s\n\n", t.paint.bold(clean(t.say("What changes from Dubbo %s to %s, worst first", from(rows), t.report.Target))))
	var reasons []lang.Text
	cells := [][]string{{"", t.say("REFERENCE"), t.say("METHOD"), t.say("SETTING"), t.say("TODAY"), t.say("AFTER"), t.say("WHY"),
		t.say("KEEP TODAY'S BEHAVIOUR"), t.say("PLACE")}}
	for _, r := range rows {
		cells = append(cells, r.cells(&reasons, t.report.Options.Lang))
	}
	for i, line := range align(cells) {
		if i > 0 {
			severity := rows[i-1].first.Severity
			word := t.in(severity.Text())
			line = t.paint.severity[severity](word) + strings.TrimPrefix(line, word)
		} else {
			line = t.paint.gutter(line)
		}
		fmt.Fprintln(t.w, line)
	}
	t.w.WriteByte('\n')
	for i, reason := range reasons {
		fmt.Fprintf(t.w, "[%d] %s\n", i+1, clean(t.in(reason)))
	}
	t.w.WriteByte('\n')
}

// cells are the columns of a row; the reason goes into the list, once.
func (r *flip) cells(reasons *[]lang.Text, l lang.Language) []string {
	iface, _, _ := strings.Cut(r.first.Subject, "#")
	severity, why := r.first.Severity.Text(), ""
	if r.first.Confidence == finding.Low {
		severity = lang.T("%s (low confidence)", severity)
	}
	if r.first.Suppressed != nil {
		severity = lang.T("%s (suppressed)", severity)
	}
	if text := r.change.Why; !text.IsZero() {
		if !slices.ContainsFunc(*reasons, text.Equal) {
			*reasons = append(*reasons, text)
		}
		why = fmt.Sprintf("[%d]", slices.IndexFunc(*reasons, text.Equal)+1)
	}
	out := []string{severity.In(l), iface[strings.LastIndexByte(iface, '.')+1:], r.names().In(l),
		r.change.Name().In(l), r.change.Before.In(l), r.change.After.In(l), why, r.first.Upgrade.Keep.In(l), place(r.first.At)}
	for i := range out {
		out[i] = clean(out[i])
	}
	return out
}

// align writes rows as lines with aligned columns.
func align(rows [][]string) []string {
	wide := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			wide[i] = max(wide[i], columns(cell))
		}
	}
	lines := make([]string, len(rows))
	for n, row := range rows {
		var b strings.Builder
		for i, cell := range row {
			b.WriteString(pad(cell, wide[i]+2))
		}
		lines[n] = strings.TrimRight(b.String(), " ")
	}
	return lines
}
