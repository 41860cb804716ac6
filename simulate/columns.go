package simulate

import (
	"fmt"
	"time"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
)

// Column is one variant of a call: its scenario and what came of it.
type Column struct {
	Name lang.Text
	// Note says what is special about it, nothing for most.
	Note lang.Text
	// Remedy marks what ends repeated writes: no retries, and a key.
	Remedy   bool
	Scenario Scenario
	Outcome  *Outcome
	// Estimate is set when a distribution of service times was given.
	Estimate *Estimate
}

// AsConfigured is the name of the first column.
var AsConfigured = lang.T("as configured")

// WhatIf returns the scenario as it is and what would become of it with
// retries=0, with failfast, with a longer timeout, with an idempotency key
// and a provider that enforces it, and with a client that tries again only
// what was never sent. The call is the audited one, nil when there is none.
func WhatIf(s Scenario, c *effective.Call) []Column {
	return []Column{
		{Name: AsConfigured, Scenario: s},
		remedy(lang.Verbatim("retries=0"), s, func(s *Scenario) { s.SetRetries(0); s.Rounds = 1 }),
		failfast(s, c),
		longer(s),
		remedy(lang.T("idempotency key"), s, func(s *Scenario) { s.Key, s.Dedupe = PerIntent, DedupeOn }),
		transportOnly(s),
	}
}

func variant(name lang.Text, s Scenario, change func(*Scenario)) Column {
	change(&s)
	return Column{Name: name, Scenario: s}
}

func remedy(name lang.Text, s Scenario, change func(*Scenario)) Column {
	c := variant(name, s, change)
	c.Remedy = true
	return c
}

// failfast names the cluster; where the version ignores that, nothing changes.
func failfast(s Scenario, c *effective.Call) Column {
	name := lang.Verbatim("cluster=failfast")
	if c != nil {
		if q := clusterIgnored(c); q != "" {
			return Column{Name: name, Scenario: s, Note: lang.T("no effect: %s", dubbo.QuirkByID(q).Reason)}
		}
	}
	return variant(name, s, func(s *Scenario) { s.Cluster, s.Rounds = "failfast", 1 })
}

// longer takes the least multiple of the timeout that is longer than the
// service takes.
func longer(s Scenario) Column {
	t := s.timeout()
	n := max(int64(s.Service/t)+1, 2)
	long := min(time.Duration(n)*t, MaxDuration)
	return variant(lang.Verbatim("timeout="+millis(long)), s, func(s *Scenario) { s.Timeout = long })
}

// transportOnly is what Apache HttpClient does by default: it does not try
// again after a timeout, nor a request that is not idempotent.
func transportOnly(s Scenario) Column {
	col := variant(lang.T("transport errors only"), s, func(s *Scenario) { s.Cluster, s.TransportOnly, s.Rounds = dubbo.DefaultCluster, true, 1 })
	col.Note = lang.T("as Apache HttpClient by default: no second try after a timeout")
	if !s.Idempotent {
		col.Note = col.Note.Then(lang.T(", none of a request that is not idempotent"))
	}
	return col
}

// millis writes a duration in milliseconds, as the settings do.
func millis(d time.Duration) string {
	if d%time.Millisecond == 0 {
		return fmt.Sprint(d.Milliseconds())
	}
	return fmt.Sprintf("%.3f", float64(d)/float64(time.Millisecond))
}
