package rules

import (
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var failfastWithRetries = &Rule{
	Info: finding.Info{
		ID: "DA505", Name: "failfast-with-retries", Severity: finding.Note,
		Summary: "retries stands next to a cluster that never retries: it has no effect",
		Doc: `failfast, failsafe, available, broadcast and forking call once, whatever retries says. The two settings
say opposite things, so one of them is not what its author meant.`,
		Before:    `@DubboReference(cluster = "failfast", retries = 1)`,
		After:     `@DubboReference(cluster = "failfast")`,
		Versions:  "every version (in 2.7.6 and 2.7.7 the cluster itself is lost: DA401)",
		Guards:    []string{"silent: retries of a consumer under a cluster of one reference; retries=0"},
		Questions: []string{"cluster-replaced"},
		Quirks:    []dubbo.QuirkID{dubbo.ClusterOverridesRetries},
		Proof:     []string{"measured: failfast, failsafe and available run once with retries written (case cluster)"},
		Fix:       "Drop retries, or the cluster.",
	},
	Check: func(p *Pass) {
		for c := range p.calls() {
			r, cl := c.Retries, c.Cluster
			beside := r.From.Level == effective.AtReference || r.From.Level == effective.AtMethod || r.From.Level == cl.From.Level
			if !r.Known || byDefault(r) || r.V <= 0 || !cl.Known || byDefault(cl) || !neverRetries[cl.V] || !beside {
				continue
			}
			d := p.aboutOrigin(c, r.From, finding.Note, "retries", "retries=%d has no effect: cluster=%s, which %s, never retries. Drop one of the two.",
				r.V, cl.V, comesFrom(cl.From))
			if d != nil {
				d.also(cl.From.At, "the cluster comes from here")
			}
		}
	},
}
