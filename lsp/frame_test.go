package lsp

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func TestFrames(t *testing.T) {
	const message = "Content-Length: 2\r\n\r\n{}"
	tests := []struct {
		name, in string
		want     []string
	}{
		{"none", "", []string{"EOF"}},
		{"two", message + message, []string{"{}", "{}", "EOF"}},
		{"other headers, other case", "content-type: x\r\ncontent-LENGTH : 3\r\n\r\nabc", []string{"abc", "EOF"}},
		{"bare line ends", "Content-Length: 1\n\nx", []string{"x", "EOF"}},
		{"a stray print before", "warning: no JAVA_HOME\n" + message, []string{"{}", "EOF"}},
		{"a header without length", "Content-Type: x\r\n\r\n" + message, []string{"{}", "EOF"}},
		{"a length that is none", "Content-Length: -4\r\n\r\n" + message, []string{"{}", "EOF"}},
		{"a huge length", "Content-Length: 999999999999999999999\r\n\r\n" + message, []string{"{}", "EOF"}},
		{"a body over the limit", "Content-Length: 20\r\n\r\n" + strings.Repeat("x", 20) + message, []string{errTooLarge.Error(), "{}", "EOF"}},
		{"a long line", strings.Repeat("y", 3*maxHeader) + "\r\n" + message, []string{"{}", "EOF"}},
		{"many lines", strings.Repeat("a: b\n", 5*maxHeaders) + message, []string{"{}", "EOF"}},
		{"no message at all", strings.Repeat("y\n", maxGarbage), []string{errGarbage.Error()}},
		{"no line at all", strings.Repeat("y", 2*maxGarbage), []string{errGarbage.Error()}},
		{"cut off in the header", "Content-Len", []string{"unexpected EOF"}},
		{"cut off before the body", "Content-Length: 2\r\n", []string{"unexpected EOF"}},
		{"cut off in the body", "Content-Length: 9\r\n\r\nabc", []string{"unexpected EOF"}},
		{"cut off in a body over the limit", "Content-Length: 99\r\n\r\nabc", []string{"unexpected EOF"}},
	}
	for _, tt := range tests {
		for _, r := range []io.Reader{strings.NewReader(tt.in), iotest.OneByteReader(strings.NewReader(tt.in))} {
			f := newFrames(r)
			f.limit = 10
			if diff := cmp.Diff(tt.want, readAll(f)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.name, diff)
			}
		}
	}
}

// readAll lists the bodies and the errors, up to one that ends the stream.
func readAll(f *frames) []string {
	var list []string
	for {
		body, err := f.next()
		switch {
		case errors.Is(err, errTooLarge):
			list = append(list, err.Error())
		case err != nil:
			return append(list, err.Error())
		default:
			list = append(list, string(body))
		}
	}
}

// FuzzFrames reads any bytes: a message written behind them comes out whole
// unless they ask for its bytes as their own, and memory follows the input.
func FuzzFrames(f *testing.F) {
	for _, seed := range []string{"", "Content-Length: 2\r\n\r\n{}", "Content-Length: 5\r\n\r\n{}", "x\n\n", "\r\n\r\n",
		"Content-Length: 7777777777\n\n", "Content-Length: 1\nContent-Length: 2\n\nabcd", "a: b\r\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := newFrames(bytes.NewReader(data))
		r.limit = 1 << 10
		total := 0
		for {
			body, err := r.next()
			total += len(body)
			if err != nil && !errors.Is(err, errTooLarge) {
				break
			}
		}
		if total > len(data) {
			t.Fatalf("%d bytes of bodies from %d", total, len(data))
		}
		var out bytes.Buffer
		if err := writeFrame(&out, data); err != nil {
			t.Fatal(err)
		}
		back := newFrames(&out)
		if body, err := back.next(); err != nil || !bytes.Equal(body, data) {
			t.Fatalf("%q comes back as %q, %v", data, body, err)
		}
	})
}

// FuzzMessage decodes any body; what is a message has an id, a method or both
// as they were sent.
func FuzzMessage(f *testing.F) {
	for _, seed := range []string{`{"jsonrpc":"2.0","id":1,"method":"x","params":{}}`, `[]`, `{"id":{}}`, `null`, `{"method":3}`, "{", strings.Repeat("[", 20000)} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if m := readMessage(data); m.err == nil && m.isRequest() && len(m.ID) == 0 {
			t.Fatal(fmt.Sprint(m))
		}
	})
}
