package report

import (
	"regexp"
	"strings"

	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// homepage is where the tool and the pages of its rules are found.
const homepage = "https://github.com/dubboaudit/dubboaudit"

// semantic matches versions that SARIF may call semantic.
var semantic = regexp.MustCompile(`^v?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)

// describe turns a rule's page into SARIF's metadata.
func describe(info *finding.Info) sarifDescriptor {
	problem := info.Severity.String()
	if info.Severity == finding.Note {
		problem = "recommendation" // GitHub's word
	}
	return sarifDescriptor{
		ID:                   info.ID,
		Name:                 pascal(info.Name),
		ShortDescription:     &sarifText{Text: sentence(info.Summary, info.Name)},
		FullDescription:      &sarifText{Text: sentence(firstParagraph(info.Doc), info.Summary)},
		Help:                 &sarifText{Text: helpText(info), Markdown: RulePage(info)},
		HelpURI:              pageURL(info),
		DefaultConfiguration: &sarifConfig{info.Severity.String()},
		Properties: map[string]any{
			"tags":             []string{"dubbo", "reliability"},
			"problem.severity": problem,
		},
	}
}

// pageURL is where a rule's page is read.
func pageURL(info *finding.Info) string { return homepage + "/blob/main/docs/rules/" + info.ID + ".md" }

// pascal turns "default-retries-on-write" into "DefaultRetriesOnWrite".
func pascal(kebab string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(kebab, "-") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return b.String()
}

// sentence ends a text with a full stop, taking the second where the first
// is empty.
func sentence(s, otherwise string) string {
	if s == "" {
		s = otherwise
	}
	if s == "" || strings.ContainsRune(".!?", rune(s[len(s)-1])) {
		return s
	}
	return s + "."
}

func firstParagraph(doc string) string {
	p, _, _ := strings.Cut(strings.TrimSpace(doc), "\n\n")
	return strings.Join(strings.Fields(p), " ")
}

// section is a headed part of a rule's help.
type section struct{ title, text string }

func sections(info *finding.Info) []section {
	return []section{
		{"Versions", info.Versions},
		{"Silent or one level down", bullets(info.Guards)},
		{"Fix", info.Fix},
		{"Proof", bullets(proofs(info))},
	}
}

func bullets(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return "- " + strings.Join(list, "\n- ")
}

func helpText(info *finding.Info) string {
	text := sentence(info.Summary, info.Name)
	if info.Doc != "" {
		text += "\n\n" + strings.TrimSpace(info.Doc)
	}
	for _, s := range sections(info) {
		if s.text != "" {
			text += "\n\n" + s.title + ":\n" + s.text
		}
	}
	return text
}
