package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"path"
	"slices"

	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/lang"
)

// document is an open buffer of the editor.
type document struct {
	uri     string
	version int
	text    []byte
	lines   *lines
	// folder is the one that it is audited with, nil for none, and path its
	// path there.
	folder *folder
	path   string
	// published are the diagnostics that the client has, and pending is set
	// where it waits for those of a new version.
	published []byte
	pending   bool
}

// maxBuffers bounds the open buffers together, in bytes.
const maxBuffers = 256 << 20

// lead is how many bytes the buffer has before the audited text.
func (d *document) lead() int {
	if bytes.HasPrefix(d.text, []byte(mark)) {
		return len(mark)
	}
	return 0
}

func (s *Server) setText(d *document, text []byte) error {
	total := len(text)
	for _, other := range s.docs {
		if other != d {
			total += len(other.text)
		}
	}
	if total > maxBuffers {
		s.forget(d)
		return lang.Errorf("%s: open files of more than %d bytes together: it is not looked at", d.uri, maxBuffers)
	}
	d.text, d.lines, d.pending = text, newLines(text, s.encoding), true
	d.show()
	return nil
}

// show puts the buffer in the place of the file.
func (d *document) show() {
	if d.folder != nil {
		d.folder.fsys.set(d.path, d.text)
		d.folder.change(d.path)
	}
}

// hide lets the file on disk count again.
func (d *document) hide() {
	if d.folder != nil {
		d.folder.fsys.drop(d.path)
		d.folder.change(d.path)
		if _, err := fs.Stat(d.folder.tree.FS, d.path); err != nil {
			d.folder.stale = true // it was never saved
		}
	}
	d.folder, d.path = nil, ""
}

// place finds the folder that a document is audited with: the innermost.
func (s *Server) place(d *document) {
	var best *folder
	at := ""
	if file, ok := fileOf(d.uri); ok {
		for _, f := range s.folders {
			if p, ok := f.pathOf(file); ok && (best == nil || len(f.dir) > len(best.dir)) {
				best, at = f, p
			}
		}
	}
	if best == d.folder && at == d.path {
		return
	}
	d.hide()
	d.folder, d.path, d.pending = best, at, true
	d.show()
}

func (s *Server) forget(d *document) {
	d.hide()
	delete(s.docs, d.uri)
}

func (s *Server) didOpen(_ context.Context, params json.RawMessage) (any, error) {
	var p didOpenParams
	if err := decode(params, &p); err != nil {
		return nil, err
	}
	t := p.TextDocument
	d := s.docs[t.URI]
	if d == nil {
		d = &document{uri: t.URI}
		s.docs[t.URI] = d
	}
	d.version = t.Version
	if err := s.setText(d, []byte(t.Text)); err != nil {
		return nil, err
	}
	s.place(d)
	return nil, nil
}

func (s *Server) didChange(_ context.Context, params json.RawMessage) (any, error) {
	var p didChangeParams
	if err := decode(params, &p); err != nil {
		return nil, err
	}
	d := s.docs[p.TextDocument.URI]
	if d == nil {
		return nil, notOpen(p.TextDocument.URI)
	}
	text, at := d.text, d.lines
	for _, c := range p.ContentChanges {
		if c.Range == nil {
			text = []byte(c.Text)
		} else {
			lo := at.offset(c.Range.Start)
			hi := max(at.offset(c.Range.End), lo)
			text = slices.Concat(text[:lo], []byte(c.Text), text[hi:])
		}
		at = newLines(text, s.encoding) // each change sees the one before
	}
	d.version = p.TextDocument.Version
	return nil, s.setText(d, text)
}

func notOpen(uri string) error { return &rpcError{invalidParams, uri + " is not open"} }

func (s *Server) didClose(_ context.Context, params json.RawMessage) (any, error) {
	var p documentParams
	if err := decode(params, &p); err != nil {
		return nil, err
	}
	d := s.docs[p.TextDocument.URI]
	if d == nil {
		return nil, notOpen(p.TextDocument.URI)
	}
	s.forget(d)
	s.notify("textDocument/publishDiagnostics", diagnostics{URI: d.uri, Diagnostics: []diagnostic{}})
	return nil, nil
}

// didSave matters for the files that are read from disk only.
func (s *Server) didSave(_ context.Context, params json.RawMessage) (any, error) {
	var p documentParams
	if err := decode(params, &p); err != nil {
		return nil, err
	}
	if d := s.docs[p.TextDocument.URI]; d != nil && d.folder != nil && steers(d.path) {
		d.folder.stale = true
	}
	return nil, nil
}

// steers reports whether a file decides what is audited and how.
func steers(name string) bool {
	base := path.Base(name)
	return base == policy.ConfigName || base == ".gitignore"
}
