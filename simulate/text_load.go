package simulate

import (
	"fmt"
	"strings"
)

// estimates writes what was drawn, for the columns that have it.
func (t *textWriter) estimates(columns []Column) {
	if columns[0].Estimate == nil {
		return
	}
	n := columns[0].Estimate
	fmt.Fprintf(t, "\n%s\n", t.bold(fmt.Sprintf("For a million calls (%d drawn, seed %d, mean service time %s ms)", n.Calls, n.Seed, millis(n.Mean))))
	wide := 0
	for _, c := range columns {
		wide = max(wide, len([]rune(c.Name)))
	}
	fmt.Fprintf(t, "%-*s  %20s  %10s  %16s  %10s\n", wide, "", "DUPLICATES", "ERRORS", "STORED ALL SAME", "SENDS/CALL")
	for _, c := range columns {
		n := c.Estimate
		fmt.Fprintf(t, "%-*s  %20s  %10.0f  %16.0f  %10.3f\n", wide, c.Name,
			fmt.Sprintf("%.0f ± %.0f", n.Duplicates, n.Margin), n.Errors, n.ErrorsStored, n.Sends)
	}
	for i := range columns {
		t.load(&columns[i], i > 0 && sameLoad(columns[i].Estimate, columns[0].Estimate))
	}
}

func sameLoad(a, b *Estimate) bool {
	for i := range a.Points {
		if a.Points[i] != b.Points[i] {
			return false
		}
	}
	return true
}

// load draws the load on the providers by the demand: a row for each demand,
// its bar as long as the load, and a line where the capacity ends.
func (t *textWriter) load(c *Column, same bool) {
	n := c.Estimate
	if len(n.Points) == 0 {
		return
	}
	fmt.Fprintf(t, "\n%s: load on the providers, in %% of what they can complete (%.0f calls/s)\n", t.bold(c.Name), n.Capacity)
	if same {
		fmt.Fprintf(t, "  the same as %s\n", AsConfigured)
		return
	}
	top := 2.0
	for _, p := range n.Points {
		top = max(top, p.Offered)
	}
	fmt.Fprintf(t, "%7s  %-*s %7s  %8s\n", "demand", barWidth, "load with all attempts", "load", "answered")
	full := int(barWidth / top)
	for _, p := range n.Points {
		cells := blank()[:barWidth]
		fill(cells, 0, min(int(p.Offered/top*barWidth+0.5), barWidth), t.demand)
		if cells[full] == " " {
			cells[full] = t.full
		}
		fmt.Fprintf(t, "%5.0f %%  %s %5.0f %%  %6.0f %%\n", 100*p.Demand, strings.Join(cells, ""), 100*p.Offered, 100*p.Answered)
	}
}
