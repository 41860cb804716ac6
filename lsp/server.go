// Package lsp is a language server over a pair of streams: it audits the
// workspace again after every change, with what stands in the editor in the
// place of what is on disk, and tells what it found in the open files.
package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"sync"
	"time"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/lang"
)

// Tree is what to audit for a folder of the workspace.
type Tree struct {
	// FS is the file system, Root the name of its root on disk, and Path that
	// of the folder below the root, "." for the root itself.
	FS      fs.FS
	Root    string
	Path    string
	Options audit.Options
}

// Server is a language server; it serves one client.
type Server struct {
	// Open says what to audit for a folder of the workspace, by its name on
	// disk. It is asked again when files or configs came or went.
	Open func(dir string) (Tree, error)
	// Version is that of dubboaudit.
	Version string
	// Lang is the language for a client that names none of ours.
	Lang lang.Language

	out     io.Writer
	failed  error // of writing
	cancels cancels
	state   state
	client  initializeParams
	// encoding is that of characters, agreed upon with the client.
	encoding string
	folders  []*folder
	docs     map[string]*document // by URI
	last     time.Duration        // that the last audits took
	calls    int                  // requests sent to the client
}

// state is where the server is in its life.
type state uint8

const (
	fresh state = iota
	running
	shut
)

// ErrNoShutdown is the error of an exit that was not announced.
var ErrNoShutdown = errors.New("exit without shutdown")

// queued bounds the messages read ahead of their turn.
const queued = 64

// Serve reads messages until the client says exit or ends the stream.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	s.out, s.docs, s.encoding = out, map[string]*document{}, utf16Encoding
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	queue := make(chan *message, queued)
	ended := make(chan error, 1)
	go func() {
		ended <- s.read(ctx, in, queue)
		close(queue)
	}()
	for s.failed == nil {
		m, err := s.next(ctx, queue)
		switch {
		case err != nil:
			return err
		case m == nil && s.dirty():
			s.refresh(ctx)
		case m == nil:
			return <-ended
		case m.Method == "exit" && s.state == shut:
			return nil
		case m.Method == "exit":
			return ErrNoShutdown
		default:
			s.handle(ctx, m)
		}
	}
	return s.failed
}

// next waits for a message, nil when it is time to audit or the stream ended.
func (s *Server) next(ctx context.Context, queue <-chan *message) (*message, error) {
	if !s.dirty() {
		select {
		case m := <-queue:
			return m, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	select {
	case m := <-queue:
		return m, nil
	default:
	}
	pause := time.NewTimer(s.pause())
	defer pause.Stop()
	select {
	case m := <-queue:
		return m, nil
	case <-pause.C:
		return nil, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

const (
	// quick is what an audit may take to follow every keystroke at once.
	quick = 50 * time.Millisecond
	// longest is the longest wait for the end of typing.
	longest = 500 * time.Millisecond
)

// pause is how long to wait for the next keystroke before an audit: the longer
// the slower the audits are.
func (s *Server) pause() time.Duration { return min(max(s.last-quick, 0), longest) }

// read reads messages into the queue; cancellations overtake.
func (s *Server) read(ctx context.Context, in io.Reader, queue chan<- *message) error {
	f := newFrames(bufio.NewReader(in))
	for {
		body, err := f.next()
		m := &message{}
		switch {
		case errors.Is(err, errTooLarge):
			m.err = &rpcError{invalidRequest, err.Error()}
		case err == io.EOF:
			return nil
		case err != nil:
			return lang.Errorf("reading a message: %v", err)
		default:
			m = readMessage(body)
		}
		if m.Method == "$/cancelRequest" {
			var p struct {
				ID json.RawMessage `json:"id"`
			}
			if json.Unmarshal(m.Params, &p) == nil {
				s.cancels.add(string(p.ID))
			}
			continue
		}
		select {
		case queue <- m:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// cancels are the requests that the client does not want answered any more.
type cancels struct {
	mu  sync.Mutex
	ids map[string]bool
}

// maxCancels bounds them: most come too late and are never asked for.
const maxCancels = 1000

func (c *cancels) add(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ids == nil || len(c.ids) >= maxCancels {
		c.ids = map[string]bool{}
	}
	c.ids[id] = true
}

func (c *cancels) take(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	ok := c.ids[id]
	delete(c.ids, id)
	return ok
}

// send writes a message to the client.
func (s *Server) send(m any) {
	body, err := json.Marshal(m)
	if err == nil {
		err = writeFrame(s.out, body)
	}
	if err != nil && s.failed == nil {
		s.failed = lang.Errorf("writing a message: %v", err)
	}
}

func (s *Server) notify(method string, params any) {
	s.send(call{Version: "2.0", Method: method, Params: params})
}

// The types of messages for people.
const (
	errorMessage   = 1
	warningMessage = 2
)

// tell writes to the client's log, in its language.
func (s *Server) tell(kind int, format string, args ...any) {
	s.notify("window/logMessage", map[string]any{"type": kind, "message": s.Lang.Say(format, args...)})
}
