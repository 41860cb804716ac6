package precision

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/rules"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// Opinion is what the auditor says about a method.
type Opinion struct {
	Verdict idempotency.Verdict
	// Error is set where DA101 reports the method as an error.
	Error bool
}

// Case is a label beside what the auditor says.
type Case struct {
	Label
	ByName, Judged Opinion
	// Exposed is set where DA101 would report the method if it were a
	// certain write: nobody set its retries, and somebody may call it.
	Exposed bool
}

// judge gives the verdict on a call.
type judge func(*effective.Call) idempotency.Verdict

// Measure audits the checked-out tree of a project and joins what it says with
// the labels, all of that project.
func Measure(ctx context.Context, tree fs.FS, labels []Label) ([]Case, error) {
	l, err := audit.Load(ctx, tree, audit.Options{})
	if err != nil {
		return nil, err
	}
	names := idempotency.NewJudge(idempotency.Lists{})
	byName := func(c *effective.Call) idempotency.Verdict { return names.ByName(c.Ref.Name(), c.Method) }
	harmful := func(*effective.Call) idempotency.Verdict {
		return idempotency.Verdict{Kind: idempotency.Write, Strength: idempotency.A}
	}
	calls := callsOf(l.Model)
	named, judged, exposed := errorsOf(l.Model, byName), errorsOf(l.Model, l.Verdict), errorsOf(l.Model, harmful)
	var cases []Case
	for _, label := range labels {
		c := calls[label.Method]
		if c == nil {
			return nil, fmt.Errorf("%s: nothing refers to %s; is it checked out at %s?", label.Project, label.Method, label.Commit)
		}
		cases = append(cases, Case{Label: label, Exposed: exposed[label.Method],
			ByName: Opinion{byName(c), named[label.Method]},
			Judged: Opinion{l.Verdict(c), judged[label.Method]}})
	}
	return cases, nil
}

// callsOf returns a call of each method, one whose provider is there if any.
func callsOf(m *effective.Model) map[string]*effective.Call {
	calls := map[string]*effective.Call{}
	for _, app := range m.Apps {
		for _, ref := range app.References {
			for _, c := range ref.Calls {
				if name := ref.Name() + "#" + c.Method; calls[name] == nil || len(calls[name].Ref.Providers) == 0 {
					calls[name] = c
				}
			}
		}
	}
	return calls
}

// errorsOf returns the methods that DA101 reports as errors.
func errorsOf(m *effective.Model, verdict judge) map[string]bool {
	methods := map[string]bool{}
	for _, f := range rules.Run(m, rules.Look{Verdict: verdict}, func(id string) bool { return id == "DA101" }) {
		if f.Severity == finding.Error {
			methods[f.Subject] = true
		}
	}
	return methods
}
