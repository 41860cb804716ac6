package idempotency

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/callgraph"
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
			if d.words.name(c.Method).kind == Write {
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
		if guarded = guarded && e.Lookup != ""; guarded && guard == nil {
			guard = e
		}
	}
	if strength == NoStrength {
		return false
	}
	d.raise(strength, most)
	for _, e := range told[:min(len(told), maxTold)] {
		d.add(effectEvidence(e))
	}
	if guarded && guard != nil {
		d.Guard = "the lookup " + guard.Lookup
		e := Evidence{Kind: "sql", Text: "it ends early where " + guard.Lookup + " finds an earlier one; two at the same time both find none", At: guard.LookupAt}
		if guard.Claimed {
			d.Guard = "the condition of " + guard.Lookup
			e.Text = "it goes on only where " + guard.Lookup + " has changed a row"
		}
		d.add(e)
	}
	return true
}

// harm grades one effect.
func (d *draft) harm(e *callgraph.Effect) (Strength, confidence) {
	sure := high
	if e.Alternative {
		sure = medium
	}
	switch {
	case e.Kind == callgraph.Message && e.Does == decl.EffectInsert:
		return B, medium
	case e.Kind != callgraph.SQL:
		return NoStrength, low
	case e.Does == decl.EffectInsert && !e.Caught && !e.Replaces:
		if Minor(e) {
			return B, medium
		}
		return A, sure
	case e.Relative != "" && e.Guard == "":
		if words := split(e.Relative); hasAny(words, popularity) || slices.Contains(words, "login") {
			return B, medium
		}
		return A, sure
	case e.Does == decl.EffectSave && (d.Kind == Unknown || d.Kind == Read):
		return B, low
	}
	return NoStrength, low
}

// minorNouns name what one more of hurts nobody much: in a log, or of what is
// handed out.
var minorNouns = set("history event message notice feed trace")

// Minor reports whether a row more hurts nobody much: by the last word of the
// table, else by the types on the way.
func Minor(e *callgraph.Effect) bool {
	words := split(e.Table)
	if n := len(words); n > 1 && (words[n-1] == "do" || words[n-1] == "entity" || words[n-1] == "po") {
		words = words[:n-1]
	}
	if len(words) > 0 {
		last := words[len(words)-1]
		return logNouns[last] || handedOut[last] || last == "history"
	}
	for _, s := range e.Path[min(1, len(e.Path)):] {
		typ, _, _ := strings.Cut(s.Method, ".")
		if words := split(typ); hasAny(words, minorNouns) || hasAny(words, logNouns) {
			return true
		}
	}
	return false
}

// raise makes the draft a write of at least that strength.
func (d *draft) raise(s Strength, c confidence) {
	switch {
	case d.Kind != Write:
		if d.Kind == Read && d.confidence == high {
			c = min(c, medium) // perhaps only in a branch
			if s == B {
				c = low // what is read is counted or told
			}
		}
		d.overrule()
		d.becomes(Write, s, c)
	case s > d.Strength:
		d.becomes(Write, s, c)
	case s == d.Strength:
		d.confidence = max(d.confidence, c)
	}
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
		if e.Guard != "" || e.Caught || e.Alternative || e.Replaces {
			sure = medium
		}
	}
	switch {
	case writes != nil && d.Kind != Read:
		d.lower(Idempotent, sure, writes)
	case writes == nil && reads != nil:
		d.lower(Read, sure, reads)
	}
}

// blocks reports whether an effect may do harm after all: a value worked out
// by hand, a statement that is not known, a change of money without condition.
func (d *draft) blocks(e *callgraph.Effect) bool {
	switch {
	case e.Replaces && d.Kind != Unknown: // delete or insert may depend on what is there
		return true
	case e.Does == decl.EffectNone, e.Does == decl.EffectSave, e.Does == decl.EffectCall, e.Does == decl.EffectDDL, e.Vague:
		return true
	case e.Kind == callgraph.Redis:
		return e.Does == decl.EffectInsert || e.Computed
	case e.Does == decl.EffectUpdate:
		return e.Guard == "" && (e.Computed || d.Money || d.Strength == A)
	}
	return false
}

func (d *draft) lower(k Kind, c confidence, e *callgraph.Effect) {
	if d.Kind != k {
		d.overrule()
	}
	ev := effectEvidence(e)
	if k == Read {
		ev.Text = "the implementation only reads: " + ev.Text
	}
	d.becomes(k, NoStrength, c)
	d.Money = false
	d.add(ev)
}

// overrule notes beside the name's evidence that it did not decide.
func (d *draft) overrule() {
	if len(d.Evidence) > 0 {
		d.Evidence[0].Text += ", which its implementation overrules"
	}
}

func effectEvidence(e *callgraph.Effect) Evidence {
	return Evidence{Kind: "sql", Text: fmt.Sprintf("%s, by %s", e.Text, e.Chain()), At: e.At}
}
