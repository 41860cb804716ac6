package simulate

import (
	"fmt"
	"slices"

	"github.com/dubboaudit/dubboaudit/lang"
)

// chart maps demand and load to pixels.
type chart struct {
	left, base, height int
	right, top         float64
}

func (c chart) x(v float64) int { return c.left + int(v/c.right*svgBars) }
func (c chart) y(v float64) int { return c.base - int(v/c.top*float64(c.height)) }

// plot draws the load on the providers by the demand, a curve for each column,
// and what the first one answers in time.
func (s *svgWriter) plot(columns []Column) {
	n := columns[0].Estimate
	c := chart{left: s.left, base: s.y + svgPlot - 46, height: svgPlot - 80, right: 1.5, top: 2}
	for _, col := range columns {
		for _, p := range col.Estimate.Points {
			c.top = max(c.top, p.Offered)
		}
	}
	s.heading(s.y+10, lang.T("load on the providers by the demand"),
		lang.T("in %% of what they can complete (%.0f calls/s); %.0f duplicates in a million calls as configured", n.Capacity, n.Duplicates))
	s.grid(c)
	var labels []label
	offered := func(p Point) float64 { return p.Offered }
	for i, col := range columns {
		if i > 0 {
			s.curve("sim-other", col.Estimate.Points, c, offered)
		}
		labels = addLabel(labels, c.y(last(col.Estimate.Points).Offered), col.Name)
	}
	s.curve("sim-load", n.Points, c, offered)
	s.curve("sim-answered", n.Points, c, func(p Point) float64 { return p.Answered })
	labels = addLabel(labels, c.y(last(n.Points).Answered), lang.T("answered in time, as configured"))
	s.labels(labels)
}

func last(points []Point) Point { return points[len(points)-1] }

func (s *svgWriter) grid(c chart) {
	for _, v := range []float64{0, 0.5, 1, 1.5} {
		fmt.Fprintf(s, `<path class="sim-grid" d="M%d %dV%d"/>`, c.x(v), c.y(c.top), c.base)
		s.tick(c.x(v), c.base+16, "middle", v)
	}
	for v := 0.0; v <= c.top; v += 0.5 {
		fmt.Fprintf(s, `<path class="sim-grid" d="M%d %dH%d"/>`, c.left, c.y(v), c.left+svgBars)
		s.tick(c.left-8, c.y(v)+4, "end", v)
	}
	fmt.Fprintf(s, `<path class="sim-full" d="M%d %dH%d"/>`+"\n", c.left, c.y(1), c.left+svgBars)
}

func (s *svgWriter) tick(x, y int, anchor string, v float64) {
	fmt.Fprintf(s, `<text class="sim-text sim-dim" x="%d" y="%d" text-anchor="%s">%.0f %%</text>`+"\n", x, y, anchor, 100*v)
}

func (s *svgWriter) curve(class string, points []Point, c chart, value func(Point) float64) {
	fmt.Fprintf(s, `<path class="%s" d="M%d %d`, class, c.x(0), c.y(0))
	for _, p := range points {
		fmt.Fprintf(s, "L%d %d", c.x(p.Demand), c.y(value(p)))
	}
	fmt.Fprint(s, "\"/>\n")
}

// label names the curves that end at one height.
type label struct {
	y    int
	text lang.Text
}

func addLabel(labels []label, y int, text lang.Text) []label {
	for i := range labels {
		if labels[i].y-2 <= y && y <= labels[i].y+2 {
			labels[i].text = lang.List(labels[i].text, text)
			return labels
		}
	}
	return append(labels, label{y, text})
}

// labels writes the names, from the lowest up, none over another.
func (s *svgWriter) labels(labels []label) {
	slices.SortFunc(labels, func(a, b label) int { return b.y - a.y })
	free := s.y + svgPlot
	for _, l := range labels {
		y := min(l.y+4, free)
		s.text(s.left+svgBars+14, y, "", l.text)
		free = y - 16
	}
}
