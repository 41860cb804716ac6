// Package rules holds the audit's rules, one a file, and the step that shows
// one finding where several rules meet. A rule reads what package effective
// worked out; it never works out precedence again.
package rules

import (
	"iter"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/retrylayer"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// Rule is one rule: its description and a check without state.
type Rule struct {
	finding.Info
	Check func(*Pass)
}

// Pass is one run of one rule.
type Pass struct {
	Model *effective.Model
	Look

	rule  *Rule
	found []*draft
	seen  map[string]bool
	twins *twins
	stops map[stopping][]*finding.Fix
	// called are the calls that are made somewhere, by the method's name.
	called map[string][]*effective.Call
}

// Look is how rules look at the code behind and around a call, several at a
// time. The answers are kept between rules.
type Look struct {
	// Verdict judges a call's method.
	Verdict func(*effective.Call) idempotency.Verdict
	// Ways are the ways through the code to where the call is made, or near
	// it only, within one class; nil: none is known anywhere.
	Ways func(c *effective.Call, near bool) []*retrylayer.Way
	// Keys are the idempotency keys among the arguments that are made new on
	// one of the ways.
	Keys func(*effective.Call, *retrylayer.Way) []retrylayer.Key
}

// Run runs the enabled rules (nil: all) over the model, shows one finding
// where several rules meet on a reference and method, joins what several
// applications share, and sorts by place.
func Run(m *effective.Model, look Look, enabled func(id string) bool) []*finding.Finding {
	look = look.complete()
	look.ahead(m)
	var all []*draft
	twins := &twins{}
	for _, r := range All {
		if enabled != nil && !enabled(r.ID) {
			continue
		}
		p := &Pass{Model: m, Look: look, rule: r, seen: map[string]bool{}, twins: twins}
		r.Check(p)
		for _, d := range p.found {
			d.cautious()
		}
		all = append(all, p.found...)
	}
	return joinApplications(meet(all))
}

// ahead asks what the rules will ask of every call that can be made, for several
// references at a time: to follow the code takes longer than the rules do. Each
// worker begins elsewhere, as those that look at the same application wait for
// each other or do the same.
func (l Look) ahead(m *effective.Model) {
	p := &Pass{Model: m, Look: l}
	references := slices.Collect(p.references())
	taken := make([]atomic.Bool, len(references))
	var group sync.WaitGroup
	jobs := runtime.GOMAXPROCS(0)
	for k := range jobs {
		group.Go(func() {
			for i := range references {
				i = (i + k*len(references)/jobs) % len(references)
				if taken[i].CompareAndSwap(false, true) {
					p.ask(references[i])
				}
			}
		})
	}
	group.Wait()
}

// ask looks at the code of one reference. A panic waits for the rule that asks
// again, whose caller may recover.
func (p *Pass) ask(ref *effective.Reference) {
	defer func() { _ = recover() }()
	for c := range callsOf(ref) {
		p.Verdict(c)
		p.ways(c)
	}
}

// complete keeps verdicts, and fills in what is missing with no answer.
func (l Look) complete() Look {
	l.Verdict = remember(l.Verdict)
	if l.Ways == nil {
		l.Ways = func(*effective.Call, bool) []*retrylayer.Way { return nil }
	}
	if l.Keys == nil {
		l.Keys = func(*effective.Call, *retrylayer.Way) []retrylayer.Key { return nil }
	}
	return l
}

func remember(judge func(*effective.Call) idempotency.Verdict) func(*effective.Call) idempotency.Verdict {
	var known sync.Map
	return func(c *effective.Call) idempotency.Verdict {
		if v, ok := known.Load(c); ok {
			return v.(idempotency.Verdict)
		}
		v := judge(c)
		known.Store(c, v)
		return v
	}
}

// references yields every reference of every application.
func (p *Pass) references() iter.Seq[*effective.Reference] {
	return func(yield func(*effective.Reference) bool) {
		for _, app := range p.Model.Apps {
			for _, ref := range app.References {
				if !yield(ref) {
					return
				}
			}
		}
	}
}

// calls yields every call that can be made at all.
func (p *Pass) calls() iter.Seq[*effective.Call] {
	return func(yield func(*effective.Call) bool) {
		for ref := range p.references() {
			for c := range callsOf(ref) {
				if !yield(c) {
					return
				}
			}
		}
	}
}

// callsOf yields the calls of a reference that can be made at all.
func callsOf(ref *effective.Reference) iter.Seq[*effective.Call] {
	return func(yield func(*effective.Call) bool) {
		for _, c := range ref.Calls {
			if c.Fails == nil && !c.Never() && !yield(c) {
				return
			}
		}
	}
}

// once reports whether the key is new in this run of the rule.
func (p *Pass) once(key string) bool {
	if p.seen[key] {
		return false
	}
	p.seen[key] = true
	return true
}
