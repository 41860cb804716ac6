package rules

import (
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var failbackRepeatsWrite = &Rule{
	Info: finding.Info{
		ID: "DA104", Name: "failback-repeats-write", Severity: finding.Error,
		Summary: "The failback cluster repeats a call in the background after the caller got null",
		Doc: `With cluster=failback the caller gets null as soon as the first attempt fails, and Dubbo repeats the call
every five seconds. The caller takes null for an answer, tries again itself or goes on, and the write is done once
more for every repeat. In several versions retries=0 does not stop it.`,
		Before: `<dubbo:reference id="orders" interface="com.acme.OrderService" cluster="failback"/>`,
		After:  `<dubbo:reference id="orders" interface="com.acme.OrderService" cluster="failfast"/>`,

		Versions:  "every version; 4 executions from 2.7.8 on, 2 on 2.6; with retries=0 still 4 on 2.7.0-2.7.15 and 3.0.0-3.0.5, 2 on 2.6, 1 later",
		Guards:    []string{"silent: retries=0 from 2.7.16 and 3.0.6 on, which ends the repeats"},
		Questions: []string{"failback"},
		Quirks:    []dubbo.QuirkID{dubbo.FailbackRetries},
		Proof: []string{
			"measured: 27 s after the call were watched (case failback, method-failback)",
		},
		Fix: "Use failfast. Where the repeats are wanted, make the method idempotent.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			calls := matching(ref, func(c *effective.Call) bool {
				return c.Cluster.Known && c.Cluster.V == "failback" && c.MaxExecutions > 1
			})
			p.spread(calls, func(c *effective.Call, words lang.Text, write bool) *draft {
				runs := lang.T("%s may run %d times", words, c.MaxExecutions)
				if c.Retries.Known && c.Retries.V <= 0 {
					runs = lang.T("%s may run %d times although retries is %d", words, c.MaxExecutions, c.Retries.V)
				}
				return p.aboutCall(c, errorOnWrite(write), "cluster",
					"%s: cluster=failback %s; the caller gets null at once, and the call is repeated every %d s. %s",
					runs, comesFrom(c.Cluster.From), int(dubbo.FailbackPeriod.Seconds()),
					setTo(c.Ref, "cluster", "failfast")).atSetting(c.Cluster.From)
			})
		}
	},
}
