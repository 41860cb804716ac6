package trace

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Text is what people read in place of the status.
func (s Status) Text() lang.Text {
	switch s {
	case OK:
		return lang.T("ok")
	case Broken:
		return lang.T("broken")
	case Missing:
		return lang.T("missing")
	}
	return lang.T("unknown")
}

// Text is what people read in place of the name.
func (n Name) Text() lang.Text {
	switch n {
	case Entry:
		return lang.T("entry")
	case Key:
		return lang.T("key")
	case Write:
		return lang.T("write")
	case Lookup:
		return lang.T("lookup")
	}
	return lang.T("limit")
}

// says tells one thing more about a place.
func (p *Place) says(format string, args ...any) { p.adds(lang.T(format, args...)) }

// adds sets a clause behind what was said.
func (p *Place) adds(t lang.Text) {
	p.Message = lang.Join([]lang.Text{p.Message, t}, lang.T("; "))
}

// at adds a location with what is there.
func (p *Place) at(at source.Span, format string, args ...any) {
	p.Locations = append(p.Locations, Location{at, lang.T(format, args...)})
}

// once adds locations that are not there yet.
func (p *Place) once(list ...Location) {
	for _, l := range list {
		if !slices.ContainsFunc(p.Locations, func(o Location) bool { return o.At == l.At && o.Message.Equal(l.Message) }) {
			p.Locations = append(p.Locations, l)
		}
	}
}

// distinct leaves out what was said before.
func distinct(list []lang.Text) []lang.Text {
	var out []lang.Text
	for _, t := range list {
		if !slices.ContainsFunc(out, t.Equal) {
			out = append(out, t)
		}
	}
	return out
}

// clauses joins what is to be said in one sentence, each thing once.
func clauses(list []lang.Text) lang.Text { return lang.Join(distinct(list), lang.T("; ")) }

// names are names of the code, each once.
func names(list []string) []lang.Text {
	var out []lang.Text
	for _, name := range list {
		out = append(out, lang.Verbatim(name))
	}
	return distinct(out)
}

// columns writes those of a unique key.
func columns(key *decl.UniqueKey) string { return strings.Join(key.Columns, ", ") }
