package html

import (
	"cmp"
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
)

// The measures of the graph, in pixels.
const (
	boxWidth, boxHeight = 190, 34
	columnGap, rowGap   = 110, 16
	margin              = 16
	maxLabel            = 24 // columns of a name in a box
	maxBoxes            = 400
	outside             = none
)

// layout places applications in columns: who calls stands left of who is
// called.
type layout struct {
	names  map[int]string
	edges  []edge
	layer  map[int]int // of a circle, by one of its nodes
	column map[int]int
	row    map[int]int
	rows   [][]int // by column
}

// newLayout places the applications that call or are called. Foreign stands for
// all that are not audited.
func newLayout(labels []string, foreign string, edges []edge) *layout {
	l := &layout{names: map[int]string{}, edges: edges, layer: map[int]int{}, column: map[int]int{}, row: map[int]int{}}
	for _, e := range edges {
		for _, n := range []int{e.From, e.To} {
			if n == outside {
				l.names[n] = foreign
			} else {
				l.names[n] = labels[n]
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

// assign gives every node the length of the longest way to it. Nodes on one
// circle stand in one column.
func (l *layout) assign() {
	circle := circles(l.nodes(), l.edges)
	for range l.names {
		moved := false
		for _, e := range l.edges {
			if circle[e.From] != circle[e.To] && l.layer[circle[e.To]] <= l.layer[circle[e.From]] {
				l.layer[circle[e.To]] = l.layer[circle[e.From]] + 1
				moved = true
			}
		}
		if !moved {
			break
		}
	}
	for n, first := range circle {
		l.column[n] = l.layer[first]
	}
}

// circles gives every node the same one of the nodes that reach it and that it
// reaches (Tarjan).
func circles(nodes []int, edges []edge) map[int]int {
	out := map[int][]int{}
	for _, e := range edges {
		out[e.From] = append(out[e.From], e.To)
	}
	index, low, in := map[int]int{}, map[int]int{}, map[int]int{}
	var stack []int
	var visit func(n int)
	visit = func(n int) {
		index[n], low[n] = len(index)+1, len(index)+1
		stack = append(stack, n)
		for _, to := range out[n] {
			if index[to] == 0 {
				visit(to)
				low[n] = min(low[n], low[to])
			} else if _, done := in[to]; !done {
				low[n] = min(low[n], index[to])
			}
		}
		for last := n + 1; low[n] == index[n] && last != n; {
			last = stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			in[last] = n
		}
	}
	for _, n := range nodes {
		if index[n] == 0 {
			visit(n)
		}
	}
	return in
}

// order sorts each column by the middle of its callers, so that fewer lines
// cross.
func (l *layout) order() {
	for _, n := range l.nodes() {
		for len(l.rows) <= l.column[n] {
			l.rows = append(l.rows, nil)
		}
		l.rows[l.column[n]] = append(l.rows[l.column[n]], n)
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
		if e.To == n && l.column[e.From] < l.column[n] {
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
	return margin + l.column[n]*(boxWidth+columnGap), margin + l.row[n]*(boxHeight+rowGap)
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
	b.WriteString(`<defs><marker id="g-arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="g-head" d="M0 0L8 4L0 8z"/></marker></defs>`)
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
	case l.column[e.From] == l.column[e.To]:
		x1, x2 = x1+boxWidth, x2+boxWidth
		bend = min(columnGap/3+6*max(l.row[e.From]-l.row[e.To], l.row[e.To]-l.row[e.From]), columnGap)
		y1, y2 = y1-boxHeight/4, y2+boxHeight/4
	case l.column[e.To] > l.column[e.From]:
		x1 += boxWidth
	}
	class, label := "", "?"
	if e.Runs > 0 {
		label = fmt.Sprintf("%d×", e.Runs)
	}
	if e.Runs > 1 {
		class = " g-many"
	}
	end := x2 - bend
	if l.column[e.From] == l.column[e.To] {
		end = x2 + bend
	}
	fmt.Fprintf(b, `<g class="g-call%s" data-from="%d" data-to="%d"><path class="g-line" marker-end="url(#g-arrow)" d="M%d %dC%d %d %d %d %d %d"/>`,
		class, e.From, e.To, x1, y1, x1+bend, y1, end, y2, x2, y2)
	t := l.onLine(e)
	fmt.Fprintf(b, `<text class="g-runs" x="%.0f" y="%.0f">%s</text></g>`,
		bezier(t, x1, x1+bend, end, x2), bezier(t, y1, y1, y2, y2)-3, label)
}

// onLine is where on a line its number stands, from 0 to 1: near the end,
// where no box is in between, and not where another stands.
func (l *layout) onLine(e *edge) float64 {
	switch l.column[e.To] - l.column[e.From] {
	case 0:
		return 0.2 + 0.2*float64(l.row[e.From]%4)
	case 1:
		return 0.3 + 0.15*float64(l.row[e.From]%4)
	}
	return 0.9
}

// bezier is a coordinate of a cubic curve.
func bezier(t float64, a, b, c, d int) float64 {
	u := 1 - t
	return u*u*u*float64(a) + 3*u*u*t*float64(b) + 3*u*t*t*float64(c) + t*t*t*float64(d)
}

func (l *layout) box(b *strings.Builder, n int) {
	x, y := l.corner(n)
	class := ""
	if n == outside {
		class = " g-outside"
	}
	fmt.Fprintf(b, `<g class="g-app%s" data-app="%d" tabindex="0" role="button"><title>%s</title><rect x="%d" y="%d" width="%d" height="%d" rx="5"/>`,
		class, n, html.EscapeString(l.names[n]), x, y, boxWidth, boxHeight)
	fmt.Fprintf(b, `<text class="g-name" x="%d" y="%d">%s</text></g>`, x+boxWidth/2, y+boxHeight/2+5, html.EscapeString(shortened(l.names[n])))
}

// shortened cuts a name for a box.
func shortened(name string) string {
	if lang.Columns(name) <= maxLabel {
		return name
	}
	r := []rune(name)
	for lang.Columns(string(r)) > maxLabel-1 {
		r = r[:len(r)-1]
	}
	return string(r) + "…"
}
