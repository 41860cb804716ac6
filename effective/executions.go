package effective

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// mode tells how a method is called. A CompletableFuture counts from 2.7 on:
// 2.6 cannot serialise it, and then the call is an ordinary one.
func (q *query) mode() Mode {
	c := q.call
	if e := q.invoker("return", "true"); e.value == "false" {
		return Oneway
	}
	if c.Async.V {
		return Async
	}
	if returnsFuture(c) && q.v.AtLeast("2.7.0") {
		return Future
	}
	return Sync
}

// executions works out how often the provider runs the method when every
// attempt times out.
func (q *query) executions() {
	c := q.call
	if c.Fails == nil {
		c.Fails = q.failure()
	}
	if c.Fails == nil {
		c.Fails = q.misread()
	}
	c.Executions = Value[int]{V: 1, Known: true, From: c.Cluster.From}
	if c.Fails != nil {
		c.Executions.V = 0
		c.CallerSees = lang.T("a failure by configuration: %s", c.Fails.Msg)
		return
	}
	if !c.Cluster.Known {
		c.Executions = Value[int]{Unknown: c.Cluster.Unknown, From: c.Cluster.From}
		return
	}
	if c.Ref.mixed {
		c.Executions = Value[int]{Unknown: dubbo.QuirkByID(dubbo.MixedReferences).Reason, From: Origin{Level: VersionQuirk, Quirk: dubbo.MixedReferences}}
		return
	}
	if !dubbo.KnownCluster(c.Cluster.V, q.v) && q.ownExtension(c.Cluster.V) {
		c.Executions = Value[int]{Unknown: lang.T("the cluster %s is registered in the audited files, and its own code decides how often it calls", c.Cluster.V), From: c.Cluster.From}
		return
	}
	if q.way == viaLocal {
		// No timeout ends a local call (measured: case local), so nothing is
		// tried again.
		c.CallerSees = lang.T("the method's own answer: a local call has no timeout")
	} else {
		q.byCluster()
	}
	q.byMock()
	if c.Executions.Known {
		c.MaxExecutions = max(c.MaxExecutions, c.Executions.V)
	}
	q.worstCase()
}

func (q *query) failure() *Failure {
	ref := q.call.Ref
	if ref.Fails != nil {
		return ref.Fails
	}
	if q.way == viaDirect && ref.Group != "" && dubbo.DirectURLGroupLost.Has(q.v) {
		return &Failure{Quirk: dubbo.DirectURLGroupLost, Setting: "url", At: ref.URL.From.At, Msg: dubbo.QuirkByID(dubbo.DirectURLGroupLost).Reason}
	}
	if mode := q.call.Mode; (mode == Async || mode == Future) && q.triple() && dubbo.TripleAsyncFails.Has(q.v) {
		return &Failure{Quirk: dubbo.TripleAsyncFails, Setting: "async", At: ref.At, Msg: dubbo.QuirkByID(dubbo.TripleAsyncFails).Reason}
	}
	return nil
}

func (q *query) byCluster() {
	c := q.call
	switch c.Cluster.V {
	case "failover":
		q.failover()
	case "failback":
		q.failback()
	case "failsafe":
		c.CallerSees = lang.T("null, as if the call had succeeded; the error is only logged")
	case "forking":
		c.Executions = Value[int]{V: max(c.Forks.V, 1), Known: c.Forks.Known, Unknown: c.Forks.Unknown, From: c.Forks.From}
		c.CallerSees = lang.T("an exception after the timeout; the other executions go on")
	case "broadcast":
		c.CallerSees = lang.T("RpcException; every provider runs the call once")
	default:
		c.CallerSees = lang.T("RpcException (timeout)")
	}
	if c.Cluster.V != "failsafe" && c.Cluster.V != "failback" {
		q.nested()
	}
	if c.Mode != Sync {
		c.CallerSees = lang.T("nothing at once; the future fails")
		if c.Mode == Oneway {
			c.CallerSees = lang.T("nothing: the call is one-way")
		}
	}
}

func (q *query) failover() {
	c := q.call
	c.CallerSees = lang.T("RpcException (timeout) after the last attempt")
	if c.Mode != Sync {
		return
	}
	if dubbo.TripleTimeout.Has(q.v) && q.triple() {
		c.CallerSees = lang.T("StatusRpcException (timeout) after the first attempt")
		c.Executions.From = Origin{Level: VersionQuirk, Quirk: dubbo.TripleTimeout}
		return
	}
	if !c.Retries.Known {
		c.Executions = Value[int]{Unknown: c.Retries.Unknown, From: c.Retries.From}
		return
	}
	c.Executions = Value[int]{V: max(1, c.Retries.V+1), Known: true, From: c.Retries.From}
}

