package finding

import "github.com/dubboaudit/dubboaudit/dubbo"

// Info describes a rule: what drives `dubboaudit rules`, the documentation
// pages and SARIF's rule metadata.
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
