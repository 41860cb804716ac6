package rules

import (
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var directURLIgnoresCluster = &Rule{
	Info: finding.Info{
		ID: "DA404", Name: "direct-url-ignores-cluster", Severity: finding.Error,
		Summary: "With one direct url this version always runs failover, whatever cluster says",
		Doc: `From 3.0.3 on a reference with one address in url gets the failover cluster hard-wired. cluster is ignored
as an attribute, a parameter, in the url and for the whole consumer; only retries=0 helps. Up to 2.7.23 such a call
was never retried, so the upgrade alone turns one execution into three.`,
		Before:    `<dubbo:reference id="pay" interface="com.acme.PayService" url="dubbo://pay:20880" cluster="failfast"/>`,
		After:     `<dubbo:reference id="pay" interface="com.acme.PayService" url="dubbo://pay:20880" retries="0"/>`,
		Versions:  "3.0.3 and later",
		Guards:    []string{"silent: several addresses, which honour the cluster; a note only: the call runs once all the same"},
		Questions: []string{"direct-url"},
		Quirks:    []dubbo.QuirkID{dubbo.DirectURLFailover},
		Proof: []string{
			"measured: FailoverClusterInvoker and 3 executions, whatever cluster says (case cluster)",
		},
		Fix: "Set retries=0 on the reference.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			calls := matching(ref, func(c *effective.Call) bool { return c.Cluster.Lost(dubbo.DirectURLFailover) != nil })
			p.spread(calls, func(c *effective.Call, words lang.Text, write bool) *draft {
				l := c.Cluster.Lost(dubbo.DirectURLFailover)
				return p.aboutCall(c, noteWhenOnce(c, errorOnWrite(write)), "cluster",
					"cluster=%s, which %s, has no effect: with one direct url %s always runs failover, so %s %s. %s",
					l.Text(), comesFrom(l.From), version(ref.App), words, mayRun(c), stop(c)).
					atSetting(l.From).fix(p.stopWhole(c, neverRetries[l.Text()]))
			})
		}
	},
}

var manyURLsNoCluster = &Rule{
	Info: finding.Info{
		ID: "DA412", Name: "many-urls-no-cluster", Severity: finding.Error,
		Summary: "Several direct addresses without cluster: every call fails with ClassCastException",
		Doc: `Several addresses in url without a written cluster go to the zone-aware cluster, which expects registries
and casts the plain invokers: every call ends in a ClassCastException before it is sent.`,
		Before:    `<dubbo:reference id="pay" interface="com.acme.PayService" url="dubbo://a:20880;dubbo://b:20880"/>`,
		After:     `<dubbo:reference id="pay" interface="com.acme.PayService" url="dubbo://a:20880;dubbo://b:20880" cluster="failfast"/>`,
		Versions:  "2.7.8-2.7.23 and 3.0.0-3.0.2.1",
		Guards:    []string{"silent: cluster is written, or one address"},
		Questions: []string{"direct-urls"},
		Quirks:    []dubbo.QuirkID{dubbo.DirectURLsCrash},
		Proof: []string{
			"measured: ClassCastException and 0 executions, else 3 executions (case cluster, unique-direct-two)",
		},
		Fix: "Write the cluster: failfast for writes, failover for reads.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			if f := failureOf(ref, dubbo.DirectURLsCrash); f != nil {
				p.aboutReference(ref, finding.Error, "url", "every call fails with ClassCastException: several direct addresses without cluster go to the zone-aware cluster in %s. %s",
					version(ref.App), setTo(ref, "cluster", "failfast")).also(f.At, "the addresses")
			}
		}
	},
}

var singleURLNotRetried = &Rule{
	Info: finding.Info{
		ID: "DA417", Name: "single-url-not-retried", Severity: finding.Note,
		Summary: "retries has no effect with one direct url in this version",
		Doc: `Up to 2.7.23 a reference with one address in url has no cluster layer: it calls once, and retries is not
read. From 3.0.3 on it is, so an upgrade makes the number count.`,
		Before:    `<dubbo:reference id="stock" interface="com.acme.StockService" url="dubbo://stock:20880" retries="3"/>`,
		After:     `<dubbo:reference id="stock" interface="com.acme.StockService" url="dubbo://stock:20880"/>`,
		Versions:  "up to 2.7.23 and 3.0.0-3.0.2.1",
		Guards:    []string{"silent: retries is not written, or 0"},
		Questions: []string{"direct-url"},
		Quirks:    []dubbo.QuirkID{dubbo.DirectURLNoCluster},
		Proof: []string{
			"measured: 1 execution, whatever retries says (case cluster)",
		},
		Fix: "Drop retries, before an upgrade makes it count.",
	},
	Check: func(p *Pass) {
		for c := range p.calls() {
			r := c.Retries
			if singleURL(c.Ref) && c.Cluster.V == dubbo.NoCluster && r.Known && !byDefault(r) && r.V > 0 {
				p.aboutOrigin(c, r.From, finding.Note, "retries", "retries=%d has no effect on %s: with one direct url %s calls once. Drop it before an upgrade to 3.x makes it count.",
					r.V, nameOf(c.Ref), version(c.Ref.App))
			}
		}
	},
}

// failureOf returns the failure that a quirk brings upon the reference or its
// calls, nil when there is none.
func failureOf(ref *effective.Reference, q dubbo.QuirkID) *effective.Failure {
	if ref.Fails != nil && ref.Fails.Quirk == q {
		return ref.Fails
	}
	for _, c := range ref.Calls {
		if c.Fails != nil && c.Fails.Quirk == q {
			return c.Fails
		}
	}
	return nil
}
