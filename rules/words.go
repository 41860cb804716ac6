package rules

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
)

var levelWords = map[effective.Level]lang.Text{
	effective.Default:        lang.T("is Dubbo's default"),
	effective.AtMethod:       lang.T("is set at the method"),
	effective.AtReference:    lang.T("is set at the reference"),
	effective.AtConsumer:     lang.T("is set at the consumer"),
	effective.AtModule:       lang.T("is set at the module"),
	effective.AtApplication:  lang.T("is set at the application"),
	effective.ProviderMethod: lang.T("is set at the provider's method"),
	effective.AtService:      lang.T("is set at the provider's service"),
	effective.AtProvider:     lang.T("is set at the provider"),
	effective.AtRegistry:     lang.T("is set at the registry"),
	effective.AtURL:          lang.T("is set in the url"),
	effective.JVMProperty:    lang.T("is set by -D"),
	effective.Environment:    lang.T("is set in the environment"),
	effective.ConfigCenter:   lang.T("is set in the config center"),
	effective.SpringEnv:      lang.T("is set in Spring's environment"),
	effective.DubboProps:     lang.T("is set in dubbo.properties"),
	effective.AnnotationDef:  lang.T("is the annotation's default"),
	effective.VersionQuirk:   lang.T("is what this version makes of it"),
	effective.GovernanceRule: lang.T("is set by a governance rule"),
}

// comesFrom says where a value was set: "is set at the consumer
// (dubbo.consumer.retries)".
func comesFrom(o effective.Origin) lang.Text {
	words := levelWords[o.Level]
	if words.IsZero() {
		words = lang.T("comes from %s", o.Level)
	}
	if strings.Contains(o.Key, ".") {
		return lang.T("%s (%s)", words, o.Key)
	}
	return words
}

// mayRun says how often a call may run and how long its caller waits:
// "may run 3 times (3 x 1000 ms)".
func mayRun(c *effective.Call) lang.Text {
	n := executions(c)
	switch {
	case n == 0:
		return lang.T("may run an unknown number of times")
	case n == 1:
		return lang.T("runs once")
	case !c.Timeout.Known:
		return lang.T("may run %d times", n)
	}
	return lang.T("may run %d times (%d x %d ms)", n, n, c.Timeout.V.Milliseconds())
}

// version names the Dubbo version in a sentence.
func version(app *effective.App) lang.Text {
	switch {
	case app.Version.IsZero():
		return lang.T("this Dubbo version")
	case app.Version.Exact():
		return lang.T("Dubbo %s", app.Version)
	}
	return lang.T("Dubbo %s (taken as %s)", app.Version, app.Version.Base)
}

// setTo tells the edit that sets an attribute of a reference, as a sentence.
func setTo(ref *effective.Reference, attr, value string) lang.Text {
	return lang.T("%s.", toSet(ref, attr, value))
}

// toSet is the sentence of setTo without its full stop, in the form in which
// the reference is written.
func toSet(ref *effective.Reference, attr, value string) lang.Text {
	ref = owner(ref)
	switch ref.Form {
	case "annotation":
		return lang.T("Set %s = %s in @%s", attr, literal(value), simpleName(ref.Annotation, "Reference"))
	case "api":
		return lang.T("Call set%s(%s) on the reference", strings.ToUpper(attr[:1])+attr[1:], literal(value))
	case "bean":
		return lang.T("Add <property name=%q value=%q/> to the reference bean", attr, value)
	case "boot":
		return lang.T("Set dubbo.reference.%s.%s=%s", nameOf(ref), attr, value)
	}
	return lang.T("Set %s=%q on the reference", attr, value)
}

// literal writes a value in Java: numbers and booleans as they are.
func literal(value string) string {
	if _, isNumber := number(value); isNumber || value == "true" || value == "false" {
		return value
	}
	return strconv.Quote(value)
}

// nameOf names a reference's service in a sentence; one whose interface is
// chosen at run time has none.
func nameOf(ref *effective.Reference) lang.Text {
	if name := ref.Name(); name != "" {
		return lang.Verbatim(name)
	}
	return lang.T("a service chosen at run time")
}

// shortName is nameOf without the package.
func shortName(ref *effective.Reference) lang.Text {
	if name := ref.Name(); name != "" {
		return lang.Verbatim(simpleName(name, ""))
	}
	return nameOf(ref)
}

// owner is the reference whose bean counts: an earlier one where this version
// shares beans whatever their settings are.
func owner(ref *effective.Reference) *effective.Reference {
	if ref.SharedWith != nil && dubbo.SharedReference.Has(ref.App.Version.Version) {
		return ref.SharedWith
	}
	return ref
}

func simpleName(qualified, otherwise string) string {
	if qualified == "" {
		return otherwise
	}
	return qualified[strings.LastIndexByte(qualified, '.')+1:]
}

// noRetries is the value that stops the retries of a reference as it is
// written: annotations up to 2.6.3 drop 0 as their own default, and -1 does
// there what 0 does elsewhere (measured: case annotation on 2.5.10, 2.6.2).
func noRetries(ref *effective.Reference) string {
	if droppedAsDefault(ref, "retries", "0") {
		return "-1"
	}
	return "0"
}

// droppedAsDefault reports whether the reference is an annotation whose
// attribute has that value by default: written, it counts as absent.
func droppedAsDefault(ref *effective.Reference, attr, value string) bool {
	if ref.Form != "annotation" {
		return false
	}
	d, ok := dubbo.DefaultOf(ref.Annotation, attr, ref.App.Version.Version)
	return ok && d == value
}

// stopRetries tells the edit that ends the retries of a whole reference.
func stopRetries(ref *effective.Reference) lang.Text {
	value := noRetries(ref)
	if value == "0" {
		return setTo(ref, "retries", value)
	}
	return lang.T("%s; 0 would be dropped as the annotation's default.", toSet(ref, "retries", value))
}

// who names a call, or the first of several.
func who(calls []*effective.Call) lang.Text {
	name := calls[0].Method
	switch more := len(calls) - 1; {
	case name == unknownMethod:
		return lang.T("every method of %s", nameOf(calls[0].Ref))
	case more > 0:
		return lang.N(more, "%s (and 1 more method)", "%[2]s (and %[1]d more methods)", name)
	}
	return lang.Verbatim(name)
}

// number reads a written number.
func number(raw string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(raw))
	return n, err == nil
}

// sortedKeys returns a map's keys in order: output does not depend on chance.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
