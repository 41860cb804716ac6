package simulate

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
)

// NewestMeasured is the version that is taken where none is known.
const NewestMeasured = "3.3.6"

// Undecided is a setting that the files do not decide, and why.
type Undecided struct {
	Setting string
	Why     lang.Text
}

// FromCall is the scenario of an audited call, with one provider, and what the
// files leave undecided: there the scenario has Dubbo's default.
func FromCall(c *effective.Call) (Scenario, []Undecided) {
	s := Default(versionOf(c))
	s.Assumed = c.Ref.App.Version.IsZero()
	s.Subject = c.Ref.Name() + "#" + c.Method
	if c.Mode != "" {
		s.Mode = c.Mode
	}
	if c.Fails != nil {
		s.Fails = c.Fails.Msg
		return s, nil
	}
	var open []Undecided
	if take(&s.Cluster, c.Cluster, "cluster", &open) && s.Cluster == "failback" {
		s.Repeats = max(c.MaxExecutions-1, 0) // not read from the method's retries
	}
	take(&s.Retries, c.Retries, "retries", &open)
	take(&s.Timeout, c.Timeout, "timeout", &open)
	take(&s.Forks, c.Forks, "forks", &open)
	if c.Executions.From.Quirk == dubbo.NestedFailover {
		s.Rounds = max(c.Executions.V/s.tries(), 1)
	}
	if c.Executions.From.Quirk == dubbo.TripleTimeout {
		s.Retries = 0 // the loop does not see what would be tried again
	}
	s.Local = c.Cluster.From.Quirk == dubbo.LocalCall
	s.Mock = mockOf(c)
	return s, open
}

// take copies a setting that is known; one that is not joins the open ones.
func take[T any](to *T, v effective.Value[T], name string, open *[]Undecided) bool {
	if v.Known {
		*to = v.V
	} else {
		*open = append(*open, Undecided{name, v.Unknown})
	}
	return v.Known
}

func versionOf(c *effective.Call) dubbo.Version {
	if v := c.Ref.App.Version.Version; !v.IsZero() {
		return v
	}
	return dubbo.MustVersion(NewestMeasured)
}

func mockOf(c *effective.Call) Mock {
	switch {
	case c.Mock.V == "" || c.Cluster.V == dubbo.NoCluster:
		return NoMock
	case strings.HasPrefix(c.Mock.V, "force"):
		return ForceMock
	case c.Executions.From.Quirk == dubbo.MockDirectURL:
		return MockCalls
	}
	return FailMock
}

// clusterIgnored returns the quirk by which the version ignores the cluster
// that a reference names, "" when it honours it.
func clusterIgnored(c *effective.Call) dubbo.QuirkID {
	v := c.Ref.App.Version.Version
	if v.IsZero() {
		return ""
	}
	url := c.Ref.URL.V
	direct := url != "" && !strings.Contains(strings.SplitN(url, "://", 2)[0], "registry")
	switch {
	case c.Cluster.From.Quirk == dubbo.LocalCall:
		return dubbo.LocalCall
	case direct && strings.Contains(url, ";"):
		return ""
	case direct && dubbo.DirectURLNoCluster.Has(v):
		return dubbo.DirectURLNoCluster
	case direct && dubbo.DirectURLFailover.Has(v):
		return dubbo.DirectURLFailover
	case !direct && dubbo.ClusterReplaced.Has(v) && c.OuterCluster != "mergeable":
		return dubbo.ClusterReplaced
	}
	return ""
}
