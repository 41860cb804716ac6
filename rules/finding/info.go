package finding

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
)

// Info describes a rule: what drives `dubboaudit rules`, the documentation
// pages and SARIF's rule metadata. Its texts are English, and phrases of the
// catalogue: In says them in another language.
type Info struct {
	ID   string // "DA101", stable for ever
	Name string // kebab-case, states the defect: "allow <name>" reads well
	// Severity is the rule's usual (highest) severity.
	Severity Severity
	Summary  string // one sentence, no full stop
	// Doc is the page's text: what happens and why it hurts. Markdown.
	Doc string
	// Before and After are an example in the form it is usually met.
	Before, After string
	// Versions says which Dubbo versions (of the consumer) are meant.
	Versions string
	// Guards lists what keeps the rule silent or one level down.
	Guards []string
	// Questions are the anchors of docs/dubbo-behaviour.md, and Quirks the rows
	// of dubbo.Quirks, that the statement rests on.
	Questions []string
	Quirks    []dubbo.QuirkID
	// Proof lists what else it rests on: recorded runs, or tag, file and
	// line; "not measured" where there is only a report.
	Proof []string
	// Fix says how to end it.
	Fix string
}

// In is the description in a language; what identifies the rule and its
// examples stay as they are.
func (i *Info) In(l lang.Language) *Info {
	said := *i
	for _, text := range []*string{&said.Summary, &said.Doc, &said.Versions, &said.Fix} {
		*text = lang.T(*text).In(l)
	}
	for _, list := range []*[]string{&said.Guards, &said.Proof} {
		*list = slices.Clone(*list)
		for n, text := range *list {
			(*list)[n] = lang.T(text).In(l)
		}
	}
	return &said
}
