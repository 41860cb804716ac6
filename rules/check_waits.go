package rules

import (
	"time"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// Many references and a long timeout, for what startup may wait.
const (
	manyChecked  = 10
	waitsTimeout = 10 * time.Second
)

var checkWaits = &Rule{
	Info: finding.Info{
		ID: "DA309", Name: "check-waits", Severity: finding.Note,
		Summary: "Many checked references with long timeouts: what startup does, and how long it may hang",
		Doc: `At startup every checked reference looks for a provider. 2.x fails when a bean without provider is first
used; 3.x waits about 30 seconds first and then stops the start. With many references and long timeouts a restart
after an outage takes long, and the platform's start limit may end it before Dubbo says why.`,
		Before:    `@DubboReference(timeout = 30000) // ten times and more`,
		After:     `@DubboReference(timeout = 3000)`,
		Versions:  "every version",
		Guards:    []string{"silent: fewer than 10 checked references, or all timeouts below 10 s", "silent: annotated references up to 2.6.4, which is DA303"},
		Questions: []string{"check"},
		Proof:     []string{"measured: 2.x XML references fail when the bean is first used; 3.x fails at startup after about 30 s, IllegalStateException \"Failed to check the status\" (case check-default)"},
		Fix:       "Give the platform's start limit more time, or set check=false where the application can live without the service.",
	},
	Check: func(p *Pass) {
		for _, app := range p.Model.Apps {
			checked, longest := 0, time.Duration(0)
			for _, ref := range app.References {
				if !ref.Check.Known || !ref.Check.V || leavesNull(ref) {
					continue
				}
				checked++
				longest = max(longest, longestTimeout(ref))
			}
			if checked < manyChecked || longest < waitsTimeout {
				continue
			}
			what := lang.T("a missing provider fails when its bean is first injected or used")
			if app.Version.AtLeast("3.0.0") {
				what = lang.T("a missing provider stops the start after about 30 s of waiting")
			}
			p.aboutApp(app, finding.Note, "check", "%d references are checked at startup, with timeouts up to %d ms: %s (\"Failed to check the status\"). Set check=false where the application can live without the service.",
				checked, longest.Milliseconds(), what).at(app.References[0].At)
		}
	},
}

func longestTimeout(ref *effective.Reference) time.Duration {
	var longest time.Duration
	for _, c := range ref.Calls {
		if c.Timeout.Known {
			longest = max(longest, c.Timeout.V)
		}
	}
	return longest
}
