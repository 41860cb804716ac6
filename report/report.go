// Package report writes the result of an audit: as text for people, as JSON
// for scripts, as SARIF for code scanning.
package report

import (
	"io"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
	"github.com/dubboaudit/dubboaudit/trace"
)

// Report is what an audit found.
type Report struct {
	// Version is that of dubboaudit.
	Version string
	// Root is the audit root as users named it, never an absolute path.
	Root string
	// Target is the version of an upgrade that the findings compare with, "" for
	// none.
	Target string
	// Applications names what was audited, sorted.
	Applications []string
	// Findings are sorted by finding.Finding.Compare, suppressed ones included.
	Findings []*finding.Finding
	Problems []source.Problem
	Summary  Summary
	// Compared is set where findings were compared with a baseline or with an
	// earlier revision: SARIF then tells of each whether it is new.
	Compared bool
	// Rules describes every rule that ran.
	Rules []*finding.Info
	// Explain is what `dubboaudit explain` shows, nil for an audit.
	Explain *Explanation
	// Trace is what `dubboaudit trace` shows, nil for the others.
	Trace   *trace.Trace
	Options Options
}

// Options is how a report is shown.
type Options struct {
	// Lang is the reader's language; ids, names and JSON fields have none.
	Lang lang.Language
	// Color turns terminal colours on in text.
	Color bool
	// Quiet makes text one line a finding, and nothing when there is none.
	Quiet bool
	// ShowSuppressed shows suppressed findings in text too. JSON and SARIF
	// hold, marked, all that the report has.
	ShowSuppressed bool
	// Fails tells whether a finding fails the audit, nil for the default gate.
	// JUnit asks it: its failures are those that the exit code counts.
	Fails func(*finding.Finding) bool
}

// Summary counts what was audited and what came of it.
type Summary struct {
	Files        int   `json:"files"`
	Bytes        int64 `json:"bytes"`
	Applications int   `json:"applications"`
	References   int   `json:"references"`
	Methods      int   `json:"methods"`
	Services     int   `json:"services"`
	// Error, Warning and Note count findings that are not suppressed.
	Error      int `json:"error"`
	Warning    int `json:"warning"`
	Note       int `json:"note"`
	Suppressed int `json:"suppressed"` // by an inline comment or the config file
	Baselined  int `json:"baselined"`
	Older      int `json:"older"` // there was the same at the revision of --new-from
	Problems   int `json:"problems"`
	// Undecided counts the findings of rule DA901.
	Undecided int `json:"undecided"`
}

// undecidedRule is the rule that reports what the files do not tell.
const undecidedRule = "DA901"

// Count fills the counts of findings and problems.
func (s *Summary) Count(findings []*finding.Finding, problems []source.Problem) {
	s.Error, s.Warning, s.Note, s.Suppressed, s.Baselined, s.Older, s.Undecided = 0, 0, 0, 0, 0, 0, 0
	for _, f := range findings {
		switch {
		case f.Suppressed != nil && f.Suppressed.Kind == "baseline":
			s.Baselined++
			continue
		case f.Suppressed != nil && f.Suppressed.Kind == "older":
			s.Older++
			continue
		case f.Suppressed != nil:
			s.Suppressed++
			continue
		case f.Severity == finding.Error:
			s.Error++
		case f.Severity == finding.Warning:
			s.Warning++
		default:
			s.Note++
		}
		if f.Rule.ID == undecidedRule {
			s.Undecided++
		}
	}
	s.Problems = len(problems)
}

// Incomplete reports whether a problem may have hidden something of Dubbo.
func (r *Report) Incomplete() bool {
	for i := range r.Problems {
		if !r.Problems[i].Minor {
			return true
		}
	}
	return false
}

// Empty reports whether there was nothing of Dubbo to audit.
func (r *Report) Empty() bool {
	for i := range r.Problems {
		if p := &r.Problems[i]; p.Kind == source.NothingToAudit && p.Path == "." {
			return true
		}
	}
	return false
}

// say says something in the reader's language.
func (r *Report) say(format string, args ...any) string { return r.Options.Lang.Say(format, args...) }

// Format is one way of writing a report.
type Format struct {
	Name, Help string
	Write      func(io.Writer, *Report) error
}

// Formats are those of an audit.
var Formats = []Format{
	{"text", "findings with source snippets, for people", writeText},
	{"json", "everything, for scripts (schemaVersion 1.0)", writeJSON},
	{"sarif", "SARIF 2.1.0, for code scanning", writeSARIF},
	{"junit", "JUnit XML, a test suite for each application", writeJUnit},
	{"checkstyle", "Checkstyle XML", writeCheckstyle},
	{"gitlab", "GitLab code quality JSON", writeGitLab},
	{"github", "GitHub workflow annotations", writeGitHub},
	{"markdown", "a summary for pull requests", writeMarkdown},
}

// ExplainFormats are those of `dubboaudit explain`; the report must have
// Explain set.
var ExplainFormats = []Format{
	{"text", "a card for each reference: what every setting means, where it comes from, what it beat", writeExplainText},
	{"table", "the same as a table, a line for each method", writeExplainTable},
	{"tree", "the same as a tree of origins", writeExplainTree},
	{"json", "every value with its origin and the values it beat (schemaVersion 1.0)", writeExplainJSON},
}

// TraceFormats are those of `dubboaudit trace`; the report must have Trace set.
var TraceFormats = []Format{
	{"text", "the five places with source snippets, for people", writeTraceText},
	{"json", "the five places, for scripts (schemaVersion 1.0)", writeTraceJSON},
	{"svg", "a picture", writeTraceSVG},
	{"dot", "a picture for Graphviz", writeTraceDOT},
	{"mermaid", "a picture for Markdown", writeTraceMermaid},
}

// Named returns the format of that name, or nil.
func Named(formats []Format, name string) *Format {
	for i := range formats {
		if formats[i].Name == name {
			return &formats[i]
		}
	}
	return nil
}
