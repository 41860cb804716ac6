package rules

import (
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// tooManyRetries is where a number of retries stops being a choice.
const tooManyRetries = 10

var absurdRetries = &Rule{
	Info: finding.Info{
		ID: "DA110", Name: "absurd-retries", Severity: finding.Error,
		Summary: "Retries are set to ten or more",
		Doc: `Every retry waits for a whole timeout, and one slow provider gets every caller's load eleven times and
more: a short stall becomes an outage. No call gets better by its eleventh attempt.`,
		Before:    `<dubbo:consumer retries="100"/>`,
		After:     `<dubbo:consumer retries="1"/>`,
		Versions:  "every version",
		Guards:    []string{"silent: clusters that never retry, async calls"},
		Questions: []string{"retries"},
		Proof:     []string{"measured: executions are retries+1, not limited by the number of providers (case retries); source: 3.3.1 FailoverClusterInvoker:129-142"},
		Fix:       "Set a small number, and 0 for writes.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			calls := matching(ref, func(c *effective.Call) bool {
				return c.Retries.Known && c.Retries.V >= tooManyRetries && repeats(c)
			})
			p.spread(calls, func(c *effective.Call, words lang.Text, _ bool) *draft {
				return p.aboutCall(c, finding.Error, "retries", "%s %s: retries=%d %s. Set a small number, and 0 for writes.",
					words, mayRun(c), c.Retries.V, comesFrom(c.Retries.From)).atSetting(c.Retries.From).whateverMethod()
			})
		}
	},
}
