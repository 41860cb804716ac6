package rules

import (
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var clusterOnRegistry = &Rule{
	Info: finding.Info{
		ID: "DA504", Name: "cluster-on-registry", Severity: finding.Note,
		Summary: "cluster on a registry is not the cluster of the references",
		Doc: `A registry's cluster chooses among several registries. With one registry it does nothing, and with several
it stands around the cluster of the references. Only in 2.7.6 and 2.7.7 it decides the cluster of every reference.`,
		Before:    `<dubbo:registry address="zookeeper://zk:2181" cluster="broadcast"/>`,
		After:     `<dubbo:reference id="cache" interface="com.acme.CacheService" cluster="broadcast"/>`,
		Versions:  "every version",
		Guards:    []string{"silent: zone-aware and registryaware, which are made for registries"},
		Questions: []string{"registries"},
		Proof: []string{
			"measured: cluster as a parameter of the registry address has no effect (case registry-cluster)",
			"runs that are not recorded: 2.7.6 with dubbo.registry.cluster=failfast makes every reference failfast",
			"reported: apache/dubbo#14266, #3801",
		},
		Fix: "Set cluster on the reference or the consumer.",
	},
	Check: func(p *Pass) {
		for _, app := range p.Model.Apps {
			for _, c := range app.Configs {
				s := c.Get("cluster")
				if c.Tag != "registry" || s == nil || s.Value == "" || s.Value == "zone-aware" || s.Value == "registryaware" {
					continue
				}
				what := lang.T("it chooses among registries and is not the cluster of the references")
				if dubbo.ClusterReplaced.Has(app.Version.Version) {
					what = lang.T("in %s it decides the cluster of every reference, in other versions of none", version(app))
				}
				p.aboutApp(app, finding.Note, "cluster", "cluster=%s on the registry: %s. Set cluster on the reference or the consumer.", s.Value, what).at(s.At)
			}
		}
	},
}
