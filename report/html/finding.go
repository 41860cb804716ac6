package html

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/report"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// undecidedRule reports what the files do not tell.
const undecidedRule = "DA901"

// maxRelated is how many secondary places of a finding are shown.
const maxRelated = 12

func (b *builder) finding(f *finding.Finding) {
	row := item{Rule: b.rule(f.Rule), Severity: int(f.Severity), Confidence: int(f.Confidence), Message: b.say(f.Message),
		Subject: report.Clean(f.Subject), App: report.Clean(f.Application), Place: place(f.At), Snippet: b.snippet(f.At, true),
		Related: []related{}, Fixes: []int{}, Call: b.callOf(f)}
	for i, r := range f.Related {
		if i == maxRelated {
			row.Related = append(row.Related, related{b.say(lang.T("and %d more places", len(f.Related)-i)), none})
			break
		}
		x := related{b.say(r.Message), none}
		if r.Rule != "" {
			x.Text = b.say(lang.T("%s: %s", r.Rule, r.Message))
		}
		if r.At != f.At {
			x.Snippet = b.snippet(r.At, false)
		}
		row.Related = append(row.Related, x)
	}
	for _, fix := range f.Fixes {
		row.Fixes = append(row.Fixes, b.fix(fix))
	}
	if s := f.Suppressed; s != nil {
		row.Suppressed = b.say(report.SuppressionText(s))
	}
	if row.Call != none {
		b.doc.Calls[row.Call].Findings++
	}
	if f.Rule.ID == undecidedRule && f.Suppressed == nil && !b.told(f) {
		b.undecided(f.Setting, f.Message, strings.Trim(row.Subject+", "+row.Place, ", "))
	}
	b.doc.Findings = append(b.doc.Findings, row)
}

// told reports whether the reason of a finding about an open value stands
// there already, from the value itself.
func (b *builder) told(f *finding.Finding) bool {
	message := f.Message.String()
	for key := range b.open {
		if key.what == f.Setting && key.why != message && strings.Contains(message, key.why) {
			return true
		}
	}
	return false
}

func (b *builder) rule(info *finding.Info) int {
	i, ok := b.rules[info]
	if !ok {
		i = len(b.doc.Rules)
		b.rules[info] = i
		said := info.In(b.lang)
		b.doc.Rules = append(b.doc.Rules, rule{info.ID, report.Clean(info.Name), report.Clean(said.Summary), report.Clean(said.Fix)})
	}
	return i
}

// callOf is the row of the call that a finding is about: of several, that at
// the finding's place.
func (b *builder) callOf(f *finding.Finding) int {
	at := none
	for name := range strings.SplitSeq(f.Application, ", ") {
		for _, i := range b.calls[callKey{name, f.Subject}] {
			s := b.spans[i]
			if s.File == f.At.File && s.Lo <= f.At.Lo && f.At.Hi <= s.Hi {
				return i
			}
			if at == none {
				at = i
			}
		}
	}
	return at
}
