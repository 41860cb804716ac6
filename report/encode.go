package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// list is a part of a document that is written element by element, so that a
// report of any length needs the memory of one finding.
type list struct {
	key string
	n   int
	at  func(i int) any
}

// encode writes a document, indented, with < and > as they are. The lists
// take the places of the document's empty arrays of the same key, in order.
func encode(w io.Writer, doc any, lists ...list) error {
	var buf bytes.Buffer
	if err := encoder(&buf, "").Encode(doc); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	rest := buf.Bytes()
	for _, l := range lists {
		// Inside a JSON string the quotes would be escaped.
		before, after, ok := bytes.Cut(rest, []byte(`"`+l.key+`": []`))
		if !ok {
			return fmt.Errorf("document without empty array %q", l.key)
		}
		out.Write(before)
		if err := l.write(out, indentOf(before)); err != nil {
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

func (l list) write(out *bufio.Writer, indent string) error {
	fmt.Fprintf(out, "%q: [", l.key)
	inner := indent + "  "
	var buf bytes.Buffer
	enc := encoder(&buf, inner)
	for i := range l.n {
		if i > 0 {
			out.WriteByte(',')
		}
		buf.Reset()
		if err := enc.Encode(l.at(i)); err != nil {
			return err
		}
		out.WriteString("\n" + inner)
		if _, err := out.Write(bytes.TrimSuffix(buf.Bytes(), []byte("\n"))); err != nil {
			return err
		}
	}
	if l.n > 0 {
		out.WriteString("\n" + indent)
	}
	return out.WriteByte(']')
}
