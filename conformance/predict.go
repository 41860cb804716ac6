package conformance

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
)

// excluded are records that no reading of files can predict, by case or by
// case and reference, with the reason.
var excluded = []struct {
	name     string
	versions dubbo.Range
	reason   string
}{
	{"check-no-registry", dubbo.Range{}, "the registry was switched off, which no file tells"},
	{"check-no-registry-false", dubbo.Range{}, "the registry was switched off, which no file tells"},
	{"governance-override/none", dubbo.Range{To: "2.7.23"}, "the rule stands in the registry, which no file tells"},
	{"governance-override/retries1", dubbo.Range{To: "2.7.23"}, "the rule stands in the registry, which no file tells"},
	{"governance-override/method0", dubbo.Range{From: "2.7.10", To: "2.7.14"}, "the same; it brings back the method's retries that the version loses"},
	{"misnamed", dubbo.Range{}, "the schema refuses the attribute, which a rule tells (DA601), and no setting"},
	{"method", dubbo.Range{From: "3.0.0", To: "3.0.1"}, "3.0.0 and 3.0.1 mix the method settings of references to one service; case unique keeps them apart"},
}

// Left returns why a record is left out of the comparison, "" when it is not.
func Left(rec *Record) string {
	v := dubbo.MustVersion(rec.Version)
	for _, e := range excluded {
		if (e.name == rec.Case || e.name == rec.Case+"/"+rec.Reference) && e.versions.Contains(v) {
			return e.reason
		}
	}
	return ""
}

// Compare returns how the model differs from the record, "" when it does not.
func Compare(rec *Record, m *effective.Model) string {
	refs := references(m)
	if rec.Reference == "-" {
		if !slices.ContainsFunc(refs, fails) {
			return "the application did not start; predicted: it does"
		}
		return ""
	}
	i := slices.IndexFunc(refs, func(r *effective.Reference) bool { return r.ID == rec.Reference || r.Field == rec.Reference })
	if i < 0 {
		return "no such reference was found"
	}
	ref := refs[i]
	if rec.Failed() {
		if !fails(ref) {
			return rec.Outcome + "; predicted: it starts"
		}
		return ""
	}
	j := slices.IndexFunc(ref.Calls, func(c *effective.Call) bool { return c.Method == rec.Method })
	if j < 0 {
		return "no such method was found"
	}
	return compareCall(rec, ref.Calls[j])
}

func compareCall(rec *Record, c *effective.Call) string {
	if either(rec, c) {
		return ""
	}
	if !c.Executions.Known || !c.Cluster.Known {
		return fmt.Sprintf("not decided: %s%s", c.Executions.Unknown, c.Cluster.Unknown)
	}
	if got := executions(rec, c); got != rec.Executions && !cut(rec, c) && !raced(rec, c) {
		return fmt.Sprintf("%d executions; predicted: %d (%s)", rec.Executions, got, c.Cluster.V)
	}
	if msg := compareTime(rec, c); msg != "" {
		return msg
	}
	if rec.Clusters[0] == "-" {
		return "" // no cluster, or none was found through the proxy
	}
	if !slices.Contains(rec.Clusters, c.Cluster.V) {
		return fmt.Sprintf("clusters %v; predicted: %s", rec.Clusters, c.Cluster.V)
	}
	if c.OuterCluster != "" && !slices.Contains(rec.Clusters, c.OuterCluster) && len(rec.Clusters) > 1 {
		return fmt.Sprintf("clusters %v; predicted around it: %s", rec.Clusters, c.OuterCluster)
	}
	return ""
}

// either reports whether the prediction names several values between which
// Dubbo itself does not decide (dubbo.ParameterOrder), and the record has one
// of them.
func either(rec *Record, c *effective.Call) bool {
	if c.Retries.Known || c.Retries.From.Quirk != dubbo.ParameterOrder {
		return false
	}
	return slices.ContainsFunc(candidates(c.Retries), func(text string) bool {
		n, err := strconv.Atoi(text)
		return err == nil && max(n, 0)+1 == rec.Executions
	})
}

// candidates are the texts of an undecided value and of those it was weighed
// against.
func candidates[T any](v effective.Value[T]) []string {
	out := []string{v.Raw}
	for _, l := range v.Shadowed {
		if l.Quirk == v.From.Quirk {
			out = append(out, l.Value)
		}
	}
	return out
}

// cut reports whether a record of a lost connection is as predicted. The case
// has two providers, and the connection to each one tried is gone: another
// attempt runs only where it finds a connection that is up.
func cut(rec *Record, c *effective.Call) bool {
	return rec.Method == "cut" && rec.Executions >= min(1, c.Executions.V) && rec.Executions <= c.Executions.V
}

