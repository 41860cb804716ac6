package effective

import (
	"strconv"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// Change is something that another version does in another way with the same
// files.
type Change struct {
	// Setting is "executions", "cluster", "timeout" (in milliseconds),
	// "loadbalance" or "call" of a call; "check" or "start" of a reference.
	Setting string
	// Before and After are the two values; After is Undecided where the files
	// do not tell what the other version does.
	Before, After Outcome
}

// Outcome is what a setting, a call or a start comes to.
type Outcome struct {
	// Value is a value as it is written, or one of the words below.
	Value string
	// Around is the cluster around the one that Value names, "" for none.
	Around string
}

// The words for what has no value.
var (
	Undecided  = Outcome{Value: "not decided"}
	Works      = Outcome{Value: "works"}
	Fails      = Outcome{Value: "fails"}
	Starts     = Outcome{Value: "starts"}
	none       = Outcome{Value: "none"}
	failsUse   = Outcome{Value: "an absent provider fails the first use"}
	stopsStart = Outcome{Value: "an absent provider stops the start"}
)

// outcomeWords are the words as people read them.
var outcomeWords = map[string]lang.Text{
	Undecided.Value: lang.T("not decided"), Works.Value: lang.T("works"), Fails.Value: lang.T("fails"), Starts.Value: lang.T("starts"),
	none.Value: lang.T("none"), failsUse.Value: lang.T("an absent provider fails the first use"),
	stopsStart.Value: lang.T("an absent provider stops the start"),
}

// In says the outcome to people; so does a phrase that has it as an argument.
func (o Outcome) In(reader lang.Language) string {
	value := outcomeWords[o.Value]
	if value.IsZero() {
		value = lang.Verbatim(o.Value)
	}
	if o.Around != "" {
		value = lang.T("%s inside %s", value, o.Around)
	}
	return value.In(reader)
}

// String is the outcome in English.
func (o Outcome) String() string { return o.In(lang.English) }

// ChangesTo compares a call with the same one in another version. What is not
// decided today is no change: it is reported by itself.
func (c *Call) ChangesTo(t *Call) []Change {
	switch {
	case c.Fails == nil && t.Fails == nil:
	case t.Fails == nil:
		return []Change{{"call", Fails, Works}}
	case c.Fails == nil:
		return []Change{{"call", Works, Fails}}
	default:
		return nil
	}
	all := changes{}
	all.add("executions", c.Executions.Known, t.Executions.Known, count(c.InAll()), count(t.InAll()))
	if !c.Local() || !t.Local() {
		all.add("cluster", c.Cluster.Known, t.Cluster.Known, c.Clusters(), t.Clusters())
	}
	all.add("timeout", c.Timeout.Known, t.Timeout.Known || t.Local(), c.timeout(), t.timeout())
	all.add("loadbalance", c.Loadbalance.Known, t.Loadbalance.Known, Outcome{Value: c.Loadbalance.V}, Outcome{Value: t.Loadbalance.V})
	return all
}

// InAll counts the executions with those of background repeats.
func (c *Call) InAll() int { return max(c.Executions.V, c.MaxExecutions) }

// Local reports whether the call stays in its process: then it has no timeout
// and no cluster that counts (measured: case local).
func (c *Call) Local() bool { return c.Cluster.From.Quirk == dubbo.LocalCall }

func (c *Call) timeout() Outcome {
	if c.Local() {
		return none
	}
	return count(int(c.Timeout.V.Milliseconds()))
}

func flag(on bool) Outcome { return Outcome{Value: strconv.FormatBool(on)} }

func count(n int) Outcome { return Outcome{Value: strconv.Itoa(n)} }

// Clusters names the cluster, and the one around it.
func (c *Call) Clusters() Outcome { return Outcome{Value: c.Cluster.V, Around: c.OuterCluster} }

// ChangesTo compares what happens to a reference when the application starts
// with the same in another version.
func (r *Reference) ChangesTo(t *Reference) []Change {
	switch before, after := r.Refused(), t.Refused(); {
	case before && after:
		return nil
	case before:
		return []Change{{"start", Fails, Starts}}
	case after:
		return []Change{{"start", Starts, Fails}}
	}
	all := changes{}
	all.add("check", r.Check.Known, t.Check.Known, flag(r.Check.V), flag(t.Check.V))
	if len(all) == 0 && r.Check.V {
		all.add("start", !r.App.Version.IsZero(), true, r.whenAbsent(), t.whenAbsent())
	}
	return all
}

// Refused reports whether the application does not start, or not get hold of
// the reference, for its configuration. 2.6.6 hands the reference out and fails
// its calls (measured: case annotation-method).
func (r *Reference) Refused() bool {
	return r.Fails != nil && r.Fails.Quirk != dubbo.MethodAnnotationBreaks
}

// whenAbsent says what fails where check finds no provider.
func (r *Reference) whenAbsent() Outcome {
	if r.FailsAtUse() {
		return failsUse
	}
	return stopsStart
}

// FailsAtUse reports whether an absent provider is found out when the reference
// is first used, and not at the start. 2.x makes an XML reference when somebody
// asks for the bean, 3.x at the start of the context (measured: cases
// check-default, check-init-true, check-init-false on 2.6.2, 2.7.8, 3.2.19 and
// 3.3.6).
func (r *Reference) FailsAtUse() bool {
	return r.Form == decl.FormXML && !r.Init.V && !(r.Injected && r.App.Version.Before("3.0.0"))
}

type changes []Change

func (l *changes) add(setting string, knownBefore, knownAfter bool, before, after Outcome) {
	if !knownAfter {
		after = Undecided
	}
	if knownBefore && before != after {
		*l = append(*l, Change{setting, before, after})
	}
}
