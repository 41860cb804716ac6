package rules

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
)

var levelWords = map[effective.Level]string{
	effective.Default:        "is Dubbo's default",
	effective.AtMethod:       "is set at the method",
	effective.AtReference:    "is set at the reference",
	effective.AtConsumer:     "is set at the consumer",
	effective.AtModule:       "is set at the module",
	effective.AtApplication:  "is set at the application",
	effective.ProviderMethod: "is set at the provider's method",
	effective.AtService:      "is set at the provider's service",
	effective.AtProvider:     "is set at the provider",
	effective.AtRegistry:     "is set at the registry",
	effective.AtURL:          "is set in the url",
	effective.JVMProperty:    "is set by -D",
	effective.Environment:    "is set in the environment",
	effective.ConfigCenter:   "is set in the config center",
	effective.SpringEnv:      "is set in Spring's environment",
	effective.DubboProps:     "is set in dubbo.properties",
	effective.AnnotationDef:  "is the annotation's default",
	effective.VersionQuirk:   "is what this version makes of it",
	effective.GovernanceRule: "is set by a governance rule",
}

// comesFrom says where a value was set: "is set at the consumer
// (dubbo.consumer.retries)".
func comesFrom(o effective.Origin) string {
	s := levelWords[o.Level]
	if s == "" {
		s = "comes from " + string(o.Level)
	}
	if strings.Contains(o.Key, ".") {
		s += " (" + o.Key + ")"
	}
	return s
}

// mayRun says how often a call may run and how long its caller waits:
// "may run 3 times (3 x 1000 ms)".
func mayRun(c *effective.Call) string {
	n := executions(c)
	switch {
	case n == 0:
		return "may run an unknown number of times"
	case n == 1:
		return "runs once"
	case !c.Timeout.Known:
		return fmt.Sprintf("may run %d times", n)
	}
	return fmt.Sprintf("may run %d times (%d x %d ms)", n, n, c.Timeout.V.Milliseconds())
}

// version names the Dubbo version in a sentence.
func version(app *effective.App) string {
	switch {
	case app.Version.IsZero():
		return "this Dubbo version"
	case app.Version.Exact():
		return "Dubbo " + app.Version.String()
	}
	return fmt.Sprintf("Dubbo %s (taken as %s)", app.Version, app.Version.Base)
}

// setTo tells the edit that sets an attribute of a reference, in the form in
// which the reference is written.
func setTo(ref *effective.Reference, attr, value string) string {
	ref = owner(ref)
	switch ref.Form {
	case "annotation":
		return fmt.Sprintf("Set %s = %s in @%s.", attr, literal(value), simpleName(ref.Annotation, "Reference"))
	case "api":
		return fmt.Sprintf("Call set%s(%s) on the reference.", strings.ToUpper(attr[:1])+attr[1:], literal(value))
	case "bean":
		return fmt.Sprintf("Add <property name=%q value=%q/> to the reference bean.", attr, value)
	case "boot":
		return fmt.Sprintf("Set dubbo.reference.%s.%s=%s.", nameOf(ref), attr, value)
	}
	return fmt.Sprintf("Set %s=%q on the reference.", attr, value)
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
func nameOf(ref *effective.Reference) string {
	if name := ref.Name(); name != "" {
		return name
	}
	return "a service chosen at run time"
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
func stopRetries(ref *effective.Reference) string {
	s := setTo(ref, "retries", noRetries(ref))
	if noRetries(ref) != "0" {
		s = strings.TrimSuffix(s, ".") + "; 0 would be dropped as the annotation's default."
	}
	return s
}

// who names a call, or the first of several.
func who(calls []*effective.Call) string {
	name := calls[0].Method
	if name == unknownMethod {
		return "every method of " + nameOf(calls[0].Ref)
	}
	switch n := len(calls) - 1; n {
	case 0:
		return name
	case 1:
		return name + " (and 1 more method)"
	default:
		return fmt.Sprintf("%s (and %d more methods)", name, n)
	}
}

// number reads a written number.
func number(raw string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(raw))
	return n, err == nil
}

// plural writes a count with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// sortedKeys returns a map's keys in order: output does not depend on chance.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
