package revision

import (
	"bytes"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// maxLinks bounds the symbolic links on the way to a file, as Linux does.
const maxLinks = 40

// Open implements fs.FS. Links are followed inside the tree.
func (t *Tree) Open(name string) (fs.File, error) {
	n, err := t.find("open", name, true)
	if err != nil {
		return nil, err
	}
	if n.children != nil {
		return &folder{node: n}, nil
	}
	data, err := n.read()
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &file{Reader: bytes.NewReader(data), node: n}, nil
}

// Stat implements fs.StatFS: it reads no content, unless its size is asked for.
func (t *Tree) Stat(name string) (fs.FileInfo, error) {
	n, err := t.find("stat", name, true)
	if err != nil {
		return nil, err
	}
	return n, nil
}

// Lstat and ReadLink implement fs.ReadLinkFS.
func (t *Tree) Lstat(name string) (fs.FileInfo, error) {
	n, err := t.find("lstat", name, false)
	if err != nil {
		return nil, err
	}
	return n, nil
}

// ReadLink returns where a link leads.
func (t *Tree) ReadLink(name string) (string, error) {
	n, err := t.find("readlink", name, false)
	if err != nil {
		return "", err
	}
	if n.mode&fs.ModeSymlink == 0 {
		return "", &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid}
	}
	target, err := n.read()
	return string(target), err
}

// ReadDir implements fs.ReadDirFS.
func (t *Tree) ReadDir(name string) ([]fs.DirEntry, error) {
	n, err := t.find("readdir", name, true)
	if err != nil {
		return nil, err
	}
	if n.children == nil {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrInvalid}
	}
	return n.entries(), nil
}

// find walks to a node, through links where they are followed.
func (t *Tree) find(op, name string, follow bool) (*node, error) {
	fail := func(err error) (*node, error) { return nil, &fs.PathError{Op: op, Path: name, Err: err} }
	if !fs.ValidPath(name) {
		return fail(fs.ErrInvalid)
	}
	at, done, rest := t.root, ".", name
	for links := 0; rest != "" && rest != "."; {
		first, more, _ := strings.Cut(rest, "/")
		next := at.children[first]
		switch {
		case next == nil:
			return fail(fs.ErrNotExist)
		case next.mode&fs.ModeSymlink != 0 && (follow || more != ""):
			target, err := next.read()
			if err != nil {
				return fail(err)
			}
			rest = path.Join(done, string(target), more)
			if links++; links > maxLinks || path.IsAbs(string(target)) || !fs.ValidPath(rest) {
				return fail(fs.ErrNotExist)
			}
			at, done = t.root, "."
		default:
			at, done, rest = next, path.Join(done, first), more
		}
	}
	return at, nil
}

func (n *node) entries() []fs.DirEntry {
	var out []fs.DirEntry
	for _, name := range slices.Sorted(maps.Keys(n.children)) {
		out = append(out, n.children[name])
	}
	return out
}

// A node is its own fs.FileInfo and fs.DirEntry. The times of files are not
// part of a revision.

func (n *node) Name() string               { return n.name }
func (n *node) Mode() fs.FileMode          { return n.mode }
func (n *node) Type() fs.FileMode          { return n.mode.Type() }
func (n *node) ModTime() time.Time         { return time.Time{} }
func (n *node) IsDir() bool                { return n.mode.IsDir() }
func (n *node) Sys() any                   { return nil }
func (n *node) Info() (fs.FileInfo, error) { return n, nil }

// Size is that of the content, 0 where it cannot be read.
func (n *node) Size() int64 {
	if n.children == nil && n.size.Load() == 0 {
		_, _ = n.read() // the store keeps the error
	}
	return max(n.size.Load()-1, 0)
}

func (n *node) read() ([]byte, error) {
	data, err := n.store.read(n.id)
	if err == nil {
		n.size.Store(int64(len(data)) + 1)
	}
	return data, err
}

// file is an open file: it can also be read at any place.
type file struct {
	*bytes.Reader
	node *node
}

func (f *file) Stat() (fs.FileInfo, error) { return f.node, nil }
func (f *file) Close() error               { return nil }

// folder is an open folder.
type folder struct {
	node *node
	read int
}

func (f *folder) Stat() (fs.FileInfo, error) { return f.node, nil }
func (f *folder) Close() error               { return nil }

func (f *folder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: f.node.name, Err: fs.ErrInvalid}
}

// ReadDir implements fs.ReadDirFile.
func (f *folder) ReadDir(n int) ([]fs.DirEntry, error) {
	rest := f.node.entries()[f.read:]
	if n > 0 {
		if len(rest) == 0 {
			return nil, io.EOF
		}
		rest = rest[:min(n, len(rest))]
	}
	f.read += len(rest)
	return rest, nil
}
