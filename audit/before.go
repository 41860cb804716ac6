package audit

import (
	"context"
	"io/fs"
	"path"
	"slices"

	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Before is the audited tree as it was.
type Before struct {
	// FS has the root that the audited file system has.
	FS fs.FS
	// Name is the revision as users named it, for messages.
	Name string
	// Configs are the config files as they were; of these only what they say
	// about the deployment counts.
	Configs *policy.Configs
}

// before audits the earlier tree in the same way and returns everything that
// was found there, nil where there is none to compare with. What could not be
// understood there is a minor problem: its findings count as new.
func (o *Options) before(ctx context.Context) (*policy.Baseline, []source.Problem, error) {
	if o.Before == nil {
		return nil, nil, nil
	}
	old := *o
	old.Before, old.Baseline, old.Cost = nil, nil, nil
	old.Stdin, old.AllowEmpty = nil, true
	old.Configs = o.Configs.Then(o.Before.Configs)
	old.Paths = o.Before.paths(o)
	if old.Paths == nil {
		return &policy.Baseline{}, nil, nil
	}
	r, err := Run(ctx, o.Before.FS, old)
	if err != nil {
		return nil, nil, lang.Errorf("%s: %v", o.Before.Name, err)
	}
	var problems []source.Problem
	for _, p := range r.Problems {
		if !p.Minor {
			problems = append(problems, source.Problem{Path: problemPath(p), Kind: p.Kind, Minor: true,
				Msg: lang.T("in %s: %s; what was found there counts as new", o.Before.Name, p.Msg)})
		}
	}
	if err := o.Before.Configs.Err(); err != nil {
		problems = append(problems, source.Problem{Path: policy.ConfigName, Kind: source.YAMLSyntax, Minor: true,
			Msg: lang.T("in %s: %v; it counts for nothing there", o.Before.Name, err)})
	}
	return policy.Snapshot(r.Findings), problems, nil
}

// paths are the audited paths that were there, nil for none of them. The file
// that the standard input stands for is one of them.
func (b *Before) paths(o *Options) []string {
	paths := slices.Clone(o.Paths)
	if o.Stdin != nil {
		paths = append(paths, path.Clean(o.StdinName))
	} else if len(paths) == 0 {
		paths = []string{"."}
	}
	var there []string
	for _, p := range paths {
		if _, err := fs.Stat(b.FS, path.Clean(p)); err == nil {
			there = append(there, p)
		}
	}
	return there
}
