package yaml

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Code points of the private use area stand for characters that YAML forbids
// at the start of a scalar but that real files have there: "@x@" is filled in
// by Maven before Spring sees it. Columns are counted in code points, so the
// exchange moves nothing.
var masks = [...]struct {
	char   byte
	masked string
}{
	{'@', "\uEFA1"},
	{'%', "\uEFA2"},
	{'`', "\uEFA3"},
}

var unmasker = strings.NewReplacer(masks[0].masked, "@", masks[1].masked, "%", masks[2].masked, "`")

// unmask undoes mask in a scalar.
func unmask(s string) string {
	if !strings.Contains(s, "\uEFA1"[:2]) {
		return s
	}
	return unmasker.Replace(s)
}

// mask exchanges the characters of masks where a scalar may start. A "%" that
// begins a directive stays.
func mask(text []byte) []byte {
	var out []byte
	done := 0
	for i := 0; ; i++ {
		j := nextMask(text, i)
		if j < 0 {
			break
		}
		i = j
		if !startsScalar(text, i) {
			continue
		}
		for _, m := range masks {
			if m.char == text[i] {
				out = append(append(out, text[done:i]...), m.masked...)
			}
		}
		done = i + 1
	}
	if done == 0 {
		return text
	}
	return append(out, text[done:]...)
}

// nextMask returns the index of the next character of masks.
func nextMask(text []byte, from int) int {
	if i := bytes.IndexAny(text[from:], "@%`"); i >= 0 {
		return from + i
	}
	return -1
}

func startsScalar(text []byte, i int) bool {
	if i == 0 || text[i-1] == '\n' || text[i-1] == '\r' {
		return !bytes.HasPrefix(text[i:], []byte("%YAML")) && !bytes.HasPrefix(text[i:], []byte("%TAG"))
	}
	return bytes.IndexByte([]byte(" \t[{,:"), text[i-1]) >= 0
}

// syntaxError is why a text is not YAML.
type syntaxError struct {
	msg string
	// read is the number of lines the parser had seen when it gave up: the
	// offending one is the last of them or the one before. The line in yaml.v3's message is
	// often that of the mapping around it.
	read int
}

func (e *syntaxError) Error() string { return e.msg }

// nodes parses all documents of a text. It never panics, whatever yaml.v3
// does.
func nodes(text []byte) (docs []*yaml.Node, err error) {
	r := &lineReader{text: mask(text)}
	defer func() {
		if p := recover(); p != nil {
			docs, err = nil, &syntaxError{fmt.Sprint(p), r.lines}
		}
	}()
	d := yaml.NewDecoder(r)
	for {
		n := new(yaml.Node)
		if err := d.Decode(n); errors.Is(err, io.EOF) {
			return docs, nil
		} else if err != nil {
			return nil, &syntaxError{plainMessage(err), r.lines}
		}
		docs = append(docs, n)
	}
}

// plainMessage is what yaml.v3 says without its prefix and line.
func plainMessage(err error) string {
	msg := strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(msg, "line "); ok {
		if _, rest, ok = strings.Cut(rest, ": "); ok {
			return rest
		}
	}
	return msg
}

// lineReader hands out a text line by line, so that its user cannot read on
// beyond the line it needs.
type lineReader struct {
	text   []byte
	lines  int // lines begun
	inLine bool
}

// Read implements io.Reader.
func (r *lineReader) Read(p []byte) (int, error) {
	if len(r.text) == 0 {
		return 0, io.EOF
	}
	if !r.inLine {
		r.lines++
	}
	n := min(len(p), len(r.text))
	i := bytes.IndexByte(r.text[:n], '\n')
	if i >= 0 {
		n = i + 1
	}
	r.inLine = i < 0
	copy(p, r.text[:n])
	r.text = r.text[n:]
	return n, nil
}
