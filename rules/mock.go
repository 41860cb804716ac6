package rules

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var mockAfterRetries = &Rule{
	Info: finding.Info{
		ID: "DA422", Name: "mock-after-retries", Severity: finding.Error,
		Summary: "The mock answers after all retries: the write ran several times, and the caller sees no error",
		Doc: `A mock that is not "force" calls first. The cluster runs all its attempts, each of which may have done the
write, and only then the mock answers, with null or what its class returns. The caller never learns that anything went wrong.`,
		Before: `<dubbo:reference id="orders" interface="com.acme.OrderService" mock="return null"/>`,
		After:  `<dubbo:reference id="orders" interface="com.acme.OrderService" mock="return null" retries="0"/>`,

		Versions:  "every version",
		Guards:    []string{"silent: force mocks (nothing is called), reads, calls that run once; with a direct url see DA424"},
		Questions: []string{"mock"},
		Proof:     []string{"measured: fail: and return null run 3 executions first, then the caller gets null; force: 0 executions (case async-mock)"},
		Fix:       "Set retries=0, and let the caller see the error of a write.",
	},
	Check: func(p *Pass) {
		for c := range p.calls() {
			v := p.Verdict(c)
			if !isWrite(v) || !mocksAfter(c) || !repeats(c) || callsAgain(c) {
				continue
			}
			p.aboutCall(c, finding.Error, "mock", "%s %s, and then the caller gets the answer of mock=%q instead of the error: mock %s. %s",
				c.Method, mayRun(c), c.Mock.V, comesFrom(c.Mock.From), stop(c)).
				also(c.Mock.From.At, "the mock comes from here").judged(v).fix(p.stopRetriesFixes(c)...)
		}
	},
}

var mockWithDirectURL = &Rule{
	Info: finding.Info{
		ID: "DA424", Name: "mock-with-direct-url", Severity: finding.Error,
		Summary: "With a direct url the mock calls the service once more instead of answering",
		Doc: `On a reference with a direct url the mock finds no mock invoker and takes the first real one: after the
failure the method is executed once more, and the caller gets "mock error" all the same. retries=0 does not help.`,
		Before: `<dubbo:reference id="pay" interface="com.acme.PayService" url="dubbo://pay:20880" mock="return null" retries="0"/>`,
		After:  `<dubbo:reference id="pay" interface="com.acme.PayService" url="dubbo://pay:20880" retries="0"/>`,

		Versions:  "3.x with one or more addresses; 2.7.6-2.7.23 with several addresses (with one the mock is ignored)",
		Guards:    []string{"silent: force mocks, references through a registry"},
		Questions: []string{"mock"},
		Quirks:    []dubbo.QuirkID{dubbo.MockDirectURL},
		Proof:     []string{"measured: with retries=0 one address gives 2 executions on 3.3.6 and 1 on 2.7.8, two addresses give 2 on both (case mock-direct)"},
		Fix:       "Take the mock off, or use the registry.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			p.spread(matching(ref, callsAgain), func(c *effective.Call, words lang.Text, write bool) *draft {
				return p.aboutCall(c, errorOnWrite(write), "mock", "%s %s: with a direct url mock=%q calls the service once more instead of answering; mock %s. Take the mock off.",
					words, mayRun(c), c.Mock.V, comesFrom(c.Mock.From)).also(c.Mock.From.At, "the mock comes from here")
			})
		}
	},
}

var leftoverMock = &Rule{
	Info: finding.Info{
		ID: "DA502", Name: "leftover-mock", Severity: finding.Warning,
		Summary: "A mock answers instead of the service outside of tests",
		Doc: `mock="force" never calls the service, and a mock that returns null turns every failure into an empty
answer. Both are made for tests or an emergency and tend to stay.`,
		Before:    `<dubbo:reference id="stock" interface="com.acme.StockService" mock="force:return null"/>`,
		After:     `<dubbo:reference id="stock" interface="com.acme.StockService"/>`,
		Versions:  "every version (2.6.2 refuses \"force:return null\" in XML at startup)",
		Guards:    []string{"silent: tests; mocks by a class, which may be a real fallback; mocks that call once more on a direct url (DA424)"},
		Questions: []string{"mock"},
		Proof: []string{"measured: force: 0 executions; return null: null after the attempts (case async-mock)",
			"measured: with one direct url 2.7.8 and 2.7.18 give the caller the exception, as if there were no mock (case mock-direct)", "reported: apache/dubbo#2489, #13324"},
		Fix: "Take the mock off, or write a fallback that says what it does.",
	},
	Check: func(p *Pass) {
		for c := range p.calls() {
			if c.Ref.Test || !c.Mock.Known {
				continue
			}
			empties := strings.Contains(c.Mock.V, "return null") || strings.TrimSpace(c.Mock.V) == "return"
			if !empties && !forced(c.Mock.V) || callsAgain(c) {
				continue // calling once more it answers nothing, see mockWithDirectURL
			}
			effect := lang.T("a failed call looks like an empty answer")
			switch {
			case c.Cluster.Known && c.Cluster.V == dubbo.NoCluster:
				effect = lang.T("with one direct url this version asks no mock, through a registry it would")
			case forced(c.Mock.V):
				effect = lang.T("the service is never called")
			}
			p.aboutOrigin(c, c.Mock.From, finding.Warning, "mock", "mock=%q %s: %s. Take it off, or write a fallback that says what it does.",
				c.Mock.V, comesFrom(c.Mock.From), effect)
		}
	},
}

// mockToo names the execution that no retry makes.
func mockToo(c *effective.Call) lang.Text {
	if !callsAgain(c) {
		return lang.Text{}
	}
	return lang.T("; one of them is the mock, which calls once more on a direct url (DA424)")
}

func forced(mock string) bool { return strings.HasPrefix(mock, "force") }

// mocksAfter reports whether a mock answers once the cluster has given up.
func mocksAfter(c *effective.Call) bool {
	return c.Mock.Known && c.Mock.V != "" && c.Mock.V != "false" && !forced(c.Mock.V)
}

// callsAgain reports whether the mock of a direct url runs the method once
// more; the engine marks the mock with the quirk.
func callsAgain(c *effective.Call) bool {
	return mocksAfter(c) && (c.Mock.From.Quirk == dubbo.MockDirectURL || c.Mock.Lost(dubbo.MockDirectURL) != nil ||
		c.Executions.From.Quirk == dubbo.MockDirectURL || c.Executions.Lost(dubbo.MockDirectURL) != nil)
}