// nested multiplies the executions where a failover loop runs around a cluster
// that throws. Measured: cases nested, nested-registry (failfast inside is
// called again, too). Runs that are not recorded: retries=3 gives 12 on 2.6.12,
// where the outer loop takes the default.
func (q *query) nested() {
	c := q.call
	if c.OuterCluster != "failover" || c.Mode != Sync || !c.Executions.Known || !c.Retries.Known || dubbo.OuterLoopFails.Has(q.v) {
		return
	}
	outer := max(1, c.Retries.V+1)
	if q.v.Before("2.7.0") {
		outer = dubbo.DefaultRetries + 1
	}
	c.Executions.V *= outer
	c.Executions.From.Quirk = dubbo.NestedFailover
}

// failback: the caller gets null at once, and the call is repeated in the
// background. Method-level retries are not read (2.7.0 FailbackClusterInvoker:60).
func (q *query) failback() {
	c := q.call
	c.CallerSees = lang.T("null after the first failure, as if the call had succeeded; repeated in the background every %v", dubbo.FailbackPeriod)
	if c.Mode != Sync {
		c.MaxExecutions = 1
		return
	}
	method := c.Method
	c.Method = ""
	r := intValue(q.loop("retries", fmt.Sprint(dubbo.DefaultRetries)))
	c.Method = method
	if r.Known {
		c.MaxExecutions = 1 + dubbo.FailbackRepeats(r.V, r.IsDefault(), q.v)
	}
}

// byMock: "force" never calls; any other mock answers after the cluster has
// given up, or with a direct url calls once more (dubbo.MockDirectURL).
func (q *query) byMock() {
	c := q.call
	if c.Mock.V == "" || c.Cluster.V == dubbo.NoCluster {
		return
	}
	if strings.HasPrefix(c.Mock.V, "force") {
		c.Executions.V, c.Executions.Known, c.Executions.From = 0, true, c.Mock.From
		c.CallerSees = lang.T("the mock's answer; the provider is never called")
		return
	}
	if c.Mode != Sync || q.way == viaLocal {
		return
	}
	if q.way == viaDirect {
		c.Executions.V++
		c.Executions.From.Quirk = dubbo.MockDirectURL
		c.CallerSees = lang.T("RpcException \"mock error\", after one more real execution")
		return
	}
	c.CallerSees = lang.T("the mock's answer, as if the call had succeeded, after the last attempt")
}

func (q *query) worstCase() {
	c := q.call
	if !c.Executions.Known || !c.Timeout.Known || c.Mode != Sync || q.way == viaLocal {
		return
	}
	attempts := c.Executions.V
	if c.Cluster.V == "forking" {
		attempts = 1
	}
	c.WorstCase = time.Duration(attempts) * c.Timeout.V
}

// written writes a reference's settings, its id aside, in one text, to tell
// whether two are alike.
func written(ref *Reference) string {
	var b strings.Builder
	for _, list := range [][]*application.Setting{ref.Settings, ref.Params} {
		for _, s := range list {
			if s.Name == "id" {
				continue
			}
			fmt.Fprintf(&b, "%s=%s\x00", s.Name, s.Value)
		}
	}
	return b.String()
}

// unsure lists what makes the prediction less than certain.
func (q *query) unsure() []lang.Text {
	var out []lang.Text
	doubt := func(format string, args ...any) { out = append(out, lang.T(format, args...)) }
	switch v := q.v; v.Kind {
	case dubbo.Fork:
		doubt("Dubbo %s is a fork: compared as %s", v, v.Base)
	case dubbo.Snapshot, dubbo.PreRelease:
		doubt("Dubbo %s is no release: compared as %s", v, v.Base)
	}
	q.overrides(doubt)
	ref := q.call.Ref
	for _, key := range []string{"group", "version"} {
		for _, h := range q.side.url.search("", key, true) {
			if !h.known {
				doubt("the %s is not known, so no provider could be matched: %s", key, h.unknown)
			}
		}
	}
	if ref.Conditional {
		doubt("set under a condition in the code")
	}
	for _, other := range ref.rivals {
		if other.At.File != ref.At.File && ref.Form == decl.FormAnnotation && written(ref) != written(other) {
			doubt("shares its bean with %s: whichever is created first decides", place(other))
			break
		}
	}
	switch {
	case q.way == viaLocal:
		doubt("the service is exported in the same process: the call is local")
	case q.way == viaRegistry && slices.ContainsFunc(q.providers, func(s *Service) bool { return s.App == q.app }):
		doubt("the service is exported by the same application: a bean made after the export would call it locally")
	}
	return out
}
