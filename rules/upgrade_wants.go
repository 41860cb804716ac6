package rules

import (
	"strconv"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
)

// want is a setting to write, and the call to which it is given.
type want struct {
	name, value string
	c, t        *effective.Call
}

// wants lists the settings that bring today's behaviour back.
func wants(c, t *effective.Call) []want {
	var out []want
	add := func(name, value string) { out = append(out, want{name, value, c, t}) }
	switch {
	case c.Fails != nil:
		return nil
	case t.Fails != nil:
		if t.Fails.Quirk == dubbo.DirectURLsCrash {
			add("cluster", dubbo.DefaultCluster)
		}
		return out
	}
	if t.Local() && !c.Local() {
		add("injvm", "false")
		return out
	}
	cluster := c.Cluster.Known && t.Cluster.Known && c.Cluster.V != t.Cluster.V && c.Cluster.V != dubbo.NoCluster && takesCluster(t)
	if cluster {
		add("cluster", c.Cluster.V)
	}
	if n, ok := wantedRetries(c, t); ok && (!cluster || c.Cluster.V == dubbo.DefaultCluster && n != t.Retries.V) {
		add("retries", strconv.Itoa(n))
	}
	if c.Timeout.Known && t.Timeout.Known && c.Timeout.V != t.Timeout.V {
		add("timeout", strconv.FormatInt(c.Timeout.V.Milliseconds(), 10))
	}
	if c.Loadbalance.Known && t.Loadbalance.Known && c.Loadbalance.V != t.Loadbalance.V {
		add("loadbalance", c.Loadbalance.V)
	}
	return out
}

// takesCluster reports whether the version to come listens to the cluster of
// this reference.
func takesCluster(t *effective.Call) bool {
	switch t.Cluster.From.Quirk {
	case dubbo.DirectURLFailover, dubbo.DirectURLNoCluster, dubbo.ClusterReplaced, dubbo.LocalCall:
		return false
	}
	return t.Ref.URL.V == "" && !dubbo.ClusterReplaced.Has(t.Ref.App.Version.Version)
}

// wantedRetries is the number of retries with which the call runs as often as
// today, where that differs.
func wantedRetries(c, t *effective.Call) (int, bool) {
	if !c.Executions.Known || !t.Executions.Known || c.InAll() == t.InAll() {
		return 0, false
	}
	n := c.InAll() - 1
	switch v := t.Ref.App.Version.Version; {
	case t.Cluster.V == "failback" && c.Cluster.V == "failback":
		return n, dubbo.FailbackRepeats(n, false, v) == n && dubbo.FailbackRepeats(n, false, c.Ref.App.Version.Version) == n
	case c.InAll() != c.Executions.V, t.OuterCluster == dubbo.DefaultCluster:
		return 0, false
	}
	return max(n, 0), t.Retries.Known && t.Executions.V == max(t.Retries.V, 0)+1 && t.Mode == effective.Sync
}

// better reports whether the owner loses nothing by keeping today's behaviour:
// to run more often again is nothing to do unasked.
func (w *want) better() bool { return w.t.Fails != nil || w.t.InAll() >= w.c.InAll() }

func (w *want) from() effective.Origin {
	switch w.name {
	case "retries":
		return w.t.Retries.From
	case "timeout":
		return w.t.Timeout.From
	case "loadbalance":
		return w.t.Loadbalance.From
	case "injvm":
		return effective.Origin{}
	}
	return w.t.Cluster.From
}

// uniform reports whether a setting at the reference changes none of the other
// methods in the version to come.
func uniform(w want) bool {
	for i, t := range w.t.Ref.Calls {
		c := w.c.Ref.Calls[i]
		if t.Fails != nil || c.Fails != nil || c.Never() || c == w.c {
			continue
		}
		same := false
		switch w.name {
		case "retries":
			same = t.Cluster.V != dubbo.DefaultCluster || remedyAt(t.Ref, t.Retries.From, "retries") != atReference ||
				c.Executions.Known && strconv.Itoa(max(c.InAll()-1, 0)) == w.value
		case "timeout":
			same = remedyAt(t.Ref, t.Timeout.From, "timeout") != atReference || c.Timeout.V == w.c.Timeout.V
		case "cluster":
			same = c.Cluster.V == w.value
		case "loadbalance":
			same = c.Loadbalance.V == w.value
		case "injvm":
			same = t.Local() && !c.Local()
		}
		if !same {
			return false
		}
	}
	return true
}

// writable is the value as both versions read it: annotations drop the one
// that is their own default. The note says where there is none.
func writable(w want) (value string, note lang.Text) {
	candidates := []string{w.value}
	if w.name == "retries" && w.value == "0" {
		candidates = append(candidates, "-1")
	}
	for _, v := range candidates {
		if !droppedAsDefault(w.t.Ref, w.name, v) && (w.name == "injvm" || !droppedAsDefault(w.c.Ref, w.name, v)) {
			return v, lang.Text{}
		}
	}
	for _, v := range candidates {
		if !droppedAsDefault(w.t.Ref, w.name, v) {
			return v, lang.T(", together with the upgrade: the version in use drops it as the annotation's default")
		}
	}
	return w.value, lang.T(", the annotation's default in the version to come: a consumer or provider setting counts before it")
}
