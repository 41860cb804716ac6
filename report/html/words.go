package html

import (
	"github.com/dubboaudit/dubboaudit/lang"
)

// words are the texts of the page itself; the script takes them by name, and
// writes nothing in words of its own. It puts its values where {0} and {1} are.
var words = map[string]lang.Text{
	"overview": lang.T("Overview"), "findings": lang.T("Findings"), "methods": lang.T("Methods"), "graph": lang.T("Calls"),
	"open": lang.T("Not decided"), "problems": lang.T("Problems"), "search": lang.T("Search"), "all": lang.T("%s: all", "{0}"),
	"rows": lang.T("%s of %s rows", "{0}", "{1}"), "about": lang.T("dubboaudit %s, %s files", "{0}", "{1}"),
	"severity1": lang.T("note"), "severity2": lang.T("warning"), "severity3": lang.T("error"),
	"confidence1": lang.T("low confidence"), "confidence2": lang.T("medium confidence"), "confidence3": lang.T("high confidence"),
	"application": lang.T("Application"), "applications": lang.T("Applications"), "version": lang.T("Dubbo version"),
	"unknown": lang.T("unknown"), "folder": lang.T("Folder"), "references": lang.T("References"), "services": lang.T("Services"),
	"rule": lang.T("Rule"), "what": lang.T("What"), "severity": lang.T("Severity"), "count": lang.T("Count"),
	"message": lang.T("Finding"), "place": lang.T("Place"), "reference": lang.T("Reference"), "method": lang.T("Method"),
	"retries": lang.T("Retries"), "timeout": lang.T("Timeout"), "cluster": lang.T("Cluster"), "runs": lang.T("Executions"),
	"worst": lang.T("Worst case"), "verdict": lang.T("Repeating it"), "source": lang.T("Source"), "values": lang.T("Effective values"),
	"value": lang.T("Value"), "setting": lang.T("Setting"), "from": lang.T("From"), "lost": lang.T("What it beat"), "nothing": lang.T("nothing"),
	"timeline": lang.T("When the provider takes a tenth longer than an attempt waits"), "fixes": lang.T("Proposed edits"),
	"safe": lang.T("safe"), "look": lang.T("look at it first"), "noDiff": lang.T("The edit is too long to be shown; `dubboaudit fix` shows it."),
	"related": lang.T("Why"), "evidence": lang.T("Evidence"), "calledAt": lang.T("Called at"), "sees": lang.T("The caller sees"),
	"fails": lang.T("Fails"), "unsure": lang.T("Less than certain"), "suppressed": lang.T("suppressed %s", "{0}"),
	"toCall": lang.T("Show this method"), "toFindings": lang.T("Show its findings"),
	"background": lang.T("%s (%s with background repeats)", "{0}", "{1}"),
	"noFindings": lang.T("No findings."), "noRows": lang.T("Nothing matches."), "fixRule": lang.T("How to end it"),
	"caller": lang.T("Caller"), "callee": lang.T("Provider"), "outside": lang.T("not in the audited files"),
	"most": lang.T("Most executions"), "undecided": lang.T("not decided"), "why": lang.T("Reason"), "whyOpen": lang.T("not decided: %s", "{0}"),
	"paths": lang.T("Executions along paths"), "path": lang.T("Path"), "product": lang.T("At most"), "each": lang.T("Each call"),
	"pathNote":    lang.T("Where the implementation of a call's method makes the next call: the product of their executions, when every attempt times out. Only calls in the implementing classes themselves are followed."),
	"pathsCut":    lang.T("Only the largest are shown."),
	"graphNote":   lang.T("Who calls whom; the number is the most executions of one call. Select an application to see only its calls."),
	"noPicture":   lang.T("There are too many applications for a picture; the table below has all calls."),
	"noGraph":     lang.T("No application calls another."),
	"openNote":    lang.T("What the files do not tell. Where a value is open, nothing is guessed."),
	"allDecided":  lang.T("Everything could be decided."),
	"minor":       lang.T("%s (nothing of Dubbo lost)", "{0}"),
	"noProblems":  lang.T("Every input was understood."),
	"repeated":    lang.T("more than one execution"),
	"withFinding": lang.T("with findings"),
	"cut":         lang.T("There are more rows. Filter them to print others."),
	"assumed":     lang.T("Not decided, taken as Dubbo's default: %s", "{0}"),
	"kind":        lang.T("Kind"), "reset": lang.T("Reset"), "more": lang.T("Show more"), "startup": lang.T("Does not start: %s", "{0}"),
	"keys":       lang.T("Keys: / search, j and k up and down, Enter opens, 1 to 6 pages"),
	"worstFirst": lang.T("Findings by rule, worst first"),
}

// evidenceKinds are the words for kinds of evidence.
var evidenceKinds = map[string]lang.Text{
	"verb": lang.T("verb"), "interface": lang.T("interface"), "parameter": lang.T("parameter"), "sql": lang.Verbatim("sql"),
	"http": lang.Verbatim("http"), "annotation": lang.T("annotation"), "key": lang.T("key"), "return": lang.T("return"),
	"config": lang.T("config"),
}

// evidenceKind is the word for a kind of evidence, or the kind itself.
func evidenceKind(kind string) lang.Text {
	if text, ok := evidenceKinds[kind]; ok {
		return text
	}
	return lang.Verbatim(kind)
}
