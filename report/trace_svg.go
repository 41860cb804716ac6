package report

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/trace"
)

// The measures of the picture, in pixels.
const (
	svgWidth   = 960
	svgLine    = 18
	svgHead    = 48 // the subject above the boxes
	svgGap     = 26 // between two boxes, for the arrow
	svgColumns = 118
)

// svgStyle colours the picture for light and dark surroundings.
const svgStyle = `
.tr-bg{fill:#ffffff}.tr-text{fill:#1f2328;font:13px ui-monospace,monospace}.tr-bold{font-weight:600}.tr-dim{fill:#59636e}
.tr-box{fill:none;stroke:#d1d9e0}.tr-arrow{stroke:#59636e;stroke-width:2;fill:none}
.tr-ok{fill:#1a7f37}.tr-broken,.tr-missing{fill:#cf222e}.tr-unknown{fill:#9a6700}
@media(prefers-color-scheme:dark){.tr-bg{fill:#0d1117}.tr-text{fill:#f0f6fc}.tr-dim{fill:#9198a1}.tr-box{stroke:#3d444d}
.tr-arrow{stroke:#9198a1}.tr-ok{fill:#3fb950}.tr-broken,.tr-missing{fill:#f85149}.tr-unknown{fill:#d29922}}
`

// svgTrace draws traces below one another.
type svgTrace struct {
	*bufio.Writer
	lang lang.Language
	y    int
}

func writeTraceSVG(w io.Writer, r *Report) error {
	traces, err := r.traced()
	if err != nil {
		return err
	}
	s := &svgTrace{Writer: bufio.NewWriter(w), lang: r.Options.Lang}
	height := 12
	for _, t := range traces {
		height += s.height(t)
	}
	fmt.Fprintf(s, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="%s">`+"\n",
		svgWidth, height, svgWidth, height, xmlText(describeTraces(traces).In(s.lang)))
	fmt.Fprintf(s, "<title>%s</title>\n<style>%s</style>\n", xmlText(r.Trace.Subject), svgStyle)
	fmt.Fprintf(s, `<rect class="tr-bg" width="%d" height="%d" rx="6"/>`+"\n", svgWidth, height)
	for _, t := range traces {
		s.trace(t)
	}
	fmt.Fprintln(s, "</svg>")
	return s.Flush()
}

func (s *svgTrace) boxHeight(p trace.Place) int {
	message, spots := drawn(p, svgColumns, s.lang)
	return (1+len(message)+len(spots))*svgLine + 14
}

func (s *svgTrace) height(t *trace.Trace) int {
	h := svgHead
	for _, p := range t.Places {
		h += s.boxHeight(p) + svgGap
	}
	return h
}

// describeTraces tells in words what the picture shows.
func describeTraces(traces []*trace.Trace) lang.Text {
	var parts []lang.Text
	for _, t := range traces {
		for _, p := range t.Places {
			parts = append(parts, lang.T("%s, %d %s: %s.", t.Subject, p.Number, p.Name.Text(), p.Status.Text()))
		}
	}
	return lang.Sentences(parts...)
}

func (s *svgTrace) trace(t *trace.Trace) {
	s.text(12, s.y+30, "tr-bold", clean(t.Subject))
	s.y += svgHead
	for i, p := range t.Places {
		if i > 0 {
			fmt.Fprintf(s, `<path class="tr-arrow" d="M40 %dv%dm-5 -6l5 6l5 -6"/>`+"\n", s.y-svgGap+3, svgGap-6)
		}
		s.box(p)
	}
}

// box draws one place: its name and status, its message, and where.
func (s *svgTrace) box(p trace.Place) {
	message, spots := drawn(p, svgColumns, s.lang)
	h := s.boxHeight(p)
	fmt.Fprintf(s, `<rect class="tr-box" x="12" y="%d" width="%d" height="%d" rx="6"/>`+"\n", s.y, svgWidth-24, h)
	y := s.y + svgLine + 2
	fmt.Fprintf(s, `<text class="tr-text tr-bold" x="24" y="%d">%d %s <tspan class="tr-%s">%s</tspan></text>`+"\n",
		y, p.Number, xmlText(p.Name.Text().In(s.lang)), p.Status, xmlText(p.Status.Text().In(s.lang)))
	for _, line := range message {
		y += svgLine
		s.text(24, y, "", line)
	}
	for _, line := range spots {
		y += svgLine
		s.text(40, y, "tr-dim", line)
	}
	s.y += h + svgGap
}

func (s *svgTrace) text(x, y int, class, text string) {
	fmt.Fprintf(s, `<text class="%s" x="%d" y="%d">%s</text>`+"\n", strings.TrimSpace("tr-text "+class), x, y, xmlText(text))
}

func xmlText(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(clean(s))) // a Builder does not fail
	return b.String()
}
