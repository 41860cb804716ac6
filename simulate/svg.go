package simulate

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dubboaudit/dubboaudit/lang"
)

// The measures of the picture, in pixels.
const (
	svgLeft, svgBars, svgRight = 90, 520, 390 // at least, but for the bars
	svgEdge                    = 12
	svgRow                     = 22
	svgHead                    = 76 // title and legend
	svgColumn                  = 62 // heading, axis and the space behind a column
	svgPlot                    = 280
)

// style colours the picture for light and dark surroundings. The classes have
// a prefix, for the picture may stand inside a page.
const style = `
.sim-bg{fill:#ffffff}.sim-text{fill:#1f2328;font:13px ui-sans-serif,system-ui,sans-serif}.sim-bold{font-weight:600}.sim-dim{fill:#59636e;font-weight:400}
.sim-grid{stroke:#d1d9e0}.sim-wait{fill:#0969da}.sim-alone{fill:#0969da;fill-opacity:.28}.sim-row{fill:#1a7f37}.sim-dup{fill:#cf222e}
.sim-line{stroke:#59636e;stroke-width:2}.sim-good{fill:#1a7f37}.sim-bad{stroke:#cf222e;stroke-width:2.5}
.sim-load,.sim-other,.sim-answered{fill:none;stroke-width:2}.sim-load{stroke:#cf222e;stroke-width:3}.sim-other{stroke:#0969da;stroke-opacity:.7}
.sim-answered{stroke:#1a7f37;stroke-dasharray:6 4}.sim-full{stroke:#59636e;stroke-dasharray:2 4}
@media(prefers-color-scheme:dark){.sim-bg{fill:#0d1117}.sim-text{fill:#f0f6fc}.sim-dim{fill:#9198a1}.sim-grid{stroke:#3d444d}
.sim-wait,.sim-alone{fill:#4493f8}.sim-row,.sim-good{fill:#3fb950}.sim-dup{fill:#f85149}.sim-line,.sim-full{stroke:#9198a1}
.sim-bad,.sim-load{stroke:#f85149}.sim-answered{stroke:#3fb950}.sim-other{stroke:#4493f8}}
`

// svgWriter gathers the picture. What stands left of the bars and right of them
// may be longer in another language: the picture is as wide as it needs.
type svgWriter struct {
	bytes.Buffer
	lang lang.Language
	// left is where the bars begin, right where the longest text ends.
	left, right int
	y           int
}

// WriteSVG writes the columns as one picture, below one another. It needs no
// fonts, scripts or network, and follows the reader's light or dark scheme.
func WriteSVG(w io.Writer, columns []Column, l lang.Language) error {
	s := &svgWriter{lang: l, y: svgHead}
	s.left = s.names(columns)
	s.right = s.left + svgBars + svgRight - svgEdge
	first := &columns[0].Scenario
	s.text(svgEdge, 22, "sim-bold", first.title())
	s.text(svgEdge, 40, "sim-dim", first.work())
	s.legend()
	for i := range columns {
		s.column(&columns[i], scale{longest(columns), svgBars})
	}
	height := s.y
	if columns[0].charted() {
		s.plot(columns)
		height += svgPlot
	}
	fmt.Fprintln(s, "</svg>")
	_, err := io.WriteString(w, s.head(columns, s.right+svgEdge, height)+s.String())
	return err
}

