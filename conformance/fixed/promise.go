package fixed

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/conformance"
)

// Tally counts calls of fixed cases.
type Tally struct {
	// Ended ran several times and run once now; Started did not even start,
	// and run once now.
	Ended, Started int
	// Kept did the same before and after.
	Kept int
}

// Tally counts what the fixes did to the calls of the run.
func (r *Run) Tally() Tally {
	var t Tally
	for _, x := range r.Results {
		for _, now := range x.After {
			switch was := x.before(now); {
			case was == nil:
				t.Started++
			case was.Executions > 1 && now.Executions == 1:
				t.Ended++
			default:
				t.Kept++
			}
		}
	}
	return t
}

// Broken lists the calls with which a release did something else than the
// fixes promise: a write runs once where it ran more often, or as often as
// before; reads, and all else that the caller can tell, stay as they were, but
// for what somebody had written for them and was lost. What
// did not start may do what it was meant to.
func (r *Run) Broken() []string {
	var out []string
	for _, x := range r.Results {
		if len(x.Before) == 0 || len(x.After) == 0 {
			out = append(out, r.Version+" "+x.Case+": there is no record")
		}
		for _, now := range x.After {
			if msg := x.broken(now); msg != "" {
				out = append(out, now.Key()+": "+msg)
			}
		}
		for _, was := range x.Before {
			if !was.Failed() && !slices.ContainsFunc(x.After, func(now *conformance.Record) bool { return sameCall(was, now) }) {
				out = append(out, was.Key()+": gone after the fix")
			}
		}
	}
	return out
}

func (x *Result) broken(now *conformance.Record) string {
	if now.Failed() {
		return now.Outcome
	}
	was := x.before(now)
	if was == nil {
		if now.Executions != 1 {
			return fmt.Sprintf("%d executions, of a write that did not start before", now.Executions)
		}
		return ""
	}
	switch {
	case now.Executions == was.Executions:
	case now.Executions == 1 && (!x.isRead(now.Method) || x.restores(now)):
	default:
		return fmt.Sprintf("%d executions, before the fix %d", now.Executions, was.Executions)
	}
	if now.Outcome != was.Outcome && !slices.Contains(now.Clusters, "forking") {
		// What the last one of the forks says comes to the caller, or a
		// NullPointerException: one release gives both.
		return fmt.Sprintf("the caller sees %s, before the fix %s", now.Outcome, was.Outcome)
	}
	if !slices.Equal(now.Clusters, was.Clusters) && !x.brings(now) {
		return fmt.Sprintf("clusters %v, before the fix %v", now.Clusters, was.Clusters)
	}
	return ""
}

// restores reports whether the annotation above a reference says retries = 0,
// or -1, for all its methods, which the release took for not written, and the
// fix gives it its effect.
func (x *Result) restores(now *conformance.Record) bool {
	lines := strings.Split(x.Diff, "\n")
	for i, line := range lines {
		field := i+2 < len(lines) && strings.HasSuffix(lines[i+2], " "+now.Reference+";")
		if field && strings.HasPrefix(line, "-") && (strings.Contains(line, "retries = 0)") || strings.Contains(line, "retries = -1)")) {
			return true
		}
	}
	return false
}

// brings reports whether the fix writes the cluster of a call at its reference:
// one that the provider asked for in vain.
func (x *Result) brings(now *conformance.Record) bool {
	id := fmt.Sprintf("id=%q", now.Reference)
	cluster := fmt.Sprintf("cluster=%q", now.Clusters[0])
	for line := range strings.Lines(x.Diff) {
		if strings.HasPrefix(line, "+") && strings.Contains(line, id) && strings.Contains(line, cluster) {
			return true
		}
	}
	return false
}

// before returns the record of the call before the fix, nil where it, or its
// application, did not start.
func (x *Result) before(now *conformance.Record) *conformance.Record {
	i := slices.IndexFunc(x.Before, func(was *conformance.Record) bool { return sameCall(was, now) })
	if i < 0 || x.Before[i].Failed() {
		return nil
	}
	return x.Before[i]
}

func sameCall(a, b *conformance.Record) bool {
	return a.Reference == b.Reference && a.Method == b.Method
}

// isRead reports whether a method is a read: in the cases of this folder the
// second one is.
func (x *Result) isRead(method string) bool {
	return method == "slow5" && !slices.Contains(borrowed, x.Case)
}
