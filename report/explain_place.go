package report

import (
	"path"
	"slices"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// spot is a place that a user points at.
type spot struct {
	path string
	off  int // a byte offset in the file's text
	// line is set where any place on the offset's line counts.
	line bool
}

// in reports whether the spot is in a span, or just behind it.
func (p spot) in(s source.Span) bool {
	if !s.Valid() || s.File.Path != p.path {
		return false
	}
	if p.line {
		return s.Start().Line == s.File.Position(p.off).Line
	}
	return s.Lo <= p.off && p.off <= s.Hi
}

// use is a setting of a method, with what the spot has to do with it.
type use struct {
	call    *effective.Call // nil: check, a setting of the reference
	ref     *effective.Reference
	setting setting
	// wins is set where the value at the spot is the effective one.
	wins bool
}

// uses are the settings that have a value, of effect or not, at the spot: the
// value itself, its name, or a placeholder's value or constant on the way to it.
func (x *Explanation) uses(p spot) []use {
	values := x.valuesNamed(p)
	at := func(o effective.Origin) bool {
		return p.in(o.At) || slices.ContainsFunc(o.Via, p.in) || slices.Contains(values, o.At)
	}
	var list []use
	add := func(u use) {
		if u.wins = at(u.setting.from); u.wins ||
			slices.ContainsFunc(u.setting.shadowed, func(l effective.Loser) bool { return at(l.From) }) {
			list = append(list, u)
		}
	}
	for _, app := range x.Model.Apps {
		for _, ref := range app.References {
			add(use{ref: ref, setting: checkOf(ref)})
			for _, call := range ref.Calls {
				for _, s := range append(coreSettings(call), moreSettings(call)...) {
					add(use{call: call, ref: ref, setting: s})
				}
			}
		}
	}
	if list == nil && !p.line && slices.Contains([]string{".properties", ".yml", ".yaml"}, path.Ext(p.path)) {
		p.line = true // a key is not kept with the value of a placeholder
		return x.uses(p)
	}
	return list
}

// valuesNamed returns the values whose names are at the spot.
func (x *Explanation) valuesNamed(p spot) []source.Span {
	var values []source.Span
	add := func(s *application.Setting) {
		if p.in(s.NameAt) && s.At.Valid() {
			values = append(values, s.At)
		}
	}
	for _, app := range x.Model.Apps {
		for _, s := range app.Properties {
			add(&s.Setting)
		}
		for _, c := range withMethods(app.Configs) {
			for _, s := range slices.Concat(c.Settings, c.Params) {
				add(s)
			}
		}
	}
	return values
}

func withMethods(configs []*application.Config) []*application.Config {
	all := slices.Clone(configs)
	for _, c := range configs {
		all = append(all, c.Methods...)
	}
	return all
}

// calls are the calls on references at the spot: those of a whole reference, of
// a method's element in it, or of the method that a call site names.
func (x *Explanation) calls(p spot) []*effective.Call {
	var list []*effective.Call
	for _, app := range x.Model.Apps {
		for _, ref := range app.References {
			method := slices.IndexFunc(ref.Methods, func(m *application.Config) bool { return p.in(m.At) })
			for _, c := range ref.Calls {
				if method >= 0 && ref.Methods[method].Value("name") == c.Method ||
					method < 0 && p.in(ref.At) || slices.ContainsFunc(c.CalledAt, p.in) {
					list = append(list, c)
				}
			}
		}
	}
	return list
}

// Winners returns the places of the values that count for what is at a byte
// offset of a file: for a setting those that win where it is meant to have an
// effect, and for a winning one what its placeholder or constant stands for;
// for a reference where its settings come from. Built-in values have no place.
func (x *Explanation) Winners(file string, off int) []source.Span {
	p := spot{path: file, off: off}
	var places []source.Span
	add := func(s source.Span) {
		if s.Valid() && !slices.Contains(places, s) {
			places = append(places, s)
		}
	}
	uses := x.uses(p)
	for _, u := range uses {
		if via := u.setting.from.Via; u.wins && len(via) > 0 {
			add(via[len(via)-1])
		} else {
			add(u.setting.from.At)
		}
	}
	if len(uses) > 0 {
		return places
	}
	for _, c := range x.calls(p) {
		if slices.ContainsFunc(c.CalledAt, p.in) {
			continue // editors know the way to a method
		}
		for _, s := range append(coreSettings(c), checkOf(c.Ref)) {
			add(s.from.At)
		}
	}
	return places
}
