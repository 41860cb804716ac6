package callgraph

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// finished turns the summary of an implementation into a result.
func (s *summary) finished() *Result {
	r := &Result{Complete: s.Complete && s.deepest <= maxDepth, Effects: slices.Clone(s.seen(true))}
	for _, u := range s.unknown {
		r.Unknown = append(r.Unknown, u.unfollowed())
	}
	for i := range r.Effects {
		e := &r.Effects[i]
		if e.Does == decl.EffectUpdate && e.Guard == "" && s.counted {
			e.Computed = true
		}
		if e.Does == decl.EffectUpdate && !e.Computed && e.Relative == "" {
			e.Lookup, e.Keeps, e.given = "", Found, nil // nothing to keep away
		}
		if e.Keeps == Taken {
			e.asked = r.withoutCaches(e.asked)
		}
		if len(e.asked) > 0 && !r.writesTo(e.asked, e.Keeps == Taken) || e.attempt && r.writesTo(e.asked, true) {
			e.Lookup, e.Keeps = "", Found // what it finds is not of an earlier run
		}
		if len(e.given) > 0 {
			k := &e.given[0]
			e.Given, e.GivenBy.Primary, e.GivenBy.Key = k.name(), k.primary, k.unique
			if !e.GivenBy.Other {
				e.GivenBy.At = e.At
			}
		}
		if e.Does != decl.EffectInsert || e.Table == "" {
			continue
		}
		e.Replaces = r.deletesBefore(e)
	}
	return r
}

// deletesBefore reports whether rows of the table of an effect are deleted
// before it, or marked as deleted.
func (r *Result) deletesBefore(e *Effect) bool {
	for i := range r.Effects {
		if d := &r.Effects[i]; (d.Does == decl.EffectDelete || d.hides) && d.Table == e.Table && within(d, e) {
			return true
		}
	}
	return false
}

// withoutCaches drops the keys that are filled here from what is looked up beside
// tables: whoever clears the cache of a row leaves the row.
func (r *Result) withoutCaches(asked []string) []string {
	isKey := func(place string) bool { return strings.HasPrefix(place, keyPlace) }
	if !slices.ContainsFunc(asked, func(place string) bool { return !isKey(place) }) {
		return asked
	}
	return slices.DeleteFunc(slices.Clone(asked), func(place string) bool {
		return isKey(place) && slices.ContainsFunc(r.Effects, func(e Effect) bool {
			return e.place() == place && e.Does.Writes() && e.Does != decl.EffectDelete
		})
	})
}

// writesTo reports whether rows of one of the tables are written, or deleted.
func (r *Result) writesTo(tables []string, deleted bool) bool {
	for i := range r.Effects {
		if e := &r.Effects[i]; e.Does.Writes() && (!deleted || e.Does == decl.EffectDelete) && slices.Contains(tables, e.place()) {
			return true
		}
	}
	return false
}

// within reports whether one method leads to both effects, directly or by a
// method that it calls, to a first.
func within(a, b *Effect) bool {
	i := 0
	for i < len(a.Path) && i < len(b.Path) && a.Path[i] == b.Path[i] {
		i++
	}
	return i < len(a.Path) && i < len(b.Path) && len(a.Path)-i <= 2 && len(b.Path)-i <= 2 &&
		a.Path[i].Method == b.Path[i].Method && a.Path[i].At.Lo < b.Path[i].At.Lo && goesOn(a.Path[i], b.Path[i])
}

// goesOn reports whether a method that makes the first call comes to the second
// one, or to a block around it: "if (there) delete else insert" does not.
func goesOn(a, b Step) bool {
	if a.Decl == nil || a.Type == nil || a.At.File != b.At.File {
		return true
	}
	body := bodyOf(a.Type, a.Decl)
	from, to := a.At.Hi-body.lo, b.At.Lo-body.lo
	if body.file != a.At.File || from < 0 || to > len(body.text) || from > to {
		return true
	}
	return sameBlock(body.text[from:to]) && !branched.MatchString(lastStatement(body.text[:from]))
}

// place is the table or key that an effect is about, "" where that is not known.
func (e *Effect) place() string {
	if e.Kind == Redis && e.store != "" {
		return keyPlace + e.store
	}
	return e.Table
}
