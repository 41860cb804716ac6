package idempotency

import (
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Carried is an idempotency key that a method gets from its caller.
type Carried struct {
	Name string
	At   source.Span
}

// KeyOf returns the key that comes in with the parameters of a method, or with
// a field of one; ok is false where nothing is named like one. lookup finds
// types as Subject.Lookup does.
func KeyOf(m *decl.Method, in *decl.Type, lookup func(string, *decl.Type) *decl.Type) (key Carried, ok bool) {
	d := &draft{Subject: &Subject{Type: in, Lookup: lookup}, decl: m}
	d.searchKeys()
	if d.Key == "" {
		return Carried{}, false
	}
	return Carried{d.Key, d.Evidence[len(d.Evidence)-1].At}, true
}

// Outside is a type whose declaration was not found, by its name as written
// inside another type.
type Outside struct {
	Name string
	From *decl.Type
}

// KeysOutside are the types in which KeyOf could not look for a key: those of
// parameters, their type arguments, and what the found ones extend.
func KeysOutside(m *decl.Method, in *decl.Type, lookup func(string, *decl.Type) *decl.Type) []Outside {
	d := &draft{Subject: &Subject{Type: in, Lookup: lookup}, decl: m}
	return d.searchKeys().outside
}
