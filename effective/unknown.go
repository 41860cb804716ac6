package effective

import (
	"fmt"
	"slices"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
)

// representatives stand for the bands of behaviour between which a setting's
// meaning changes. Where the version is unknown, a value counts as known only
// if all of them agree.
var representatives = []string{
	"2.5.10", "2.6.2", "2.6.12", "2.7.3", "2.7.5", "2.7.6", "2.7.8", "2.7.13", "2.7.23", "3.0.7", "3.2.19", "3.3.6",
}

// resolveUnknown resolves an application without a known version once for each
// representative, and keeps what they agree on.
func resolveUnknown(a *App, exported func(dubbo.Version) map[string][]*Service) {
	var runs []*App
	for _, text := range representatives {
		v := dubbo.MustVersion(text)
		run := &App{App: a.App}
		resolveApp(run, newBinder(a.App, v), exported(v))
		runs = append(runs, run)
	}
	base := runs[len(runs)-1]
	for i, ref := range base.References {
		refs := pick(runs, func(r *App) *Reference { return r.References[i] })
		agreeReference(ref, refs)
		ref.App = a
		for j, c := range ref.Calls {
			agreeCall(c, pick(refs, func(r *Reference) *Call { return r.Calls[j] }))
		}
	}
	a.References = base.References
}

func pick[A, B any](list []A, get func(A) B) []B {
	out := make([]B, len(list))
	for i, x := range list {
		out[i] = get(x)
	}
	return out
}

func agreeReference(ref *Reference, all []*Reference) {
	agree(&ref.Check, all, func(r *Reference) *Value[bool] { return &r.Check })
	agree(&ref.Lazy, all, func(r *Reference) *Value[bool] { return &r.Lazy })
	agree(&ref.Init, all, func(r *Reference) *Value[bool] { return &r.Init })
	if slices.ContainsFunc(all, func(r *Reference) bool { return r.Fails == nil }) {
		ref.Fails = nil
	}
	if slices.ContainsFunc(all, func(r *Reference) bool { return r.SharedWith == nil }) {
		ref.SharedWith = nil
	}
}

func agreeCall(c *Call, all []*Call) {
	agree(&c.Retries, all, func(c *Call) *Value[int] { return &c.Retries })
	agree(&c.Cluster, all, func(c *Call) *Value[string] { return &c.Cluster })
	agree(&c.Loadbalance, all, func(c *Call) *Value[string] { return &c.Loadbalance })
	agree(&c.Async, all, func(c *Call) *Value[bool] { return &c.Async })
	agree(&c.Mock, all, func(c *Call) *Value[string] { return &c.Mock })
	agree(&c.Forks, all, func(c *Call) *Value[int] { return &c.Forks })
	agree(&c.Timeout, all, timeoutOf)
	agree(&c.Executions, all, func(c *Call) *Value[int] { return &c.Executions })
	for _, other := range all {
		c.MaxExecutions = max(c.MaxExecutions, other.MaxExecutions)
		if other.Mode != c.Mode {
			c.Mode = Sync // retried in at least one version
		}
		if other.WorstCase != c.WorstCase {
			c.WorstCase = 0
		}
	}
	if slices.ContainsFunc(all, func(c *Call) bool { return c.Fails == nil }) {
		c.Fails = nil
	}
}

// agree leaves dst as it is where every run has the same value, and otherwise
// makes it unknown, saying which version gives which.
func agree[R any, T comparable](dst *Value[T], runs []R, get func(R) *Value[T]) {
	const open = "\x00" // for a run that has no value
	var values []string
	versions := map[string][]string{}
	shadowed := dst.Shadowed
	for i, r := range runs {
		v := get(r)
		t := fmt.Sprint(v.V)
		if !v.Known {
			t = open
		}
		if versions[t] == nil {
			values = append(values, t)
		}
		versions[t] = append(versions[t], representatives[i])
		shadowed = common(shadowed, v.Shadowed)
	}
	dst.Shadowed = shadowed
	if len(values) == 1 {
		return
	}
	parts := make([]lang.Text, len(values))
	for i, t := range values {
		said := lang.Verbatim(t)
		if t == open {
			said = lang.T("undecided")
		}
		parts[i] = lang.T("%s on %s", said, lang.Names(versions[t]))
	}
	var zero T
	dst.V, dst.Known = zero, false
	dst.Unknown = lang.T("depends on the Dubbo version, which the files do not tell (%s); --dubbo-version decides", lang.Join(parts, lang.T("; ")))
}

// common keeps the losers that lost in both runs.
func common(a, b []Loser) []Loser {
	var out []Loser
	for _, l := range a {
		if slices.ContainsFunc(b, func(m Loser) bool { return m.From.At == l.From.At && m.Raw == l.Raw && m.Quirk == l.Quirk }) {
			out = append(out, l)
		}
	}
	return out
}
