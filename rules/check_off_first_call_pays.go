package rules

import (
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var checkOffFirstCallPays = &Rule{
	Info: finding.Info{
		ID: "DA301", Name: "check-off-first-call-pays", Severity: finding.Warning,
		Summary: "check=false or lazy together with default timeout and retries: the first write finds out that something is wrong",
		Doc: `With the startup check off, or a connection opened at the first call, nothing tests the provider before
business does. A slow or half-started provider is then met by a write with Dubbo's own 1000 ms and two retries: the
first order after a deployment is the one that is stored three times.`,
		Before: `<dubbo:reference id="orders" interface="com.acme.OrderService" check="false"/>`,
		After:  `<dubbo:reference id="orders" interface="com.acme.OrderService" check="false" timeout="5000" retries="0"/>`,

		Versions:  "every version",
		Guards:    []string{"silent: a timeout or retries is set, or no method of the reference is a write that is retried"},
		Questions: []string{"check", "nothing-set"},
		Proof: []string{
			"measured: check=false starts without a provider, and a call without one fails within milliseconds (case check-reference-false)",
			"measured: 3 executions by default; connections are opened lazily with lazy=true (2.6.12 DubboProtocol:414)",
		},
		Fix: "Set timeout and retries=0 on the reference, or keep the check on.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			off := ref.Check.Known && !ref.Check.V
			lazy := ref.Lazy.Known && ref.Lazy.V
			if !off && !lazy {
				continue
			}
			calls := matching(ref, func(c *effective.Call) bool {
				return byDefault(c.Retries) && byDefault(c.Timeout) && repeats(c) && isWrite(p.Verdict(c))
			})
			from, what := ref.Check.From, "check=false"
			if !off {
				from, what = ref.Lazy.From, "lazy=true"
			}
			for _, c := range calls {
				p.aboutCall(c, finding.Warning, "check",
					"%s %s, so a missing or slow provider shows only at the first %s, which %s by default. %s",
					what, comesFrom(from), c.Method, mayRun(c), stop(c)).
					also(from.At, "%s comes from here", what).judged(p.Verdict(c)).fix(p.stopRetriesFixes(c)...)
			}
		}
	},
}
