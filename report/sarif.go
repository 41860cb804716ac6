package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

const (
	// maxResults is what GitHub's code scanning keeps of one run.
	maxResults = 5000
	// maxPlaces bounds related places and steps of a result: GitHub shows
	// 100 and refuses more than 1,000.
	maxPlaces = 100
)

func writeSARIF(w io.Writer, r *Report) error {
	s := newSARIF(r)
	findings := s.choose(r.Findings)
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: "dubboaudit", Version: r.Version, InformationURI: homepage}},
		Invocations: []sarifInvocation{{ExecutionSuccessful: !r.Incomplete()}},
		OriginalURIBaseIDs: map[string]sarifArtifact{srcRoot: {
			Description: &sarifText{Text: r.say("The root of the audited tree.")}}},
		ColumnKind: "unicodeCodePoints", Language: sarifLanguage(r.Options.Lang),
		Results: []sarifResult{},
	}
	if semantic.MatchString(r.Version) {
		run.Tool.Driver.SemanticVersion = strings.TrimPrefix(r.Version, "v")
	}
	run.Tool.Driver.Rules = s.rules
	run.Invocations[0].ToolExecutionNotifications = s.notify(r)
	run.Tool.Driver.Notifications = s.kinds
	return encode(w, sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	}, stream{key: "results", n: len(findings), at: func(i int) any { return s.result(findings[i]) }, oneLine: true})
}

// sarifLanguage names a language as SARIF does, nothing for its default.
func sarifLanguage(l lang.Language) string {
	if l == lang.Chinese || l == lang.Japanese {
		return string(l)
	}
	return ""
}

// sarif is one run in the making.
type sarif struct {
	rules  []sarifDescriptor
	index  map[string]int // rule id to its place in rules
	kinds  []sarifDescriptor
	prints fingerprints
	left   int // results beyond maxResults
	// compared and lang are those of the report.
	compared bool
	lang     lang.Language
}

func newSARIF(r *Report) *sarif {
	s := &sarif{rules: []sarifDescriptor{}, index: map[string]int{}, prints: fingerprints{}, compared: r.Compared, lang: r.Options.Lang}
	for _, info := range r.Rules {
		s.add(info)
	}
	for _, f := range r.Findings {
		s.add(f.Rule)
	}
	return s
}

// add describes a rule when it is new.
func (s *sarif) add(info *finding.Info) {
	if _, ok := s.index[info.ID]; !ok {
		s.index[info.ID] = len(s.rules)
		s.rules = append(s.rules, describe(info, s.lang))
	}
}

// choose sorts the severe findings first and keeps as many as a run may have.
func (s *sarif) choose(all []*finding.Finding) []*finding.Finding {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b *finding.Finding) int {
		return cmp.Or(cmp.Compare(b2i(a.Suppressed != nil), b2i(b.Suppressed != nil)), cmp.Compare(b.Severity, a.Severity))
	})
	s.left = max(len(sorted)-maxResults, 0)
	return sorted[:len(sorted)-s.left]
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (s *sarif) result(f *finding.Finding) sarifResult {
	related, links := s.relatedLocations(f)
	return sarifResult{
		RuleID: f.Rule.ID, RuleIndex: s.index[f.Rule.ID], Level: f.Severity.String(),
		Message:             sarifText{Text: escapeMessage(f.Message.In(s.lang)) + links},
		Locations:           primaryLocation(f),
		RelatedLocations:    related,
		CodeFlows:           s.codeFlows(f),
		PartialFingerprints: map[string]string{"dubboaudit/v1": s.prints.unique(f.Fingerprint())},
		Fixes:               s.fixes(f),
		Suppressions:        suppressions(f.Suppressed),
		BaselineState:       s.state(f),
		Properties:          s.properties(f),
	}
}

// primaryLocation is the finding's place, or the nearest there is, at last the
// root: code scanning refuses results without any.
func primaryLocation(f *finding.Finding) []sarifLocation {
	at := nearest(f)
	loc := sarifLocation{LogicalLocations: logical(f.Subject), PhysicalLocation: &sarifPhysical{
		ArtifactLocation: artifact("."), Region: &sarifRegion{StartLine: 1}}}
	if at.Valid() {
		loc.PhysicalLocation = physical(at)
		loc.PhysicalLocation.ContextRegion = contextRegion(at)
	}
	return []sarifLocation{loc}
}

func logical(subject string) []sarifLogical {
	if subject == "" {
		return nil
	}
	iface, method, ok := strings.Cut(subject, "#")
	if ok {
		return []sarifLogical{{method, subject, "member"}}
	}
	return []sarifLogical{{iface[strings.LastIndexByte(iface, '.')+1:], subject, "type"}}
}

