package audit

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/report"
	"github.com/dubboaudit/dubboaudit/retrylayer"
	"github.com/dubboaudit/dubboaudit/trace"
)

// Trace walks the five places of a repeated write: of "interface#method", or of
// all methods of an interface. The error also tells that there is no such name.
func Trace(ctx context.Context, fsys fs.FS, opt Options, subject string) (*report.Report, error) {
	l, err := Load(ctx, fsys, opt)
	if err != nil {
		return nil, err
	}
	r := &report.Report{Root: ".", Problems: l.Problems, Summary: l.Summary}
	r.Summary.Count(nil, l.Problems)
	trees := callgraph.NewTrees(l.tree.Index)
	trees.Thorough = true
	r.Trace, err = trace.Of(trace.Input{Model: l.Model, Verdict: l.Verdict, Graph: graphs(trees), Finder: once(retrylayer.New)}, subject)
	switch {
	case err != nil && r.Incomplete() && !r.Empty():
		return nil, fmt.Errorf("%w (not all inputs were understood: %s)", err, l.Problems[0])
	case err != nil:
		return nil, err
	}
	return r, nil
}
