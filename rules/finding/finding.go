// Package finding is what rules report: a defect with its place, the places
// that explain it, the effective numbers, and the edits that end it.
package finding

import (
	"cmp"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Severity says how bad a finding is. The zero value is invalid.
type Severity uint8

// The severities, mildest first.
const (
	Note Severity = iota + 1
	Warning
	Error
)

// String returns "note", "warning" or "error".
func (s Severity) String() string {
	return [...]string{"invalid", "note", "warning", "error"}[min(s, Error)]
}

// Text is the severity as people read it.
func (s Severity) Text() lang.Text {
	return [...]lang.Text{lang.T("invalid"), lang.T("note"), lang.T("warning"), lang.T("error")}[min(s, Error)]
}

// Times counts findings of the severity.
func (s Severity) Times(n int) lang.Text {
	switch s {
	case Error:
		return lang.N(n, "1 error", "%d errors")
	case Warning:
		return lang.N(n, "1 warning", "%d warnings")
	}
	return lang.N(n, "1 note", "%d notes")
}

// ParseSeverity reads the word back.
func ParseSeverity(s string) (Severity, error) {
	for v := Note; v <= Error; v++ {
		if v.String() == s {
			return v, nil
		}
	}
	return 0, lang.Errorf("%q is not error, warning or note", s)
}

// Down returns the next milder severity; Note stays Note.
func (s Severity) Down() Severity { return max(s-1, Note) }

// Confidence says how sure a finding is. The zero value is invalid. Findings
// of low confidence are shown, but fail a gate only with --strict.
type Confidence uint8

// The confidences, least first.
const (
	Low Confidence = iota + 1
	Medium
	High
)

// String returns "low", "medium" or "high".
func (c Confidence) String() string {
	return [...]string{"invalid", "low", "medium", "high"}[min(c, High)]
}

// ParseConfidence reads the word back.
func ParseConfidence(s string) (Confidence, error) {
	for v := Low; v <= High; v++ {
		if v.String() == s {
			return v, nil
		}
	}
	return 0, lang.Errorf("%q is not high, medium or low", s)
}

// Finding is one defect.
type Finding struct {
	Rule       *Info
	Severity   Severity
	Confidence Confidence
	// Message states fact, number, and where the number comes from.
	Message lang.Text
	// Subject is "interface#method" or "interface", "" for findings about a
	// whole application.
	Subject string
	// Application names the applications, sorted and joined by ", ": a
	// library's reference means the same in several of them.
	Application string
	At          source.Span
	Related     []Related
	// Flow leads from where the value was born (or its default) to the
	// call, for SARIF's code flows. Steps without a place are left out there.
	Flow  []Related
	Facts *Facts
	Fixes []Fix
	// Upgrade is what another version does in another way, nil but for DA415.
	Upgrade *Upgrade
	// Setting names the setting at fault ("retries"); with rule, file and
	// subject it makes the fingerprint.
	Setting string
	// Others are the findings of other rules that met on the same reference
	// and method, most important first; each is also an entry of Related.
	// When this finding is suppressed, the first of them that is not takes
	// its place, so that silencing one rule hides no other.
	Others []*Finding
	// Same are the findings of single places, where this one speaks for several
	// places of an application: a baseline knows each by itself.
	Same []*Finding
	// Common is what the places have in common that a finding speaks for, or
	// would speak for were there more of them: application and numbers. It is ""
	// for a finding that is always about one place.
	Common string
	// Suppressed is set by policy: an inline ignore, a baseline, the config.
	Suppressed *Suppression
}

// Related is a second place with what it has to do with the finding. At may
// have no place (a built-in default).
type Related struct {
	// Rule is the id of another rule that met on the same subject, or "".
	Rule    string
	At      source.Span
	Message lang.Text
}

// Facts are the effective numbers of the call in question.
type Facts struct {
	DubboVersion  string
	Cluster       string
	Retries       *int // nil: not decided
	RetriesOrigin string
	TimeoutMs     *int64
	TimeoutOrigin string
	Executions    *int
	MaxExecutions *int
	WorstCaseMs   *int64
}

// Upgrade is what the same files mean in another version of Dubbo.
type Upgrade struct {
	From, To string
	Changes  []Change
	// Keep tells the edit that keeps today's behaviour, nothing where none does.
	Keep lang.Text
	// Facts are the numbers of the call in the other version, nil where the
	// finding is about a reference.
	Facts *Facts
}

// Change is one setting with its values in both versions ("executions", "1",
// "3"; a timeout is in milliseconds) and the reason.
type Change struct {
	Setting            string
	Before, After, Why lang.Text
}

// Name is the setting as people read it.
func (c Change) Name() lang.Text {
	switch c.Setting {
	case "executions":
		return lang.T("executions")
	case "call":
		return lang.T("call")
	case "start":
		return lang.T("start")
	}
	return lang.Verbatim(c.Setting)
}

// Equal reports whether both changes are the same, for the same reason.
func (c Change) Equal(d Change) bool {
	return c.Setting == d.Setting && c.Before.Equal(d.Before) && c.After.Equal(d.After) && c.Why.Equal(d.Why)
}

// Fix is a set of edits that ends the finding. A safe fix changes the audited
// effect and nothing else.
type Fix struct {
	Title lang.Text
	Safe  bool
	Edits []Edit
}

// Edit replaces the bytes of a span (empty: inserts) by NewText.
type Edit struct {
	At      source.Span
	NewText string
}

// Suppression tells why a finding does not count.
type Suppression struct {
	Kind   string // "inline", "config", "baseline"
	Reason string
	At     source.Span
}

// Compare sorts findings by path, offset, rule, subject, application.
func (f *Finding) Compare(g *Finding) int {
	return cmp.Or(f.At.Compare(g.At), cmp.Compare(f.Rule.ID, g.Rule.ID),
		cmp.Compare(f.Subject, g.Subject), cmp.Compare(f.Application, g.Application))
}