// relatedLocations lists the second places and the links to them that the
// message text must hold: GitHub shows only places that are linked.
func (s *sarif) relatedLocations(f *finding.Finding) ([]sarifLocation, string) {
	var list []sarifLocation
	var links strings.Builder
	for _, r := range f.Related {
		text := escapeMessage(told(r).In(s.lang))
		if !r.At.Valid() || len(list) == maxPlaces {
			if !r.At.Valid() {
				links.WriteString("\n" + text)
			}
			continue
		}
		id := len(list) + 1
		list = append(list, sarifLocation{ID: id, PhysicalLocation: physical(r.At), Message: &sarifText{Text: text}})
		fmt.Fprintf(&links, "\n[%s](%d)", text, id)
	}
	return list, links.String()
}

// escapeMessage keeps text from being read as a link.
func escapeMessage(s string) string { return messageEscaper.Replace(s) }

var messageEscaper = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`)

// codeFlows leads from where the value was born to the call.
func (s *sarif) codeFlows(f *finding.Finding) []sarifCodeFlow {
	var steps []sarifFlowStep
	for _, step := range f.Flow {
		if step.At.Valid() && len(steps) < maxPlaces {
			steps = append(steps, sarifFlowStep{sarifLocation{PhysicalLocation: physical(step.At),
				Message: &sarifText{Text: escapeMessage(step.Message.In(s.lang))}}})
		}
	}
	if len(steps) == 0 {
		return nil
	}
	return []sarifCodeFlow{{[]sarifThreadFlow{{steps}}}}
}

func suppressions(s *finding.Suppression) []sarifSuppression {
	if s == nil {
		return nil
	}
	out := sarifSuppression{Kind: "external", Justification: s.Reason}
	if s.Kind == "inline" {
		out.Kind = "inSource"
	}
	if s.At.Valid() {
		out.Location = &sarifLocation{PhysicalLocation: physical(s.At)}
	}
	return []sarifSuppression{out}
}

// state tells whether a finding is new, where that was looked at.
func (s *sarif) state(f *finding.Finding) string {
	switch {
	case f.Suppressed != nil && (f.Suppressed.Kind == "baseline" || f.Suppressed.Kind == "older"):
		return "unchanged"
	case s.compared:
		return "new"
	}
	return ""
}

func (s *sarif) properties(f *finding.Finding) map[string]any {
	p := map[string]any{"confidence": f.Confidence.String()}
	if f.Application != "" {
		p["application"] = f.Application
	}
	if facts := newJSONFacts(f.Facts); facts != nil {
		p["facts"] = facts
	}
	if upgrade := newJSONUpgrade(f.Upgrade, s.lang); upgrade != nil {
		p["upgrade"] = upgrade
	}
	return p
}

// notify reports problems, and results left out, as notifications.
func (s *sarif) notify(r *Report) []sarifNotification {
	var list []sarifNotification
	index := map[string]int{}
	add := func(id, name, text, level, msg string, at []sarifLocation) {
		i, ok := index[id]
		if !ok {
			i = len(s.kinds)
			index[id] = i
			said := &sarifText{Text: text}
			s.kinds = append(s.kinds, sarifDescriptor{ID: id, Name: name, ShortDescription: said, FullDescription: said,
				Help: &sarifText{Text: text, Markdown: text}, HelpURI: homepage})
		}
		list = append(list, sarifNotification{sarifReference{id, i}, level, sarifText{Text: escapeMessage(msg)}, at})
	}
	if s.left > 0 {
		add("results-left-out", "ResultLimit", r.say("There were more results than code scanning takes."), "warning",
			r.say("%d of %d results are left out, the least severe ones; the JSON report holds all.", s.left, len(r.Findings)), nil)
	}
	for i := range r.Problems {
		p := &r.Problems[i]
		level := "error"
		if p.Minor {
			level = "note"
		}
		add(string(p.Kind), pascal(string(p.Kind))+"Input", r.say("An input was not understood: %s.", p.Kind), level, problemText(p, s.lang), problemLocation(p))
	}
	return list
}

func problemLocation(p *source.Problem) []sarifLocation {
	switch {
	case p.At.Valid():
		return []sarifLocation{{PhysicalLocation: physical(p.At)}}
	case p.Path != "":
		return []sarifLocation{{PhysicalLocation: &sarifPhysical{ArtifactLocation: artifact(p.Path)}}}
	}
	return nil
}
