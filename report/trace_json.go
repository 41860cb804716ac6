package report

import (
	"io"

	"github.com/dubboaudit/dubboaudit/lang"
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
	doc := jsonTrace{SchemaVersion: schemaVersion, jsonTraced: tracedOf(r.Trace, r.Options.Lang)}
	for _, m := range r.Trace.Methods {
		doc.Methods = append(doc.Methods, tracedOf(m, r.Options.Lang))
	}
	return encode(w, doc)
}

func tracedOf(t *trace.Trace, in lang.Language) jsonTraced {
	out := jsonTraced{Subject: t.Subject, Places: []jsonPlace{}}
	for _, p := range t.Places {
		place := jsonPlace{p.Number, p.Name, p.Status, p.Message.In(in), []jsonTraceSpot{}}
		for _, l := range p.Locations {
			place.Locations = append(place.Locations, jsonTraceSpot{locate(l.At), l.Message.In(in)})
		}
		out.Places = append(out.Places, place)
	}
	return out
}
