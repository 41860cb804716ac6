package idempotency

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// maxTold bounds the effects that are told as evidence.
const maxTold = 3

// effects lets what the implementation does decide, in both directions. What
// does harm makes a write of any name. The other way every call must have been
// followed: a method that only reads is a read, one that sets values or
// deletes is idempotent.
func (d *draft) effects() {
	if d.decl == nil || d.Effects == nil || d.surelyHarmless() {
		return
	}
	r := d.Effects(d.decl)
	if r == nil {
		return
	}
	if d.harmful(r) || !r.Complete {
		return
	}
	if d.Kind == Write && len(r.Effects) == 0 && d.doesNothing() {
		d.becomes(Write, B, low)
		d.add(Evidence{Kind: "sql", Text: lang.T("the implementation does nothing that lasts"), At: d.impl[0].At})
		return
	}
	d.harmless(r)
}

// surelyHarmless spares the way through the code where the name leaves little
// doubt that the method reads or deletes, and the implementation calls nothing
// that is named like a write itself.
func (d *draft) surelyHarmless() bool {
	if (d.Kind != Read || d.confidence < medium) && (d.Kind != Idempotent || d.confidence < high) {
		return false
	}
	for _, m := range d.impl {
		for i := range m.Calls {
			c := &m.Calls[i]
			if c.Recv == "?" || accessor(c.Method) {
				continue
			}
			if d.judge.writesByName(c.Method) {
				return false
			}
		}
	}
	return true
}

// accessor tells the methods of data and of Java's collections by their names.
func accessor(method string) bool {
	return method == "add" || method == "addAll" || method == "append" || strings.HasPrefix(method, "set") || strings.HasPrefix(method, "get")
}

// harmful looks for effects that do harm when they happen twice.
func (d *draft) harmful(r *callgraph.Result) bool {
	strength, most := NoStrength, low
	var told []*callgraph.Effect
	var guard *callgraph.Effect
	guarded := true
	for i := range r.Effects {
		e := &r.Effects[i]
		s, c := d.harm(e)
		if s == NoStrength {
			continue
		}
		if s > strength {
			strength, most, told, guard, guarded = s, c, nil, nil, true
		}
		if s < strength {
			continue
		}
		most = max(most, c)
		told = append(told, e)
		if guarded = guarded && (e.Lookup != "" || e.Given != ""); guarded && guard == nil {
			guard = e
		}
	}
	if strength == NoStrength {
		return false
	}
	d.inserts = !slices.ContainsFunc(told, func(e *callgraph.Effect) bool { return e.Does != decl.EffectInsert })
	if strength == B && d.Strength == A && r.Complete && !slices.ContainsFunc(r.Effects, func(e callgraph.Effect) bool { return d.blocks(&e) }) {
		d.overrule()
		d.becomes(Write, B, medium)
	}
	d.raise(strength, most)
	for _, e := range told[:min(len(told), maxTold)] {
		d.add(effectEvidence(e))
	}
	if !slices.ContainsFunc(told, func(e *callgraph.Effect) bool { return e.Unseen == "" }) {
		d.confidence = low
		d.add(Evidence{Kind: "sql", Text: lang.T("whether %s before it ends a second execution is not to be seen in a class file", told[0].Unseen)})
	}
	if guarded && guard != nil && (guard.Keeps == callgraph.Claimed || !slices.ContainsFunc(r.Effects, addsUp)) {
		d.guardedBy(guard)
	}
	return true
}

// harmless looks at a method whose calls were all followed and which does
// nothing that harms.
func (d *draft) harmless(r *callgraph.Result) {
	var reads, writes *callgraph.Effect
	sure := high
	for i := range r.Effects {
		e := &r.Effects[i]
		switch {
		case e.Does == decl.EffectSelect:
			if reads == nil {
				reads = e
			}
			continue
		case d.blocks(e):
			return
		}
		if writes == nil {
			writes = e
		}
		if e.Guard != "" || e.Caught || e.Alternative || e.Replaces || e.Does == decl.EffectUpdate && d.Strength == A {
			sure = medium
		}
	}
	switch {
	case writes != nil && (d.Kind != Read || writes.Kind == callgraph.SQL && d.confidence < high):
		d.lower(Idempotent, sure, writes)
	case writes == nil && reads != nil:
		d.lower(Read, sure, reads)
	}
}

// blocks reports whether an effect may do harm after all: a value worked out
// by hand, a statement that is not known, a change of money without condition.
func (d *draft) blocks(e *callgraph.Effect) bool {
	switch {
	case e.Does == decl.EffectNone, e.Does == decl.EffectSave, e.Does == decl.EffectCall, e.Does == decl.EffectDDL, e.Vague:
		return true
	case e.Kind == callgraph.Redis:
		return e.Does == decl.EffectInsert && !e.Ranks || e.Computed
	case e.Does == decl.EffectUpdate:
		return e.Guard == "" && (e.Computed || d.Money && !e.SetsState)
	}
	return false
}

func (d *draft) lower(k Kind, c confidence, e *callgraph.Effect) {
	if d.Kind != k {
		d.overrule()
	}
	ev := effectEvidence(e)
	if k == Read {
		ev.Text = lang.T("the implementation only reads: %s", ev.Text)
	}
	d.becomes(k, NoStrength, c)
	d.Money = false
	d.add(ev)
}

// overrule notes beside the name's evidence that it did not decide.
func (d *draft) overrule() {
	if len(d.Evidence) > 0 {
		d.Evidence[0].Text = d.Evidence[0].Text.Then(lang.T(", which its implementation overrules"))
	}
}

func effectEvidence(e *callgraph.Effect) Evidence {
	return Evidence{Kind: "sql", Text: lang.T("%s, by %s", e.Text, e.Chain()), At: e.At}
}

// doesNothing reports whether the implementation is there and calls nothing that
// may last: it logs, puts a value together, and gives it back. One without any
// call, or with one on another method of the trees, may not be written yet; what
// it adds to may be a store in memory.
func (d *draft) doesNothing() bool {
	return len(d.impl) > 0 && !slices.ContainsFunc(d.impl, func(m *decl.Method) bool {
		return !m.HasBody || len(m.Calls) == 0 || slices.ContainsFunc(m.Calls, func(c decl.Call) bool {
			return keeping[c.Method] || c.Recv == "" || c.Recv == "this" || d.onBean(c.Recv)
		})
	})
}

// onBean reports whether a call is made on a field whose type is in the trees.
func (d *draft) onBean(recv string) bool {
	name, _, _ := strings.Cut(strings.TrimPrefix(recv, "this."), ".")
	return slices.ContainsFunc(d.ImplType.Fields, func(f *decl.Field) bool {
		return f.Name == name && (d.Lookup == nil || d.Lookup(f.Type.Name, d.ImplType) != nil)
	})
}

// keeping are methods by which a value may be kept in memory.
var keeping = set("add addAll addFirst addLast put putAll putIfAbsent computeIfAbsent compute merge offer push incrementAndGet getAndIncrement addAndGet set insert insertSelective save")
