package lsp

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// overlay is a file system in which open buffers stand for their files. It may
// be changed only while no audit reads it.
type overlay struct {
	fs.FS
	buffers map[string][]byte
}

func newOverlay(fsys fs.FS) *overlay { return &overlay{fsys, map[string][]byte{}} }

// mark is put before a buffer: the text is UTF-8 whatever the file declares,
// and byte order marks win over declarations.
const mark = "\xef\xbb\xbf"

// set puts a buffer in the place of a file.
func (o *overlay) set(name string, text []byte) {
	if !bytes.HasPrefix(text, []byte(mark)) {
		text = append([]byte(mark), text...)
	}
	o.buffers[name] = text
}

func (o *overlay) drop(name string) { delete(o.buffers, name) }

// Open implements fs.FS.
func (o *overlay) Open(name string) (fs.File, error) {
	if text, ok := o.buffers[name]; ok {
		return &buffer{bytes.NewReader(text), info{path.Base(name), int64(len(text))}}, nil
	}
	return o.FS.Open(name)
}

// Stat implements fs.StatFS.
func (o *overlay) Stat(name string) (fs.FileInfo, error) {
	if text, ok := o.buffers[name]; ok {
		return info{path.Base(name), int64(len(text))}, nil
	}
	return fs.Stat(o.FS, name)
}

// Lstat implements fs.ReadLinkFS.
func (o *overlay) Lstat(name string) (fs.FileInfo, error) {
	if _, ok := o.buffers[name]; ok {
		return o.Stat(name)
	}
	return fs.Lstat(o.FS, name)
}

// ReadLink implements fs.ReadLinkFS.
func (o *overlay) ReadLink(name string) (string, error) { return fs.ReadLink(o.FS, name) }

// ReadDir implements fs.ReadDirFS: buffers that have no file yet are there too.
func (o *overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(o.FS, name)
	for file, text := range o.buffers {
		if path.Dir(file) != name {
			continue
		}
		e := fs.FileInfoToDirEntry(info{path.Base(file), int64(len(text))})
		i, ok := slices.BinarySearchFunc(entries, e.Name(), func(e fs.DirEntry, name string) int {
			return strings.Compare(e.Name(), name)
		})
		if !ok {
			entries = slices.Insert(entries, i, e)
		}
	}
	return entries, err
}

// buffer is an open buffer as a file.
type buffer struct {
	*bytes.Reader
	info info
}

func (b *buffer) Stat() (fs.FileInfo, error) { return b.info, nil }
func (b *buffer) Close() error               { return nil }

type info struct {
	name string
	size int64
}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return i.size }
func (i info) Mode() fs.FileMode  { return 0o644 }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return false }
func (i info) Sys() any           { return nil }
