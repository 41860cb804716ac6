package rules

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var parallelClusterOnWrite = &Rule{
	Info: finding.Info{
		ID: "DA103", Name: "parallel-cluster-on-write", Severity: finding.Error,
		Summary: "A write is sent to several providers at once",
		Doc: `The forking cluster calls two providers (or forks=N) at the same time and takes the first answer; the
others still execute. The broadcast cluster calls every provider. Neither is a way to make a write more reliable: it
is done several times on purpose.`,
		Before:    `<dubbo:reference id="orders" interface="com.acme.OrderService" cluster="forking"/>`,
		After:     `<dubbo:reference id="orders" interface="com.acme.OrderService" cluster="failfast"/>`,
		Versions:  "every version",
		Guards:    []string{"silent: broadcast of refresh, reload, clear, flush, evict, invalidate and sync methods is meant so"},
		Questions: []string{"cluster-replaced", "clusters"},
		Proof: []string{
			"measured: forking executes on two providers, broadcast on all (case cluster, async-mock)",
			"source: 3.2.16 ForkingClusterInvoker:76-77",
		},
		Fix: "Use failfast, which calls once and reports the error.",
	},
	Check: func(p *Pass) {
		for c := range p.calls() {
			v := p.Verdict(c)
			if !isWrite(v) || !c.Cluster.Known {
				continue
			}
			sev, where := finding.Error, lang.Text{}
			switch {
			case c.Cluster.V == "forking":
				where = forks(c.Forks.V, c.Forks.Known)
			case c.Cluster.V == "broadcast" && !meantForAll(c.Method):
				sev, where = finding.Warning, lang.T("every provider")
			default:
				continue
			}
			p.aboutCall(c, sev, "cluster", "%s runs on %s for one call: cluster=%s %s. %s", c.Method, where,
				c.Cluster.V, comesFrom(c.Cluster.From), setTo(c.Ref, "cluster", "failfast")).
				atSetting(c.Cluster.From).judged(v)
		}
	},
}

func forks(n int, known bool) lang.Text {
	switch {
	case !known:
		return lang.T("several providers at once")
	case n <= 0:
		return lang.T("every provider at once")
	}
	return lang.T("%d providers at once", n)
}

// meantForAll tells methods that one wants to run on every provider.
func meantForAll(method string) bool {
	low := strings.ToLower(method)
	for _, verb := range []string{"refresh", "reload", "clear", "flush", "evict", "invalidate", "sync"} {
		if strings.HasPrefix(low, verb) {
			return true
		}
	}
	return false
}
