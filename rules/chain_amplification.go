package rules

import (
	"slices"
	"time"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/retrylayer"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var chainAmplification = &Rule{
	Info: finding.Info{
		ID: "DA107", Name: "chain-amplification", Severity: finding.Warning,
		Summary: "Retries along a chain of services multiply: the last one runs many times for one call of the first",
		Doc: `When the service at the end of a chain is slow, the one before it waits for three attempts, and before these
are over its own caller gives up and calls it again. A timeout stops nothing, so one click becomes nine executions
at the end of two links, 27 at the end of three, just when that service can bear it least.`,
		Before: `order-web -> OrderService.createOrder (retries=2) -> StockService.reduceStock (retries=2)`,
		After:  `order-web -> OrderService.createOrder (retries=0) -> StockService.reduceStock (retries=0)`,

		Versions: "every version",
		Guards: []string{
			"silent: fewer than 9 executions of a write, fewer than 27 of another method",
			"silent: a caller that waits for all attempts of the call behind it: it gets an error of the service, which Dubbo does not retry",
			"silent: a link whose executions or timeout are not known, a service that is not in the audited trees, a call handed to another thread",
		},
		Questions: []string{"nothing-set", "causes"},
		Proof: []string{
			"measured: 3 executions of each call with nothing set; a timeout never stops the provider (case retries)",
			"source: 2.7.8 FailoverClusterInvoker:61-88 tries again only where the invoker throws; what a service throws comes back as a result",
		},
		Fix: "Retry at one layer only, the outermost one that can do so safely; set retries to 0 on the others.",
	},
	Check: func(p *Pass) {
		for c := range p.calls() {
			if !repeats(c) {
				continue
			}
			least := 27
			if p.surelyWrites(c) {
				least = 9
			}
			if ch := p.chainTo(c, nil); ch.n >= least && len(ch.links) > 1 {
				p.tellChain(c, ch)
			}
		}
	},
}

// chainLink is one call of a chain with how often it runs for one run of the
// method that makes it.
type chainLink struct {
	*effective.Call
	times int
	way   *retrylayer.Way // nil for the first
}

// chain is a way through several services, the first call first; n is how
// often the last one runs for one run of the first one's caller.
type chain struct {
	links []chainLink
	n     int
}

// text lists the links.
func (ch chain) text() lang.Text {
	parts := make([]lang.Text, len(ch.links))
	for i, l := range ch.links {
		parts[i] = lang.T("%s -> %s.%s x %d", l.Ref.App.Name, shortName(l.Ref), l.Method, l.times)
	}
	return lang.List(parts...)
}

// maxChain bounds the links of a chain.
const maxChain = 6

// chainTo finds the chain that multiplies most and ends with a call; below
// are the calls behind it, against circles.
func (p *Pass) chainTo(c *effective.Call, below []*effective.Call) chain {
	best := chain{[]chainLink{{Call: c, times: executions(c)}}, executions(c)}
	if len(below) >= maxChain {
		return best
	}
	below = append(slices.Clone(below), c)
	for _, w := range p.ways(c) {
		times := executions(c) * product(repeating(w))
		for _, u := range p.upstream(c, w) {
			if executions(u) < 1 || !outlasts(c, w, u) || slices.Contains(below, u) {
				continue
			}
			if up := p.chainTo(u, below); up.n*times > best.n {
				best = chain{append(slices.Clone(up.links), chainLink{c, times, w}), up.n * times}
			}
		}
	}
	return best
}

// outlasts reports whether the caller of a service gives up before the service
// has made all attempts of a call: else it gets the service's own error, which
// is not tried again.
func outlasts(c *effective.Call, w *retrylayer.Way, u *effective.Call) bool {
	return !w.Detached.Valid() && u.Timeout.Known && u.Timeout.V > 0 && c.WorstCase > 0 && wait(c, w) > u.Timeout.V
}

// wait is how long the method where a way begins may wait for a call: for all
// attempts of the layers, as far as they are known, and their pauses.
func wait(c *effective.Call, w *retrylayer.Way) time.Duration {
	takes := c.WorstCase
	for _, l := range repeating(w) {
		n := time.Duration(max(l.Attempts, 1))
		takes = takes*n + l.Delay*(n-1)
	}
	return takes
}

func (p *Pass) tellChain(c *effective.Call, ch chain) {
	d := p.aboutCall(c, finding.Warning, "retries", "%s may run %d times for one call in %s: %s; %s. %s",
		c.Method, ch.n, ch.links[0].Ref.App.Name, ch.text(), retriesFrom(c), stop(c))
	for _, l := range ch.links {
		d.also(l.Ref.At, "%s calls %s#%s, which %s", l.Ref.App.Name, nameOf(l.Ref), l.Method, mayRun(l.Call))
		if l.way != nil {
			d.layers(l.way, repeating(l.way))
		}
	}
	if p.surelyWrites(c) {
		d.judged(p.Verdict(c)).fix(p.stopRetriesFixes(c)...)
	}
}
