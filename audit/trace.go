package audit

import (
	"context"
	"io/fs"

	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/report"
	"github.com/dubboaudit/dubboaudit/retrylayer"
	"github.com/dubboaudit/dubboaudit/trace"
)

// ErrEmpty is the error for a question about trees without any Dubbo.
var ErrEmpty = lang.Errorf("no Dubbo reference or service was found (--allow-empty accepts that)")

// Trace walks the five places of a repeated write: of "interface#method", or of
// all methods of an interface. The error also tells that there is no such name;
// it is ErrEmpty where there is no name at all.
func Trace(ctx context.Context, fsys fs.FS, opt Options, subject string) (*report.Report, error) {
	l, err := Load(ctx, fsys, opt)
	if err != nil {
		return nil, err
	}
	r := &report.Report{Root: ".", Problems: l.Problems, Summary: l.Summary}
	r.Summary.Count(nil, l.Problems)
	if err := l.Empty(); err != nil {
		return nil, err
	}
	trees := callgraph.NewTrees(l.tree.Index)
	trees.Thorough = true
	r.Trace, err = trace.Of(trace.Input{Model: l.Model, Verdict: l.Verdict, Graph: graphs(trees), Finder: once(retrylayer.New)}, subject)
	switch {
	case err != nil && r.Incomplete():
		return nil, lang.Errorf("%v (not all inputs were understood: %s)", err, l.Problems[0])
	case err != nil:
		return nil, err
	}
	return r, nil
}

// Empty is ErrEmpty where there was nothing of Dubbo to audit, nil elsewhere.
// It names the first other input that was not understood: Dubbo may be there.
func (l *Loaded) Empty() error {
	if r := (report.Report{Problems: l.Problems}); !r.Empty() {
		return nil
	}
	for _, p := range l.Problems {
		if p.Kind != source.NothingToAudit && !p.Minor {
			return lang.Errorf("%v (not all inputs were understood: %s)", ErrEmpty, p)
		}
	}
	return ErrEmpty
}
