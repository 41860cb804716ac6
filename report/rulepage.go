package report

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// RulePage is a rule's page in Markdown: what `dubboaudit rules ID` prints
// and what stands in docs/rules.
func RulePage(info *finding.Info, l lang.Language) string {
	info = info.In(l)
	var b strings.Builder
	b.WriteString("# " + info.ID + " " + info.Name + "\n\n")
	b.WriteString(l.Say("%s Severity: %s.", sentence(l, info.Summary, info.Name), info.Severity.Text()) + "\n")
	if info.Doc != "" {
		b.WriteString("\n" + strings.TrimSpace(info.Doc) + "\n")
	}
	if info.Before != "" {
		b.WriteString("\n## " + l.Say("Example") + "\n\n" + l.Say("Before:") + "\n\n" + fenced(info.Before))
	}
	if info.After != "" {
		b.WriteString("\n" + l.Say("After:") + "\n\n" + fenced(info.After))
	}
	for _, s := range sections(info, l) {
		if s.text != "" {
			b.WriteString("\n## " + s.title + "\n\n" + strings.TrimSpace(s.text) + "\n")
		}
	}
	return b.String()
}

// fenced makes a code block in the language that the text looks like.
func fenced(code string) string {
	code = strings.TrimSpace(code)
	return "```" + language(code) + "\n" + code + "\n```\n"
}

// language guesses what an example is written in, "" when it does not show.
func language(code string) string {
	code = strings.TrimLeft(code, "# ")
	switch {
	case strings.HasPrefix(code, "<"):
		return "xml"
	case strings.HasPrefix(code, "@"), strings.HasSuffix(code, ";"), strings.HasPrefix(code, "class "), strings.HasPrefix(code, "interface "):
		return "java"
	case strings.HasPrefix(code, "dubboaudit "):
		return "sh"
	case strings.HasPrefix(code, "dubbo."), strings.HasPrefix(code, "spring."):
		return "properties"
	}
	return ""
}

// proofs lists what a rule rests on: the pages that show it, the rows of
// Dubbo's quirks, and what the rule itself cites. The links work in a
// terminal, a SARIF viewer and the repository alike.
func proofs(info *finding.Info, l lang.Language) []string {
	var out []string
	for _, anchor := range info.Questions {
		link := "[" + strings.ReplaceAll(anchor, "-", " ") + "](" + homepage + "/blob/main/docs/dubbo-behaviour.md#" + anchor + ")"
		out = append(out, l.Say("version by version: %s", link))
	}
	for _, id := range info.Quirks {
		out = append(out, l.Say("%s: %s", id, dubbo.QuirkByID(id).Proof(caseLink)))
	}
	return append(out, info.Proof...)
}

func caseLink(name string) string {
	return "[" + name + "](" + homepage + "/blob/main/conformance/cases/" + name + ".txtar)"
}
