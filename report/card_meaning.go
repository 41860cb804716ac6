package report

import (
	"strconv"
	"time"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
)

// meaning says what a setting of a call does here, nothing where nothing
// certain can be said. What is claimed was measured: docs/dubbo-behaviour.md.
func meaning(c *effective.Call, name string) lang.Text {
	if c.Fails != nil || c.Executions.Known && c.Executions.V == 0 {
		return lang.Text{}
	}
	switch name {
	case "retries":
		return retriesMeaning(c)
	case "timeout":
		return timeoutMeaning(c)
	case "cluster":
		return clusterMeaning(c)
	case "async":
		if c.Async.V {
			return lang.T("the caller does not wait, and nothing is tried again after a timeout")
		}
	case "mock":
		return mockMeaning(c)
	}
	return lang.Text{}
}

// retriesMeaning counts the tries of the clusters that are known to read
// retries, and says of those that are known not to.
func retriesMeaning(c *effective.Call) lang.Text {
	switch {
	case local(c):
		return lang.T("not read: the call is local")
	case !c.Retries.Known || !c.Cluster.Known:
		return lang.Text{}
	}
	switch c.Cluster.V {
	case "failover":
		return failoverMeaning(c)
	case "failback":
		if n := c.MaxExecutions - 1; c.Mode == effective.Sync && n >= 0 {
			return lang.N(n, "1 repeat in the background", "%d repeats in the background")
		}
	case dubbo.NoCluster:
		return lang.T("not read: nothing tries again around this call")
	case "failfast", "failsafe", "forking", "broadcast", "available", "mergeable":
		if c.OuterCluster != "failover" {
			return lang.T("not read by %s", c.Cluster.V)
		}
	}
	return lang.Text{}
}

func failoverMeaning(c *effective.Call) lang.Text {
	tries := max(c.Retries.V, 0) + 1
	switch {
	case c.Mode != effective.Sync:
		return lang.T("one try: calls that nobody waits for are not tried again after a timeout")
	case c.Executions.From.Quirk == dubbo.TripleTimeout && tries > 1:
		return lang.T("at most %d tries, but a timeout ends the first one", tries)
	}
	text := lang.T("one try")
	if c.Retries.V < 0 {
		text = lang.T("counts as 0: one try")
	}
	if tries > 1 {
		text = lang.T("at most %d tries", tries)
	}
	if c.Timeout.Known {
		text = text.Then(lang.T(", up to %s", seconds(time.Duration(tries)*c.Timeout.V)))
	}
	if c.Executions.From.Quirk == dubbo.NestedFailover {
		text = text.Then(lang.T(", in each round of the loop around the registries"))
	}
	return text
}

var onAttempt = lang.T("for each attempt, and the provider goes on after it")

func timeoutMeaning(c *effective.Call) lang.Text {
	switch {
	case local(c):
		return lang.T("not applied: the call is local")
	case !c.Timeout.Known:
		return lang.Text{}
	case c.Cluster.V != "failover" || !c.Retries.Known || c.Retries.V < 1 || c.Mode != effective.Sync:
		return onAttempt
	case c.Executions.From.Quirk == dubbo.TripleTimeout:
		return onAttempt.Then(lang.T("; a timeout is not tried again"))
	}
	return onAttempt.Then(triedAgain(versionOf(c.Ref)))
}

// triedAgain says which failures failover repeats. On triple versions differ,
// and the protocol may be chosen where the files do not tell. From 3.2.9 on two
// timers race there, and the end of one of them is not tried again (measured:
// case triple on 3.2.16; conformance/README.md).
func triedAgain(v dubbo.Version) lang.Text {
	switch {
	case v.IsZero():
		return lang.T("; timeouts and transport errors are tried again, exceptions of the service are not (on triple it depends on the version)")
	case dubbo.TripleTimeout.Has(v):
		return lang.T("; timeouts (but those of triple) and transport errors are tried again, exceptions of the service are not")
	case dubbo.TripleExceptionRetried.Has(v):
		return lang.T("; timeouts and transport errors are tried again, exceptions of the service on triple only")
	case v.AtLeast("3.2.3"):
		return lang.T("; timeouts (those of triple not always) and transport errors are tried again, exceptions of the service are not")
	}
	return lang.T("; timeouts and transport errors are tried again, exceptions of the service are not")
}

func clusterMeaning(c *effective.Call) lang.Text {
	if c.Mode != effective.Sync || local(c) || !c.Cluster.Known {
		return lang.Text{}
	}
	var text lang.Text
	switch c.Cluster.V {
	case "failover":
		text = lang.T("a failed try is followed by the next one at once, as often as retries says")
	case "failfast":
		text = lang.T("one try, and the caller gets its error")
	case "failsafe":
		text = lang.T("one try, and after a failure the caller gets null, as if it had succeeded")
	case "failback":
		if text = lang.T("one try, and after a failure the caller gets null"); c.MaxExecutions > 1 {
			text = text.Then(lang.T("; repeated every %v in the background", dubbo.FailbackPeriod))
		}
	case "forking":
		if c.Forks.Known {
			text = lang.N(max(c.Forks.V, 1), "up to 1 provider at once, and the first answer counts", "up to %d providers at once, and the first answer counts")
		}
	case "broadcast":
		text = lang.T("every provider, one after the other")
	case dubbo.NoCluster:
		text = lang.T("no cluster around the call: one try")
	}
	if c.OuterCluster != "" && !text.IsZero() {
		text = text.Then(lang.T("; %s around it", c.OuterCluster))
	}
	return text
}

func mockMeaning(c *effective.Call) lang.Text {
	switch {
	case c.Mock.V == "" || c.Cluster.V == dubbo.NoCluster || c.Mode != effective.Sync || local(c):
		return lang.Text{}
	case c.Executions.From.Quirk == dubbo.MockDirectURL:
		return lang.T("calls the service once more after the last attempt has failed")
	}
	return lang.T("answers after the last attempt has failed; exceptions of the service stay")
}

// local reports whether the call stays in the process.
func local(c *effective.Call) bool { return c.Cluster.From.Quirk == dubbo.LocalCall }

// seconds says "800 ms", "4 s" or "2.4 s".
func seconds(d time.Duration) lang.Text {
	if d < time.Second {
		return lang.T("%d ms", d.Milliseconds())
	}
	return lang.T("%s s", strconv.FormatFloat(d.Seconds(), 'f', -1, 64))
}
