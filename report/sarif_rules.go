package report

import (
	"cmp"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// homepage is where the tool and the pages of its rules are found.
const homepage = "https://github.com/dubboaudit/dubboaudit"

// semantic matches versions that SARIF may call semantic.
var semantic = regexp.MustCompile(`^v?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)

// describe turns a rule's page into SARIF's metadata.
func describe(info *finding.Info, l lang.Language) sarifDescriptor {
	page := RulePage(info, l)
	info = info.In(l)
	problem := info.Severity.String()
	if info.Severity == finding.Note {
		problem = "recommendation" // GitHub's word
	}
	return sarifDescriptor{
		ID:                   info.ID,
		Name:                 pascal(info.Name),
		ShortDescription:     &sarifText{Text: sentence(l, info.Summary, info.Name)},
		FullDescription:      &sarifText{Text: sentence(l, firstParagraph(info.Doc), info.Summary)},
		Help:                 &sarifText{Text: helpText(info, l), Markdown: page},
		HelpURI:              RulePageURL(info, l),
		DefaultConfiguration: &sarifConfig{info.Severity.String()},
		Properties: map[string]any{
			"tags":             []string{"dubbo", "reliability"},
			"problem.severity": problem,
		},
	}
}

// RulePageURL is where a rule's page is read.
func RulePageURL(info *finding.Info, l lang.Language) string {
	return homepage + "/blob/main/docs/" + RulePagePath(info, l)
}

// RulePagePath is where a rule's page stands below docs: each language of the
// catalogue has its own.
func RulePagePath(info *finding.Info, l lang.Language) string {
	path := "rules/" + info.ID + ".md"
	if l == lang.Chinese || l == lang.Japanese {
		return string(l) + "/" + path
	}
	return path
}

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
func sentence(l lang.Language, s, otherwise string) string {
	s = cmp.Or(s, otherwise)
	if end, _ := utf8.DecodeLastRuneInString(s); s == "" || strings.ContainsRune(".!?。！？．", end) {
		return s
	}
	return l.Say("%s.", s)
}

func firstParagraph(doc string) string {
	p, _, _ := strings.Cut(strings.TrimSpace(doc), "\n\n")
	return strings.Join(strings.Fields(p), " ")
}

// section is a headed part of a rule's help. It and what follows take a
// description that is said in the language already.
type section struct{ title, text string }

func sections(info *finding.Info, l lang.Language) []section {
	return []section{
		{l.Say("Versions"), info.Versions},
		{l.Say("Silent or one level down"), bullets(info.Guards)},
		{l.Say("Fix"), info.Fix},
		{l.Say("Proof"), bullets(proofs(info, l))},
	}
}

func bullets(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return "- " + strings.Join(list, "\n- ")
}

func helpText(info *finding.Info, l lang.Language) string {
	text := sentence(l, info.Summary, info.Name)
	if info.Doc != "" {
		text += "\n\n" + strings.TrimSpace(info.Doc)
	}
	for _, s := range sections(info, l) {
		if s.text != "" {
			text += "\n\n" + s.title + ":\n" + s.text
		}
	}
	return text
}
