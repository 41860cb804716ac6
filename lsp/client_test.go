package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/audit/policy"
)

var update = flag.Bool("update", false, "write the transcripts anew")

// TestTranscripts plays scripts of a client. A file of testdata holds the
// workspace, the script, and the golden transcript. A line of the script is
//
//	method params             a notification
//	id method params          a request; its answer is waited for
//	raw text                  bytes as they are, framed
//	write file path           what stands in the archive, to disk
//	rm path                   from disk
//
// "$(name)" in params is the text of that file as a JSON string.
func TestTranscripts(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal(err, names)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			golden, script := len(a.Files)-1, ""
			texts, disk := map[string]string{}, fstest.MapFS{}
			for _, f := range a.Files {
				switch name, onDisk := strings.CutPrefix(f.Name, "disk/"); {
				case f.Name == "script":
					script = string(f.Data)
				case onDisk:
					disk[name] = &fstest.MapFile{Data: f.Data}
					fallthrough
				default:
					texts[name] = string(f.Data)
				}
			}
			c := start(t, disk)
			for line := range strings.Lines(script) {
				c.play(strings.TrimSpace(line), texts)
			}
			c.finish()
			got := c.transcript.Bytes()
			if *update {
				a.Files[golden].Data = got
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(a.Files[golden].Data), string(got)); diff != "" {
				t.Errorf("transcript (-want +got; go test -update writes it anew):\n%s", diff)
			}
		})
	}
}

// client talks to a server over pipes and keeps what was said.
type client struct {
	t          testing.TB
	disk       fstest.MapFS
	to         io.WriteCloser
	messages   chan []byte
	done       chan error
	transcript bytes.Buffer
}

func start(t testing.TB, disk fstest.MapFS) *client {
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	c := &client{t: t, disk: disk, to: toServer, messages: make(chan []byte, 1000), done: make(chan error, 1)}
	s := &Server{Version: "test", Open: open(disk)}
	go func() {
		c.done <- s.Serve(context.Background(), fromClient, toClient)
		toClient.Close()
	}()
	go func() {
		defer close(c.messages)
		f := newFrames(fromServer)
		for {
			body, err := f.next()
			if err != nil {
				return
			}
			c.messages <- body
		}
	}()
	return c
}

// open audits the folder of that name of a file system whose root is "/root".
func open(disk fs.FS) func(string) (Tree, error) {
	return func(dir string) (Tree, error) {
		rel, err := filepath.Rel(filepath.FromSlash("/root"), dir)
		if err != nil || !filepath.IsLocal(rel) {
			return Tree{}, fmt.Errorf("%s: no such folder", filepath.ToSlash(dir))
		}
		at := filepath.ToSlash(rel)
		known := func(id string) bool { return strings.HasPrefix(id, "DA") }
		return Tree{FS: disk, Root: filepath.FromSlash("/root"), Path: at,
			Options: audit.Options{Paths: []string{at}, Jobs: 1, AllowEmpty: true, Configs: policy.NewConfigs(disk, known)}}, nil
	}
}

func (c *client) send(body string) {
	c.t.Helper()
	if err := writeFrame(c.to, []byte(body)); err != nil {
		c.t.Fatal(err)
	}
}

// play plays one line of a script.
func (c *client) play(line string, texts map[string]string) {
	c.t.Helper()
	for name, text := range texts {
		quoted, _ := json.Marshal(text)
		line = strings.ReplaceAll(line, "$("+name+")", string(quoted))
	}
	first, rest, _ := strings.Cut(line, " ")
	switch {
	case line == "" || strings.HasPrefix(line, "#"):
		if line != "" {
			fmt.Fprintf(&c.transcript, "\n%s\n", line)
		}
	case first == "raw":
		c.send(rest)
	case first == "rm":
		delete(c.disk, rest)
	case first == "write":
		file, path, _ := strings.Cut(rest, " ")
		c.disk[path] = &fstest.MapFile{Data: []byte(texts[file])}
	case first[0] >= '0' && first[0] <= '9':
		method, params, _ := strings.Cut(rest, " ")
		c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q%s}`, first, method, given(params)))
		c.waitFor(first)
	default:
		c.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q%s}`, first, given(rest)))
	}
}

func given(params string) string {
	if params == "" {
		return ""
	}
	return `,"params":` + params
}

// waitFor keeps what the server says up to the answer of that id.
func (c *client) waitFor(id string) {
	c.t.Helper()
	for body := range c.messages {
		c.keep(body)
		var m message
		if json.Unmarshal(body, &m) == nil && string(m.ID) == id && m.Method == "" {
			return
		}
	}
	c.t.Fatalf("no answer to %s", id)
}

// ranges are written as "2:13-2:77".
var ranges = regexp.MustCompile(`\{"start":\{"line":(\d+),"character":(\d+)\},"end":\{"line":(\d+),"character":(\d+)\}\}`)

func (c *client) keep(body []byte) {
	body = ranges.ReplaceAll(body, []byte(`"$1:$2-$3:$4"`))
	var out bytes.Buffer
	if err := json.Indent(&out, body, "", "  "); err != nil {
		c.t.Errorf("%s: %v", body, err)
	}
	fmt.Fprintf(&c.transcript, "%s\n", out.Bytes())
}

// finish ends the stream and keeps what comes until the server is done.
func (c *client) finish() {
	c.to.Close()
	for body := range c.messages {
		c.keep(body)
	}
	if err := <-c.done; err != nil && !errors.Is(err, io.ErrClosedPipe) {
		fmt.Fprintf(&c.transcript, "ended: %v\n", err)
	}
}
