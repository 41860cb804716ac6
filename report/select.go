package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// shown are the findings for people: suppressed ones only when asked for.
func (r *Report) shown() []*finding.Finding {
	if r.Options.ShowSuppressed {
		return r.Findings
	}
	return r.active()
}

// withoutFlips are the findings for people that do not stand in the table of
// an upgrade.
func (r *Report) withoutFlips() []*finding.Finding {
	return slices.DeleteFunc(slices.Clone(r.shown()), func(f *finding.Finding) bool { return f.Upgrade != nil })
}

// active are the findings that are not suppressed, for formats that cannot
// mark a finding as suppressed.
func (r *Report) active() []*finding.Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f *finding.Finding) bool { return f.Suppressed != nil })
}

// fails reports whether a finding fails the audit. Options.Fails knows the
// gate; without it the gate is the default one.
func (r *Report) fails(f *finding.Finding) bool {
	switch {
	case f.Suppressed != nil:
		return false
	case r.Options.Fails != nil:
		return r.Options.Fails(f)
	}
	return f.Severity >= finding.Warning && f.Confidence > finding.Low
}

// worstFirst flattens the blocks of a list of findings and sorts the severe
// ones first; inside a severity the sure ones.
func worstFirst(list []*finding.Finding) []*block {
	var blocks []*block
	for _, app := range byApplication(list) {
		blocks = append(blocks, app.blocks...)
	}
	slices.SortStableFunc(blocks, func(a, b *block) int {
		if d := int(b.first().Severity) - int(a.first().Severity); d != 0 {
			return d
		}
		return int(b.first().Confidence) - int(a.first().Confidence)
	})
	return blocks
}

// nearest is the finding's place, or the first of its other places, or none.
func nearest(f *finding.Finding) source.Span {
	at := f.At
	for _, list := range [][]finding.Related{f.Related, f.Flow} {
		for i := 0; i < len(list) && !at.Valid(); i++ {
			at = list[i].At
		}
	}
	return at
}

// fingerprints counts how often each fingerprint was used.
type fingerprints map[string]int

// unique tells findings apart that share a fingerprint, by their order.
func (p fingerprints) unique(print string) string {
	p[print]++
	if n := p[print]; n > 1 {
		return fmt.Sprintf("%s:%d", print, n)
	}
	return print
}

// body tells a block on several lines, each safe to show: the message, the
// places that explain it, the numbers and the fixes.
func (b *block) body(l lang.Language) string {
	f := b.first()
	lines := []lang.Text{f.Message}
	if f.At.Valid() {
		lines = append(lines, lang.T("at %s", place(f.At)))
	}
	for i, r := range f.Related {
		if i == maxMarks {
			lines = append(lines, lang.T("and %d more places", len(f.Related)-i))
			break
		}
		text := told(r)
		if r.At.Valid() && r.At != f.At {
			text = lang.T("%s: %s", place(r.At), text)
		}
		lines = append(lines, text)
	}
	lines = append(lines, b.lines()...)
	said := make([]string, len(lines))
	for i, text := range lines {
		said[i] = clean(text.In(l))
	}
	return strings.Join(said, "\n")
}

// head names rule and confidence of a finding.
func head(f *finding.Finding) lang.Text {
	rule := lang.Verbatim(f.Rule.ID + " " + f.Rule.Name)
	if f.Confidence == finding.Low {
		return lang.T("%s (low confidence)", rule)
	}
	return rule
}

// problemPath is the file of a problem, "" for none.
func problemPath(p *source.Problem) string {
	if p.At.Valid() {
		return p.At.File.Path
	}
	return p.Path
}

// methodOf is the method of a subject, else the simple name of its interface.
func methodOf(subject string) string {
	iface, method, ok := strings.Cut(subject, "#")
	if ok {
		return method
	}
	return iface[strings.LastIndexByte(iface, '.')+1:]
}
