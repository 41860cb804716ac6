package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// stream is a part of a document that is written element by element, so that a
// report of any length needs the memory of one finding.
type stream struct {
	key string
	n   int
	at  func(i int) any
	// oneLine writes each element on one line.
	oneLine bool
}

// encode writes a document, indented, with < and > as they are. The streams
// take the places of the document's empty arrays of the same key, in order.
func encode(w io.Writer, doc any, streams ...stream) error {
	var buf bytes.Buffer
	if err := encoder(&buf, "").Encode(doc); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	rest := buf.Bytes()
	for _, s := range streams {
		// Inside a JSON string the quotes would be escaped.
		before, after, ok := bytes.Cut(rest, []byte(`"`+s.key+`": []`))
		if !ok {
			return fmt.Errorf("document without empty array %q", s.key)
		}
		out.Write(before)
		if err := s.write(out, indentOf(before)); err != nil {
			return err
		}
		rest = after
	}
	out.Write(rest)
	return out.Flush()
}

func encoder(w io.Writer, prefix string) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent(prefix, "  ")
	return enc
}

// indentOf returns the white space that the last line of a text begins with.
func indentOf(text []byte) string {
	line := text[bytes.LastIndexByte(text, '\n')+1:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " "))])
}

func (s stream) write(out *bufio.Writer, indent string) error {
	fmt.Fprintf(out, "%q: [", s.key)
	inner := indent + "  "
	var buf bytes.Buffer
	enc := encoder(&buf, inner)
	if s.oneLine {
		enc.SetIndent("", "")
	}
	for i := range s.n {
		if i > 0 {
			out.WriteByte(',')
		}
		buf.Reset()
		if err := enc.Encode(s.at(i)); err != nil {
			return err
		}
		out.WriteString("\n" + inner)
		if _, err := out.Write(bytes.TrimSuffix(buf.Bytes(), []byte("\n"))); err != nil {
			return err
		}
	}
	if s.n > 0 {
		out.WriteString("\n" + indent)
	}
	return out.WriteByte(']')
}
