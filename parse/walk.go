package parse

import (
	"context"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// walk is the state of one Tree call.
type walk struct {
	input
	jobs      int
	scopeFile string
	scopeOf   func(dir string) (include, exclude []string)
	// named are the paths given by the user: each is a start of its own, and
	// is passed over where the walk meets it again.
	named map[string]bool
	queue queue

	mu       sync.Mutex
	folders  []*folder
	problems []source.Problem
	files    int
	bytes    int64
}

// entry is a file that has a reader. Once the walk is over, its unit is
// touched through Index.load only.
type entry struct {
	name   string
	reader uint8
	named  bool
	once   sync.Once // asked for
	parsed sync.Once
	unit   *decl.Unit
	late   bool // unit was parsed after the walk
	// problem is why there is no unit.
	problem *source.Problem
	words   wordSet // of a Java file that was searched for a word
	// answers are those of earlier searches that read the file.
	answers map[string]bool
}

// batch is how many files a worker takes at a time: enough to make the queue
// cheap, few enough to share a large folder between the workers.
const batch = 16

func (w *walk) work(ctx context.Context) {
	s := scratches.Get().(*scratch)
	defer s.free()
	for {
		t, ok := w.queue.next()
		if !ok {
			return
		}
		switch {
		case ctx.Err() != nil: // drop the task
		case t.hi == 0:
			w.list(t.folder, s)
		default:
			w.read(t, s)
		}
		w.queue.done()
	}
}

// list reads a folder and queues what is in it.
func (w *walk) list(f *folder, s *scratch) {
	entries, err := fs.ReadDir(w.fsys, f.path)
	if err != nil {
		w.problem(f.path, source.Unreadable, reason(err), false)
	}
	f.ignores = w.readIgnores(f, entries, s)
	if w.scopeFile != "" && has(entries, w.scopeFile) {
		f.scope = w.scope(f.path)
	}
	var tasks []task
	for _, e := range entries {
		name := joined(f.path, e.Name())
		switch {
		case w.named[name]:
		case e.IsDir():
			if w.enters(f, e.Name(), entries) {
				tasks = append(tasks, task{folder: f.child(e.Name())})
			}
		case e.Type().IsRegular(): // no links, pipes or devices
			if r, ok := w.readerOf(name); ok && w.takes(f, e.Name()) {
				f.files = append(f.files, entry{name: e.Name(), reader: r})
			}
		}
	}
	if len(f.files) == 0 {
		w.queue.push(tasks)
		return
	}
	for lo := 0; lo < len(f.files); lo += batch {
		tasks = append(tasks, task{f, lo, min(lo+batch, len(f.files))})
	}
	w.queue.push(tasks)
	w.mu.Lock()
	w.folders = append(w.folders, f)
	w.mu.Unlock()
}

func (w *walk) enters(f *folder, name string, siblings []fs.DirEntry) bool {
	return !f.skips(name, siblings) && !f.ignores.match(f.dir(), name, true) &&
		(len(f.scope.exclude) == 0 || !f.scope.exclude.match(joined(f.path, name)))
}

func (w *walk) takes(f *folder, name string) bool {
	if f.ignores.match(f.dir(), name, false) {
		return false
	}
	in, ex := f.scope.include, f.scope.exclude
	if len(in)+len(ex) == 0 {
		return true
	}
	p := joined(f.path, name)
	return (len(in) == 0 || in.match(p)) && !ex.match(p)
}

// scope holds the globs that count in a folder.
type scope struct{ include, exclude globs }

func (w *walk) scope(dir string) scope {
	include, exclude := w.scopeOf(dir)
	return scope{include, exclude}
}

// has reports whether sorted entries hold one of that name.
func has(entries []fs.DirEntry, name string) bool {
	_, ok := slices.BinarySearchFunc(entries, name, func(e fs.DirEntry, name string) int {
		return strings.Compare(e.Name(), name)
	})
	return ok
}

// readIgnores reads the ignore files that stand in the folder. Those of git
// count without a repository too: a checkout may come as an archive.
func (w *walk) readIgnores(f *folder, entries []fs.DirEntry, s *scratch) *ignores {
	g := f.ignores
	for _, name := range []string{".git", ".gitignore"} {
		i, ok := slices.BinarySearchFunc(entries, name, func(e fs.DirEntry, name string) int {
			return strings.Compare(e.Name(), name)
		})
		if !ok {
			continue
		}
		switch e := entries[i]; {
		case name == ".git" && e.IsDir():
			g = w.readIgnoreFile(f.path, ".git/info/exclude", g, s)
		case name == ".gitignore" && e.Type().IsRegular():
			g = w.readIgnoreFile(f.path, name, g, s)
		}
	}
	return g
}

// maxIgnoreBytes bounds an ignore file, of which every line is tested against
// every file below; what is larger is none.
const maxIgnoreBytes = 128 << 10

func (w *walk) readIgnoreFile(dir, name string, above *ignores, s *scratch) *ignores {
	c, err := s.read(w.fsys, joined(dir, name), maxIgnoreBytes)
	if err != nil || c.large {
		return above
	}
	return parseIgnores(c.data, dir, above)
}

// read reads a batch of files.
func (w *walk) read(t task, s *scratch) {
	files, bytes := 0, int64(0)
	for i := t.lo; i < t.hi; i++ {
		e := &t.folder.files[i]
		if w.readers[e.reader].OnDemand {
			continue
		}
		name := joined(t.folder.path, e.name)
		unit, n, problem := w.load(name, e.reader, e.named, s)
		if problem != nil {
			w.problem(name, problem.Kind, problem.Msg, problem.Minor)
		}
		e.unit = unit
		files, bytes = files+1, bytes+n
	}
	w.mu.Lock()
	w.files, w.bytes = w.files+files, w.bytes+bytes
	w.mu.Unlock()
}

func (w *walk) problem(name string, kind source.ProblemKind, msg lang.Text, minor bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.problems = append(w.problems, source.Problem{Path: name, Kind: kind, Msg: msg, Minor: minor})
}

// readStdin reads the text of a file that is not saved yet.
func (w *walk) readStdin(r io.Reader, name string) {
	name = path.Clean(name)
	w.named[name] = true
	row, ok := w.readerOf(name)
	if !ok {
		w.problem(name, source.NothingToAudit, lang.T("no format has files of this name"), true)
		return
	}
	s := scratches.Get().(*scratch)
	defer s.free()
	c, err := s.readFrom(io.LimitReader(r, w.limit+1), w.limit) // it may never end
	unit, problem := w.unit(name, row, c, err, true)
	switch {
	case c.large:
		w.problem(name, source.TooLarge, lang.T("more than the limit of %d bytes: not read", w.limit), false)
	case problem != nil:
		w.problem(name, problem.Kind, problem.Msg, false)
	}
	w.files, w.bytes = w.files+1, w.bytes+c.size
	dir, base := path.Split(name)
	w.folders = append(w.folders, &folder{path: path.Clean(dir), files: []entry{{name: base, reader: row, named: true, unit: unit}}})
}
