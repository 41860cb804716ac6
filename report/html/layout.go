package html

import (
	"cmp"
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/report"
)

// The measures of the graph, in pixels.
const (
	boxWidth, boxHeight  = 190, 34
	columnGap, rowGap    = 110, 16
	margin               = 16
	maxLabel             = 24 // characters of a name in a box
	maxBoxes             = 400
	outside, outsideName = none, "outside"
)

// layout places applications in columns: who calls stands left of who is
// called.
type layout struct {
	names map[int]string
	edges []edge
	layer map[int]int
	row   map[int]int
	rows  [][]int // by column
}

// newLayout places the applications that call or are called.
func newLayout(m *effective.Model, edges []edge) *layout {
	l := &layout{names: map[int]string{}, edges: edges, layer: map[int]int{}, row: map[int]int{}}
	for _, e := range edges {
		for _, n := range []int{e.From, e.To} {
			if n == outside {
				l.names[n] = outsideName
			} else {
				l.names[n] = report.Clean(m.Apps[n].Name)
			}
		}
	}
	l.assign()
	l.order()
	return l
}

func (l *layout) nodes() []int {
	var list []int
	for n := range l.names {
		list = append(list, n)
	}
	// What is outside comes last.
	slices.SortFunc(list, func(a, b int) int { return cmp.Compare(uint(a), uint(b)) })
	return list
}

// assign gives every node the length of the longest way to it; calls that
// close a circle do not count.
func (l *layout) assign() {
	out := map[int][]int{}
	for _, e := range l.edges {
		out[e.From] = append(out[e.From], e.To)
	}
	const visiting, done = 1, 2
	state := map[int]int{}
	var order []int
	back := map[[2]int]bool{}
	var visit func(n int)
	visit = func(n int) {
		state[n] = visiting
		for _, to := range out[n] {
			switch state[to] {
			case 0:
				visit(to)
			case visiting:
				back[[2]int{n, to}] = true
			}
		}
		state[n] = done
		order = append(order, n)
	}
	for _, n := range l.nodes() {
		if state[n] == 0 {
			visit(n)
		}
	}
	slices.Reverse(order)
	for _, n := range order {
		for _, to := range out[n] {
			if !back[[2]int{n, to}] {
				l.layer[to] = max(l.layer[to], l.layer[n]+1)
			}
		}
	}
}

// order sorts each column by the middle of its callers, so that fewer lines
// cross.
func (l *layout) order() {
	for _, n := range l.nodes() {
		for len(l.rows) <= l.layer[n] {
			l.rows = append(l.rows, nil)
		}
		l.rows[l.layer[n]] = append(l.rows[l.layer[n]], n)
	}
	for _, column := range l.rows {
		middle := map[int]float64{}
		for _, n := range column {
			middle[n] = l.middle(n)
		}
		slices.SortStableFunc(column, func(a, b int) int { return cmp.Compare(middle[a], middle[b]) })
		for i, n := range column {
			l.row[n] = i
		}
	}
}

func (l *layout) middle(n int) float64 {
	sum, count := 0, 0
	for _, e := range l.edges {
		if e.To == n && l.layer[e.From] < l.layer[n] {
			sum += l.row[e.From]
			count++
		}
	}
	if count == 0 {
		return 0
	}
	return float64(sum) / float64(count)
}

func (l *layout) corner(n int) (x, y int) {
	return margin + l.layer[n]*(boxWidth+columnGap), margin + l.row[n]*(boxHeight+rowGap)
}

// draw writes the picture as SVG, "" where there is nothing to draw or too
// much to be read. Classes are styled by the page.
func (l *layout) draw() string {
	if len(l.names) == 0 || len(l.names) > maxBoxes {
		return ""
	}
	tallest := 0
	for _, column := range l.rows {
		tallest = max(tallest, len(column))
	}
	width := 2*margin + len(l.rows)*(boxWidth+columnGap) - columnGap
	height := 2*margin + tallest*(boxHeight+rowGap) - rowGap
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="group">`, width, height, width, height)
	for _, e := range l.edges {
		l.line(&b, &e)
	}
	for _, n := range l.nodes() {
		l.box(&b, n)
	}
	b.WriteString("</svg>")
	return b.String()
}

// line draws a call: red where the provider may run it more than once.
func (l *layout) line(b *strings.Builder, e *edge) {
	x1, y1 := l.corner(e.From)
	x2, y2 := l.corner(e.To)
	y1, y2 = y1+boxHeight/2, y2+boxHeight/2
	bend := columnGap / 2
	switch {
	case e.From == e.To:
		x1, x2, bend = x1+boxWidth, x2+boxWidth, columnGap/3
		y1, y2 = y1-boxHeight/4, y2+boxHeight/4
	case l.layer[e.To] > l.layer[e.From]:
		x1 += boxWidth
	default: // closes a circle
		x2 += boxWidth
		bend = -bend
	}
	class, label := "", "?"
	if e.Runs > 0 {
		label = fmt.Sprintf("%d×", e.Runs)
	}
	if e.Runs > 1 {
		class = " g-many"
	}
	end := x2 - bend
	if e.From == e.To {
		end = x2 + bend
	}
	fmt.Fprintf(b, `<g class="g-call%s" data-from="%d" data-to="%d"><path class="g-line" d="M%d %dC%d %d %d %d %d %d"/>`,
		class, e.From, e.To, x1, y1, x1+bend, y1, end, y2, x2, y2)
	x, y := (x1+x2)/2, (y1+y2)/2-3
	if l.layer[e.To]-l.layer[e.From] > 1 {
		x, y = x2-bend, y2-3 // not behind a box of a column between
	}
	if e.From == e.To {
		x, y = x1+bend, y1+boxHeight/4
	}
	fmt.Fprintf(b, `<text class="g-runs" x="%d" y="%d">%s</text></g>`, x, y, label)
}

func (l *layout) box(b *strings.Builder, n int) {
	x, y := l.corner(n)
	class := ""
	if n == outside {
		class = " g-outside"
	}
	name := []rune(l.names[n])
	label := l.names[n]
	if len(name) > maxLabel {
		label = string(name[:maxLabel-1]) + "…"
	}
	fmt.Fprintf(b, `<g class="g-app%s" data-app="%d" tabindex="0" role="button"><title>%s</title><rect x="%d" y="%d" width="%d" height="%d" rx="5"/>`,
		class, n, html.EscapeString(l.names[n]), x, y, boxWidth, boxHeight)
	fmt.Fprintf(b, `<text class="g-name" x="%d" y="%d">%s</text></g>`, x+boxWidth/2, y+boxHeight/2+5, html.EscapeString(label))
}