// raced reports whether a record of the triple protocol ended early by chance.
// In the newest releases two timers end an attempt, and what the one of the
// protocol ends (seen as code 0) is not tried again.
func raced(rec *Record, c *effective.Call) bool {
	return rec.Case == "triple" && rec.Outcome == "RpcException#0" && rec.Executions >= 1 && rec.Executions <= c.Executions.V
}

// executions turns the prediction for "every attempt times out" into the one
// for what the case did: one provider was up, or none, and some methods answer.
func executions(rec *Record, c *effective.Call) int {
	if len(c.Ref.Providers) == 0 && c.Ref.URL.V == "" || rec.Case == "check-direct-down-false" {
		return 0
	}
	if answers(rec.Method) {
		if rec.Case == "triple" && dubbo.TripleExceptionRetried.Has(dubbo.MustVersion(rec.Version)) {
			return c.Executions.V
		}
		return min(1, c.Executions.V) // nothing to retry
	}
	if c.Cluster.V == "forking" {
		return min(1, c.Executions.V) // forks are at most one for each provider
	}
	if n, ok := governed(c); ok {
		return n
	}
	return max(c.Executions.V, c.MaxExecutions)
}

// answers reports whether a method of the interface under test answers at
// once, with a value or an exception of its own.
func answers(method string) bool {
	return slices.Contains([]string{"fast", "boom", "checked", "rpcBoom"}, method)
}

// governed returns the executions under a governance rule of the case's files.
// The auditor says what a rule may override; here it is in force. A method's
// own value is stronger, even where the version loses it without a rule.
func governed(c *effective.Call) (int, bool) {
	text := ruled(c, "retries")
	if c.Cluster.V != "failover" || c.Mode != effective.Sync || c.Retries.From.Level == effective.AtMethod || text == "" {
		return 0, false
	}
	if own := c.Retries.Lost(dubbo.MethodRetriesLost); own != nil {
		text = own.Value
	}
	n, err := strconv.Atoi(text)
	return n + 1, err == nil
}

// ruled returns what a governance rule of the case's files sets a key to, ""
// where none reaches the call.
func ruled(c *effective.Call, key string) string {
	for _, u := range c.Ref.App.Unread {
		reaches, _ := effective.Overrides(u, c.Ref.App.Version.Version)
		for _, set := range reaches {
			if text, ok := strings.CutPrefix(set, key+"="); ok {
				return text
			}
		}
	}
	return ""
}

// fails reports whether a reference cannot be used: by its configuration, or
// because its provider is absent and check is on.
func fails(ref *effective.Reference) bool {
	if ref.Fails != nil || slices.ContainsFunc(ref.Calls, func(c *effective.Call) bool { return c.Fails != nil }) {
		return true
	}
	return absent(ref) && ref.Check.V
}

// absent reports whether the case has no provider for a reference; nobody
// listens on port 20999.
func absent(ref *effective.Reference) bool {
	return len(ref.Providers) == 0 && ref.URL.V == "" || strings.Contains(ref.URL.V, ":20999")
}

// references are those of the consumer of the case.
func references(m *effective.Model) []*effective.Reference {
	var out []*effective.Reference
	for _, a := range m.Apps {
		out = append(out, a.References...)
	}
	return out
}

// compareTime tells the timeout of one attempt from how long the caller waited.
func compareTime(rec *Record, c *effective.Call) string {
	each := waited(rec)
	if each == 0 || rec.Case == "governance-override" {
		return "" // a rule that stands in the registry sets the timeout there
	}
	texts := []string{c.Timeout.V.String()}
	switch text := ruled(c, "timeout"); {
	case text != "":
		texts = []string{text}
	case !c.Timeout.Known:
		if c.Timeout.From.Quirk != dubbo.ParameterOrder && c.Timeout.From.Quirk != dubbo.MixedTimeouts {
			return fmt.Sprintf("timeout not decided: %s", c.Timeout.Unknown)
		}
		texts = candidates(c.Timeout)
	}
	if !slices.ContainsFunc(texts, func(text string) bool { return lasted(each, text) }) {
		return fmt.Sprintf("%d ms for %d executions; predicted: %s each", rec.Millis, rec.Executions, strings.Join(texts, " or "))
	}
	return ""
}

// waited is how long one attempt took until its timeout, 0 where it had none.
func waited(rec *Record) time.Duration {
	if !strings.HasSuffix(rec.Outcome, " timeout") || rec.Executions < 1 || rec.Method == "cut" {
		return 0
	}
	return time.Duration(rec.Millis) * time.Millisecond / time.Duration(rec.Executions)
}

// lasted reports whether an attempt ended by a timeout; a loaded machine ends
// it late.
func lasted(each time.Duration, timeout string) bool {
	d, err := time.ParseDuration(timeout)
	if err != nil {
		d, err = time.ParseDuration(timeout + "ms")
	}
	return err == nil && each >= d-50*time.Millisecond && each < d+400*time.Millisecond
}
