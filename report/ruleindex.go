package report

import (
	"fmt"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// groups name the rules by the first digit of their ids.
var groups = map[byte]lang.Text{
	'1': lang.T("A write may run more than once"),
	'2': lang.T("Timeouts"),
	'3': lang.T("Startup checks"),
	'4': lang.T("The setting does not do what it says"),
	'5': lang.T("Choice of cluster"),
	'6': lang.T("Hygiene"),
	'9': lang.T("The audit itself"),
}

// RuleIndex lists the rules with links to their pages, in Markdown: what
// stands in docs/rules.md.
func RuleIndex(infos []*finding.Info, l lang.Language) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n", l.Say("Rules"),
		l.Say("Generated from the rules. Ids are stable for ever. The severity is a rule's usual one; a finding may be milder."))
	group := byte(0)
	for _, r := range infos {
		if g := r.ID[2]; g != group {
			group = g
			fmt.Fprintf(&b, "\n## %s\n\n| %s | %s | %s | |\n|---|---|---|---|\n", groups[g].In(l), l.Say("id"), l.Say("severity"), l.Say("name"))
		}
		fmt.Fprintf(&b, "| [%s](rules/%s.md) | %s | %s | %s |\n", r.ID, r.ID, r.Severity.Text().In(l), r.Name,
			strings.ReplaceAll(r.In(l).Summary, "|", `\|`))
	}
	return b.String()
}
