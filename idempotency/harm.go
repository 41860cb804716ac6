package idempotency

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// guardedBy notes what keeps a second run away from an effect.
func (d *draft) guardedBy(e *callgraph.Effect) {
	ev := Evidence{Kind: "sql", At: e.LookupAt}
	switch {
	case e.Lookup == "" && e.GivenBy.Other:
		d.Guard, ev.At = lang.T("the key %s", e.Given), e.GivenBy.At
		ev.Text = lang.T("a row stands under the key %s, which the caller gives: a second one is refused, and what stands behind it or in its transaction does not happen", e.Given)
	case e.Lookup == "" && e.GivenBy.Key != nil && !e.GivenBy.Primary:
		d.Guard, ev.At = lang.T("the unique key %s", e.Given), e.At
		ev.Text = lang.T("the row stands under the unique key %s, which the caller gives: a second one is refused", e.Given)
	case e.Lookup == "":
		d.Guard, ev.At = lang.T("the primary key %s", e.Given), e.At
		ev.Text = lang.T("the row stands under the primary key %s, which the caller gives: a second one is refused", e.Given)
	case e.Keeps == callgraph.Claimed:
		d.Guard = lang.T("the condition of %s", e.Lookup)
		ev.Text = lang.T("it goes on only where %s has changed a row", e.Lookup)
	case e.Keeps == callgraph.Stated:
		d.Guard = lang.T("the state that %s finds", e.Lookup)
		ev.Text = lang.T("it goes on only in some state of what %s finds, and sets another one; two at the same time both find the old one", e.Lookup)
	case e.Keeps == callgraph.Taken:
		d.Guard = lang.T("the row that %s finds", e.Lookup)
		ev.Text = lang.T("it ends early where %s finds nothing, and deletes what it finds; two at the same time both find it", e.Lookup)
	default:
		d.Guard = lang.T("the lookup %s", e.Lookup)
		ev.Text = lang.T("it ends early where %s finds an earlier one; two at the same time both find none", e.Lookup)
	}
	d.add(ev)
}

// addsUp tells an update by a value that the code works out from the old one,
// which nothing keeps away from a second run: a lookup that spares only the
// insert beside it is no guard.
func addsUp(e callgraph.Effect) bool {
	return e.Kind == callgraph.SQL && e.Does == decl.EffectUpdate && e.Computed && e.Guard == "" && e.Lookup == "" && e.Given == ""
}

// harm grades one effect.
func (d *draft) harm(e *callgraph.Effect) (Strength, confidence) {
	sure := high
	if e.Alternative {
		sure = medium
	}
	switch {
	case e.Kind == callgraph.Message && e.Does == decl.EffectInsert, e.Ranks: // a ranking is one of popularity
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
	case e.Does == decl.EffectUpdate && e.Summed != "" && e.Guard == "" && (d.Kind != Idempotent || d.confidence < high): // a deletion takes off what it deletes
		switch words := split(e.Summed); {
		case hasAny(words, popularity):
			return B, medium
		case hasAny(words, moneyNouns), relativeNouns[words[len(words)-1]] && !hasAny(words, triedNouns):
			return A, medium
		}
	case e.Does == decl.EffectSave && (d.Kind == Unknown || d.Kind == Read):
		return B, low
	case e.Does == decl.EffectSave && d.Kind == Write && d.Strength == A: // the name tells that the row is new
		return A, medium
	}
	return NoStrength, low
}

// triedNouns name what is only counted: how often something was tried, how often
// somebody came.
var triedNouns = set("retry retries try tries times send fail failed error login version attempt attempts sort")

// minorNouns name what one more of hurts nobody much: in a log, or of what is
// handed out.
var minorNouns = set("history event message notice feed trace sms mail email")

// checkNouns name the codes by which a user proves to be one.
var checkNouns = set("sms verify verification identifying check captcha img image login auth token mail email phone mobile")

// usedNouns before "record" tell a history.
var usedNouns = set("use used usage login logout operate operation browse view visit send push read search play access audit change")

// namedNouns before "key" tell a name that people give, none that is handed out.
var namedNouns = set("attr attribute property spec option dict word config")

// Minor reports whether a row more hurts nobody much: by the last word of the
// table, else by the types on the way.
func Minor(e *callgraph.Effect) bool {
	words := split(e.Table)
	if n := len(words); n > 1 && (words[n-1] == "do" || words[n-1] == "entity" || words[n-1] == "po") {
		words = words[:n-1]
	}
	if len(words) > 0 {
		last := words[len(words)-1]
		if last == "code" { // of a message, not one that is printed on goods
			return hasAny(words, checkNouns)
		}
		if n := len(words); n > 1 && (last == "record" || last == "records") && usedNouns[words[n-2]] {
			return true
		}
		if n := len(words); n > 1 && last == "key" && namedNouns[words[n-2]] {
			return false
		}
		return logNouns[last] || handedOut[last] || minorNouns[last]
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
