package policy

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// baselineReader reads the file token by token, to know where entries stand.
type baselineReader struct {
	dec  *json.Decoder
	text []byte
	file *source.File // nil where the file lies outside the root
}

func (r *baselineReader) read() (*Baseline, error) {
	b := &Baseline{}
	if err := r.delim('{'); err != nil {
		return nil, err
	}
	version, listed := "", false
	for r.dec.More() {
		key, err := r.dec.Token()
		if err != nil {
			return nil, err
		}
		switch key {
		case "schemaVersion":
			err = r.dec.Decode(&version)
		case "findings":
			listed = true
			err = r.entries(b)
		default: // of a later version
			err = r.dec.Decode(new(json.RawMessage))
		}
		if err != nil {
			return nil, err
		}
	}
	if err := r.delim('}'); err != nil {
		return nil, err
	}
	if version == "" || !listed {
		return nil, errNoBaseline
	}
	if !strings.HasPrefix(version, "1.") {
		return nil, lang.Errorf("schemaVersion %q is not known to this version of dubboaudit", version)
	}
	return b, nil
}

func (r *baselineReader) delim(want json.Delim) error {
	got, err := r.dec.Token()
	if err == nil && got != want {
		err = errNoBaseline
	}
	return err
}

func (r *baselineReader) entries(b *Baseline) error {
	if err := r.delim('['); err != nil {
		return err
	}
	for r.dec.More() {
		lo := r.skip(int(r.dec.InputOffset()))
		e := &Entry{Count: 1}
		if err := r.dec.Decode(e); err != nil {
			return err
		}
		if e.Rule == "" || e.Count < 1 {
			return lang.Errorf("an entry needs a rule and a count above 0")
		}
		if r.file != nil {
			e.At = r.span(lo, int(r.dec.InputOffset()))
		}
		b.entries = append(b.entries, e)
	}
	return r.delim(']')
}

// skip passes over what separates two entries.
func (r *baselineReader) skip(at int) int {
	rest := bytes.TrimLeft(r.text[at:], " \t\r\n,")
	return len(r.text) - len(rest)
}

// span is a range of bytes; where some are no UTF-8, the file's text is longer.
func (r *baselineReader) span(lo, hi int) source.Span {
	n := len(r.file.Text)
	return source.Span{File: r.file, Lo: min(lo, n), Hi: min(hi, n)}
}
