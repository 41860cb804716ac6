package rules

import (
	"time"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var timeoutInversion = &Rule{
	Info: finding.Info{
		ID: "DA201", Name: "timeout-inversion", Severity: finding.Error,
		Summary: "The consumer gives up before the time that the provider declares for the method",
		Doc: `The provider's author knows how long the method takes and declared it. The consumer's own timeout is
shorter and wins, so calls are given up, and repeated, while the provider is still at work on the first one.`,
		Before: `<dubbo:service interface="com.acme.OrderService" ref="orders" timeout="5000"/>
<dubbo:reference id="orders" interface="com.acme.OrderService" timeout="1000"/>`,
		After:     `<dubbo:reference id="orders" interface="com.acme.OrderService" timeout="6000" retries="0"/>`,
		Versions:  "every version",
		Guards:    []string{"silent: the consumer sets no timeout (the provider's reaches it in every version)", "silent: the provider is not in the audited trees", "silent: a call inside one process, which no timeout ends"},
		Questions: []string{"timeout-order", "local"},
		Quirks:    []dubbo.QuirkID{dubbo.LocalCall},
		Proof: []string{
			"measured: the provider's timeout always reaches the consumer, the consumer's reference beats the provider's service (case provider-side)",
			"measured: a timeout never stops the provider (executions are counted there)",
		},
		Fix: "Make the consumer's timeout at least the provider's, and set retries to 0 for writes.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			calls := matching(ref, func(c *effective.Call) bool {
				declared, ok := declaredTimeout(c)
				return ok && c.Timeout.Known && c.Timeout.V < declared.limit && c.Cluster.From.Quirk != dubbo.LocalCall
			})
			p.spread(calls, func(c *effective.Call, words lang.Text, write bool) *draft {
				declared, _ := declaredTimeout(c)
				return p.aboutCall(c, errorOnWrite(write && repeats(c)), "timeout",
					"%s is given up after %d ms (timeout %s), but the provider declares %d ms; it %s. %s",
					words, c.Timeout.V.Milliseconds(), comesFrom(c.Timeout.From), declared.limit.Milliseconds(), mayRun(c),
					setTo(ref, "timeout", declared.Value)).
					also(declared.At, "the provider declares timeout=%s here", declared.Value)
			})
		}
	},
}

type declaration struct {
	effective.Published
	limit time.Duration
}

// declaredTimeout returns the longest timeout that the known providers
// declare for the method.
func declaredTimeout(c *effective.Call) (declaration, bool) {
	var best declaration
	for _, s := range c.Ref.Providers {
		pub, ok := s.PublishedFor(c.Method, "timeout")
		if !ok || pub.Setting == nil || !pub.Known {
			continue
		}
		if ms, ok := number(pub.Value); ok && time.Duration(ms)*time.Millisecond > best.limit {
			best = declaration{pub, time.Duration(ms) * time.Millisecond}
		}
	}
	return best, best.limit > 0
}
