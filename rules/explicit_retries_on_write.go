package rules

import "github.com/dubboaudit/dubboaudit/rules/finding"

var explicitRetriesOnWrite = &Rule{
	Info: finding.Info{
		ID: "DA102", Name: "explicit-retries-on-write", Severity: finding.Error,
		Summary: "Retries were set for a method that looks non-idempotent",
		Doc: `Somebody asked for retries, often for the reading methods of the same interface, and a write gets
them too. Every attempt that times out goes on running at the provider, so the write is done up to retries+1 times.
On verbs of money and stock this is an error: pay, refund, deduct and their like.`,
		Before: `<dubbo:reference id="pay" interface="com.acme.PayService" retries="3"/>`,
		After: `<dubbo:reference id="pay" interface="com.acme.PayService" retries="3">
  <dubbo:method name="pay" retries="0"/>
</dubbo:reference>`,
		Versions: "every version",
		Guards: []string{
			"a note only: an idempotency key among the parameters",
			"one level down: an annotation such as @Idempotent",
			"silent: async calls and clusters that never retry",
		},
		Questions: []string{"retries"},
		Proof:     []string{"measured: retries=1 gives 2 executions, retries=5 gives 6 (case retries)"},
		Fix:       "Set retries to 0 for the write, or give it a key that the provider enforces.",
	},
	Check: func(p *Pass) {
		for c := range p.calls() {
			if !c.Retries.Known || byDefault(c.Retries) || c.Retries.V <= 0 || !repeats(c) {
				continue
			}
			v := p.Verdict(c)
			if !isWrite(v) {
				continue
			}
			sev := finding.Warning
			if v.Money {
				sev = finding.Error
			}
			switch {
			case v.Key != "":
				sev = finding.Note
			case v.Mitigated():
				sev = sev.Down()
			}
			d := p.aboutCall(c, sev, "retries", "%s %s: retries=%d %s%s%s. %s", c.Method, mayRun(c), c.Retries.V,
				comesFrom(c.Retries.From), mockToo(c), onlyIf(v), stop(c)).judged(v)
			d.fix(p.stopRetriesFixes(c)...)
		}
	},
}
