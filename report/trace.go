package report

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/dubboaudit/dubboaudit/trace"
)

var errNoTrace = errors.New("trace: the report has no trace")

// traced are the traces of a report: one, or that of each method.
func (r *Report) traced() ([]*trace.Trace, error) {
	switch {
	case r.Trace == nil:
		return nil, errNoTrace
	case len(r.Trace.Methods) > 0:
		return r.Trace.Methods, nil
	}
	return []*trace.Trace{r.Trace}, nil
}

// traceSpot is "OrderController.java:12 what is there", for pictures: text and
// JSON have the whole path.
func traceSpot(l trace.Location) string {
	if !l.At.Valid() {
		return l.Message
	}
	return fmt.Sprintf("%s:%d %s", path.Base(l.At.File.Path), l.At.Start().Line, l.Message)
}

// mostDrawn bounds the locations of one place in a picture.
const mostDrawn = 8

// drawn are the lines about a place in a picture: its message, and where.
func drawn(p trace.Place, cols int) (message, spots []string) {
	for i, l := range p.Locations {
		if i == mostDrawn {
			spots = append(spots, "and "+plural(len(p.Locations)-i, "more place"))
			break
		}
		spots = append(spots, cutTo(clean(traceSpot(l)), cols))
	}
	return wrap(p.Message, cols), spots
}

// cutTo shortens a line to so many columns.
func cutTo(s string, cols int) string {
	if columns(s) <= cols {
		return s
	}
	var b strings.Builder
	n := 1
	for _, g := range glyphs(s) {
		if n += g.cols; n > cols {
			break
		}
		b.WriteString(g.text)
	}
	return b.String() + "…"
}
