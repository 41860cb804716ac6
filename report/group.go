package report

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// appFindings are the blocks of one application, in the order of findings.
type appFindings struct {
	name   string
	blocks []*block
}

func (a *appFindings) title(l lang.Language) string {
	if a.name == "" {
		return l.Say("(no application)")
	}
	return clean(a.name)
}

// block holds findings that differ in the method only.
type block struct{ findings []*finding.Finding }

func (b *block) first() *finding.Finding { return b.findings[0] }

// blockKey is what findings of one block share.
type blockKey struct {
	app, rule, iface string
	severity         finding.Severity
	confidence       finding.Confidence
	suppressed       bool
	at               source.Span
	facts            string
}

func keyOf(f *finding.Finding) blockKey {
	iface, method, ok := strings.Cut(f.Subject, "#")
	k := blockKey{app: f.Application, rule: f.Rule.ID, iface: iface, severity: f.Severity, confidence: f.Confidence,
		suppressed: f.Suppressed != nil, at: f.At, facts: factsText(f.Facts).String()}
	if !ok || !f.At.Valid() {
		k.iface = f.Subject + "#" + method + f.Message.String() // stands alone
	}
	return k
}

// byApplication groups findings.
func byApplication(list []*finding.Finding) []*appFindings {
	var apps []*appFindings
	appOf := map[string]*appFindings{}
	blocks := map[blockKey]*block{}
	for _, f := range list {
		app := appOf[f.Application]
		if app == nil {
			app = &appFindings{name: f.Application}
			appOf[f.Application] = app
			apps = append(apps, app)
		}
		key := keyOf(f)
		b := blocks[key]
		if b == nil {
			b = &block{}
			blocks[key] = b
			app.blocks = append(app.blocks, b)
		}
		b.findings = append(b.findings, f)
	}
	return apps
}

// lines tells the numbers, the other methods, how to end it, and why it does
// not count.
func (b *block) lines() []lang.Text {
	return slices.Concat(b.notes(), b.fixes(), b.suppressed())
}

// notes tells the numbers and the other methods.
func (b *block) notes() []lang.Text {
	f := b.first()
	var notes []lang.Text
	if facts := factsText(f.Facts); !facts.IsZero() {
		notes = append(notes, lang.T("effective: %s", facts))
	}
	if f.Subject != "" {
		notes = append(notes, lang.T("subject: %s", f.Subject))
	}
	if n := len(b.findings) - 1; n > 0 {
		notes = append(notes, lang.T("the same for %d more: %s", n, b.methods()))
	}
	return notes
}

func (b *block) fixes() []lang.Text {
	var notes []lang.Text
	for _, fix := range b.first().Fixes {
		notes = append(notes, fixText(fix, fix.Title))
	}
	return notes
}

// fixText says how far a fix can be trusted; its title is given as it is shown.
func fixText(fix finding.Fix, title any) lang.Text {
	if fix.Safe {
		return lang.T("fix: %s", title)
	}
	return lang.T("fix (look at it first): %s", title)
}

func (b *block) suppressed() []lang.Text {
	s := b.first().Suppressed
	switch {
	case s == nil:
		return nil
	case s.Reason == "":
		return []lang.Text{lang.T("suppressed (%s)", suppressedBy(s))}
	}
	return []lang.Text{lang.T("suppressed (%s): %s", suppressedBy(s), s.Reason)}
}

// suppressedBy names what suppresses a finding.
func suppressedBy(s *finding.Suppression) lang.Text {
	switch s.Kind {
	case "inline":
		return lang.T("inline")
	case "config":
		return lang.T("config")
	case "baseline":
		return lang.T("baseline")
	case "older":
		return lang.T("older")
	}
	return lang.Verbatim(s.Kind)
}

// methods lists the methods of all findings but the first.
func (b *block) methods() lang.Text {
	var list []lang.Text
	for i, f := range b.findings[1:] {
		if i == maxNames {
			list = append(list, lang.T("and %d more", len(b.findings)-1-i))
			break
		}
		_, method, _ := strings.Cut(f.Subject, "#")
		list = append(list, lang.Verbatim(method))
	}
	return lang.Enumeration(list...)
}

// factsText writes the effective numbers on one line.
func factsText(f *finding.Facts) lang.Text {
	if f == nil {
		return lang.Text{}
	}
	var list []lang.Text
	if f.Executions != nil {
		runs := lang.N(*f.Executions, "1 execution", "%d executions")
		if f.MaxExecutions != nil && *f.MaxExecutions > *f.Executions {
			runs = lang.T("%s (%d with background repeats)", runs, *f.MaxExecutions)
		}
		list = append(list, runs)
	}
	if f.WorstCaseMs != nil {
		list = append(list, lang.T("up to %d ms", *f.WorstCaseMs))
	}
	if f.Cluster != "" {
		list = append(list, lang.T("cluster %s", f.Cluster))
	}
	if f.Retries != nil {
		list = append(list, withOrigin(lang.T("retries %d", *f.Retries), f.RetriesOrigin))
	}
	if f.TimeoutMs != nil {
		list = append(list, withOrigin(lang.T("timeout %d ms", *f.TimeoutMs), f.TimeoutOrigin))
	}
	if f.DubboVersion != "" {
		list = append(list, lang.T("Dubbo %s", f.DubboVersion))
	}
	return lang.List(list...)
}

func withOrigin(t lang.Text, level string) lang.Text {
	if level == "" {
		return t
	}
	return lang.T("%s (%s)", t, effective.Level(level))
}
