package rules

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

type identity struct {
	at                     source.Span
	rule, subject, message string
	severity               finding.Severity
}

// joinApplications makes one finding of those that say the same about the
// same place: a library's reference is part of every application that
// includes the library. It sorts the result.
func joinApplications(all []*finding.Finding) []*finding.Finding {
	first := map[identity]*finding.Finding{}
	apps := map[*finding.Finding][]string{}
	var out []*finding.Finding
	for _, f := range all {
		id := identity{f.At, f.Rule.ID, f.Subject, f.Message.String(), f.Severity}
		g := first[id]
		if g == nil {
			g = f
			first[id] = f
			out = append(out, f)
		}
		g.Confidence = max(g.Confidence, f.Confidence)
		if !slices.Contains(apps[g], f.Application) {
			apps[g] = append(apps[g], f.Application)
		}
	}
	for _, f := range out {
		slices.Sort(apps[f])
		f.Application = strings.Join(apps[f], ", ")
		for _, o := range slices.Concat(f.Others, f.Same) {
			o.Application = f.Application
		}
	}
	slices.SortStableFunc(out, (*finding.Finding).Compare)
	return out
}
