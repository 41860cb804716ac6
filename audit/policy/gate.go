package policy

import "github.com/dubboaudit/dubboaudit/rules/finding"

// Gate decides the exit code (see docs/exit-codes.md).
type Gate struct {
	FailOn finding.Severity // 0: never
	// Configs may set another threshold for the findings in a folder; nil:
	// FailOn counts everywhere.
	Configs    *Configs
	Strict     bool
	AllowEmpty bool
}

// Exit codes.
const (
	Passed     = 0
	Found      = 1
	Misused    = 2
	Incomplete = 3
)

// Fails reports whether one finding, not suppressed, asks for Found.
func (g Gate) Fails(f *finding.Finding) bool {
	return f.Suppressed == nil && g.threshold(f) != 0 && f.Severity >= g.threshold(f) && (g.Strict || f.Confidence > finding.Low)
}

// Code returns Found, Incomplete or Passed. A finding of low confidence counts
// only when strict; a value that cannot be decided makes a strict audit
// incomplete.
func (g Gate) Code(found []*finding.Finding, incomplete bool) int {
	for _, f := range found {
		if f.Suppressed != nil {
			continue
		}
		if g.Fails(f) {
			return Found
		}
		if g.Strict && f.Rule.ID == "DA901" {
			incomplete = true
		}
	}
	if incomplete {
		return Incomplete
	}
	return Passed
}

// threshold is the severity from which on a finding fails, 0 for none.
func (g Gate) threshold(f *finding.Finding) finding.Severity {
	switch text := g.Configs.At(f.At).FailOn; text {
	case "":
		return g.FailOn
	case "never":
		return 0
	default:
		s, err := finding.ParseSeverity(text)
		if err != nil {
			return g.FailOn // not from a config file: they are checked
		}
		return s
	}
}
