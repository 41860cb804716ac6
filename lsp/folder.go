package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/report"
)

// folder is a folder of the workspace with its audit.
type folder struct {
	uri, dir string
	tree     Tree
	fsys     *overlay
	audit    *audit.Workspace // nil before the first audit and after a failure
	report   *report.Report   // of the buffers as they are, nil after a failure
	failure  error
	// stale is set where the trees must be walked anew, and changed are the
	// files whose contents changed since the last audit.
	stale   bool
	changed map[string]bool
	// unknown are open files that no audit reads.
	unknown map[string]bool
}

func (s *Server) addFolder(uri string) {
	dir, ok := fileOf(uri)
	if !ok || slices.ContainsFunc(s.folders, func(f *folder) bool { return f.dir == dir }) {
		return
	}
	tree, err := s.Open(dir)
	if err != nil {
		s.tell(errorMessage, "%s", err)
		return
	}
	s.folders = append(s.folders, &folder{uri: uri, dir: dir, tree: tree, fsys: newOverlay(tree.FS), stale: true,
		changed: map[string]bool{}, unknown: map[string]bool{}})
}

func (s *Server) removeFolder(uri string) {
	dir, _ := fileOf(uri)
	s.folders = slices.DeleteFunc(s.folders, func(f *folder) bool { return f.dir == dir })
}

// pathOf returns the path below the root of the audit of a file in the folder.
func (f *folder) pathOf(file string) (string, bool) {
	rel, err := filepath.Rel(f.dir, file)
	if err != nil || rel == "." || !filepath.IsLocal(rel) {
		return "", false
	}
	return join(f.tree.Path, filepath.ToSlash(rel)), true
}

// fileOf is the way back; it also knows files above the folder.
func (f *folder) fileOf(path string) string {
	if f.tree.Path == "." {
		return filepath.Join(f.dir, filepath.FromSlash(path))
	}
	if rest, ok := strings.CutPrefix(path, f.tree.Path+"/"); ok {
		return filepath.Join(f.dir, filepath.FromSlash(rest))
	}
	return filepath.Join(f.tree.Root, filepath.FromSlash(path))
}

func join(dir, name string) string {
	if dir == "." || dir == "" {
		return name
	}
	return dir + "/" + name
}

// change notes that the contents of a file changed.
func (f *folder) change(path string) {
	if !f.unknown[path] {
		f.changed[path] = true
	}
}

func (f *folder) dirty() bool { return f.stale || len(f.changed) > 0 }

func (s *Server) dirty() bool {
	return s.state == running && slices.ContainsFunc(s.folders, (*folder).dirty)
}

// refresh audits what changed and publishes what was found.
func (s *Server) refresh(ctx context.Context) {
	if !s.dirty() {
		return
	}
	start := time.Now()
	for _, f := range s.folders {
		if !f.dirty() {
			continue
		}
		known := f.failure
		f.report, f.failure = f.refresh(ctx, s)
		if f.failure == nil {
			continue
		}
		f.audit = nil // the next change begins anew
		if known == nil || known.Error() != f.failure.Error() {
			s.tell(errorMessage, "%s", f.failure)
		}
	}
	s.last = time.Since(start)
	s.publish()
}

// refresh brings the audit of a folder up to date.
func (f *folder) refresh(ctx context.Context, s *Server) (r *report.Report, err error) {
	names := slices.Sorted(maps.Keys(f.changed))
	stale := f.stale || f.audit == nil
	f.stale = false
	clear(f.changed)
	defer func() {
		if v := recover(); v != nil {
			r, err = nil, lang.Errorf("dubboaudit failed: %v\n%s", v, debug.Stack())
		}
	}()
	if stale || !f.audit.Change(f.known(names)...) {
		if err := f.open(ctx, s); err != nil {
			return nil, err
		}
	}
	if r, err = f.audit.Audit(ctx); err == nil {
		r.Options.Lang = s.Lang
	}
	return r, err
}

// known leaves out files on disk that no audit reads: what a build writes.
func (f *folder) known(names []string) []string {
	return slices.DeleteFunc(names, func(name string) bool {
		_, open := f.fsys.buffers[name]
		return !open && !f.audit.Knows(name)
	})
}

// open walks the trees anew, with configs read anew.
func (f *folder) open(ctx context.Context, s *Server) error {
	tree, err := s.Open(f.dir)
	if err != nil {
		return err
	}
	f.tree, f.fsys.FS = tree, tree.FS
	if f.audit, err = audit.Open(ctx, f.fsys, tree.Options); err != nil {
		return err
	}
	clear(f.unknown)
	for path := range f.fsys.buffers {
		if !f.audit.Knows(path) {
			f.unknown[path] = true
		}
	}
	return nil
}

// mistake returns the mistake in a config file that keeps the folder from
// being audited, nil for none.
func (f *folder) mistake() *policy.ConfigError {
	var e *policy.ConfigError
	errors.As(f.failure, &e)
	return e
}

// manyChanges is from how many changed files on a new walk is the faster way.
const manyChanges = 100

func (s *Server) didChangeWatchedFiles(_ context.Context, params json.RawMessage) (any, error) {
	var p watchedParams
	if err := decode(params, &p); err != nil {
		return nil, err
	}
	for _, c := range p.Changes {
		file, ok := fileOf(c.URI)
		if !ok {
			continue
		}
		for _, f := range s.folders {
			path, ok := f.pathOf(file)
			_, open := f.fsys.buffers[path]
			switch {
			case !ok:
			case c.Type != changed || steers(path) || len(f.changed) > manyChanges:
				f.stale = true
			case !open:
				f.changed[path] = true
			}
		}
	}
	return nil, nil
}
