package rules

import (
	"fmt"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/retrylayer"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var retryMultiplication = &Rule{
	Info: finding.Info{
		ID: "DA105", Name: "retry-multiplication", Severity: finding.Error,
		Summary: "The code around a call repeats it, and Dubbo repeats each attempt again",
		Doc: `Each layer of retries multiplies the others: three attempts of a method with @Retryable around a call
that Dubbo tries three times are nine executions, all of them on a provider that is slow already. Only the last
error of each three is seen by the outer layer, so nobody counts the rest.`,
		Before: `@Retryable(maxAttempts = 3)
public String create(Order order) {
    return orders.createOrder(order); // retries not set: 3 executions each
}`,
		After: `@DubboReference(retries = 0, timeout = 5000)
private OrderService orders;`,
		Versions: "every version",
		Guards: []string{
			"silent: a layer that is not run again by the RpcException (include, noRetryFor, retryIfExceptionOfType, a handler that returns or throws something else)",
			"silent: one attempt, a stateful or conditional @Retryable, one that no proxy sees (private, static, final, called by its own class) or that nothing switches on",
			"silent: a loop over different things, one that a success does not end, one whose handler leaves it",
			"found: spring-retry and Spring Framework 7 (@Retryable, RetryTemplate), Resilience4j, guava-retrying, Failsafe, Reactor and RxJava, hand-written loops, also in a method that is given the call as a lambda; in the class of the call, and around a write in its callers",
			"one level down: a number of attempts that the code does not tell, a redelivered message",
			"a note: a job that runs again by its schedule, around a write",
		},
		Questions: []string{"nothing-set", "causes"},
		Proof: []string{
			"measured: 3 executions of each call with nothing set (case retries); a timeout ends in an RpcException",
			"source: spring-retry SimpleRetryPolicy.DEFAULT_MAX_ATTEMPTS = 3; Resilience4j RetryConfig.DEFAULT_MAX_ATTEMPTS = 3; Failsafe RetryPolicyBuilder: 2 retries",
		},
		Fix: "Keep one layer: set retries to 0 on the reference, or take the outer retry away.",
	},
	Check: func(p *Pass) {
		for c := range p.calls() {
			if repeats(c) {
				p.multiplied(c)
			}
		}
	},
}

// multiplied reports the way on which the call is repeated most.
func (p *Pass) multiplied(c *effective.Call) {
	var worst, scheduled *retrylayer.Way
	rank := func(w *retrylayer.Way) int { return product(repeating(w))*2 + b2i(!counted(repeating(w))) }
	for _, w := range p.ways(c) {
		switch {
		case len(repeating(w)) > 0:
			if worst == nil || rank(w) > rank(worst) {
				worst = w
			}
		case len(w.Layers) > 0:
			scheduled = w
		}
	}
	switch {
	case worst != nil:
		p.tellMultiplied(c, worst)
	case scheduled != nil && p.surelyWrites(c):
		l := scheduled.Layers[0]
		p.around(c, finding.Note, scheduled, scheduled.Layers,
			"%s %s in each run of the job %s, which may come before the last one is settled: %s. %s", c.Method, mayRun(c), l.Method, retriesFrom(c), stop(c))
	}
}

func (p *Pass) tellMultiplied(c *effective.Call, w *retrylayer.Way) {
	layers := repeating(w)
	sev := p.severityOf(c)
	if !counted(layers) {
		p.around(c, sev.Down(), w, layers, "%s %s in each attempt of %s: %s. %s", c.Method, mayRun(c), namedAll(layers), retriesFrom(c), stop(c)).sure(finding.Medium)
		return
	}
	n := product(layers)
	p.around(c, sev, w, layers, "%s may run %d times (%s): %s around %d executions by Dubbo; %s. %s",
		c.Method, n*executions(c), factors(layers, executions(c)), namedAll(layers), executions(c), retriesFrom(c), stop(c))
}

// retriesFrom says where the number of Dubbo's retries comes from.
func retriesFrom(c *effective.Call) lang.Text {
	return lang.T("retries=%d %s", c.Retries.V, comesFrom(c.Retries.From))
}

// factors writes a product: "3 x 3 = 9 executions".
func factors(layers []*retrylayer.Layer, dubbo int) lang.Text {
	s := ""
	for i := len(layers) - 1; i >= 0; i-- {
		s += fmt.Sprintf("%d x ", layers[i].Attempts)
	}
	return lang.T("%s%d = %d executions", s, dubbo, product(layers)*dubbo)
}

// around reports a finding about the code around a call, at the outermost
// layer.
func (p *Pass) around(c *effective.Call, sev finding.Severity, w *retrylayer.Way, layers []*retrylayer.Layer, format string, args ...any) *draft {
	d := p.aboutCall(c, sev, "retries", format, args...).layers(w, layers)
	d.also(c.Ref.At, "the reference to %s", nameOf(c.Ref))
	if p.surelyWrites(c) {
		d.judged(p.Verdict(c)).fix(p.stopRetriesFixes(c)...)
	}
	return d.at(layers[len(layers)-1].At)
}
