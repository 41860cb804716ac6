package parse

import (
	"io/fs"
	"path"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// start queues the paths the user named.
func (w *walk) start(paths []string) {
	for _, p := range paths {
		p = path.Clean(p)
		resolved, info, err := resolve(w.fsys, p)
		switch {
		case err != nil:
			w.problem(p, source.Unreadable, reason(err), false)
		case w.named[resolved]: // named twice, or it is the standard input
		case info.IsDir():
			w.named[resolved] = true
			f := &folder{path: resolved}
			f.inSource = strings.Contains("/"+resolved+"/", "/src/")
			f.ignores = w.ignoresAbove(resolved)
			f.scope = w.scope(resolved)
			w.queue.push([]task{{folder: f}})
		case !info.Mode().IsRegular():
			w.problem(p, source.Unreadable, lang.T("not a regular file"), false)
		default:
			w.named[resolved] = true
			w.startFile(resolved)
		}
	}
}

func (w *walk) startFile(name string) {
	r, ok := w.readerOf(name)
	if !ok || w.readers[r].OnDemand { // hooks name every file that changed
		w.problem(name, source.NothingToAudit, lang.T("no format has files of this name"), true)
	}
	if !ok {
		return
	}
	dir, base := path.Split(name)
	f := &folder{path: path.Clean(dir), files: []entry{{name: base, reader: r, named: true}}}
	w.folders = append(w.folders, f)
	w.queue.push([]task{{folder: f, hi: 1}})
}

// ignoresAbove collects the ignore files of the folders above dir. A folder
// that they ignore itself was named to be read nevertheless: then none counts.
func (w *walk) ignoresAbove(dir string) *ignores {
	if dir == "." {
		return nil
	}
	s := scratches.Get().(*scratch)
	defer s.free()
	var g *ignores
	at := &folder{path: "."}
	for name := range strings.SplitSeq(dir, "/") {
		at.ignores = g
		if entries, err := fs.ReadDir(w.fsys, at.path); err == nil {
			g = w.readIgnores(at, entries, s)
		}
		if g.match(at.dir(), name, true) {
			return nil
		}
		at = at.child(name)
	}
	return g
}

// maxLinks bounds the symbolic links on the way to a named path, as Linux does.
const maxLinks = 40

var (
	errLinkOut  = lang.Errorf("a symbolic link that leads out of the root")
	errLinkLoop = lang.Errorf("too many symbolic links")
	errNoPath   = lang.Errorf("not a path below the root")
)

// resolve follows the symbolic links in a path that the user named, as long
// as they stay below the root, and returns where the input really stands.
func resolve(fsys fs.FS, name string) (string, fs.FileInfo, error) {
	if !fs.ValidPath(name) {
		return "", nil, errNoPath
	}
	done, rest, links := ".", name, 0
	for {
		var first string
		first, rest, _ = strings.Cut(rest, "/")
		at := path.Join(done, first)
		info, err := fs.Lstat(fsys, at)
		if err != nil {
			return "", nil, err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			target, err := fs.ReadLink(fsys, at)
			if err != nil {
				return "", nil, err
			}
			next := path.Join(done, target, rest)
			if path.IsAbs(target) || !fs.ValidPath(next) {
				return "", nil, errLinkOut
			}
			if links++; links > maxLinks {
				return "", nil, errLinkLoop
			}
			done, rest = ".", next
			continue
		}
		if rest == "" {
			return at, info, nil
		}
		done = at
	}
}
