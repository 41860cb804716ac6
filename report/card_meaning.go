package report

import (
	"fmt"
	"strconv"
	"time"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
)

// meaning says what a setting of a call does here, "" where nothing certain
// can be said. What is claimed was measured: docs/dubbo-behaviour.md.
func meaning(c *effective.Call, name string) string {
	if c.Fails != nil || c.Executions.Known && c.Executions.V == 0 {
		return ""
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
			return "the caller does not wait, and nothing is tried again after a timeout"
		}
	case "mock":
		return mockMeaning(c)
	}
	return ""
}

// retriesMeaning counts the tries of the clusters that are known to read
// retries, and says of those that are known not to.
func retriesMeaning(c *effective.Call) string {
	switch {
	case local(c):
		return "not read: the call is local"
	case !c.Retries.Known || !c.Cluster.Known:
		return ""
	}
	switch c.Cluster.V {
	case "failover":
		return failoverMeaning(c)
	case "failback":
		if n := c.MaxExecutions - 1; c.Mode == effective.Sync && n >= 0 {
			return plural(n, "repeat") + " in the background"
		}
	case dubbo.NoCluster:
		return "not read: nothing tries again around this call"
	case "failfast", "failsafe", "forking", "broadcast", "available", "mergeable":
		if c.OuterCluster != "failover" {
			return "not read by " + c.Cluster.V
		}
	}
	return ""
}

func failoverMeaning(c *effective.Call) string {
	tries := max(c.Retries.V, 0) + 1
	switch {
	case c.Mode != effective.Sync:
		return "one try: calls that nobody waits for are not tried again after a timeout"
	case c.Executions.From.Quirk == dubbo.TripleTimeout && tries > 1:
		return fmt.Sprintf("at most %d tries, but a timeout ends the first one", tries)
	}
	text := "one try"
	if c.Retries.V < 0 {
		text = "counts as 0: one try"
	}
	if tries > 1 {
		text = fmt.Sprintf("at most %d tries", tries)
	}
	if c.Timeout.Known {
		text += ", up to " + seconds(time.Duration(tries)*c.Timeout.V)
	}
	if c.Executions.From.Quirk == dubbo.NestedFailover {
		text += ", in each round of the loop around the registries"
	}
	return text
}

const onAttempt = "for each attempt, and the provider goes on after it"

func timeoutMeaning(c *effective.Call) string {
	switch {
	case local(c):
		return "not applied: the call is local"
	case !c.Timeout.Known:
		return ""
	case c.Cluster.V != "failover" || !c.Retries.Known || c.Retries.V < 1 || c.Mode != effective.Sync:
		return onAttempt
	case c.Executions.From.Quirk == dubbo.TripleTimeout:
		return onAttempt + "; a timeout is not tried again"
	}
	return onAttempt + "; " + triedAgain(versionOf(c.Ref))
}

// triedAgain says which failures failover repeats. On triple versions differ,
// and the protocol may be chosen where the files do not tell. From 3.2.9 on two
// timers race there, and the end of one of them is not tried again (measured:
// case triple on 3.2.16; conformance/README.md).
func triedAgain(v dubbo.Version) string {
	timeouts, exceptions := "timeouts", "exceptions of the service are not"
	switch {
	case v.IsZero():
		exceptions += " (on triple it depends on the version)"
	case dubbo.TripleTimeout.Has(v):
		timeouts = "timeouts (but those of triple)"
	case dubbo.TripleExceptionRetried.Has(v):
		exceptions = "exceptions of the service on triple only"
	case v.AtLeast("3.2.3"):
		timeouts = "timeouts (those of triple not always)"
	}
	return timeouts + " and transport errors are tried again, " + exceptions
}

func clusterMeaning(c *effective.Call) string {
	if c.Mode != effective.Sync || local(c) || !c.Cluster.Known {
		return ""
	}
	text := ""
	switch c.Cluster.V {
	case "failover":
		text = "a failed try is followed by the next one at once, as often as retries says"
	case "failfast":
		text = "one try, and the caller gets its error"
	case "failsafe":
		text = "one try, and after a failure the caller gets null, as if it had succeeded"
	case "failback":
		if text = "one try, and after a failure the caller gets null"; c.MaxExecutions > 1 {
			text += fmt.Sprintf("; repeated every %v in the background", dubbo.FailbackPeriod)
		}
	case "forking":
		if c.Forks.Known {
			text = "up to " + plural(max(c.Forks.V, 1), "provider") + " at once, and the first answer counts"
		}
	case "broadcast":
		text = "every provider, one after the other"
	case dubbo.NoCluster:
		text = "no cluster around the call: one try"
	}
	if c.OuterCluster != "" && text != "" {
		text += "; " + c.OuterCluster + " around it"
	}
	return text
}

func mockMeaning(c *effective.Call) string {
	switch {
	case c.Mock.V == "" || c.Cluster.V == dubbo.NoCluster || c.Mode != effective.Sync || local(c):
		return ""
	case c.Executions.From.Quirk == dubbo.MockDirectURL:
		return "calls the service once more after the last attempt has failed"
	}
	return "answers after the last attempt has failed; exceptions of the service stay"
}

// local reports whether the call stays in the process.
func local(c *effective.Call) bool { return c.Cluster.From.Quirk == dubbo.LocalCall }

// seconds writes "800 ms", "4 s" or "2.4 s".
func seconds(d time.Duration) string {
	if d < time.Second {
		return strconv.FormatInt(d.Milliseconds(), 10) + " ms"
	}
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + " s"
}
