package rules

import (
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var nestedFailover = &Rule{
	Info: finding.Info{
		ID: "DA109", Name: "nested-failover", Severity: finding.Error,
		Summary: "Two retry loops, one inside the other, multiply the executions",
		Doc: `With several registries each has a cluster of its own, and another cluster stands around them. When both
are failover the outer one repeats what the inner one has already repeated: (retries+1) x (retries+1) executions.`,
		Before: `<dubbo:registry id="east" address="zookeeper://east:2181" cluster="failover"/>
<dubbo:registry id="west" address="zookeeper://west:2181" cluster="failover"/>`,
		After: `<dubbo:registry id="east" address="zookeeper://east:2181"/>
<dubbo:registry id="west" address="zookeeper://west:2181"/>`,
		Versions:  "failover on the registry element: measured on 2.7.8-2.7.22 and from 3.0.15 on, not executed from 3.0.0 to 3.0.7; cluster=failover written on the reference: 2.7.0-2.7.5",
		Guards:    []string{"silent: one registry, or retries=0"},
		Questions: []string{"registries"},
		Quirks:    []dubbo.QuirkID{dubbo.NestedFailover, dubbo.OuterLoopFails},
		Proof: []string{
			"measured: retries=3 gives 16 executions (case nested-registry)",
			"measured: an explicit failover over two registries gives 9 executions on 2.7.0 and 2.7.5 (case nested)",
		},
		Fix: "Take the cluster off the registry elements, or upgrade from 2.7.0-2.7.5 and leave the reference's default cluster unwritten.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			calls := matching(ref, func(c *effective.Call) bool {
				return c.OuterCluster == "failover" && c.Retries.Known && executions(c) > c.Retries.V+1
			})
			p.spread(calls, func(c *effective.Call, words lang.Text, write bool) *draft {
				d := p.aboutCall(c, errorOnWrite(write), "cluster",
					"%s %s: failover around the registries repeats the failover of each registry, and retries=%d %s. Take cluster=failover off the registries.",
					words, mayRun(c), c.Retries.V, comesFrom(c.Retries.From))
				for _, r := range ref.Registries {
					if s := r.Get("cluster"); s != nil {
						d.also(s.At, "the outer cluster comes from here")
					}
				}
				return d
			})
		}
	},
}
