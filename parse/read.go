package parse

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"sync"

	"github.com/dubboaudit/dubboaudit/lang"
)

// scratch is a buffer that is used for one file after another: most files are
// read, looked at and dropped, and cost no memory.
type scratch struct{ buf []byte }

var scratches = sync.Pool{New: func() any { return &scratch{buf: make([]byte, 64<<10)} }}

// keepBytes bounds the buffer that is kept for the next file.
const keepBytes = 1 << 20

func (s *scratch) free() {
	if len(s.buf) > keepBytes {
		s.buf = make([]byte, 64<<10)
	}
	scratches.Put(s)
}

// content is a file as read. Data is only good until the next read.
type content struct {
	data []byte
	size int64
	// large is set for a file above the limit, whose data is not kept;
	// dubbo then tells whether it names Dubbo.
	large, dubbo bool
}

// read reads a file from start to end in one go. A file above the limit is
// looked through, without holding more than the buffer.
func (s *scratch) read(fsys fs.FS, path string, limit int64) (content, error) {
	f, err := fsys.Open(path)
	if err != nil {
		return content{}, err
	}
	defer f.Close()
	return s.readFrom(f, limit)
}

func (s *scratch) readFrom(r io.Reader, limit int64) (content, error) {
	if len(s.buf) > keepBytes {
		s.buf = make([]byte, 64<<10)
	}
	n := 0
	for {
		if n == len(s.buf) {
			bigger := make([]byte, min(int64(2*len(s.buf)), limit+1))
			copy(bigger, s.buf)
			s.buf = bigger
		}
		m, err := r.Read(s.buf[n:])
		n += m
		if int64(n) > limit {
			return s.skim(r, n)
		}
		if err == io.EOF {
			return content{data: s.buf[:n], size: int64(n)}, nil
		}
		if err != nil {
			return content{}, err
		}
	}
}

// skim looks for the word in the first n bytes of the buffer and in the rest
// of the file.
func (s *scratch) skim(r io.Reader, n int) (content, error) {
	const overlap = 16 // longer than the word in UTF-16
	c := content{large: true, size: int64(n), dubbo: namesDubbo(s.buf[:n])}
	keep := copy(s.buf, s.buf[max(0, n-overlap):n])
	window := s.buf
	if len(window) > 2*keepBytes {
		window = window[:keepBytes]
	}
	for {
		m, err := r.Read(window[keep:])
		c.size += int64(m)
		c.dubbo = c.dubbo || namesDubbo(window[:keep+m])
		keep = copy(window, window[max(0, keep+m-overlap):keep+m])
		if err == io.EOF {
			return c, nil
		}
		if err != nil {
			return c, err
		}
	}
}

func namesDubbo(b []byte) bool {
	return bytes.Contains(b, []byte("dubbo")) || bytes.Contains(b, []byte("d\x00u\x00b\x00b\x00o"))
}

// reason is the cause of a failure without the path, which is told apart and
// must not be the machine's absolute one.
func reason(err error) lang.Text {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		err = pathErr.Err
	}
	return lang.T("%s", err)
}
