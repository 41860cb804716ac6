package class

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// maxLooked bounds the bytes of classes that are unpacked for one question to
// all of them. A fat jar has some 100 MB.
const maxLooked = 512 << 20

// Subtypes returns the units in which a class extends or implements a type
// directly, sorted by path. The first question unpacks all classes in all
// archives, about a second for 100 MB; only supertypes are read of them.
func (a *Archives) Subtypes(fqn string) []*decl.Unit {
	if len(a.paths) == 0 || fqn == "" || strings.HasPrefix(fqn, "java.") {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.list()
	if a.subtypes == nil {
		a.indexSupers()
	}
	var units []*decl.Unit
	for _, e := range a.subtypes[hashOf(strings.ReplaceAll(fqn, ".", "/"))] {
		z, err := a.open(e.archive)
		if err != nil {
			continue
		}
		for _, u := range a.typ(Outermost(className(z.zip.File[e.member].Name))) {
			if !slices.Contains(units, u) && Extends(u.Java.Types, fqn) {
				units = append(units, u)
			}
		}
	}
	slices.SortFunc(units, func(x, y *decl.Unit) int { return strings.Compare(x.File.Path, y.File.Path) })
	return units
}

// Outermost is the qualified name of the top-level class of an internal name.
func Outermost(internal string) string {
	from := strings.LastIndexByte(internal, '/') + 1
	if i := strings.IndexByte(internal[from:], '$'); i > 0 {
		internal = internal[:from+i]
	}
	return strings.ReplaceAll(internal, "/", ".")
}

// Extends reports whether one of the types, or one nested in it, names a
// supertype, given by its qualified name.
func Extends(types []*decl.Type, fqn string) bool {
	for _, t := range types {
		for _, refs := range [][]decl.TypeRef{t.Extends, t.Implements} {
			for _, ref := range refs {
				if ref.Name == fqn {
					return true
				}
			}
		}
		if Extends(t.Nested, fqn) {
			return true
		}
	}
	return false
}

// indexSupers reads the supertypes of all classes.
func (a *Archives) indexSupers() {
	a.subtypes = map[uint64][]entry{}
	a.look(func(string) bool { return true }, func(e entry, _ string, data []byte) {
		for _, super := range Supers(data) {
			if !strings.HasPrefix(super, "java/") {
				a.subtypes[hashOf(nestedName(super))] = append(a.subtypes[hashOf(nestedName(super))], e)
			}
		}
	})
}

// look unpacks the classes whose internal names are wanted, each archive once.
func (a *Archives) look(want func(name string) bool, visit func(e entry, name string, data []byte)) {
	byArchive := slices.Clone(a.entries)
	slices.SortFunc(byArchive, func(x, y entry) int {
		return cmp.Or(cmp.Compare(x.archive, y.archive), cmp.Compare(x.member, y.member))
	})
	total := 0
	for _, e := range byArchive {
		z, err := a.open(e.archive)
		if err != nil {
			continue // told when it was listed
		}
		name := className(z.zip.File[e.member].Name)
		if !want(name) {
			continue
		}
		data, err := a.read(e)
		if err != nil {
			continue // told when the class itself is asked for
		}
		if total += len(data); total > maxLooked {
			a.lost(a.archives[e.archive].path, source.TooLarge, lang.T("too many classes to look into all of them; the rest is left out"))
			return
		}
		visit(e, name, data)
	}
}

// nestedName writes a nested type as the source does, for Subtypes is asked by
// the qualified name.
func nestedName(internal string) string { return strings.ReplaceAll(internal, "$", "/") }

// Name returns the internal name of a class file, "" where it cannot be read.
func Name(data []byte) string {
	in := &input{data: data}
	if in.u4() != 0xcafebabe {
		return ""
	}
	in.u4()
	p, ok := readPool(in)
	if !ok {
		return ""
	}
	in.u2() // flags
	return p.class(in.u2())
}

// Supers returns the internal names of the superclass and the interfaces of a
// class file, and reads nothing behind them.
func Supers(data []byte) []string {
	in := &input{data: data}
	if in.u4() != 0xcafebabe {
		return nil
	}
	in.u4()
	p, ok := readPool(in)
	if !ok {
		return nil
	}
	in.u2() // flags
	in.u2() // this
	list := []string{p.class(in.u2())}
	for n := in.u2(); n > 0 && !in.short; n-- {
		list = append(list, p.class(in.u2()))
	}
	return list
}
