package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/dubbo"
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
		if r.change == c && r.first.Severity == f.Severity && r.first.Confidence == f.Confidence &&
			r.first.Upgrade.Keep == f.Upgrade.Keep && r.first.Upgrade.From == f.Upgrade.From {
			return r
		}
	}
	return nil
}

// names lists the methods of a row.
func (r *flip) names() string {
	list := r.methods
	if len(list) > maxRowNames {
		list = append(slices.Clone(list[:maxRowNames]), fmt.Sprintf("and %d more", len(list)-maxRowNames))
	}
	return strings.Join(list, ", ")
}

// from names the versions that are left.
func from(rows []*flip) string {
	var list []string
	for _, r := range rows {
		if v := r.first.Upgrade.From; v != "" && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		return "an unknown version"
	}
	slices.SortStableFunc(list, func(a, b string) int {
		v, _ := dubbo.ParseVersion(a)
		w, _ := dubbo.ParseVersion(b)
		return v.Compare(w)
	})
	return strings.Join(list, ", ")
}

// upgrade writes the table of what another version changes, and the reasons
// below it.
func (t *textWriter) upgrade() {
	if t.report.Target == "" {
		return
	}
	rows := flips(t.report.shown())
	if len(rows) == 0 {
		fmt.Fprintf(t.w, "%s\n\n", t.paint.bold("Dubbo "+clean(t.report.Target)+" changes nothing of what is decided here"))
		return
	}
	fmt.Fprintf(t.w, "%s\n\n", t.paint.bold(clean(fmt.Sprintf("What changes from Dubbo %s to %s, worst first", from(rows), t.report.Target))))
	var reasons []string
	cells := [][]string{{"", "REFERENCE", "METHOD", "SETTING", "TODAY", "AFTER", "WHY", "KEEP TODAY'S BEHAVIOUR", "PLACE"}}
	for _, r := range rows {
		cells = append(cells, r.cells(&reasons))
	}
	for i, line := range align(cells) {
		if i > 0 {
			word := rows[i-1].first.Severity
			line = t.paint.severity[word](word.String()) + strings.TrimPrefix(line, word.String())
		} else {
			line = t.paint.gutter(line)
		}
		fmt.Fprintln(t.w, line)
	}
	t.w.WriteByte('\n')
	for i, reason := range reasons {
		fmt.Fprintf(t.w, "[%d] %s\n", i+1, clean(reason))
	}
	t.w.WriteByte('\n')
}

// cells are the columns of a row; the reason goes into the list, once.
func (r *flip) cells(reasons *[]string) []string {
	iface, _, _ := strings.Cut(r.first.Subject, "#")
	severity, why := r.first.Severity.String(), ""
	if r.first.Confidence == finding.Low {
		severity += " (low confidence)"
	}
	if r.first.Suppressed != nil {
		severity += " (suppressed)"
	}
	if text := r.change.Why; text != "" {
		if !slices.Contains(*reasons, text) {
			*reasons = append(*reasons, text)
		}
		why = fmt.Sprintf("[%d]", slices.Index(*reasons, text)+1)
	}
	out := []string{severity, iface[strings.LastIndexByte(iface, '.')+1:], r.names(),
		r.change.Setting, r.change.Before, r.change.After, why, r.first.Upgrade.Keep, place(r.first.At)}
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
