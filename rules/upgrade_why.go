package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
)

// why names what makes a setting of a call differ: a bean that was shared, the
// values that count in one of the versions only, else where the new value comes
// from.
func why(x effective.Change, c, t *effective.Call) string {
	out := sharedBean(c, t)
	switch {
	case c.Fails == nil && t.Fails == nil && c.Local() != t.Local():
		return strings.Join(row(c.Cluster.From.Quirk, t.Cluster.From.Quirk), "")
	case len(out) > 0 && x.Setting != "call":
		return strings.Join(out, "; ")
	}
	switch x.Setting {
	case "call":
		return failure(c.Fails, t.Fails)
	case "executions":
		out = append(losses(c.Retries.Shadowed, t.Retries.Shadowed), losses(c.Cluster.Shadowed, t.Cluster.Shadowed)...)
		out = append(out, unknownNow(t.Executions)...)
		if len(out) == 0 && c.Cluster.V == "failback" && t.Cluster.V == "failback" {
			return fmt.Sprintf("failback repeats a failed call in the background: %s, today %s", times(t.InAll()-1), times(c.InAll()-1))
		}
		if len(out) == 0 && c.Clusters() == t.Clusters() {
			out = append(out, fmt.Sprintf("retries=%d %s", t.Retries.V, comesFrom(t.Retries.From)))
		}
	case "cluster":
		out = append(losses(c.Cluster.Shadowed, t.Cluster.Shadowed), unknownNow(t.Cluster)...)
	case "timeout":
		out = append(losses(c.Timeout.Shadowed, t.Timeout.Shadowed), unknownNow(t.Timeout)...)
		if len(out) == 0 {
			out = append(out, fmt.Sprintf("timeout=%d %s", t.Timeout.V.Milliseconds(), comesFrom(t.Timeout.From)))
		}
	case "loadbalance":
		out = append(losses(c.Loadbalance.Shadowed, t.Loadbalance.Shadowed), unknownNow(t.Loadbalance)...)
	}
	if len(out) == 0 {
		out = row(c.Cluster.From.Quirk, t.Cluster.From.Quirk)
	}
	return strings.Join(out, "; ")
}

// sharedBean tells the reference whose bean the call goes through in one of the
// versions.
func sharedBean(c, t *effective.Call) []string {
	before, after := c.Ref.SharedWith, t.Ref.SharedWith
	if before == nil || after != nil || !dubbo.SharedReference.Has(c.Ref.App.Version.Version) {
		return nil
	}
	at := nameOf(before)
	if before.At.Valid() {
		at = fmt.Sprintf("%s:%d", before.At.File.Path, before.At.Start().Line)
	}
	return []string{"today the reference shares the bean of " + at + ", whose settings count"}
}

func times(n int) string {
	switch n {
	case 0:
		return "never"
	case 1:
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// losses tells which values count in one of the versions only.
func losses(before, after []effective.Loser) []string {
	var out []string
	for _, l := range after {
		if l.Quirk != "" && !has(before, l) {
			out = append(out, fmt.Sprintf("%s, which %s, loses: %s", l.Text(), comesFrom(l.From), l.Reason))
		}
	}
	for _, l := range before {
		if l.Quirk != "" && !has(after, l) {
			out = append(out, fmt.Sprintf("%s, which %s, counts", l.Text(), comesFrom(l.From)))
		}
	}
	return out
}

func has(list []effective.Loser, l effective.Loser) bool {
	return slices.ContainsFunc(list, func(m effective.Loser) bool { return m.From.At == l.From.At && m.Quirk == l.Quirk })
}

func unknownNow[T any](v effective.Value[T]) []string {
	if v.Known {
		return nil
	}
	return []string{v.Unknown.String()}
}

// row tells the row that holds in one of the versions only.
func row(before, after dubbo.QuirkID) []string {
	if before == after {
		return nil
	}
	if q := dubbo.QuirkByID(after); q != nil {
		return []string{q.Reason.String()}
	}
	if q := dubbo.QuirkByID(before); q != nil {
		return []string{"today " + q.Reason.String()}
	}
	return nil
}

func failure(before, after *effective.Failure) string {
	if after != nil {
		return after.Msg.String()
	}
	return "today " + before.Msg.String()
}

func whyStart(ref, after *effective.Reference) string {
	switch {
	case ref.Refused() || after.Refused():
		return failure(ref.Fails, after.Fails)
	case ref.Check.V != after.Check.V:
		return fmt.Sprintf("check=%t %s", after.Check.V, comesFrom(after.Check.From))
	}
	return "from 3.0.0 on XML references are made at the start of the context, before somebody asks for them"
}
