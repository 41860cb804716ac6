package policy

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// Infos describes the rules that are about policy itself. They have no check:
// Apply reports them, when it sees what an ignore or a baseline was good for.
var Infos = []*finding.Info{unusedIgnore, staleBaseline, ignoreExpired}

var unusedIgnore = &finding.Info{
	ID: "DA902", Name: "unused-ignore", Severity: finding.Note,
	Summary: "An ignore silences nothing",
	Doc: `What it silenced is gone, or it stands at the wrong place, or names a rule that does not exist. Left where it is,
it hides the next finding of that kind.`,
	Before: `<!-- dubboaudit:ignore DA101 the provider deduplicates -->
<dubbo:reference id="orders" interface="com.acme.OrderService" retries="0"/>`,
	After:    `<dubbo:reference id="orders" interface="com.acme.OrderService" retries="0"/>`,
	Versions: "every version",
	Guards: []string{
		"silent: the rule did not run",
		"silent: the file was named by itself, or was not understood: what decides it may lie elsewhere",
	},
	Proof: []string{"none needed: it is about the audit, not about Dubbo"},
	Fix:   "Remove it. Where requireReason is set, an ignore without a reason counts for nothing: give it one.",
}

var staleBaseline = &finding.Info{
	ID: "DA903", Name: "stale-baseline", Severity: finding.Note,
	Summary: "A baseline entry stands for nothing any more",
	Doc: `The finding was fixed, or its interface, method or setting is gone. Left in the file, the entry would take the
same finding for known when it comes back.`,
	Before:   `{"rule":"DA101","subject":"com.acme.OrderService#createOrder","setting":"retries","application":"shop","file":"dubbo.xml"}`,
	After:    `dubboaudit baseline prune dubboaudit-baseline.json`,
	Versions: "every version",
	Guards: []string{"silent: the entry's file lies outside the audited paths, or was not understood",
		"silent: the finding got worse, and counts as new"},
	Proof: []string{"none needed: it is about the audit, not about Dubbo"},
	Fix:   "Run `dubboaudit baseline prune FILE`; it keeps the other entries with their reasons.",
}

var ignoreExpired = &finding.Info{
	ID: "DA904", Name: "ignore-expired", Severity: finding.Warning,
	Summary: "An ignore has expired, and its finding counts again",
	Doc: `The ignore was meant to end: its last day has passed, or is no date. The finding that it silenced is reported
again beside this one.`,
	Before: `<!-- dubboaudit:ignore DA101 until=2020-01-01 fixed with the next release -->
<dubbo:reference id="orders" interface="com.acme.OrderService"/>`,
	After:    `<dubbo:reference id="orders" interface="com.acme.OrderService" retries="0"/>`,
	Versions: "every version",
	Guards:   []string{"DA902 instead: there is no finding that it would silence"},
	Proof:    []string{"none needed: it is about the audit, not about Dubbo"},
	Fix:      "End what the finding tells, or decide again: a new day and a reason.",
}

// maxPlaces bounds the findings that DA904 names.
const maxPlaces = 8

// aboutIgnores reports ignores that silenced nothing.
func (a *applied) aboutIgnores() []*finding.Finding {
	var out []*finding.Finding
	add := func(ig *Ignore, judged bool) {
		for _, rule := range ig.Rules {
			if f := a.aboutIgnore(ig, rule, judged); f != nil {
				a.setLevel(f, a.Configs.At(f.At))
				out = append(out, f)
			}
		}
	}
	for _, ig := range a.Ignores {
		add(ig, a.judges(ig.At.File.Path))
	}
	a.Configs.ignores(func(dir string, ig *Ignore) { add(ig, a.judges(dir)) })
	return out
}

func (a *applied) judges(path string) bool { return a.Judges == nil || a.Judges(path) }

func (a *applied) rule(id string) (known, ran bool) {
	if a.Rules == nil {
		return true, true
	}
	return a.Rules(id)
}

