package rules

import (
	"fmt"
	"slices"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
)

// why names what makes a setting of a call differ: a bean that was shared, the
// values that count in one of the versions only, else where the new value comes
// from.
func why(x effective.Change, c, t *effective.Call) lang.Text {
	out := sharedBean(c, t)
	switch {
	case c.Fails == nil && t.Fails == nil && c.Local() != t.Local():
		return clauses(row(c.Cluster.From.Quirk, t.Cluster.From.Quirk))
	case len(out) > 0 && x.Setting != "call":
		return clauses(out)
	}
	switch x.Setting {
	case "call":
		return failure(c.Fails, t.Fails)
	case "executions":
		out = append(losses(c.Retries.Shadowed, t.Retries.Shadowed), losses(c.Cluster.Shadowed, t.Cluster.Shadowed)...)
		out = append(out, unknownNow(t.Executions)...)
		if len(out) == 0 && c.Cluster.V == "failback" && t.Cluster.V == "failback" {
			return lang.T("failback repeats a failed call in the background: %s, today %s", times(t.InAll()-1), times(c.InAll()-1))
		}
		if len(out) == 0 && c.Clusters() == t.Clusters() {
			out = append(out, retriesFrom(t))
		}
	case "cluster":
		out = append(losses(c.Cluster.Shadowed, t.Cluster.Shadowed), unknownNow(t.Cluster)...)
	case "timeout":
		out = append(losses(c.Timeout.Shadowed, t.Timeout.Shadowed), unknownNow(t.Timeout)...)
		if len(out) == 0 {
			out = append(out, lang.T("timeout=%d %s", t.Timeout.V.Milliseconds(), comesFrom(t.Timeout.From)))
		}
	case "loadbalance":
		out = append(losses(c.Loadbalance.Shadowed, t.Loadbalance.Shadowed), unknownNow(t.Loadbalance)...)
	}
	if len(out) == 0 {
		out = row(c.Cluster.From.Quirk, t.Cluster.From.Quirk)
	}
	return clauses(out)
}

// sharedBean tells the reference whose bean the call goes through in one of the
// versions.
func sharedBean(c, t *effective.Call) []lang.Text {
	before, after := c.Ref.SharedWith, t.Ref.SharedWith
	if before == nil || after != nil || !dubbo.SharedReference.Has(c.Ref.App.Version.Version) {
		return nil
	}
	at := nameOf(before)
	if before.At.Valid() {
		at = lang.Verbatim(fmt.Sprintf("%s:%d", before.At.File.Path, before.At.Start().Line))
	}
	return []lang.Text{lang.T("today the reference shares the bean of %s, whose settings count", at)}
}

// clauses joins the reasons.
func clauses(list []lang.Text) lang.Text { return lang.Join(list, lang.T("; ")) }

func times(n int) lang.Text {
	switch n {
	case 0:
		return lang.T("never")
	case 1:
		return lang.T("once")
	}
	return lang.T("%d times", n)
}

// losses tells which values count in one of the versions only.
func losses(before, after []effective.Loser) []lang.Text {
	var out []lang.Text
	for _, l := range after {
		if l.Quirk != "" && !has(before, l) {
			out = append(out, lang.T("%s, which %s, loses: %s", l.Text(), comesFrom(l.From), l.Reason))
		}
	}
	for _, l := range before {
		if l.Quirk != "" && !has(after, l) {
			out = append(out, lang.T("%s, which %s, counts", l.Text(), comesFrom(l.From)))
		}
	}
	return out
}

func has(list []effective.Loser, l effective.Loser) bool {
	return slices.ContainsFunc(list, func(m effective.Loser) bool { return m.From.At == l.From.At && m.Quirk == l.Quirk })
}

func unknownNow[T any](v effective.Value[T]) []lang.Text {
	if v.Known {
		return nil
	}
	return []lang.Text{v.Unknown}
}

// row tells the row that holds in one of the versions only.
func row(before, after dubbo.QuirkID) []lang.Text {
	if before == after {
		return nil
	}
	if q := dubbo.QuirkByID(after); q != nil {
		return []lang.Text{q.Reason}
	}
	if q := dubbo.QuirkByID(before); q != nil {
		return []lang.Text{lang.T("today %s", q.Reason)}
	}
	return nil
}

func failure(before, after *effective.Failure) lang.Text {
	if after != nil {
		return after.Msg
	}
	return lang.T("today %s", before.Msg)
}

func whyStart(ref, after *effective.Reference) lang.Text {
	switch {
	case ref.Refused() || after.Refused():
		return failure(ref.Fails, after.Fails)
	case ref.Check.V != after.Check.V:
		return lang.T("check=%t %s", after.Check.V, comesFrom(after.Check.From))
	}
	return lang.T("from 3.0.0 on XML references are made at the start of the context, before somebody asks for them")
}
