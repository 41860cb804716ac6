package report

import (
	"io"

	"github.com/dubboaudit/dubboaudit/trace"
)

type jsonTrace struct {
	SchemaVersion string `json:"schemaVersion"`
	jsonTraced
	// Methods are the traces that the places sum up, where an interface
	// without a method was asked for.
	Methods []jsonTraced `json:"methods,omitempty"`
}

type jsonTraced struct {
	Subject string      `json:"subject"`
	Places  []jsonPlace `json:"places"`
}

type jsonPlace struct {
	Place     int             `json:"place"`
	Name      trace.Name      `json:"name"`
	Status    trace.Status    `json:"status"`
	Message   string          `json:"message"`
	Locations []jsonTraceSpot `json:"locations"`
}

type jsonTraceSpot struct {
	Location *location `json:"location"`
	Message  string    `json:"message"`
}

func writeTraceJSON(w io.Writer, r *Report) error {
	if r.Trace == nil {
		return errNoTrace
	}
	doc := jsonTrace{SchemaVersion: schemaVersion, jsonTraced: tracedOf(r.Trace)}
	for _, m := range r.Trace.Methods {
		doc.Methods = append(doc.Methods, tracedOf(m))
	}
	return encode(w, doc)
}

func tracedOf(t *trace.Trace) jsonTraced {
	out := jsonTraced{Subject: t.Subject, Places: []jsonPlace{}}
	for _, p := range t.Places {
		place := jsonPlace{p.Number, p.Name, p.Status, p.Message, []jsonTraceSpot{}}
		for _, l := range p.Locations {
			place.Locations = append(place.Locations, jsonTraceSpot{locate(l.At), l.Message})
		}
		out.Places = append(out.Places, place)
	}
	return out
}
