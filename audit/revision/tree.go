// Package revision reads the tree of a git revision as a file system, straight
// from the object store: nothing is checked out, and the work tree, its index
// and its branch stay as they are.
package revision

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/dubboaudit/dubboaudit/lang"
)

// maxEntries bounds the files of a tree: the largest public repositories have
// half a million.
const maxEntries = 2 << 20

// Tree is the tree of a revision. It holds names; contents are read when a
// file is opened, so that a partial clone needs only what is asked for. Close
// it when done.
type Tree struct {
	root *node
	// Missing lists the submodules whose commit is not there to be read.
	Missing []string

	stores []*store
}

// node is a file, a link or a folder.
type node struct {
	name     string
	mode     fs.FileMode
	id       string
	size     atomic.Int64 // of the content, and 1 more; 0 until it was read
	store    *store
	children map[string]*node // of a folder
}

// Open reads the names in the tree of a revision of the work tree at dir,
// those of its submodules included where they are checked out.
func Open(ctx context.Context, dir, rev string) (*Tree, error) {
	id, err := git{dir}.commit(ctx, rev)
	if err != nil {
		return nil, err
	}
	t := &Tree{root: &node{name: ".", mode: fs.ModeDir, children: map[string]*node{}}}
	if err := t.add(ctx, git{dir}, id, ""); err != nil {
		t.Close()
		return nil, err
	}
	slices.Sort(t.Missing)
	return t, nil
}

// add reads the names of a commit into the folder at a prefix.
func (t *Tree) add(ctx context.Context, g git, commit, prefix string) error {
	list, err := g.output(ctx, "ls-tree", "-r", "-z", "--full-tree", commit)
	if err != nil {
		return err
	}
	s := newStore(g)
	t.stores = append(t.stores, s)
	if n := bytes.Count(list, []byte{0}); n > maxEntries {
		return lang.Errorf("%d files in the revision, more than %d", n, maxEntries)
	}
	for entry := range bytes.SplitSeq(list, []byte{0}) {
		n, name, ok := parseEntry(string(entry))
		if !ok {
			continue
		}
		n.store = s
		name = path.Join(prefix, name)
		if n.mode == gitlink {
			t.submodule(ctx, g, n.id, name, prefix)
			continue
		}
		t.insert(name, n)
	}
	return nil
}

// gitlink is the mode of a submodule's entry.
const gitlink = fs.ModeIrregular

// parseEntry reads "mode type id<TAB>path".
func parseEntry(line string) (*node, string, bool) {
	head, name, ok := strings.Cut(line, "\t")
	words := strings.Fields(head)
	if !ok || len(words) != 3 || !fs.ValidPath(name) {
		return nil, "", false
	}
	n := &node{id: words[2], mode: 0o444}
	switch words[0] {
	case "120000":
		n.mode = fs.ModeSymlink
	case "160000":
		n.mode = gitlink
	}
	return n, name, true
}

// submodule adds the tree that a submodule had. It is the submodule's own
// object store that has it.
func (t *Tree) submodule(ctx context.Context, g git, commit, name, prefix string) {
	sub := git{filepath.Join(g.dir, filepath.FromSlash(strings.TrimPrefix(strings.TrimPrefix(name, prefix), "/")))}
	if _, err := os.Lstat(filepath.Join(sub.dir, ".git")); err != nil {
		t.Missing = append(t.Missing, name)
		return
	}
	if _, err := sub.output(ctx, "cat-file", "-e", commit+"^{commit}"); err != nil {
		t.Missing = append(t.Missing, name)
		return
	}
	if err := t.add(ctx, sub, commit, name); err != nil {
		t.Missing = append(t.Missing, name)
	}
}

// insert puts a file where its path says.
func (t *Tree) insert(name string, n *node) {
	at := t.root
	for {
		first, rest, more := strings.Cut(name, "/")
		if !more {
			n.name = first
			at.children[first] = n
			return
		}
		next := at.children[first]
		if next == nil || next.children == nil {
			next = &node{name: first, mode: fs.ModeDir, children: map[string]*node{}}
			at.children[first] = next
		}
		at, name = next, rest
	}
}

// Close ends the commands that read contents.
func (t *Tree) Close() {
	for _, s := range t.stores {
		s.close()
	}
}

// Err returns the first error met when contents were read: what was read is
// then not the whole tree.
func (t *Tree) Err() error {
	for _, s := range t.stores {
		if err := s.failure(); err != nil {
			return err
		}
	}
	return nil
}
