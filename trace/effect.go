package trace

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// risk grades what a second run of an effect does.
type risk uint8

const (
	reads   risk = iota
	repeats      // writes, and a second run changes nothing more
	lesser       // does it twice, which hurts little: a row of a log, a message
	counts       // adds again to a number or list outside of the database
	doubts       // may do it twice: what it does is not to be seen
	doubles      // does it twice
)

// riskOf grades an effect by itself, whatever keeps a second run away from it.
func riskOf(e *callgraph.Effect) risk {
	switch {
	case e.Does == decl.EffectSelect:
		return reads
	case e.Kind == callgraph.HTTP, e.Kind == callgraph.Remote:
		return doubts
	case e.Vague, e.Does == decl.EffectNone, e.Does == decl.EffectCall, e.Does == decl.EffectDDL, e.Does == decl.EffectSave:
		return doubts
	case e.Does == decl.EffectInsert:
		switch {
		case e.Replaces:
			return repeats
		case e.Kind == callgraph.Message, e.Kind == callgraph.SQL && idempotency.Minor(e):
			return lesser
		case e.Kind == callgraph.Redis:
			return counts
		}
		return doubles
	case e.Does == decl.EffectUpdate && e.Guard == "" && e.Relative != "":
		return doubles
	case e.Does == decl.EffectUpdate && e.Guard == "" && e.Computed:
		return doubts
	}
	return repeats
}

// found is an effect with the implementation in which it takes place.
type found struct {
	*callgraph.Effect
	in     *inner
	result *callgraph.Result
}

// writes are the effects that change something, the riskiest first, in the
// order of the code.
func (m *method) writes() []found {
	var out []found
	for _, i := range m.impls {
		for _, r := range i.results {
			for k := range r.Effects {
				if e := &r.Effects[k]; riskOf(e) > reads {
					out = append(out, found{e, i, r})
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b found) int { return int(riskOf(b.Effect)) - int(riskOf(a.Effect)) })
	return out
}

// real are the writes that count: those that a repeat does twice, else those
// of which it is not known, else the rest.
func (m *method) real() []found {
	all := m.writes()
	i := slices.IndexFunc(all, func(f found) bool { return riskOf(f.Effect) < riskOf(all[0].Effect) })
	if i < 0 {
		return all
	}
	return all[:i]
}

// unknown are calls of the implementations that could not be followed.
func (m *method) unknown() []callgraph.Unfollowed {
	var out []callgraph.Unfollowed
	for _, i := range m.impls {
		for _, r := range i.results {
			for _, u := range r.Unknown {
				if !slices.ContainsFunc(out, func(o callgraph.Unfollowed) bool { return o.At == u.At }) {
					out = append(out, u)
				}
			}
		}
	}
	return out
}

func (m *method) results() []*callgraph.Result {
	var out []*callgraph.Result
	for _, i := range m.impls {
		out = append(out, i.results...)
	}
	return out
}

// onlyReads reports whether all was followed and does nothing but read.
func (m *method) onlyReads() bool {
	effects := 0
	for _, r := range m.results() {
		effects += len(r.Effects)
	}
	return m.complete() && len(m.writes()) == 0 && (effects > 0 || m.verdict.Kind == idempotency.Read)
}

// complete reports whether all that the implementations call was followed.
func (m *method) complete() bool {
	for _, i := range m.impls {
		if len(i.results) == 0 {
			return false
		}
		for _, r := range i.results {
			if !r.Complete {
				return false
			}
		}
	}
	return len(m.impls) > 0
}
