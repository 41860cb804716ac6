package rules

import (
	"time"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/retrylayer"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var budgetExceedsCaller = &Rule{
	Info: finding.Info{
		ID: "DA202", Name: "budget-exceeds-caller", Severity: finding.Warning,
		Summary: "The call may take longer than those wait who wait for it",
		Doc: `A service that calls another one may wait for all attempts of that call, each with its timeout. When its own
caller gives up earlier, or a retry layer around the call does, the rest of the attempts still runs: for nobody,
and beside the next attempt from above.`,
		Before: `order-web:     timeout=2000 -> OrderService.createOrder
order-service: timeout=1000, retries=2 -> StockService.reduceStock (3000 ms)`,
		After:    `order-service: timeout=1500, retries=0 -> StockService.reduceStock (1500 ms)`,
		Versions: "every version",
		Guards: []string{
			"silent: a call, a timeout or a caller that is not known; asynchronous calls, and those handed to another thread",
			"a note: neither the call's nor the caller's numbers are written anywhere",
		},
		Questions: []string{"nothing-set", "timeout-order"},
		Proof: []string{
			"measured: a caller waits for executions x timeout (case retries), and a timeout never stops the provider",
		},
		Fix: "Give the call less time, or fewer attempts, than its caller waits.",
	},
	Check: func(p *Pass) {
		like := alike{}
		for ref := range p.references() {
			budgets := map[*effective.Call]*budget{}
			calls := matching(ref, func(c *effective.Call) bool {
				if c.WorstCase > 0 && c.Mode == effective.Sync {
					budgets[c] = p.budgetOf(c)
				}
				return budgets[c] != nil
			})
			p.spread(calls, func(c *effective.Call, words lang.Text, write bool) *draft {
				d := p.tellBudget(c, words, budgets[c])
				if write {
					return d
				}
				return p.fold(like, d.wholeReference(), budgets[c].says(c, lang.T("a call")), lessTime, budgets[c].numbers(c)...)
			})
		}
		for _, key := range sortedKeys(like) {
			like[key].tell()
		}
	},
}

// budget is the shortest time that somebody waits for a call which takes
// longer.
type budget struct {
	limit, takes time.Duration
	who          lang.Text
	written      bool // somebody wrote a number of it
	layer        *retrylayer.Layer
	by           *effective.Call
	way          *retrylayer.Way
}

func (p *Pass) budgetOf(c *effective.Call) *budget {
	var least *budget
	take := func(b *budget) {
		if b.takes > b.limit && (least == nil || b.limit < least.limit) {
			least = b
		}
	}
	for _, w := range p.ways(c) {
		takes, before := c.WorstCase, w.Swallowed.Valid()
		for _, l := range repeating(w) {
			if l.Budget > 0 {
				take(&budget{limit: l.Budget, takes: takes, who: lang.T("%s in %s", l.Name, l.Method), written: true, layer: l, way: w})
			}
			if n := time.Duration(max(l.Attempts, 1)); !before {
				takes = takes*n + l.Delay*(n-1)
			}
		}
		for _, u := range p.upstream(c, w) {
			if !w.Detached.Valid() && u.Timeout.Known && u.Mode == effective.Sync && u.Timeout.V > 0 && u.WorstCase > 0 {
				take(&budget{limit: u.Timeout.V, takes: takes, who: lang.Verbatim(u.Ref.App.Name), by: u, way: w,
					written: !byDefault(u.Timeout) || !byDefault(c.Timeout) || !byDefault(c.Retries) || len(repeating(w)) > 0})
			}
		}
	}
	return least
}

func (p *Pass) tellBudget(c *effective.Call, words lang.Text, b *budget) *draft {
	sev := finding.Warning
	if !b.written {
		sev = finding.Note
	}
	says := b.says(c, words)
	if b.by != nil {
		says = lang.T("%s for %s (timeout %s)", says, last(b.way), comesFrom(b.by.Timeout.From))
	}
	d := p.aboutCall(c, sev, "timeout", "%s. %s", says, lessTime)
	if b.by != nil {
		d.also(b.by.Ref.At, "%s waits here", b.who)
	}
	return d.layers(b.way, repeating(b.way)).whateverMethod()
}

var lessTime = lang.T("Give it less time or fewer attempts than that.")

// numbers are those of says, and whose they are.
func (b *budget) numbers(c *effective.Call) []any {
	return []any{b.takes.Milliseconds(), executions(c), c.Timeout.V.Milliseconds(), b.limit.Milliseconds(), b.who}
}

// says tells the two times: "x may take 3000 ms (3 x 1000 ms), but web waits
// 2000 ms".
func (b *budget) says(c *effective.Call, words lang.Text) lang.Text {
	if b.by != nil {
		return lang.T("%s may take %d ms (%s), but %s waits %d ms", words, b.takes.Milliseconds(), takes(c, b), b.who, b.limit.Milliseconds())
	}
	return lang.T("%s may take %d ms (%s), but %s gives up after %d ms", words, b.takes.Milliseconds(), takes(c, b), b.who, b.limit.Milliseconds())
}

// takes says how a call's longest time comes about.
func takes(c *effective.Call, b *budget) lang.Text {
	product := lang.T("%d x %d ms", executions(c), c.Timeout.V.Milliseconds())
	if b.takes > c.WorstCase {
		return lang.T("%s in each attempt of %s", product, namedAll(repeating(b.way)))
	}
	return product
}
