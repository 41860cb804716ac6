package report

import (
	"errors"
	"fmt"
	"path"

	"github.com/dubboaudit/dubboaudit/lang"
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
func traceSpot(l trace.Location, in lang.Language) string {
	if !l.At.Valid() {
		return l.Message.In(in)
	}
	return fmt.Sprintf("%s:%d %s", path.Base(l.At.File.Path), l.At.Start().Line, l.Message.In(in))
}

// mostDrawn bounds the locations of one place in a picture.
const mostDrawn = 8

// drawn are the lines about a place in a picture: its message, and where.
func drawn(p trace.Place, cols int, in lang.Language) (message, spots []string) {
	for i, l := range p.Locations {
		if i == mostDrawn {
			spots = append(spots, lang.N(len(p.Locations)-i, "and 1 more place", "and %d more places").In(in))
			break
		}
		spots = append(spots, cutTo(clean(traceSpot(l, in)), cols))
	}
	return wrap(p.Message.In(in), cols), spots
}
