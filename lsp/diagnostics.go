package lsp

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/report"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

type diagnostics struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type diagnostic struct {
	Range           span             `json:"range"`
	Severity        int              `json:"severity"`
	Code            string           `json:"code"`
	CodeDescription *codeDescription `json:"codeDescription,omitempty"`
	Source          string           `json:"source"`
	Message         string           `json:"message"`
	Related         []related        `json:"relatedInformation,omitempty"`
}

type codeDescription struct {
	Href string `json:"href"`
}

type related struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

// The severities of diagnostics.
const (
	severityError       = 1
	severityWarning     = 2
	severityInformation = 3
)

// maxRelated bounds the related places of a diagnostic.
const maxRelated = 20

// publish sends the diagnostics of the open files that are not as the client
// has them.
func (s *Server) publish() {
	for _, uri := range slices.Sorted(maps.Keys(s.docs)) {
		d := s.docs[uri]
		if d.folder == nil && d.published == nil {
			continue
		}
		list := s.diagnose(d)
		body, err := json.Marshal(list)
		if err != nil || !d.pending && bytes.Equal(body, d.published) {
			continue
		}
		d.published, d.pending = body, false
		s.notify("textDocument/publishDiagnostics", diagnostics{d.uri, &d.version, list})
	}
}

// diagnose lists what was found in an open file, and what of it could not be
// understood.
func (s *Server) diagnose(d *document) []diagnostic {
	list := []diagnostic{}
	f := d.folder
	if f == nil {
		return list
	}
	if e := f.mistake(); e != nil && e.Path == d.path {
		at := position{max(e.Line-1, 0), max(e.Column-1, 0)}
		list = append(list, diagnostic{Range: span{at, at}, Severity: severityError, Code: "config", Source: "dubboaudit", Message: e.Msg.In(s.Lang)})
	}
	if f.report == nil {
		return list
	}
	places := s.places(f)
	for _, x := range f.report.Findings {
		if x.Suppressed == nil && x.At.Valid() && x.At.File.Path == d.path {
			list = append(list, s.finding(d, x, places))
		}
	}
	for _, p := range f.report.Problems {
		switch {
		case p.At.Valid() && p.At.File.Path == d.path:
			list = append(list, s.problem(p, d.lines.spanIn(p.At, d.lead())))
		case !p.At.Valid() && p.Path == d.path:
			list = append(list, s.problem(p, span{}))
		}
	}
	return list
}

func (s *Server) finding(d *document, x *finding.Finding, places *places) diagnostic {
	out := diagnostic{Range: d.lines.spanIn(x.At, d.lead()), Severity: severityOf(x.Severity), Code: x.Rule.ID,
		CodeDescription: &codeDescription{report.RulePageURL(x.Rule, s.Lang)}, Source: "dubboaudit", Message: x.Message.In(s.Lang)}
	for _, r := range x.Related {
		if at, ok := places.of(r.At); ok && len(out.Related) < maxRelated {
			out.Related = append(out.Related, related{at, r.Message.In(s.Lang)})
		}
	}
	return out
}

func severityOf(s finding.Severity) int {
	switch s {
	case finding.Error:
		return severityError
	case finding.Warning:
		return severityWarning
	}
	return severityInformation
}

func (s *Server) problem(p source.Problem, at span) diagnostic {
	severity := severityError
	if p.Minor {
		severity = severityInformation
	}
	return diagnostic{Range: at, Severity: severity, Code: string(p.Kind), Source: "dubboaudit", Message: p.Msg.In(s.Lang)}
}

// places turns places of an audit into those of the protocol.
type places struct {
	server *Server
	folder *folder
	docs   map[string]*document // of the folder, by path
	lines  map[*source.File]*lines
}

func (s *Server) places(f *folder) *places {
	p := &places{s, f, map[string]*document{}, map[*source.File]*lines{}}
	for _, d := range s.docs {
		if d.folder == f {
			p.docs[d.path] = d
		}
	}
	return p
}

// of returns the location of a span, false for one without a place and for
// those inside archives, which no editor opens by name.
func (p *places) of(at source.Span) (location, bool) {
	if !at.Valid() || strings.Contains(at.File.Path, "!/") {
		return location{}, false
	}
	if d := p.docs[at.File.Path]; d != nil {
		return location{d.uri, d.lines.spanIn(at, d.lead())}, true
	}
	l := p.lines[at.File]
	if l == nil {
		l = newLines(at.File.Text, p.server.encoding)
		p.lines[at.File] = l
	}
	return location{uriOf(p.folder.fileOf(at.File.Path)), l.span(at.Lo, at.Hi)}, true
}