// aboutIgnore reports on one rule of an ignore, nil when all is well.
func (a *applied) aboutIgnore(ig *Ignore, rule string, judged bool) *finding.Finding {
	o := a.uses[use{ig, rule}]
	known, ran := a.rule(rule)
	switch {
	case o != nil && o.silenced || isAbout(rule):
		return nil
	case !known:
		return about(unusedIgnore, rule, ig.At, lang.T("this ignore silences nothing: there is no rule %s.", rule))
	case o == nil && !(judged && ran):
		return nil
	case o == nil:
		return about(unusedIgnore, rule, ig.At, lang.T("this ignore of %s silences nothing: there is no such finding.", rule))
	case len(o.expired) > 0:
		return also(about(ignoreExpired, rule, ig.At, ig.ended(rule, counts(o.expired))), o.expired)
	}
	return also(about(unusedIgnore, rule, ig.At,
		lang.T("this ignore of %s has no reason, which the config file requires (requireReason): %s.", rule, counts(o.unfounded))), o.unfounded)
}

// isAbout reports whether a rule is one of policy's own, which is not silenced
// by ignores.
func isAbout(rule string) bool {
	return slices.ContainsFunc(Infos, func(i *finding.Info) bool { return i.ID == rule })
}

// ended says that the ignore does not count any more, and what does.
func (ig *Ignore) ended(rule string, counts lang.Text) lang.Text {
	if ig.dated() {
		return lang.T("the ignore of %s ended with %s: %s again.", rule, ig.Until, counts)
	}
	return lang.T("the ignore of %s has no last day (%q is not YYYY-MM-DD): %s again.", rule, ig.Until, counts)
}

func counts(list []*finding.Finding) lang.Text {
	return lang.N(len(list), "1 finding counts", "%d findings count")
}

func about(info *finding.Info, setting string, at source.Span, msg lang.Text) *finding.Finding {
	return &finding.Finding{Rule: info, Severity: info.Severity, Confidence: finding.High, Setting: setting, At: at, Message: msg}
}

func also(f *finding.Finding, list []*finding.Finding) *finding.Finding {
	for _, g := range list[:min(len(list), maxPlaces)] {
		f.Related = append(f.Related, finding.Related{At: g.At, Message: lang.T("%s: %s", g.Rule.ID, g.Message)})
	}
	return f
}

// aboutBaseline reports the entries that stand for nothing, or for less than
// they say.
func (a *applied) aboutBaseline() []*finding.Finding {
	var out []*finding.Finding
	for _, e := range a.Baseline.entries {
		known, ran := a.rule(e.Rule)
		e.outside = known && !ran || !a.judges(e.place())
		if e.left == 0 || e.outside {
			continue
		}
		f := about(staleBaseline, e.Rule, e.At, e.stale())
		f.Subject, f.Application = e.Subject, e.Application
		a.setLevel(f, a.Configs.At(f.At))
		out = append(out, f)
	}
	return out
}

// stale says what of an entry stands for nothing.
func (e *Entry) stale() lang.Text {
	if e.left < e.Count {
		return lang.N(e.left, "this baseline entry stands for %d findings of %s, and 1 of them is gone. `dubboaudit baseline prune` removes it.",
			"this baseline entry stands for %[2]d findings of %[3]s, and %[1]d of them are gone. `dubboaudit baseline prune` removes it.", e.Count, e.what())
	}
	return lang.T("this baseline entry stands for nothing any more: %s is gone. `dubboaudit baseline prune` removes it.", e.what())
}

// what names an entry's finding.
func (e *Entry) what() lang.Text {
	switch {
	case e.Subject != "" && e.Application != "":
		return lang.T("%s on %s in %s", e.Rule, e.Subject, e.Application)
	case e.Subject != "":
		return lang.T("%s on %s", e.Rule, e.Subject)
	case e.Application != "":
		return lang.T("%s in %s", e.Rule, e.Application)
	}
	return lang.Verbatim(e.Rule)
}
