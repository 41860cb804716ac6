// Package parse finds the inputs of an audit and hands each one to the reader
// of its format. It walks trees, decides by name and by a cheap look at the
// bytes what is worth parsing, and keeps an Index of the rest, so that a type
// or an imported file that turns out to matter is parsed later, once.
package parse

import (
	"cmp"
	"context"
	"io"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Root is the input of an audit.
type Root struct {
	FS fs.FS
	// Paths are the folders and files to audit, relative to FS with forward
	// slashes. None means all of FS, unless there is a Stdin.
	Paths []string
	// Stdin, when not nil, is one more file, of the name StdinName. It stands
	// for the file of that name in FS, which is then not read.
	Stdin     io.Reader
	StdinName string
}

// Options steers a walk. The zero value is the normal one.
type Options struct {
	// Jobs bounds the files read at the same time; 0 means GOMAXPROCS.
	Jobs int
	// Include and Exclude are doublestar globs relative to the root; one
	// without a slash matches the last path element anywhere. A file is read
	// when one of Include (if there is any) and none of Exclude matches.
	// Paths named in Root are read whatever the globs say.
	Include, Exclude []string
	// ScopeFile is the name of a file that narrows its folder and all below
	// it, and Scope returns the globs that count in a folder in the place of
	// Include and Exclude. It is called for every folder that the walk starts
	// at or that holds such a file, by several goroutines. Nil: there is none.
	ScopeFile string
	Scope     func(dir string) (include, exclude []string)
	// MaxBytes is the size above which a file is not loaded; 0 means 16 MiB.
	MaxBytes int64
	// Readers replaces the table of formats; nil means Readers().
	Readers []Reader
}

// maxJobs bounds the workers: more than that wait for the disk, not for a core.
const maxJobs = 256

// defaultMaxBytes is far above any file written by hand: the largest Java
// source of the 57 projects looked at has 0.5 MB.
const defaultMaxBytes = 16 << 20

// Result is what a walk found.
type Result struct {
	// Units are the parsed files, sorted by path. Problems inside a file that
	// was parsed are in its unit.
	Units []*decl.Unit
	// Problems are those of inputs that have no unit, sorted by path.
	Problems []source.Problem
	// Files and Bytes count what was read, parsed or not.
	Files int
	Bytes int64
	// Index finds what the walk saw and did not parse.
	Index *Index
}

// Tree walks the root and parses what is relevant. The result does not depend
// on Jobs or on the order in which files are read. The error is that of a
// malformed glob or of ctx; unreadable input is a Problem.
func Tree(ctx context.Context, root Root, opt Options) (*Result, error) {
	for _, p := range slices.Concat(opt.Include, opt.Exclude) {
		if !doublestar.ValidatePattern(p) {
			return nil, lang.Errorf("glob %q: %v", p, doublestar.ErrBadPattern)
		}
	}
	w := newWalk(root.FS, opt)
	if root.Stdin != nil {
		w.readStdin(root.Stdin, root.StdinName)
	}
	if len(root.Paths) == 0 && root.Stdin == nil {
		root.Paths = []string{"."}
	}
	w.start(root.Paths)
	var group sync.WaitGroup
	for range w.jobs {
		group.Go(func() { w.work(ctx) })
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return w.result(), nil
}

func newWalk(fsys fs.FS, opt Options) *walk {
	w := &walk{
		input: input{fsys: fsys, readers: opt.Readers, limit: opt.MaxBytes}, jobs: opt.Jobs,
		scopeFile: opt.ScopeFile, scopeOf: opt.Scope,
		named: map[string]bool{},
	}
	if w.scopeOf == nil {
		w.scopeFile = ""
		w.scopeOf = func(string) (include, exclude []string) { return opt.Include, opt.Exclude }
	}
	if w.jobs <= 0 {
		w.jobs = runtime.GOMAXPROCS(0)
	}
	w.jobs = min(w.jobs, maxJobs)
	if w.readers == nil {
		w.readers = Readers()
	}
	if w.limit <= 0 {
		w.limit = defaultMaxBytes
	}
	w.queue.ready.L = &w.queue.mu
	return w
}

func (w *walk) result() *Result {
	r := &Result{Problems: w.problems, Files: w.files, Bytes: w.bytes, Index: newIndex(w)}
	for _, f := range r.Index.folders {
		for i := range f.files {
			if u := f.files[i].unit; u != nil {
				r.Units = append(r.Units, u)
				r.Index.addStrays(f.files[i].name, u)
			}
		}
	}
	slices.SortFunc(r.Units, func(a, b *decl.Unit) int { return strings.Compare(a.File.Path, b.File.Path) })
	sortProblems(r.Problems)
	return r
}

func sortProblems(list []source.Problem) {
	slices.SortFunc(list, func(a, b source.Problem) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Msg.String(), b.Msg.String()))
	})
}

// globs are patterns ready to match: one without a slash is given its "**/".
type globs []string

func (g globs) match(path string) bool {
	for _, p := range g {
		p = strings.TrimSuffix(strings.TrimPrefix(p, "./"), "/")
		if !strings.Contains(p, "/") {
			p = "**/" + p
		}
		if doublestar.MatchUnvalidated(p, path) {
			return true
		}
	}
	return false
}
