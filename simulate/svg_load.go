package simulate

import "fmt"

// plot draws the load on the providers and what is answered, by the demand.
func (s *svgWriter) plot(n *Estimate) {
	const height = svgPlot - 70
	top, right := 2.0, 1.5
	for _, p := range n.Points {
		top = max(top, p.Offered)
	}
	left, base := svgLeft, s.y+height+24
	x := func(v float64) int { return left + int(v/right*svgBars) }
	y := func(v float64) int { return base - int(v/top*height) }
	s.text(12, s.y+8, "sim-dim", fmt.Sprintf("load on the providers by the demand, in %% of what they can complete (%.0f calls/s)", n.Capacity))
	for _, v := range []float64{0, 0.5, 1, 1.5} {
		fmt.Fprintf(s, `<path class="sim-grid" d="M%d %dV%d"/>`, x(v), y(top), base)
		fmt.Fprintf(s, `<text class="sim-text sim-dim" x="%d" y="%d" text-anchor="middle" font-size="11">%.0f %%</text>`+"\n", x(v), base+16, 100*v)
	}
	for v := 0.0; v <= top; v++ {
		fmt.Fprintf(s, `<path class="sim-grid" d="M%d %dH%d"/>`, left, y(v), left+svgBars)
		fmt.Fprintf(s, `<text class="sim-text sim-dim" x="%d" y="%d" text-anchor="end" font-size="11">%.0f %%</text>`+"\n", left-8, y(v)+4, 100*v)
	}
	fmt.Fprintf(s, `<path class="sim-demand" d="M%d %dL%d %d"/>`+"\n", x(0), y(0), x(min(right, top)), y(min(right, top)))
	s.curve("sim-load", n.Points, x, y, func(p Point) float64 { return p.Offered })
	s.curve("sim-answered", n.Points, x, y, func(p Point) float64 { return p.Answered })
	if len(n.Points) > 0 {
		last := n.Points[len(n.Points)-1]
		s.text(left+svgBars+14, y(last.Offered)+4, "", fmt.Sprintf("load with all attempts: %.0f %%", 100*last.Offered))
		s.text(left+svgBars+14, y(last.Answered)+4, "", fmt.Sprintf("answered in time: %.0f %%", 100*last.Answered))
	}
	s.text(left+svgBars+14, base-2, "sim-dim", fmt.Sprintf("%.0f duplicates in a million calls", n.Duplicates))
}

func (s *svgWriter) curve(class string, points []Point, x, y func(float64) int, value func(Point) float64) {
	fmt.Fprintf(s, `<path class="%s" d="M%d %d`, class, x(0), y(0))
	for _, p := range points {
		fmt.Fprintf(s, "L%d %d", x(p.Demand), y(value(p)))
	}
	fmt.Fprint(s, "\"/>\n")
}
