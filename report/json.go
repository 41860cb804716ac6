package report

import (
	"io"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// schemaVersion is that of the JSON documents. It grows by additions only.
const schemaVersion = "1.0"

type jsonReport struct {
	SchemaVersion string        `json:"schemaVersion"`
	Tool          jsonTool      `json:"tool"`
	Root          string        `json:"root"`
	TargetVersion string        `json:"targetVersion,omitempty"`
	Summary       Summary       `json:"summary"`
	Findings      []jsonFinding `json:"findings"`
	Problems      []jsonProblem `json:"problems"`
}

type jsonTool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type jsonFinding struct {
	Rule        string           `json:"rule"`
	Name        string           `json:"name"`
	Severity    string           `json:"severity"`
	Confidence  string           `json:"confidence"`
	Message     string           `json:"message"`
	Subject     string           `json:"subject"`
	Application string           `json:"application"`
	Location    *location        `json:"location"`
	Related     []jsonRelated    `json:"related"`
	Facts       *jsonFacts       `json:"facts"`
	Fixes       []jsonFix        `json:"fixes"`
	Fingerprint string           `json:"fingerprint"`
	Suppressed  *jsonSuppression `json:"suppressed"`
	Upgrade     *jsonUpgrade     `json:"upgrade,omitempty"`
}

// jsonUpgrade is what another version does in another way, for DA415 alone.
type jsonUpgrade struct {
	From    *string      `json:"from"`
	To      string       `json:"to"`
	Changes []jsonChange `json:"changes"`
	Keep    *string      `json:"keep"`
	Facts   *jsonFacts   `json:"facts"`
}

type jsonChange struct {
	Setting string  `json:"setting"`
	Before  string  `json:"before"`
	After   string  `json:"after"`
	Why     *string `json:"why"`
}

type jsonRelated struct {
	Rule     *string   `json:"rule"`
	Location *location `json:"location"`
	Message  string    `json:"message"`
}

type jsonFacts struct {
	DubboVersion  *string `json:"dubboVersion"`
	Cluster       *string `json:"cluster"`
	Retries       *int    `json:"retries"`
	RetriesOrigin *string `json:"retriesOrigin"`
	TimeoutMs     *int64  `json:"timeoutMs"`
	TimeoutOrigin *string `json:"timeoutOrigin"`
	Executions    *int    `json:"executions"`
	MaxExecutions *int    `json:"maxExecutions"`
	WorstCaseMs   *int64  `json:"worstCaseMs"`
}

type jsonFix struct {
	Title string     `json:"title"`
	Safe  bool       `json:"safe"`
	Edits []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	File       string `json:"file"`
	ByteOffset int    `json:"byteOffset"`
	ByteLength int    `json:"byteLength"`
	NewText    string `json:"newText"`
}

type jsonSuppression struct {
	Kind     string    `json:"kind"`
	Reason   string    `json:"reason"`
	Location *location `json:"location"`
}

type jsonProblem struct {
	Kind     string    `json:"kind"`
	Message  string    `json:"message"`
	Minor    bool      `json:"minor"`
	Location *location `json:"location"`
}

func writeJSON(w io.Writer, r *Report) error {
	doc := jsonReport{
		SchemaVersion: schemaVersion,
		Tool:          jsonTool{"dubboaudit", r.Version},
		Root:          r.Root,
		TargetVersion: r.Target,
		Summary:       r.Summary,
		Findings:      []jsonFinding{},
		Problems:      []jsonProblem{},
	}
	return encode(w, doc,
		stream{key: "findings", n: len(r.Findings), at: func(i int) any { return newJSONFinding(r.Findings[i], r.Options.Lang) }},
		stream{key: "problems", n: len(r.Problems), at: func(i int) any {
			p := &r.Problems[i]
			return jsonProblem{string(p.Kind), problemText(p, r.Options.Lang), p.Minor, locateProblem(p)}
		}})
}

func newJSONFinding(f *finding.Finding, l lang.Language) jsonFinding {
	j := jsonFinding{
		Rule: f.Rule.ID, Name: f.Rule.Name, Severity: f.Severity.String(), Confidence: f.Confidence.String(),
		Message: f.Message.In(l), Subject: f.Subject, Application: f.Application, Location: locate(f.At),
		Related: []jsonRelated{}, Fixes: []jsonFix{}, Fingerprint: f.Fingerprint(),
	}
	for _, rel := range f.Related {
		j.Related = append(j.Related, jsonRelated{orNull(rel.Rule), locate(rel.At), rel.Message.In(l)})
	}
	for _, fix := range f.Fixes {
		j.Fixes = append(j.Fixes, newJSONFix(fix, l))
	}
	j.Facts = newJSONFacts(f.Facts)
	if s := f.Suppressed; s != nil {
		j.Suppressed = &jsonSuppression{s.Kind, s.Reason, locate(s.At)}
	}
	j.Upgrade = newJSONUpgrade(f.Upgrade, l)
	return j
}

// newJSONUpgrade leaves the values in English: scripts compare them.
func newJSONUpgrade(u *finding.Upgrade, l lang.Language) *jsonUpgrade {
	if u == nil {
		return nil
	}
	j := &jsonUpgrade{From: orNull(u.From), To: u.To, Keep: orNull(u.Keep.In(l)), Facts: newJSONFacts(u.Facts)}
	for _, c := range u.Changes {
		j.Changes = append(j.Changes, jsonChange{c.Setting, c.Before.String(), c.After.String(), orNull(c.Why.In(l))})
	}
	return j
}

func newJSONFacts(x *finding.Facts) *jsonFacts {
	if x == nil {
		return nil
	}
	return &jsonFacts{orNull(x.DubboVersion), orNull(x.Cluster), x.Retries, orNull(x.RetriesOrigin),
		x.TimeoutMs, orNull(x.TimeoutOrigin), x.Executions, x.MaxExecutions, x.WorstCaseMs}
}

func newJSONFix(fix finding.Fix, l lang.Language) jsonFix {
	j := jsonFix{Title: fix.Title.In(l), Safe: fix.Safe, Edits: []jsonEdit{}}
	for _, e := range fix.Edits {
		if at := locate(e.At); at != nil {
			j.Edits = append(j.Edits, jsonEdit{at.File, *at.ByteOffset, *at.ByteLength, e.NewText})
		}
	}
	return j
}
