package report

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"

	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// gitlabIssue is an entry of GitLab's code quality report.
type gitlabIssue struct {
	Type        string         `json:"type"`
	CheckName   string         `json:"check_name"`
	Description string         `json:"description"`
	Categories  []string       `json:"categories"`
	Severity    string         `json:"severity"`
	Fingerprint string         `json:"fingerprint"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end,omitempty"`
}

// gitlabSeverities are GitLab's words, mildest first. "blocker" is left to
// tools that know more.
var gitlabSeverities = [...]string{"info", "minor", "major", "critical"}

// gitlabSeverity maps error to critical, warning to major, note to info; a
// finding of low confidence, which does not fail an audit, goes one down.
func gitlabSeverity(f *finding.Finding) string {
	n := map[finding.Severity]int{finding.Error: 3, finding.Warning: 2}[f.Severity]
	if f.Confidence == finding.Low {
		n = max(n-1, 0)
	}
	return gitlabSeverities[n]
}

// writeGitLab writes GitLab's code quality report. Suppressed findings are
// left out: GitLab would count them.
func writeGitLab(w io.Writer, r *Report) error {
	prints := fingerprints{}
	var issues []gitlabIssue
	for _, f := range r.active() {
		issues = append(issues, gitlabIssue{
			Type: "issue", CheckName: f.Rule.ID, Description: clean(f.Message.In(r.Options.Lang)),
			Categories: []string{"Bug Risk"}, Severity: gitlabSeverity(f),
			Fingerprint: prints.unique(f.Fingerprint()), Location: gitlabPlace(nearest(f), ""),
		})
	}
	for i := range r.Problems {
		p := &r.Problems[i]
		issue := gitlabIssue{
			Type: "issue", CheckName: "input-" + string(p.Kind), Description: clean(problemText(p, r.Options.Lang)),
			Categories: []string{"Compatibility"}, Severity: "critical",
			Fingerprint: prints.unique(problemFingerprint(p)), Location: gitlabPlace(p.At, p.Path),
		}
		if p.Minor {
			issue.Severity = "info"
		}
		issues = append(issues, issue)
	}
	return writeIssues(w, issues)
}

// writeIssues writes a JSON array, one issue a line.
func writeIssues(w io.Writer, issues []gitlabIssue) error {
	out := bufio.NewWriter(w)
	out.WriteByte('[')
	for i := range issues {
		sep := ",\n"
		if i == 0 {
			sep = "\n"
		}
		out.WriteString(sep)
		text, err := json.Marshal(issues[i])
		if err != nil {
			return err
		}
		out.Write(text)
	}
	if len(issues) > 0 {
		out.WriteByte('\n')
	}
	out.WriteString("]\n")
	return out.Flush()
}

// gitlabPlace is a place, at last the first line of the root: GitLab drops
// issues without one.
func gitlabPlace(at source.Span, path string) gitlabLocation {
	if at.Valid() {
		return gitlabLocation{at.File.Path, gitlabLines{at.Start().Line, at.End().Line}}
	}
	if path == "" {
		path = "."
	}
	return gitlabLocation{path, gitlabLines{Begin: 1}}
}

// problemFingerprint identifies a problem by kind and file.
func problemFingerprint(p *source.Problem) string {
	h := sha256.Sum256([]byte(string(p.Kind) + "\x00" + problemPath(p)))
	return hex.EncodeToString(h[:16])
}
