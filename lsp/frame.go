package lsp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
)

const (
	// maxMessage bounds the body of a message: files larger than a quarter of
	// it are not audited anyway.
	maxMessage = 64 << 20
	// maxHeader bounds a header line.
	maxHeader = 4 << 10
	// maxHeaders bounds the lines before a body; more are skipped as garbage.
	maxHeaders = 32
	// maxGarbage bounds what is passed over before a message: more is not the
	// stray print of a wrapper, and whatever writes it is no editor.
	maxGarbage = 1 << 20
)

// errGarbage ends a stream that has no messages.
var errGarbage = lang.Errorf("no message in %d bytes", maxGarbage)

// errTooLarge is that of a message whose body was passed over.
var errTooLarge = lang.Errorf("a message of more than %d bytes", maxMessage)

// frames reads messages as the base protocol frames them.
type frames struct {
	r     *bufio.Reader
	limit int64
}

func newFrames(r io.Reader) *frames {
	return &frames{r: bufio.NewReaderSize(r, maxHeader), limit: maxMessage}
}

// next returns the body of the next message. Lines that are no header are
// passed over, so that a stray print of a wrapper script ends nothing. The
// error is errTooLarge, after which reading goes on, or that of the stream.
func (f *frames) next() ([]byte, error) {
	n, err := f.header()
	if err != nil {
		return nil, err
	}
	if n > f.limit {
		if _, err := io.CopyN(io.Discard, f.r, n); err != nil {
			return nil, ended(err)
		}
		return nil, errTooLarge
	}
	// The length is a claim: memory grows with what really comes.
	body, err := io.ReadAll(io.LimitReader(f.r, n))
	if err == nil && int64(len(body)) < n {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, err
	}
	return body, nil
}

// header reads up to the empty line that ends a header with a length.
func (f *frames) header() (int64, error) {
	n, lines, read := int64(-1), 0, 0
	for {
		line, err := f.r.ReadSlice('\n')
		if read += len(line); read > maxGarbage {
			return 0, errGarbage
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			n = -1
			continue // garbage, read to its end piece by piece
		}
		if err != nil {
			if len(line) > 0 || lines > 0 {
				return 0, ended(err)
			}
			return 0, err
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			if n >= 0 {
				return n, nil
			}
			lines = 0
			continue
		}
		if lines++; lines > maxHeaders {
			n, lines = -1, 0
		}
		if name, value, ok := strings.Cut(text, ":"); ok && textproto.CanonicalMIMEHeaderKey(strings.TrimSpace(name)) == "Content-Length" {
			n = length(strings.TrimSpace(value))
		}
	}
}

// length reads a Content-Length, -1 for none.
func length(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 {
		return -1
	}
	return n
}

// ended makes of an end in the middle of a message what it is.
func ended(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// writeFrame writes one message.
func writeFrame(w io.Writer, body []byte) error {
	_, err := w.Write(append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(body)), body...))
	return err
}
