package rules

import (
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var swallowedErrors = &Rule{
	Info: finding.Info{
		ID: "DA501", Name: "swallowed-errors", Severity: finding.Warning,
		Summary: "The cluster answers null instead of the error, for a method that has a result",
		Doc: `failsafe and failback give the caller an empty result when the call fails. That is fine for a log entry and
wrong for a method whose result is used: null is taken for "not found", and 0 or false come out of nowhere.`,
		Before:    `<dubbo:reference id="stock" interface="com.acme.StockService" cluster="failsafe"/>`,
		After:     `<dubbo:reference id="stock" interface="com.acme.StockService" cluster="failfast"/>`,
		Versions:  "every version",
		Guards:    []string{"silent: void methods, and methods whose declaration is not in the audited trees"},
		Questions: []string{"clusters", "failback"},
		Proof:     []string{"measured: failsafe 1 execution, null, no exception; failback null at once (case cluster, failback)"},
		Fix:       "Use failfast, and handle the error where the result is used.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			calls := matching(ref, func(c *effective.Call) bool {
				swallows := c.Cluster.V == "failsafe" || c.Cluster.V == "failback"
				return swallows && c.Decl != nil && c.Decl.Return.Name != "" && c.Decl.Return.Name != "void"
			})
			p.spread(calls, func(c *effective.Call, words lang.Text, _ bool) *draft {
				return p.aboutCall(c, finding.Warning, "cluster", "the caller of %s gets null instead of the error: cluster=%s %s, and the method returns %s. %s",
					words, c.Cluster.V, comesFrom(c.Cluster.From), c.Decl.Return, setTo(ref, "cluster", "failfast")).atSetting(c.Cluster.From).whateverMethod()
			})
		}
	},
}
