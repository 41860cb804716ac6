package rules

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var upgradeFlips = &Rule{
	Info: finding.Info{
		ID: "DA415", Name: "upgrade-flips", Severity: finding.Error,
		Summary: "Another Dubbo version gives the same files another meaning",
		Doc: `With --target-version the settings are worked out twice: for the version in use and for the one to come. Every
reference and method whose executions, cluster, timeout, load balancing, check or start differ is reported with both
values, the reason, and the edit that keeps what happens today. The classic is retries=-1 on an annotation: one
execution on 2.7, three on 3.x, without a changed line.`,
		Before:   `@Reference(retries = -1) // one execution on 2.7.23, three on 3.3.6`,
		After:    `@DubboReference(retries = 0)`,
		Versions: "every version, with --target-version",
		Guards: []string{
			"silent: without --target-version",
			"silent: where today's value is not decided, which is DA901",
			"a warning: more executions of a method that is no write, a shorter timeout, another check",
			"a note: fewer executions, or another setting with the same number of executions",
		},
		Questions: []string{"cluster-replaced", "direct-url", "provider-retries", "timeout-order", "annotation-retries", "consumers", "consumer-parameters", "async", "triple"},
		Quirks: []dubbo.QuirkID{dubbo.NoDefaultConsumer, dubbo.ConsumerParameterWins, dubbo.MixedTimeouts, dubbo.OnewayAnnotationLost,
			dubbo.TripleTimeout, dubbo.TripleExceptionRetried},
		Proof: []string{"conformance/upgrade_test.go: for every (case, reference, method) that both releases of a pair ran, a change is reported if and only if their records differ"},
		Fix:   "Write down today's value where the reference is configured, before the upgrade. See docs/upgrade.md.",
	},
	Check: func(p *Pass) {
		if p.Model.Target == nil {
			return
		}
		for i, app := range p.Model.Apps {
			for j, ref := range app.References {
				p.flips(ref, p.Model.Target.Apps[i].References[j])
			}
		}
	},
}

// flips compares a reference with itself in the version to come.
func (p *Pass) flips(ref, after *effective.Reference) {
	if changes := ref.ChangesTo(after); len(changes) > 0 {
		d := p.aboutReference(ref, startSeverity(changes[0]), "version", "with %s %s", version(after.App), sentence(changes))
		d.upgrade(ref, after, changes, func(effective.Change) lang.Text { return whyStart(ref, after) }, p.keepStart(ref, after, changes[0]))
	}
	if ref.Refused() || after.Refused() {
		return // every call of it
	}
	for i, c := range ref.Calls {
		t := after.Calls[i]
		changes := c.ChangesTo(t)
		if len(changes) == 0 || c.Never() {
			continue
		}
		d := p.aboutCall(c, p.flipSeverity(c, t), "version", "with %s %s: %s", version(after.App), c.Method, sentence(changes))
		d.upgrade(ref, after, changes, func(x effective.Change) lang.Text { return why(x, c, t) }, p.keepCall(c, t))
		d.Upgrade.Facts = facts(t)
	}
}

// sentence lists changes as "executions: 1 -> 3, cluster: none -> failover".
func sentence(changes []effective.Change) lang.Text {
	parts := make([]lang.Text, len(changes))
	for i, x := range changes {
		parts[i] = lang.T("%s: %s -> %s", changed(x, lang.Text{}).Name(), x.Before, x.After)
	}
	return lang.List(parts...)
}

// changed is a change with its reason as reports take it.
func changed(x effective.Change, why lang.Text) finding.Change {
	return finding.Change{Setting: x.Setting, Before: lang.T("%s", x.Before), After: lang.T("%s", x.After), Why: why}
}

// upgrade adds what a machine reads, the reasons and the edit.
func (d *draft) upgrade(ref, after *effective.Reference, changes []effective.Change, why func(effective.Change) lang.Text, keep *keep) {
	d.Upgrade = &finding.Upgrade{From: ref.App.Version.String(), To: after.App.Version.String()}
	var reasons []lang.Text
	for _, x := range changes {
		reason := why(x)
		d.Upgrade.Changes = append(d.Upgrade.Changes, changed(x, reason))
		if !reason.IsZero() && !slices.ContainsFunc(reasons, reason.Equal) {
			reasons = append(reasons, reason)
		}
	}
	d.Message = lang.T("%s.", d.Message)
	if len(reasons) > 0 {
		d.Message = lang.Sentences(d.Message, lang.T("%s.", clauses(reasons)))
	}
	if keep != nil {
		d.Upgrade.Keep = keep.says
		d.Message = lang.Sentences(d.Message, lang.T("Keep today's behaviour: %s", keep.says))
		d.fix(keep.fix)
	}
}

// startSeverity is an error where the application would not start, and a
// warning where another provider may be missing at the start.
func startSeverity(x effective.Change) finding.Severity {
	switch {
	case x.Setting == "start" && x.After == effective.Fails:
		return finding.Error
	case x.Setting == "check":
		return finding.Warning
	}
	return finding.Note
}

func (p *Pass) flipSeverity(c, t *effective.Call) finding.Severity {
	more := c.Fails == nil && c.Executions.Known && (t.InAll() > c.InAll() || !t.Executions.Known)
	switch {
	case t.Fails != nil:
		return finding.Error
	case more && isWrite(p.Verdict(c)) && t.Executions.Known:
		return finding.Error
	case more, c.Fails == nil && !t.Local() && c.Timeout.Known && t.Timeout.Known && t.Timeout.V < c.Timeout.V:
		return finding.Warning
	}
	return finding.Note
}
