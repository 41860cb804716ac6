package revision

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"

	"github.com/dubboaudit/dubboaudit/lang"
)

// maxBlob bounds the content that is held at a time; the audit reads nothing
// as large.
const maxBlob = 64 << 20

// store reads contents through one `git cat-file --batch`, which answers one
// question after the other.
type store struct {
	git   git
	limit int64 // bytes of a content

	mu     sync.Mutex
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	said   bytes.Buffer // on standard error
	err    error        // the first one that leaves the tree incomplete
	closed bool
}

func newStore(g git) *store { return &store{git: g, limit: maxBlob} }

var (
	errLargeBlob = lang.Errorf("too large to be read from a revision")
	errClosed    = lang.Errorf("the revision is closed")
)

// read returns the content of an object.
func (s *store) read(id string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return nil, s.err
	}
	data, err := s.ask(id)
	if err != nil && !errors.Is(err, errLargeBlob) {
		s.err = err
	}
	return data, err
}

func (s *store) ask(id string) ([]byte, error) {
	if err := s.start(); err != nil {
		return nil, err
	}
	_, err := io.WriteString(s.in, id+"\n")
	head := ""
	if err == nil {
		head, err = s.out.ReadString('\n')
	}
	if err != nil {
		return nil, s.died(id, err)
	}
	var name, kind string
	var size int64
	if n, _ := fmt.Sscan(head, &name, &kind, &size); n != 3 || size < 0 {
		if strings.HasSuffix(head, " missing\n") {
			return nil, missing(id)
		}
		return nil, lang.Errorf("git cat-file answered %q", head)
	}
	if size > s.limit {
		if _, err := io.CopyN(io.Discard, s.out, size+1); err != nil {
			return nil, lang.Errorf("git cat-file: %v", err)
		}
		return nil, errLargeBlob
	}
	data := make([]byte, size+1) // a line end follows
	if _, err := io.ReadFull(s.out, data); err != nil {
		return nil, lang.Errorf("git cat-file: %v", err)
	}
	return data[:size], nil
}

// died explains why the command ended: with a partial clone, old versions of
// git do so when they may not fetch what is missing.
func (s *store) died(id string, err error) error {
	s.in.Close()
	_ = s.cmd.Wait()
	s.cmd = nil
	if strings.Contains(s.said.String(), "fetch") || strings.Contains(s.said.String(), "promisor") || strings.Contains(s.said.String(), "not allowed") {
		return missing(id)
	}
	return lang.Errorf("git cat-file: %v: %s", err, firstLine(s.said.String()))
}

func missing(id string) error {
	return lang.Errorf("object %s is not in this clone: it is a partial one, fetch what the revision holds first", id)
}

// start starts the command for the first question.
func (s *store) start() error {
	if s.cmd != nil {
		return nil
	}
	if s.closed {
		return errClosed
	}
	cmd := s.git.command(context.Background(), "cat-file", "--batch")
	s.said.Reset()
	cmd.Stderr = &s.said
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return lang.Errorf("git cat-file: %v", err)
	}
	s.cmd, s.in, s.out = cmd, in, bufio.NewReaderSize(out, 64<<10)
	return nil
}

func (s *store) failure() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

func (s *store) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.cmd != nil {
		s.in.Close()
		_ = s.cmd.Wait() // it ends when its input does
		s.cmd = nil
	}
}
