package callgraph

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// What stands behind an INSERT that is refused the second time is not reached
// then; what one transaction does with it is undone.

// behind finds an INSERT under a key that the caller gives, before a call and in
// a block around it.
func (w *walk) behind(e *Effect, f *frame, c *decl.Call) {
	for i := range w.sum.Effects {
		r := &w.sum.Effects[i]
		if !r.refused() || r.Path[0].At.File != c.At.File || r.Path[0].At.Hi > c.At.Lo || !r.below {
			continue
		}
		ahead := f.ahead(c.At)
		from := r.Path[0].At.Hi - (c.At.Lo - len(ahead))
		if from < 0 || from > len(ahead) || !sameBlock(ahead[from:]) || branched.MatchString(lastStatement(ahead[:from])) {
			continue
		}
		e.given, e.GivenBy = r.given, GivenKey{Other: true, At: r.At}
		return
	}
}

// withRollback returns the effects of a method in a transaction, where such an
// INSERT undoes what it does beside; nil where it has none.
func (s *summary) withRollback() []Effect {
	i := slices.IndexFunc(s.Effects, func(e Effect) bool { return e.refused() && e.surely && !e.GivenBy.Other })
	if i < 0 {
		return nil
	}
	r := s.Effects[i]
	list := slices.Clone(s.Effects)
	for j := range list {
		if e := &list[j]; e.Kind == SQL && e.Does.Writes() && len(e.given) == 0 {
			e.given, e.GivenBy = r.given, GivenKey{Other: true, At: r.At}
		}
	}
	return list
}

// seen returns the effects for one who calls the method; proxied is set where
// the call goes through the proxy that begins a transaction.
func (s *summary) seen(proxied bool) []Effect {
	if proxied && s.undone != nil {
		return s.undone
	}
	return s.Effects
}

// byProxy reports whether a call may go through a proxy: one on the object
// itself does not.
func byProxy(c *decl.Call) bool { return c.Recv != "" && c.Recv != "this" && c.Recv != "super" }

// refused reports whether an effect throws the second time.
func (e *Effect) refused() bool { return e.Does == decl.EffectInsert && len(e.given) > 0 && !e.Caught }

// transactional reports whether a method runs in a transaction that ends with
// it, by its annotation or that of its class.
func transactional(f *frame) bool {
	lists := [][]*decl.Annotation{f.method.Annotations}
	if f.owner.decl != nil {
		lists = append(lists, f.owner.decl.Annotations)
	}
	for _, list := range lists {
		for _, a := range list {
			if name := simple(a.Name); name == "Transactional" || name == "GlobalTransactional" {
				ro := a.Arg("readOnly")
				return ro == nil || ro.Text != "true"
			}
		}
	}
	return false
}

// branched is a statement that runs only if something holds.
var branched = regexp.MustCompile(`\b(?:if|for|while|else|case)\b|\?|&&|\|\||->`)

// unconditional reports whether a call at the end of a method's text is made in
// any case, unless the method ends before.
func unconditional(ahead string) bool {
	depth := 0
	for i := range len(ahead) {
		switch ahead[i] {
		case '{':
			depth++
		case '}':
			depth--
		}
	}
	return depth == 1 && !branched.MatchString(lastStatement(ahead))
}

// surely reports whether the text leads to its place in any case.
func (b *earlier) surely() bool {
	if !b.placed {
		b.always, b.placed = unconditional(b.text), true
	}
	return b.always
}

// lastStatement is the begin of the statement that ends a text.
func lastStatement(s string) string { return s[strings.LastIndexAny(s, ";{}")+1:] }

// sameBlock reports whether a text ends in the block that it begins in, or in
// one inside of that.
func sameBlock(s string) bool {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return true
}
