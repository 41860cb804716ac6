package rules

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var clusterReplaced = &Rule{
	Info: finding.Info{
		ID: "DA401", Name: "cluster-replaced", Severity: finding.Error,
		Summary: "The configured cluster is silently replaced by failover in this version",
		Doc: `Dubbo 2.7.6 and 2.7.7 take the cluster from the registry's URL. Whatever cluster says on the reference,
the consumer, in a property or an annotation, every reference through a registry runs failover: a configured
failfast means three executions. failsafe, failback, forking, broadcast, available and mergeable are replaced alike.
The log still shows failfast. retries=0 works in these versions.

2.7.5 is often named together with them. The released 2.7.5 was measured and honours the cluster, so there the
finding is a warning of low confidence, which fails no gate.`,
		Before:   `<dubbo:reference id="pay" interface="com.acme.PayService" cluster="failfast"/> <!-- dubbo 2.7.6 -->`,
		After:    `<dubbo:reference id="pay" interface="com.acme.PayService" cluster="failfast" retries="0"/> <!-- and go to 2.7.8 or later -->`,
		Versions: "2.7.6 and 2.7.7: measured; 2.7.5: measured to honour the cluster, shown with low confidence",
		Guards: []string{
			"a note only: retries=0 stands beside the cluster, which stops the retries in these versions too",
			"silent: a direct url with two addresses, which honours the cluster; cluster=failover",
		},
		Questions: []string{"cluster-replaced"},
		Quirks:    []dubbo.QuirkID{dubbo.ClusterReplaced},
		Proof: []string{
			"measured: FailoverClusterInvoker and 3 executions on 2.7.6 and 2.7.7 with the cluster on the attribute, the consumer, dubbo.properties, the annotation and a parameter; honoured on 2.7.3, 2.7.4.1, 2.7.5, 2.7.8 and later (case cluster)",
			"source: 2.7.8 RegistryProtocol:453",
			"reported: apache/dubbo#6602, #5966",
		},
		Fix: "Upgrade to 2.7.8 or later; until then set retries=0 on the reference.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			calls := matching(ref, func(c *effective.Call) bool { return c.Cluster.Lost(dubbo.ClusterReplaced) != nil })
			p.spread(calls, func(c *effective.Call, words lang.Text, _ bool) *draft {
				return p.replacedCluster(c, words)
			})
			p.suspectCluster(ref)
		}
	},
}

func (p *Pass) replacedCluster(c *effective.Call, words lang.Text) *draft {
	l := c.Cluster.Lost(dubbo.ClusterReplaced)
	stops := c.Retries.Known && c.Retries.V <= 0
	if stops {
		return p.aboutCall(c, finding.Note, "cluster",
			"cluster=%s, which %s, has no effect: %s runs %s for every reference. Only retries=%d keeps %s to one execution. Upgrade to 2.7.8 or later.",
			l.Text(), comesFrom(l.From), version(c.Ref.App), c.Cluster.V, c.Retries.V, words).atSetting(l.From).whateverMethod()
	}
	d := p.aboutCall(c, finding.Error, "cluster",
		"cluster=%s, which %s, has no effect: %s runs %s for every reference, so %s %s. %s Or upgrade to 2.7.8 or later.",
		l.Text(), comesFrom(l.From), version(c.Ref.App), c.Cluster.V, words, mayRun(c), stop(c)).atSetting(l.From).whateverMethod()
	return d.fix(p.stopWhole(c, neverRetries[l.Text()]))
}

// suspectCluster says what is known about 2.7.5, which articles name together
// with 2.7.6.
func (p *Pass) suspectCluster(ref *effective.Reference) {
	v := ref.App.Version
	if v.Base != "2.7.5" || ref.URL.V != "" {
		return
	}
	calls := matching(ref, func(c *effective.Call) bool {
		return c.Cluster.Known && !byDefault(c.Cluster) && c.Cluster.V != dubbo.DefaultCluster && c.Cluster.V != dubbo.NoCluster
	})
	if len(calls) == 0 {
		return
	}
	c, sev := calls[0], finding.Warning
	if c.Retries.Known && c.Retries.V <= 0 {
		sev = finding.Note
	}
	p.aboutCall(c, sev, "cluster",
		"cluster=%s, which %s: 2.7.5 is often named with 2.7.6 and 2.7.7, which run failover instead. The released 2.7.5 was measured to honour it (1 execution). Upgrade to 2.7.8 or later, not to 2.7.6 or 2.7.7.",
		c.Cluster.V, comesFrom(c.Cluster.From)).wholeReference().atSetting(c.Cluster.From).sure(finding.Low)
}

// neverRetries are the clusters that call once, whatever retries says.
var neverRetries = map[string]bool{"failfast": true, "failsafe": true, "available": true, "broadcast": true, "forking": true}

// singleURL reports whether the reference has a direct url of one address.
func singleURL(ref *effective.Reference) bool {
	return ref.URL.V != "" && !strings.Contains(ref.URL.V, ";")
}
