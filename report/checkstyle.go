package report

import (
	"bufio"
	"encoding/xml"
	"io"

	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

type checkstyle struct {
	XMLName xml.Name          `xml:"checkstyle"`
	Version string            `xml:"version,attr"`
	Files   []*checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr,omitempty"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// checkstyleSeverity names severities as Checkstyle does.
var checkstyleSeverity = [...]string{finding.Note: "info", finding.Warning: "warning", finding.Error: "error"}

// writeCheckstyle writes Checkstyle's XML, file by file. Suppressed findings
// are left out: the format has no word for them. What has no place stands at
// the first line of the root.
func writeCheckstyle(w io.Writer, r *Report) error {
	doc := checkstyle{Version: "10.0"}
	index := map[string]*checkstyleFile{}
	add := func(at source.Span, path string, e checkstyleError) {
		e.Line = 1
		if at.Valid() {
			start := at.Start()
			path, e.Line, e.Column = at.File.Path, start.Line, start.Column
		}
		if path == "" {
			path = "."
		}
		f := index[path]
		if f == nil {
			f = &checkstyleFile{Name: path}
			index[path] = f
			doc.Files = append(doc.Files, f)
		}
		f.Errors = append(f.Errors, e)
	}
	for _, f := range r.active() {
		add(nearest(f), "", checkstyleError{Severity: checkstyleSeverity[f.Severity], Message: clean(f.Message.In(r.Options.Lang)),
			Source: "dubboaudit." + f.Rule.ID})
	}
	for i := range r.Problems {
		p := &r.Problems[i]
		e := checkstyleError{Severity: "error", Message: clean(problemText(p, r.Options.Lang)), Source: "dubboaudit.input." + string(p.Kind)}
		if p.Minor {
			e.Severity = "info"
		}
		add(p.At, p.Path, e)
	}
	out := bufio.NewWriter(w)
	out.WriteString(xml.Header)
	enc := xml.NewEncoder(out)
	enc.Indent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return err
	}
	out.WriteByte('\n')
	return out.Flush()
}
