package rules

import (
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/retrylayer"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var tccParticipantRetries = &Rule{
	Info: finding.Info{
		ID: "DA108", Name: "tcc-participant-retries", Severity: finding.Error,
		Summary: "Dubbo repeats a call that takes part in a distributed transaction",
		Doc: `A participant of a distributed transaction is counted by its calls: each execution of a try method reserves
once more, each execution of a write inside a global transaction is a branch of its own, and all of them are
confirmed or rolled back together. The coordinator already decides what is repeated; retries of Dubbo below it
are not in its books.`,
		Before: `@TwoPhaseBusinessAction(name = "freeze", commitMethod = "commit", rollbackMethod = "rollback")
boolean freeze(BusinessActionContext context, String account, int amount); // called with retries=2`,
		After: `@DubboReference(retries = 0)
private AccountAction accounts;`,
		Versions:  "every version",
		Guards:    []string{"silent: useTCCFence = true, by which Seata drops a second execution of a branch", "silent: reads inside a transaction"},
		Questions: []string{"nothing-set"},
		Proof: []string{
			"measured: 3 executions of each call with nothing set (case retries)",
			"source: Seata 1.5 TCCFenceHandler (useTCCFence, off by default); not measured with a coordinator",
		},
		Fix: "Set retries to 0 on references to participants, and let the transaction's coordinator repeat.",
	},
	Check: func(p *Pass) {
		for c := range p.calls() {
			if !repeats(c) || p.Verdict(c).Kind == idempotency.Read {
				continue
			}
			if t := p.participant(c); t != nil && !t.Fenced {
				d := p.aboutCall(c, finding.Error, "retries", "%s %s inside a distributed transaction: %s on %s; %s. %s",
					c.Method, mayRun(c), t.Name, t.Method, retriesFrom(c), stop(c)).
					also(t.At, "%s makes it a participant", t.Name).whateverMethod()
				d.evidence(p.Verdict(c)).fix(p.stopRetriesFixes(c)...)
			}
		}
	},
}

// participant returns the transaction that a call takes part in: by the
// annotation of its method or of the implementation's, or that of a method
// around the call, where it surely writes.
func (p *Pass) participant(c *effective.Call) *retrylayer.Transaction {
	var global *retrylayer.Transaction
	if c.Decl != nil {
		if t := retrylayer.TransactionOf(c.DeclType, c.Decl); t != nil && t.Name != "@GlobalTransactional" {
			return t
		}
	}
	for _, s := range c.Ref.Providers {
		if s.ImplType == nil {
			continue
		}
		for _, m := range s.ImplType.Methods {
			if t := retrylayer.TransactionOf(s.ImplType, m); t != nil && m.Name == c.Method && t.Name != "@GlobalTransactional" {
				return t
			}
		}
	}
	if !p.surelyWrites(c) {
		return nil
	}
	for _, w := range p.ways(c) {
		if w.Transaction != nil && global == nil {
			global = w.Transaction
		}
	}
	return global
}
