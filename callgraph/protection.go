package callgraph

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// protected looks at one method on the way to a write for what keeps a second
// run away, or makes it worse.
func (w *walk) protected(e *Effect, f *frame, c *decl.Call) {
	before := f.earlier(c.At)
	ahead := before.text
	if e.Does == decl.EffectUpdate && e.Guard == "" && !e.Computed {
		e.Computed = before.reads().worksOut
		if e.Computed && e.Summed == "" {
			e.Summed = summed(ahead)
		}
		e.SetsState = (e.SetsState || before.setsState) && !before.setsNumber
	}
	if e.Kind != SQL || e.Does != decl.EffectInsert && e.Does != decl.EffectSave && (e.Does != decl.EffectUpdate || e.Guard != "") {
		return
	}
	if e.Does == decl.EffectInsert && !e.Caught && f.catchesViolation(c) {
		e.Caught = true
		e.Unique = w.sources.keys()[strings.ToLower(e.Table)]
	}
	e.given = w.stays(f, c, e.given, len(e.Path) == 1)
	if len(e.given) == 0 {
		w.behind(e, f, c)
	}
	e.below = e.surely || len(e.Path) == 1
	e.surely = e.below && before.surely()
	if e.Lookup == "" {
		w.lookup(e, f, c, before)
	}
	if e.Lookup == "" {
		w.takes(e, f, c)
	}
	if e.Unseen == "" && c.At.File != nil && c.At.File.Listing {
		e.Unseen = f.asksBefore(c)
	}
}

// asksBefore is the first call before another one that asks for data, "" for
// none.
func (f *frame) asksBefore(c *decl.Call) string {
	for i := range f.method.Calls {
		b := &f.method.Calls[i]
		if b.At == c.At {
			break
		}
		if b.Recv != "" && b.Recv != "this" && asks(b.Recv) && lookups.word(b.Method) {
			return simple(b.Recv) + "." + b.Method
		}
	}
	return ""
}

// catchesViolation reports whether a handler behind a call is one for a unique
// key that refuses a row. A class file tells the handlers of each call.
func (f *frame) catchesViolation(c *decl.Call) bool {
	if c.Flow != nil {
		return slices.ContainsFunc(c.Flow.Catches, func(name string) bool { return violations[simple(name)] })
	}
	behind := f.behind(c.At, f.owner)
	return strings.Contains(behind, "Exception") && violation.MatchString(blank(behind))
}

// violations are the exceptions of a unique key that refuses a row, violation a
// handler of one.
var (
	violations = words("DuplicateKeyException DataIntegrityViolationException IntegrityConstraintViolationException SQLIntegrityConstraintViolationException")
	violation  = regexp.MustCompile(`catch\s*\(\s*(?:final\s+)?(?:[\w.]+\s*\|\s*)*[\w.]*(?:DuplicateKeyException|DataIntegrityViolationException|IntegrityConstraintViolationException)\b`)
)

// lookup finds a call before another one in the same method that keeps a
// second run away: a lookup that finds something, an update with a condition
// of state that changes nothing.
func (w *walk) lookup(e *Effect, f *frame, c *decl.Call, before *earlier) {
	if !before.listed {
		before.kept, before.listed = w.keeping(f, c, before.text), true
	}
	for _, k := range before.kept {
		if k.keeps == Taken && e.Lookup != "" {
			continue
		}
		asked := w.tablesOf(k.call)
		if len(asked) == 0 && (k.keeps == Taken || k.chained) {
			continue
		}
		e.Lookup, e.LookupAt, e.Keeps, e.asked, e.attempt = k.call.Method, k.call.At, k.keeps, asked, k.attempt
	}
}

// kept is a call that keeps a second run away from what stands behind it.
type kept struct {
	call  *decl.Call
	keeps Keeps
	// chained is set for a call on what another one returned, attempt for
	// one that sets a key which must not be there.
	chained, attempt bool
}

// keeping lists the calls before another one that keep a second run away from
// it, up to the first that counts in any case.
func (w *walk) keeping(f *frame, c *decl.Call, ahead string) []kept {
	var list []kept
	for i := range f.method.Calls {
		b := &f.method.Calls[i]
		if b.At.File != c.At.File || b.At.Lo >= c.At.Lo {
			continue
		}
		if b.Recv == "?" && !ends[b.Method] {
			continue
		}
		on := chainOf(f, b)
		if on == nil || !asks(on.Recv) || w.onData(f, on) {
			continue
		}
		keeps, ok := w.keeps(f, b, on, ahead)
		if !ok || keeps == Found && w.asksFresh(f, b, ahead) {
			continue
		}
		if otherBranch(ahead, on.At.Hi-f.method.At.Hi) {
			continue
		}
		k := kept{b, keeps, on != b, setsKey(b.Method)}
		list = append(list, k)
		if keeps != Taken && !k.chained {
			break
		}
	}
	return list
}

// keeps reports whether and how a call keeps a second run away from what stands
// behind the text.
// on is the call that begins its chain.
func (w *walk) keeps(f *frame, b, on *decl.Call, ahead string) (Keeps, bool) {
	t := tested{method: b.Method, at: on.At.Lo - f.method.At.Hi, sets: setsKey(b.Method)}
	named := lookups.word(b.Method)
	switch {
	case w.guardedAt(b):
		t.claims = true
		list := t.conditions(ahead)
		return Claimed, t.endsEarly(list) || t.encloses(list) || w.refusal(f, b, 0).throws
	case claims.any(b.Method) && !t.sets:
		list := t.conditions(ahead)
		t.claims = len(list) > 0 && (stated.MatchString(b.Method) || stated.MatchString(ahead[:min(max(t.at, 0), len(ahead))]))
		if !t.claims {
			return 0, false
		}
		return Claimed, t.endsEarly(list) || t.encloses(list)
	case removes.word(b.Method):
		t.claims = true
		list := t.conditions(ahead)
		return Claimed, t.endsEarly(list) || t.encloses(list)
	case !t.sets:
		r := w.refusal(f, b, 0)
		if r.throws {
			return Found, true
		}
		t.inverse = r.answers && !r.found
		named = named && !r.blind || r.answers
	}
	if !named {
		return 0, false
	}
	list := t.conditions(ahead)
	switch {
	case t.endsEarly(list), t.encloses(list):
		return Found, t.sets || !f.asksOther(ahead)
	case f.passes(list, len(ahead)), w.checkedBy(f, t, ahead):
		return Stated, true
	}
	return Taken, !t.sets && t.misses(list)
}

// guardedAt reports whether a call leads to an update that changes no row the
// second time.
func (w *walk) guardedAt(b *decl.Call) bool {
	for i := range w.sum.Effects {
		if e := &w.sum.Effects[i]; e.Guard != "" && e.Path[0].At == b.At {
			return true
		}
	}
	return false
}

// tablesOf returns the tables that a call of the method at hand reads, as far
// as known.
func (w *walk) tablesOf(b *decl.Call) []string {
	var tables []string
	for i := range w.sum.Effects {
		e := &w.sum.Effects[i]
		looks := e.Does == decl.EffectSelect || e.Kind == Redis && e.Does == decl.EffectInsertIgnore
		if place := e.place(); looks && place != "" && e.Path[0].At == b.At {
			tables = append(tables, place)
		}
	}
	return tables
}
