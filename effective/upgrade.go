package effective

import (
	"fmt"

	"github.com/dubboaudit/dubboaudit/dubbo"
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
	Before, After string
}

// The words for what has no value.
const (
	Undecided = "not decided"
	Works     = "works"
	Fails     = "fails"
	Starts    = "starts"
)

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
	all.add("executions", c.Executions.Known, t.Executions.Known, c.InAll(), t.InAll())
	if !c.Local() || !t.Local() {
		all.add("cluster", c.Cluster.Known, t.Cluster.Known, c.Clusters(), t.Clusters())
	}
	all.add("timeout", c.Timeout.Known, t.Timeout.Known || t.Local(), c.timeout(), t.timeout())
	all.add("loadbalance", c.Loadbalance.Known, t.Loadbalance.Known, c.Loadbalance.V, t.Loadbalance.V)
	return all
}

// InAll counts the executions with those of background repeats.
func (c *Call) InAll() int { return max(c.Executions.V, c.MaxExecutions) }

// Local reports whether the call stays in its process: then it has no timeout
// and no cluster that counts (measured: case local).
func (c *Call) Local() bool { return c.Cluster.From.Quirk == dubbo.LocalCall }

func (c *Call) timeout() string {
	if c.Local() {
		return "none"
	}
	return fmt.Sprint(c.Timeout.V.Milliseconds())
}

// Clusters names the cluster, and the one around it.
func (c *Call) Clusters() string {
	if c.OuterCluster == "" {
		return c.Cluster.V
	}
	return c.Cluster.V + " inside " + c.OuterCluster
}

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
	all.add("check", r.Check.Known, t.Check.Known, r.Check.V, t.Check.V)
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
func (r *Reference) whenAbsent() string {
	if r.FailsAtUse() {
		return "an absent provider fails the first use"
	}
	return "an absent provider stops the start"
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

func (l *changes) add(setting string, knownBefore, knownAfter bool, before, after any) {
	a, b := fmt.Sprint(before), fmt.Sprint(after)
	if !knownAfter {
		b = Undecided
	}
	if knownBefore && a != b {
		*l = append(*l, Change{setting, a, b})
	}
}
