package report

import (
	"fmt"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// appFindings are the blocks of one application, in the order of findings.
type appFindings struct {
	name   string
	blocks []*block
}

func (a *appFindings) title() string {
	if a.name == "" {
		return "(no application)"
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
		suppressed: f.Suppressed != nil, at: f.At, facts: factsText(f.Facts)}
	if !ok || !f.At.Valid() {
		k.iface = f.Subject + "#" + method + f.Message // stands alone
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

// notes tells the numbers, the other methods, and how to end it.
func (b *block) notes() []string {
	f := b.first()
	var notes []string
	if facts := factsText(f.Facts); facts != "" {
		notes = append(notes, "effective: "+facts)
	}
	if f.Subject != "" {
		notes = append(notes, "subject: "+f.Subject)
	}
	if n := len(b.findings) - 1; n > 0 {
		notes = append(notes, fmt.Sprintf("the same for %d more: %s", n, b.methods()))
	}
	for _, fix := range f.Fixes {
		kind := "fix"
		if !fix.Safe {
			kind = "fix (look at it first)"
		}
		notes = append(notes, kind+": "+fix.Title)
	}
	if s := f.Suppressed; s != nil {
		notes = append(notes, strings.TrimSuffix("suppressed ("+s.Kind+"): "+s.Reason, ": "))
	}
	return notes
}

// methods lists the methods of all findings but the first.
func (b *block) methods() string {
	var list []string
	for i, f := range b.findings[1:] {
		if i == maxNames {
			list = append(list, fmt.Sprintf("and %d more", len(b.findings)-1-i))
			break
		}
		_, method, _ := strings.Cut(f.Subject, "#")
		list = append(list, method)
	}
	return strings.Join(list, ", ")
}

// factsText writes the effective numbers on one line.
func factsText(f *finding.Facts) string {
	if f == nil {
		return ""
	}
	var list []string
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	if f.Executions != nil {
		runs := plural(*f.Executions, "execution")
		if f.MaxExecutions != nil && *f.MaxExecutions > *f.Executions {
			runs += fmt.Sprintf(" (%d with background repeats)", *f.MaxExecutions)
		}
		add("%s", runs)
	}
	if f.WorstCaseMs != nil {
		add("up to %d ms", *f.WorstCaseMs)
	}
	if f.Cluster != "" {
		add("cluster %s", f.Cluster)
	}
	if f.Retries != nil {
		add("retries %d%s", *f.Retries, origin(f.RetriesOrigin))
	}
	if f.TimeoutMs != nil {
		add("timeout %d ms%s", *f.TimeoutMs, origin(f.TimeoutOrigin))
	}
	if f.DubboVersion != "" {
		add("Dubbo %s", f.DubboVersion)
	}
	return strings.Join(list, ", ")
}

func origin(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}
