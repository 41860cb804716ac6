package report

import "github.com/dubboaudit/dubboaudit/parse/source"

// location is a place in JSON output: lines and columns from 1, columns in
// code points, bytes from 0 in the file as it lies on disk. A file without a
// place in it has File only.
type location struct {
	File       string `json:"file"`
	Line       *int   `json:"line"`
	Column     *int   `json:"column"`
	EndLine    *int   `json:"endLine"`
	EndColumn  *int   `json:"endColumn"`
	ByteOffset *int   `json:"byteOffset"`
	ByteLength *int   `json:"byteLength"`
}

// locate returns the place, nil for none.
func locate(s source.Span) *location {
	if !s.Valid() {
		return nil
	}
	start, end := s.Start(), s.End()
	off := s.File.DiskOffset(s.Lo)
	n := s.File.DiskOffset(s.Hi) - off
	return &location{s.File.Path, &start.Line, &start.Column, &end.Line, &end.Column, &off, &n}
}

// locateAll returns the places among spans that have one, never nil.
func locateAll(spans []source.Span) []*location {
	list := []*location{}
	for _, s := range spans {
		if l := locate(s); l != nil {
			list = append(list, l)
		}
	}
	return list
}

func locateProblem(p *source.Problem) *location {
	if l := locate(p.At); l != nil {
		return l
	}
	if p.Path == "" {
		return nil
	}
	return &location{File: p.Path}
}

// orNull is null in JSON for an empty text.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
