package audit

import (
	"context"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse"
	"github.com/dubboaudit/dubboaudit/parse/build"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/report"
)

// Workspace holds what was read of the trees, for audits one after another
// while files change: only these are read again. It is not safe for concurrent
// use, and the audits of one before may not be used after Change.
type Workspace struct {
	fsys          fs.FS
	opt           Options
	tree          *parse.Result
	modules       []*decl.Module
	buildProblems []source.Problem
	// ignores are those of files that were looked at, while their units are.
	ignores map[*source.File][]*policy.Ignore
}

// Open reads the trees.
func Open(ctx context.Context, fsys fs.FS, opt Options) (*Workspace, error) {
	start := time.Now()
	tree, err := parse.Tree(ctx, parse.Root{
		FS: fsys, Paths: withBuildFilesAbove(fsys, opt.Paths), Stdin: opt.Stdin, StdinName: opt.StdinName,
	}, opt.walk())
	if err == nil {
		err = opt.Configs.Err()
	}
	if err != nil {
		return nil, err
	}
	w := &Workspace{fsys: fsys, opt: opt, tree: tree, ignores: map[*source.File][]*policy.Ignore{}}
	start = opt.took(lang.T("reading"), start)
	w.resolveBuilds()
	opt.took(lang.T("builds"), start)
	return w, nil
}

func (w *Workspace) resolveBuilds() {
	w.modules, w.buildProblems = build.Resolve(w.tree.Units, build.Options{
		LocalRepo: w.opt.LocalRepo, ProfilesFor: func(dir string) []string { return w.opt.deployment(dir).Profiles },
	})
}

// Knows reports whether a file was there when the trees were read.
func (w *Workspace) Knows(name string) bool { return w.tree.Index.Has(name) }

// Change reads files again whose contents changed. It returns false where one
// of them was not there when the trees were read: then they must be opened
// anew, as after a change of a config file or of what git ignores.
func (w *Workspace) Change(names ...string) bool {
	changed, ok := w.tree.Update(names...)
	for _, u := range changed {
		if u != nil {
			delete(w.ignores, u.File)
		}
	}
	if slices.ContainsFunc(changed, func(u *decl.Unit) bool { return u != nil && u.Build != nil }) {
		w.resolveBuilds()
	}
	return ok
}

// Audit audits the trees as they were read; the report has the findings and
// the explanation.
func (w *Workspace) Audit(ctx context.Context) (*report.Report, error) {
	l, err := w.load()
	if err != nil {
		return nil, err
	}
	r, err := l.judge(ctx, w.fsys, &w.opt)
	if err != nil {
		return nil, err
	}
	r.Explain = &report.Explanation{Model: l.Model, Verdict: l.Verdict}
	return r, nil
}

func (w *Workspace) ignoresIn(f *source.File) []*policy.Ignore {
	found, ok := w.ignores[f]
	if !ok {
		found = policy.Ignores(f)
		w.ignores[f] = found
	}
	return found
}

// units are those of the walk, and those of classes without source that are
// configured by annotations; sorted by path.
func (w *Workspace) units() []*decl.Unit {
	units := slices.Concat(w.tree.Units, w.tree.Index.Annotated())
	slices.SortStableFunc(units, func(a, b *decl.Unit) int { return strings.Compare(a.File.Path, b.File.Path) })
	return units
}

// load resolves the effective settings.
func (w *Workspace) load() (*Loaded, error) {
	stop := w.tree.Index.Ahead(w.tree.Units)
	defer stop()
	l := &Loaded{tree: w.tree, Problems: slices.Concat(w.tree.Problems, w.buildProblems)}
	start := time.Now()
	apps, problems := application.Assemble(application.Input{
		Units: w.units(), Modules: w.modules, Sources: w.tree.Index,
		Options: w.opt.deployment("."), OptionsFor: w.opt.deployment,
	})
	l.Problems = append(l.Problems, problems...)
	start = w.opt.took(lang.T("applications"), start)

	l.Model = effective.Resolve(apps)
	if !w.opt.Target.IsZero() {
		l.Model.Target = effective.ResolveFor(apps, w.opt.Target)
	}
	l.Verdict = judge(w.opt.Configs, graphs(callgraph.NewTrees(w.tree.Index)))
	w.opt.took(lang.T("settings"), start)
	l.finish(w)
	return l, w.opt.Configs.Err()
}
