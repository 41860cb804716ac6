package simulate

import (
	"fmt"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
)

// estimates writes what was drawn, for the columns that have it.
func (t *textWriter) estimates(columns []Column) {
	n := columns[0].Estimate
	if n == nil {
		return
	}
	wide := t.nameWidth(columns)
	fmt.Fprintf(t, "\n%s\n", t.bold(t.say(lang.T("For a million calls (%d drawn, seed %d, mean service time %s ms)", n.Calls, n.Seed, millis(n.Mean)))))
	duplicates, errors := t.head(lang.T("DUPLICATES"), 20), t.head(lang.T("ERRORS"), 10)
	stored, sends := t.head(lang.T("ERRORS BUT STORED"), 18), t.head(lang.T("SENDS/CALL"), 10)
	fmt.Fprintf(t, "%s  %s  %s  %s  %s\n", lang.PadRight("", wide), duplicates.text, errors.text, stored.text, sends.text)
	for _, c := range columns {
		n := c.Estimate
		fmt.Fprintf(t, "%s  %s  %s  %s  %s\n", lang.PadRight(t.say(c.Name), wide), duplicates.value("%.0f +- %.0f", n.Duplicates, n.Margin),
			errors.value("%.0f", n.Errors), stored.value("%.0f", n.ErrorsStored), sends.value("%.3f", n.Sends))
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
	fmt.Fprintf(t, "\n%s\n", t.bold(t.say(lang.T("Load on the providers, in %% of what they can complete (%.0f calls/s)", n.Capacity))))
	demand, load, answered := t.say(lang.T("DEMAND")), t.head(lang.T("LOAD"), 8), t.head(lang.T("ANSWERED"), 8)
	left := max(lang.Columns(demand), 8)
	fmt.Fprintf(t, "%s  %s  %s  %s\n", lang.PadRight(demand, left), lang.PadRight(t.say(lang.T("LOAD WITH ALL ATTEMPTS")), barWidth), load.text, answered.text)
	full := int(barWidth / top)
	for _, p := range n.Points {
		cells := blank()[:barWidth]
		fill(cells, 0, min(int(p.Offered/top*barWidth+0.5), barWidth), t.wait)
		if cells[full] == " " {
			cells[full] = t.full
		}
		fmt.Fprintf(t, "%s  %s  %s  %s\n", lang.PadLeft(fmt.Sprintf("%.0f %%", 100*p.Demand), left), strings.Join(cells, ""),
			load.value("%.0f %%", 100*p.Offered), answered.value("%.0f %%", 100*p.Answered))
	}
}

// loads compares the load of all columns at every third demand.
func (t *textWriter) loads(columns []Column, wide int) {
	title := t.say(lang.T("LOAD AT A DEMAND OF"))
	wide = max(wide, lang.Columns(title))
	fmt.Fprintf(t, "\n%s", lang.PadRight(title, wide))
	each := func(e *Estimate, value func(Point) float64) {
		for i := 2; i < len(e.Points); i += 3 {
			fmt.Fprintf(t, "  %4.0f %%", 100*value(e.Points[i]))
		}
		fmt.Fprintln(t)
	}
	each(columns[0].Estimate, func(p Point) float64 { return p.Demand })
	for _, c := range columns {
		fmt.Fprint(t, lang.PadRight(t.say(c.Name), wide))
		each(c.Estimate, func(p Point) float64 { return p.Offered })
	}
}
