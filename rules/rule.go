// Package rules holds the audit's rules, one a file, and the step that shows
// one finding where several rules meet. A rule reads what package effective
// worked out; it never works out precedence again.
package rules

import (
	"iter"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
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
	// Verdict judges a call's method; the answer is kept between rules.
	Verdict func(*effective.Call) idempotency.Verdict

	rule  *Rule
	found []*draft
	seen  map[string]bool
	twins *twins
	stops map[stopping][]*finding.Fix
}

// Run runs the enabled rules (nil: all) over the model, shows one finding
// where several rules meet on a reference and method, joins what several
// applications share, and sorts by place.
func Run(m *effective.Model, verdict func(*effective.Call) idempotency.Verdict, enabled func(id string) bool) []*finding.Finding {
	verdict = remember(verdict)
	var all []*draft
	twins := &twins{}
	for _, r := range All {
		if enabled != nil && !enabled(r.ID) {
			continue
		}
		p := &Pass{Model: m, Verdict: verdict, rule: r, seen: map[string]bool{}, twins: twins}
		r.Check(p)
		all = append(all, p.found...)
	}
	return joinApplications(meet(all))
}

func remember(judge func(*effective.Call) idempotency.Verdict) func(*effective.Call) idempotency.Verdict {
	known := map[*effective.Call]idempotency.Verdict{}
	return func(c *effective.Call) idempotency.Verdict {
		v, ok := known[c]
		if !ok {
			v = judge(c)
			known[c] = v
		}
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
			for _, c := range ref.Calls {
				if c.Fails == nil && !c.Never() && !yield(c) {
					return
				}
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
