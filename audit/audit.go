// Package audit is the pipeline: it reads the trees, gathers applications,
// resolves their settings, judges methods, runs the rules and applies policy.
package audit

import (
	"context"
	"io"
	"io/fs"
	"slices"
	"time"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/parse"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/report"
	"github.com/dubboaudit/dubboaudit/rules"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// Options says what to audit and how. The zero value audits all of the file
// system.
type Options struct {
	// Paths are files and folders below the file system's root.
	Paths []string
	// Stdin, when not nil, is one more file, named StdinName.
	Stdin     io.Reader
	StdinName string
	// Jobs bounds the files read at the same time; 0 means one a core.
	Jobs             int
	Include, Exclude []string
	// Deployment is what the user says about the deployment.
	Deployment application.Options
	// Configs finds the config for each file, nil for none anywhere.
	Configs *policy.Configs
	// Baseline holds known findings, which do not count; nil for none.
	Baseline *policy.Baseline
	// Before is an earlier tree, nil for none: findings that were there with
	// the same effect do not count.
	Before *Before
	// Target is the version of an upgrade to compare with, the zero Version
	// for none.
	Target dubbo.Version
	// LocalRepo is a local Maven repository to read, nil for none.
	LocalRepo fs.FS
	// AllowEmpty accepts trees without any Dubbo.
	AllowEmpty bool
	// Today is the day on which inline ignores expire or not; the zero time
	// means now.
	Today time.Time
	// Cost, when not nil, is told how long each stage took.
	Cost func(stage string, took time.Duration)
}

// Loaded is the model with what the reading left behind.
type Loaded struct {
	Model    *effective.Model
	Verdict  func(*effective.Call) idempotency.Verdict
	Problems []source.Problem
	Summary  report.Summary
	// Ignores are those beside what they silence, in the files that were parsed.
	Ignores []*policy.Ignore

	tree *parse.Result
}

// Run audits the trees. The error means that the tool broke or was called
// wrongly (a malformed glob); input that cannot be understood is a problem in
// the report.
func Run(ctx context.Context, fsys fs.FS, opt Options) (*report.Report, error) {
	l, err := Load(ctx, fsys, opt)
	if err != nil {
		return nil, err
	}
	return l.judge(ctx, fsys, &opt)
}

// judge runs the rules over the model and applies policy to what they find.
func (l *Loaded) judge(ctx context.Context, fsys fs.FS, opt *Options) (*report.Report, error) {
	start := time.Now()
	before, problems, err := opt.before(ctx)
	if err != nil {
		return nil, err
	}
	if before != nil {
		start = opt.took("before", start)
	}
	l.Problems = append(l.Problems, problems...)
	p := policy.Policy{Configs: opt.Configs, Ignores: l.Ignores, Baseline: opt.Baseline, Before: before, Today: opt.today(),
		Judges: l.judges(fsys, opt), Rules: opt.ran}
	found := p.Apply(rules.Run(l.Model, l.look(), opt.Configs.Enabled))
	opt.took("rules", start)
	r := &report.Report{Root: ".", Findings: found, Problems: l.Problems, Summary: l.Summary, Rules: Infos()}
	r.Applications, r.Target = names(l.Model), opt.Target.Text
	r.Summary.Count(found, l.Problems)
	return r, nil
}

// names lists the applications of a model, sorted, each once.
func names(m *effective.Model) []string {
	var list []string
	for _, a := range m.Apps {
		list = append(list, a.Name)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Explain resolves the effective settings and leaves the rules out.
func Explain(ctx context.Context, fsys fs.FS, opt Options) (*report.Report, error) {
	l, err := Load(ctx, fsys, opt)
	if err != nil {
		return nil, err
	}
	r := &report.Report{Root: ".", Problems: l.Problems, Summary: l.Summary,
		Explain: &report.Explanation{Model: l.Model, Verdict: l.Verdict}}
	r.Summary.Count(nil, l.Problems)
	return r, nil
}

// Infos describes every rule, those about ignores and baselines included,
// sorted by id.
func Infos() []*finding.Info {
	var out []*finding.Info
	for _, r := range rules.All {
		out = append(out, &r.Info)
	}
	return append(out, policy.Infos...)
}

func (o *Options) today() time.Time {
	if o.Today.IsZero() {
		return time.Now()
	}
	return o.Today
}

// Load reads the trees and resolves the effective settings, without rules.
func Load(ctx context.Context, fsys fs.FS, opt Options) (*Loaded, error) {
	w, err := Open(ctx, fsys, opt)
	if err != nil {
		return nil, err
	}
	return w.load()
}

func (o *Options) took(stage string, start time.Time) time.Time {
	now := time.Now()
	if o.Cost != nil {
		o.Cost(stage, now.Sub(start))
	}
	return now
}

// lookup finds types by their names as written inside another type.
func lookup(types *application.Types) func(string, *decl.Type) *decl.Type {
	return func(name string, from *decl.Type) *decl.Type {
		u := types.FileOf(from)
		if u == nil {
			return nil
		}
		return types.Lookup(types.Resolve(name, u.Java, from))
	}
}

// finish gathers the problems inside units, the ignores and the counts.
func (l *Loaded) finish(w *Workspace) {
	tree := w.tree
	for _, u := range append(slices.Clone(tree.Units), tree.Index.Loaded()...) {
		if u.Mapper != nil || u.Schema != nil {
			continue // read for the verdict on a method, in the audit before
		}
		l.Problems = append(l.Problems, u.Problems...)
		l.Ignores = append(l.Ignores, w.ignoresIn(u.File)...)
	}
	l.Problems = append(l.Problems, tree.Index.Problems()...)
	l.Problems = append(l.Problems, unreleased(l.Model)...)
	s := &l.Summary
	s.Files, s.Bytes = tree.Files, tree.Bytes
	for _, a := range l.Model.Apps {
		s.Applications++
		s.References += len(a.References)
		s.Services += len(a.Services)
		for _, r := range a.References {
			s.Methods += len(r.Calls)
		}
	}
	if s.References+s.Services == 0 && !w.opt.AllowEmpty {
		l.Problems = append(l.Problems, source.Problem{Kind: source.NothingToAudit, Path: ".", Msg: ErrEmpty.Error()})
	}
	sortProblems(l.Problems)
}

// unreleased tells of the versions in build files that are no known releases,
// each once; those of flags and config files were told when they were read.
func unreleased(m *effective.Model) []source.Problem {
	var out []source.Problem
	seen := map[string]bool{}
	for _, a := range m.Apps {
		v := a.Version
		msg := dubbo.Unreleased(v.Version)
		if msg.IsZero() || seen[v.Text] || v.Origin == "flag" {
			continue
		}
		seen[v.Text] = true
		path := "."
		if v.At.Valid() {
			path = v.At.File.Path
		}
		out = append(out, source.Problem{Path: path, At: v.At, Kind: source.Unresolved, Msg: msg.String(), Minor: true})
	}
	return out
}
