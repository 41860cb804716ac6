package rules

import (
	"fmt"
	"strings"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var upgradeFlips = &Rule{
	Info: finding.Info{
		ID: "DA415", Name: "upgrade-flips", Severity: finding.Error,
		Summary: "Another Dubbo version gives the same files another meaning",
		Doc: `With --target-version the settings are worked out twice: for the version in use and for the one to come. Every
reference and method whose executions, cluster, timeout, check or start differ is reported with both values. The
classic is retries=-1 on an annotation: one execution on 2.7, three on 3.x, without a changed line.`,
		Before:   `@Reference(retries = -1) // one execution on 2.7.23, three on 3.3.6`,
		After:    `@DubboReference(retries = 0)`,
		Versions: "every version, with --target-version",
		Guards: []string{
			"silent: without --target-version",
			"a note: fewer executions, or another setting with the same number of executions",
		},
		Questions: []string{"cluster-replaced", "direct-url", "provider-retries", "timeout-order", "annotation-retries"},
		Proof:     []string{"the measured rows of both versions: the values before and after are those that the replay of recorded runs proves"},
		Fix:       "Write down today's value where the reference is configured, before the upgrade.",
	},
	Check: func(p *Pass) {
		for i, app := range p.Model.Apps {
			if p.Model.Target == nil {
				return
			}
			target := p.Model.Target.Apps[i]
			for j, ref := range app.References {
				p.flips(ref, target.References[j])
			}
		}
	},
}

func (p *Pass) flips(ref, after *effective.Reference) {
	p.flipsAtStart(ref, after)
	for i, c := range ref.Calls {
		t := after.Calls[i]
		changes := flipsOf(c, t)
		if len(changes) == 0 || c.Never() {
			continue
		}
		d := p.aboutCall(c, p.flipSeverity(c, t), "version", "with %s %s: %s%s", version(after.App), c.Method,
			strings.Join(changes, ", "), whyFlips(c, t))
		if keep := keepToday(c, t); keep != nil {
			d.Message += " Keep today's behaviour: " + keep.Title + "."
			d.fix(keep)
		}
	}
}

// flipsAtStart compares what happens when the application starts.
func (p *Pass) flipsAtStart(ref, after *effective.Reference) {
	switch {
	case ref.Fails == nil && after.Fails != nil:
		p.aboutReference(ref, finding.Error, "version", "with %s the application does not start: %s", version(after.App), after.Fails.Msg)
	case ref.Fails != nil && after.Fails == nil:
		p.aboutReference(ref, finding.Note, "version", "with %s the application starts; today it does not: %s", version(after.App), ref.Fails.Msg)
	case ref.Check.Known && after.Check.Known && ref.Check.V != after.Check.V:
		p.aboutReference(ref, finding.Warning, "version", "with %s check: %t -> %t", version(after.App), ref.Check.V, after.Check.V)
	case ref.Form == "xml" && ref.Check.Known && ref.Check.V && ref.App.Version.Before("3.0.0") && after.App.Version.AtLeast("3.0.0") && !ref.Init.V:
		// measured: case check-default on 2.6.2-2.7.8 and on 3.2.19, 3.3.6
		p.aboutReference(ref, finding.Note, "version", "with %s an absent provider stops the start of the application (check is on), today the first use of the reference", version(after.App))
	}
}

// flipsOf lists the settings of a call that differ, as "name: before -> after".
func flipsOf(c, t *effective.Call) []string {
	var out []string
	add := func(name string, known bool, before, after any) {
		if a, b := fmt.Sprint(before), fmt.Sprint(after); known && a != b {
			out = append(out, fmt.Sprintf("%s: %s -> %s", name, a, b))
		}
	}
	if (c.Fails == nil) != (t.Fails == nil) {
		return []string{fmt.Sprintf("the call %s -> %s", worksOrNot(c), worksOrNot(t))}
	}
	if c.Fails != nil {
		return nil
	}
	add("executions", c.Executions.Known && t.Executions.Known, inAll(c), inAll(t))
	add("cluster", c.Cluster.Known && t.Cluster.Known, c.Cluster.V, t.Cluster.V)
	add("timeout", c.Timeout.Known && t.Timeout.Known, c.Timeout.V, t.Timeout.V)
	add("loadbalance", c.Loadbalance.Known && t.Loadbalance.Known, c.Loadbalance.V, t.Loadbalance.V)
	return out
}

func worksOrNot(c *effective.Call) string {
	if c.Fails == nil {
		return "works"
	}
	return "fails (" + c.Fails.Msg + ")"
}

// inAll counts background repeats too.
func inAll(c *effective.Call) int { return max(c.Executions.V, c.MaxExecutions) }

func (p *Pass) flipSeverity(c, t *effective.Call) finding.Severity {
	switch {
	case t.Fails != nil:
		return finding.Error
	case c.Fails == nil && inAll(t) > inAll(c) && isWrite(p.Verdict(c)):
		return finding.Error
	case c.Fails == nil && inAll(t) > inAll(c), t.Timeout.Known && t.Timeout.V < c.Timeout.V:
		return finding.Warning
	}
	return finding.Note
}

// whyFlips names the rows of the new version that make the difference.
func whyFlips(c, t *effective.Call) string {
	var out []string
	compare := func(before, after []effective.Loser) {
		for _, l := range after {
			if l.Quirk != "" && !has(before, l) {
				out = append(out, fmt.Sprintf("%s, which %s, loses: %s", l.Text(), comesFrom(l.From), l.Reason))
			}
		}
		for _, l := range before {
			if q := dubbo.QuirkByID(l.Quirk); q != nil && !has(after, l) {
				out = append(out, fmt.Sprintf("%s, which %s, counts", l.Text(), comesFrom(l.From)))
			}
		}
	}
	compare(c.Retries.Shadowed, t.Retries.Shadowed)
	compare(c.Cluster.Shadowed, t.Cluster.Shadowed)
	compare(c.Timeout.Shadowed, t.Timeout.Shadowed)
	if len(out) == 0 {
		if q := dubbo.QuirkByID(t.Cluster.From.Quirk); q != nil && c.Cluster.From.Quirk != q.ID {
			out = append(out, q.Reason)
		}
	}
	if len(out) == 0 {
		return "."
	}
	return ". " + strings.Join(out, "; ") + "."
}

func has(list []effective.Loser, l effective.Loser) bool {
	for _, m := range list {
		if m.From.At == l.From.At && m.Quirk == l.Quirk {
			return true
		}
	}
	return false
}

// keepToday is the edit after which the new version does what the old one did:
// today's value at the reference, where that wins.
func keepToday(c, t *effective.Call) *finding.Fix {
	if c.Fails != nil || t.Fails != nil {
		return nil
	}
	ref := t.Ref
	switch {
	case c.Timeout.Known && t.Timeout.Known && c.Timeout.V != t.Timeout.V:
		return settingFix(ref, "timeout", fmt.Sprint(c.Timeout.V.Milliseconds()))
	case inAll(c) == inAll(t):
		return nil
	case inAll(c) <= 1:
		return settingFix(ref, "retries", "0")
	case c.Retries.Known && t.Cluster.V == dubbo.DefaultCluster:
		return settingFix(ref, "retries", fmt.Sprint(c.Retries.V))
	}
	return nil
}

// settingFix writes a number at the reference, over what stands there.
func settingFix(ref *effective.Reference, name, value string) *finding.Fix {
	edit := addSetting(ref.Config, name, value)
	if s := ref.Get(name); s != nil {
		edit = replaceValue(s.At, s.Raw, value)
	}
	if edit == nil {
		return nil
	}
	return &finding.Fix{Title: fmt.Sprintf("set %s to %s on the reference", name, value), Edits: []finding.Edit{*edit}}
}
