package simulate

import (
	"fmt"
	"strings"
)

// estimates writes what was drawn, for the columns that have it.
func (t *textWriter) estimates(columns []Column) {
	n := columns[0].Estimate
	if n == nil {
		return
	}
	wide := nameWidth(columns)
	fmt.Fprintf(t, "\n%s\n", t.bold(fmt.Sprintf("For a million calls (%d drawn, seed %d, mean service time %s ms)", n.Calls, n.Seed, millis(n.Mean))))
	fmt.Fprintf(t, "%-*s  %20s  %10s  %18s  %10s\n", wide, "", "DUPLICATES", "ERRORS", "ERRORS BUT STORED", "SENDS/CALL")
	for _, c := range columns {
		n := c.Estimate
		fmt.Fprintf(t, "%-*s  %20s  %10.0f  %18.0f  %10.3f\n", wide, c.Name,
			fmt.Sprintf("%.0f +- %.0f", n.Duplicates, n.Margin), n.Errors, n.ErrorsStored, n.Sends)
	}
	if len(n.Points) == 0 {
		return
	}
	t.load(n)
	if len(columns) > 1 {
		t.loads(columns, wide)
	}
}

// load draws the load on the providers by the demand: a row for each demand,
// its bar as long as the load, and a line where the capacity ends.
func (t *textWriter) load(n *Estimate) {
	top := 2.0
	for _, p := range n.Points {
		top = max(top, p.Offered)
	}
	fmt.Fprintf(t, "\n%s\n", t.bold(fmt.Sprintf("Load on the providers, in %% of what they can complete (%.0f calls/s)", n.Capacity)))
	fmt.Fprintf(t, "%-8s  %-*s  %8s  %8s\n", "DEMAND", barWidth, "LOAD WITH ALL ATTEMPTS", "LOAD", "ANSWERED")
	full := int(barWidth / top)
	for _, p := range n.Points {
		cells := blank()[:barWidth]
		fill(cells, 0, min(int(p.Offered/top*barWidth+0.5), barWidth), t.demand)
		if cells[full] == " " {
			cells[full] = t.full
		}
		fmt.Fprintf(t, "%6.0f %%  %s  %6.0f %%  %6.0f %%\n", 100*p.Demand, strings.Join(cells, ""), 100*p.Offered, 100*p.Answered)
	}
}

// loads compares the load of all columns at every third demand.
func (t *textWriter) loads(columns []Column, wide int) {
	fmt.Fprintf(t, "\n%-*s", wide, "LOAD AT A DEMAND OF")
	each := func(e *Estimate, value func(Point) float64) {
		for i := 2; i < len(e.Points); i += 3 {
			fmt.Fprintf(t, "  %4.0f %%", 100*value(e.Points[i]))
		}
		fmt.Fprintln(t)
	}
	each(columns[0].Estimate, func(p Point) float64 { return p.Demand })
	for _, c := range columns {
		fmt.Fprintf(t, "%-*s", wide, c.Name)
		each(c.Estimate, func(p Point) float64 { return p.Offered })
	}
}