// head begins the picture, with its words for those who cannot see it.
func (s *svgWriter) head(columns []Column, width, height int) string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="%s">
<title>%s</title>
<style>%s</style>
<rect class="sim-bg" width="%d" height="%d" rx="6"/>
`, width, height, width, height, s.escape(describe(columns)), s.escape(columns[0].Scenario.title()), style, width, height)
}

// names is how much the names of the attempts need on the left.
func (s *svgWriter) names(columns []Column) int {
	left := svgLeft
	for _, c := range columns {
		for _, a := range c.Outcome.Attempts[:min(len(c.Outcome.Attempts), mostShown)] {
			left = max(left, svgEdge+pixels(a.name().In(s.lang))+8)
		}
		for n := range min(len(c.Outcome.Intents), mostShown) {
			left = max(left, svgEdge+pixels(caller(n, len(c.Outcome.Intents)).In(s.lang))+8)
		}
	}
	return left
}

// pixels estimates the width of a text: 6 for a letter, 13 for a wide one.
func pixels(text string) int { return 7*lang.Columns(text) - utf8.RuneCountInString(text) }

// charted reports whether there is a load to draw.
func (c *Column) charted() bool { return c.Estimate != nil && len(c.Estimate.Points) > 0 }

// describe tells in words what the picture shows.
func describe(columns []Column) lang.Text {
	var parts []lang.Text
	for _, c := range columns {
		parts = append(parts, lang.T("%s: %s, %s.", c.Name, c.Outcome.counts(), c.Outcome.sight()))
	}
	return lang.Sentences(parts...)
}

func (s *svgWriter) text(x, y int, class string, text lang.Text) {
	fmt.Fprintf(s, `<text class="sim-text %s" x="%d" y="%d">%s</text>`+"\n", class, x, y, s.escape(text))
	s.right = max(s.right, x+pixels(text.In(s.lang)))
}

// heading writes a name and, behind it, what is to be said about it.
func (s *svgWriter) heading(y int, name, text lang.Text) {
	fmt.Fprintf(s, `<text class="sim-text sim-bold" x="%d" y="%d">%s <tspan class="sim-text sim-dim" dx="8">%s</tspan></text>`+"\n",
		svgEdge, y, s.escape(name), s.escape(text))
	s.right = max(s.right, svgEdge+pixels(name.In(s.lang))+16+pixels(text.In(s.lang)))
}

func (s *svgWriter) legend() {
	const y = 50
	x := svgEdge
	item := func(text lang.Text, draw func()) {
		draw()
		s.text(x+20, y+10, "sim-dim", text)
		x += 40 + 7*lang.Columns(text.In(s.lang))
	}
	box := func(class string) func() {
		return func() { fmt.Fprintf(s, `<rect class="%s" x="%d" y="%d" width="14" height="10"/>`, class, x, y) }
	}
	mark := func(class string) func() { return func() { s.diamond(class, x+7, y+5) } }
	item(clientWaits, box("sim-wait"))
	item(providerWorks, box("sim-alone"))
	item(lang.T("first row written"), mark("sim-row"))
	item(lang.T("a further row written"), mark("sim-dup"))
}

func (s *svgWriter) diamond(class string, x, y int) {
	fmt.Fprintf(s, `<path class="%s" d="M%d %dl6 6l-6 6l-6 -6z"/>`+"\n", class, x, y-6)
}

func (s *svgWriter) column(c *Column, bars scale) {
	o := c.Outcome
	s.heading(s.y+20, c.Name, c.Scenario.settings())
	s.y += 26
	if !c.Note.IsZero() {
		s.text(svgEdge, s.y+14, "sim-dim", c.Note)
		s.y += svgRow
	}
	bottom := s.y + 14 + svgRow*(min(len(o.Attempts), mostShown)+min(len(o.Intents), mostShown))
	s.axis(bars, bottom)
	s.y += 14
	seen := map[int]bool{}
	for n, a := range o.Attempts {
		if n == mostShown {
			s.text(s.left, s.y+15, "sim-dim", lang.T("and %d more", len(o.Attempts)-n))
			s.y += svgRow
			break
		}
		s.attempt(a, bars, seen[a.Intent])
		seen[a.Intent] = seen[a.Intent] || a.Stored
	}
	for n, in := range o.Intents[:min(len(o.Intents), mostShown)] {
		s.caller(caller(n, len(o.Intents)), in, bars)
	}
	s.y += svgColumn - 26 - 14
}

// axis draws the time axis in quarters.
func (s *svgWriter) axis(bars scale, bottom int) {
	for _, quarter := range []int{0, 1, 2, 3, 4} {
		x := s.left + quarter*svgBars/4
		fmt.Fprintf(s, `<path class="sim-grid" d="M%d %dV%d"/>`, x, s.y+12, bottom)
		fmt.Fprintf(s, `<text class="sim-text sim-dim" x="%d" y="%d" text-anchor="middle">%s ms</text>`+"\n",
			x, s.y+9, millis(bars.end*time.Duration(quarter)/4))
	}
}

func (s *svgWriter) attempt(a *Attempt, bars scale, duplicate bool) {
	wait := "sim-wait"
	if a.Background {
		wait = "sim-alone"
	}
	s.text(svgEdge, s.y+15, "", a.name())
	s.bar(wait, bars.at(a.Start), max(bars.at(a.End), bars.at(a.Start)+2))
	if a.Executed && a.ExecutionEnd > a.End {
		s.bar("sim-alone", bars.at(a.End), bars.at(a.ExecutionEnd))
	}
	if a.Stored {
		class := "sim-row"
		if duplicate {
			class = "sim-dup"
		}
		s.diamond(class, s.left+bars.at(a.WrittenAt), s.y+11)
	}
	s.text(s.left+svgBars+14, s.y+15, "", a.fate())
	s.y += svgRow
}

func (s *svgWriter) bar(class string, from, to int) {
	fmt.Fprintf(s, `<rect class="%s" x="%d" y="%d" width="%d" height="14"/>`+"\n", class, s.left+from, s.y+4, to-from)
}

// caller draws the caller's wait for one intent and how it ended.
func (s *svgWriter) caller(name lang.Text, in Intent, bars scale) {
	s.text(svgEdge, s.y+15, "sim-bold", name)
	from, to, y := s.left+bars.at(in.Start), s.left+bars.at(in.End), s.y+11
	fmt.Fprintf(s, `<path class="sim-line" d="M%d %dH%d"/>`, from, y, to)
	if in.Cause != "" {
		fmt.Fprintf(s, `<path class="sim-bad" d="M%d %dl10 10m0 -10l-10 10"/>`+"\n", to-5, y-5)
	} else {
		fmt.Fprintf(s, `<circle class="sim-good" cx="%d" cy="%d" r="5"/>`+"\n", to, y)
	}
	s.text(s.left+svgBars+14, s.y+15, "sim-bold", in.fate())
	s.y += svgRow
}

// escape makes text safe inside XML, also in an attribute.
func (s *svgWriter) escape(text lang.Text) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(clean(text.In(s.lang)))) // a Builder never fails
	return b.String()
}
