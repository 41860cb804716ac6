package callgraph

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// finished turns the summary of an implementation into a result.
func (s *summary) finished() *Result {
	r := &Result{Complete: s.Complete && s.deepest <= maxDepth, Effects: slices.Clone(s.Effects)}
	for _, u := range s.unknown {
		r.Unknown = append(r.Unknown, u.unfollowed())
	}
	for i := range r.Effects {
		e := &r.Effects[i]
		if e.Does == decl.EffectUpdate && e.Guard == "" && s.counted {
			e.Computed = true
		}
		if len(e.asked) > 0 && !r.writesTo(e.asked, e.Keeps == Taken) {
			e.Lookup, e.Keeps = "", Found // what it finds is not of an earlier run
		}
		if e.Does != decl.EffectInsert || e.Table == "" {
			continue
		}
		e.Replaces = r.deletesBefore(e)
	}
	return r
}

// deletesBefore reports whether rows of the table of an effect are deleted
// before it.
func (r *Result) deletesBefore(e *Effect) bool {
	for i := range r.Effects {
		if d := &r.Effects[i]; d.Does == decl.EffectDelete && d.Table == e.Table && within(d, e) {
			return true
		}
	}
	return false
}

// writesTo reports whether rows of one of the tables are written, or deleted.
func (r *Result) writesTo(tables []string, deleted bool) bool {
	for i := range r.Effects {
		if e := &r.Effects[i]; e.Does.Writes() && (!deleted || e.Does == decl.EffectDelete) && slices.Contains(tables, e.Table) {
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
		a.Path[i].Method == b.Path[i].Method && a.Path[i].At.Lo < b.Path[i].At.Lo
}
