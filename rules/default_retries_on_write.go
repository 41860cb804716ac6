package rules

import (
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var defaultRetriesOnWrite = &Rule{
	Info: finding.Info{
		ID: "DA101", Name: "default-retries-on-write", Severity: finding.Error,
		Summary: "A method that looks non-idempotent is retried because nobody set retries",
		Doc: `Without any setting Dubbo uses the failover cluster with two retries. After a timeout of
1000 ms it calls again, on the same provider if there is only one, while the first call is still running there:
a timeout never stops the provider. An order is stored three times, a payment is booked three times, and the
caller sees one error.`,
		Before: `<dubbo:reference id="orders" interface="com.acme.OrderService"/>`,
		After:  `<dubbo:reference id="orders" interface="com.acme.OrderService" retries="0" timeout="5000"/>`,

		Versions: "every version",
		Guards: []string{
			"one level down: an idempotency key among the parameters (safe only if the provider enforces it)",
			"one level down: an annotation such as @Idempotent",
			"one level down: the implementation looks for an earlier row, or claims one by its state, and ends early",
			"one level down: the row stands under a primary or unique key that is put together from the parameters, which refuses a second one",
			"silent: every call of the implementation was followed, and it only reads, sets values, deletes, or leaves doubles to a unique key",
			"one level down and of low confidence: async or CompletableFuture (a timeout is not retried, only a failed send)",
			"silent: a provider-side value that reaches the consumer in this version counts as set",
			"silent: a method that the class of a private field does not call, and of low confidence where the reference may be handed on",
			"silent: an unknown placeholder (DA901 instead)",
		},
		Questions: []string{"nothing-set", "async"},
		Proof: []string{
			"measured: 3 executions in 3.0 s with nothing set, also with one provider (case retries)",
			"measured: async and CompletableFuture calls run once (case async-mock)",
			"source: 2.7.8 FailoverClusterInvoker:61-64, 3.3.1 FailoverClusterInvoker:129-142",
		},
		Fix: "Set retries to 0 where the reference is configured, and a timeout that fits the method.",
	},
	Check: func(p *Pass) {
		for c := range p.calls() {
			if !byDefault(c.Retries) || !c.Cluster.Known {
				continue
			}
			v := p.Verdict(c)
			later := c.Mode != effective.Sync && c.Cluster.V == "failover" && executions(c) == 1
			if !isWrite(v) || !repeats(c) && !later {
				continue
			}
			d := p.aboutCall(c, writeSeverity(c, v), "retries", "%s", defaultRetriesMessage(c, v)).judged(v)
			if later {
				d.sure(finding.Low)
			}
			d.fix(p.stopRetriesFixes(c)...)
		}
	},
}

// byDefault reports whether nobody's setting reached the call.
func byDefault[T any](v effective.Value[T]) bool {
	return v.Known && (v.IsDefault() || v.From.Level == effective.AnnotationDef)
}

func defaultRetriesMessage(c *effective.Call, v idempotency.Verdict) lang.Text {
	why := lang.T("no retries at method, reference or consumer")
	if l := firstWritten(c.Retries.Shadowed); l != nil {
		why = lang.T("retries=%s, which %s, has no effect", l.Text(), comesFrom(l.From))
	}
	if byDefault(c.Timeout) {
		why = why.Then(lang.T("; no timeout is set either"))
	}
	why = why.Then(mockToo(c)).Then(onlyIf(v))
	if c.Mode != effective.Sync {
		return lang.T("%s is called asynchronously: a timeout is not retried, but a call that cannot be sent is tried up to %d times: retries=%d is Dubbo's default; %s. %s",
			c.Method, c.Retries.V+1, c.Retries.V, why, stop(c))
	}
	return lang.T("%s %s: retries=%d is Dubbo's default; %s. %s", c.Method, mayRun(c), c.Retries.V, why, stop(c))
}

func firstWritten(losers []effective.Loser) *effective.Loser {
	for i := range losers {
		if losers[i].From.Level != effective.Default {
			return &losers[i]
		}
	}
	return nil
}
