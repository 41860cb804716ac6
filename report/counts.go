package report

import (
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// tally lists how many findings there are of each severity.
func (s *Summary) tally(count func(n int, severity finding.Severity) lang.Text) lang.Text {
	var found []lang.Text
	for _, x := range []struct {
		n        int
		severity finding.Severity
	}{{s.Error, finding.Error}, {s.Warning, finding.Warning}, {s.Note, finding.Note}} {
		if x.n > 0 {
			found = append(found, count(x.n, x.severity))
		}
	}
	if len(found) == 0 {
		return lang.T("no findings")
	}
	return lang.List(found...)
}

func files(n int) lang.Text { return lang.N(n, "1 file", "%d files") }

func notUnderstood(n int) lang.Text {
	return lang.N(n, "1 input not understood", "%d inputs not understood")
}

// counts says what was found in the files, and what of it is left open.
func counts(s *Summary) lang.Text {
	parts := []lang.Text{lang.List(
		lang.N(s.Applications, "1 application", "%d applications"), lang.N(s.References, "1 reference", "%d references"),
		lang.N(s.Methods, "1 method", "%d methods"), lang.N(s.Services, "1 service", "%d services"))}
	for _, more := range []struct {
		n    int
		text lang.Text
	}{
		{s.Undecided, lang.N(s.Undecided, "1 value could not be decided", "%d values could not be decided")},
		{s.Suppressed, lang.T("%d suppressed", s.Suppressed)},
		{s.Baselined, lang.T("%d in the baseline", s.Baselined)},
		{s.Older, lang.T("%d not new", s.Older)},
		{s.Problems, notUnderstood(s.Problems)},
	} {
		if more.n > 0 {
			parts = append(parts, more.text)
		}
	}
	return lang.Join(parts, lang.T("; "))
}
