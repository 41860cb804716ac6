package revision

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
)

// maxBlob bounds the content that is held at a time; the audit reads nothing
// as large.
const maxBlob = 64 << 20

// store reads contents through one `git cat-file --batch`, which answers one
// question after the other.
type store struct {
	git git

	mu     sync.Mutex
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	err    error // the first one that leaves the tree incomplete
	closed bool
}

func newStore(g git) *store { return &store{git: g} }

var (
	errLargeBlob = errors.New("too large to be read from a revision")
	errClosed    = errors.New("the revision is closed")
)

// read returns the content of an object.
func (s *store) read(id string, size int64) ([]byte, error) {
	if size > maxBlob {
		return nil, errLargeBlob
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return nil, s.err
	}
	data, err := s.ask(id)
	if err != nil {
		s.err = err
	}
	return data, err
}

func (s *store) ask(id string) ([]byte, error) {
	if err := s.start(); err != nil {
		return nil, err
	}
	if _, err := io.WriteString(s.in, id+"\n"); err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	head, err := s.out.ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	var name, kind string
	var size int64
	if n, _ := fmt.Sscan(head, &name, &kind, &size); n != 3 || size < 0 || size > maxBlob {
		if strings.HasSuffix(head, " missing\n") {
			return nil, fmt.Errorf("object %s is not in this clone: it is a partial one, fetch it first", id)
		}
		return nil, fmt.Errorf("git cat-file answered %q", head)
	}
	data := make([]byte, size+1) // a line end follows
	if _, err := io.ReadFull(s.out, data); err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	return data[:size], nil
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
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("git cat-file: %w", err)
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
