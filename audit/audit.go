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
	"github.com/dubboaudit/dubboaudit/parse/build"
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
	// Config is the config file, nil for none.
	Config *policy.Config
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
	// Ignores are the inline ignores of the files that were parsed.
	Ignores []*policy.Ignore
}

// Run audits the trees. The error means that the tool broke or was called
// wrongly (a malformed glob); input that cannot be understood is a problem in
// the report.
func Run(ctx context.Context, fsys fs.FS, opt Options) (*report.Report, error) {
	l, err := Load(ctx, fsys, opt)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	config := opt.config()
	found := rules.Run(l.Model, l.Verdict, config.Enabled)
	found = policy.Apply(found, config, l.Ignores, opt.today())
	opt.took("rules", start)
	r := &report.Report{Root: ".", Findings: found, Problems: l.Problems, Summary: l.Summary, Rules: Infos()}
	r.Applications = names(l.Model)
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

// Infos describes every rule.
func Infos() []*finding.Info {
	out := make([]*finding.Info, len(rules.All))
	for i, r := range rules.All {
		out[i] = &r.Info
	}
	return out
}

func (o *Options) config() *policy.Config {
	if o.Config == nil {
		return &policy.Config{}
	}
	return o.Config
}

// walk joins the globs of the command line with those of the config file: a
// narrower choice replaces the file's, what is left out is left out.
func (o *Options) walk() parse.Options {
	w := parse.Options{Jobs: o.Jobs, Include: o.Include, Exclude: slices.Concat(o.Exclude, o.config().Exclude)}
	if len(w.Include) == 0 {
		w.Include = o.config().Include
	}
	return w
}

func (o *Options) today() time.Time {
	if o.Today.IsZero() {
		return time.Now()
	}
	return o.Today
}

// Load reads the trees and resolves the effective settings, without rules.
func Load(ctx context.Context, fsys fs.FS, opt Options) (*Loaded, error) {
	l := &Loaded{}
	start := time.Now()
	tree, err := parse.Tree(ctx, parse.Root{
		FS: fsys, Paths: withBuildFilesAbove(fsys, opt.Paths), Stdin: opt.Stdin, StdinName: opt.StdinName,
	}, opt.walk())
	if err != nil {
		return nil, err
	}
	start = opt.took("read", start)
	modules, problems := build.Resolve(tree.Units, build.Options{LocalRepo: opt.LocalRepo, Profiles: opt.Deployment.Profiles})
	l.Problems = append(tree.Problems, problems...)
	start = opt.took("builds", start)

	apps, problems := application.Assemble(application.Input{
		Units: tree.Units, Modules: modules, Sources: tree.Index, Options: deployment(opt),
	})
	l.Problems = append(l.Problems, problems...)
	start = opt.took("applications", start)

	l.Model = effective.Resolve(apps)
	if !opt.Target.IsZero() {
		l.Model.Target = effective.ResolveFor(apps, opt.Target)
	}
	l.Verdict = judge(opt.config())
	opt.took("settings", start)
	l.finish(tree, opt)
	return l, nil
}

func (o *Options) took(stage string, start time.Time) time.Time {
	now := time.Now()
	if o.Cost != nil {
		o.Cost(stage, now.Sub(start))
	}
	return now
}

// deployment joins what the config file says with the command line, which wins.
func deployment(opt Options) application.Options {
	d, c := opt.Deployment, opt.config()
	if d.DubboVersion == "" {
		d.DubboVersion = c.DubboVersion
	}
	if len(d.Profiles) == 0 {
		d.Profiles = c.Profiles
	}
	if d.Properties == nil {
		d.Properties = c.Properties
	}
	return d
}

// judge makes the verdict on a call's method.
func judge(c *policy.Config) func(*effective.Call) idempotency.Verdict {
	j := idempotency.NewJudge(idempotency.Lists{Write: c.Write, Read: c.Read, Idempotent: c.Idempotent})
	return func(c *effective.Call) idempotency.Verdict {
		s := idempotency.Subject{
			Interface: c.Ref.Name(), Method: c.Method, Decls: c.Overloads, Type: c.DeclType,
			Lookup: lookup(c.Ref.App.Types),
		}
		for _, p := range c.Ref.Providers {
			if p.ImplType != nil {
				s.ImplType = p.ImplType
				break
			}
		}
		return j.Judge(s)
	}
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
func (l *Loaded) finish(tree *parse.Result, opt Options) {
	units := append(slices.Clone(tree.Units), tree.Index.Loaded()...)
	for _, u := range units {
		l.Problems = append(l.Problems, u.Problems...)
		l.Ignores = append(l.Ignores, policy.Ignores(u.File)...)
	}
	l.Problems = append(l.Problems, tree.Index.Problems()...)
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
	if s.References+s.Services == 0 && !opt.AllowEmpty {
		l.Problems = append(l.Problems, source.Problem{Kind: source.NothingToAudit, Path: ".",
			Msg: "no Dubbo reference or service was found (--allow-empty accepts that)"})
	}
	sortProblems(l.Problems)
}
