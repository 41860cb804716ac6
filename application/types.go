package application

import (
	"slices"
	"strings"
	"sync"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// Types finds Java types by qualified name, across modules, parsing on demand.
// Its methods are safe for concurrent use.
type Types struct {
	sources Sources
	// dirs are the folders of the application's modules, own first: of
	// several copies of a type the one in the first of them counts.
	dirs []string

	mu    sync.Mutex
	types map[string]*typeEntry
}

type typeEntry struct {
	typ  *decl.Type
	unit *decl.Unit
}

// Sources is the lookup of files that the walk offers; parse.Index satisfies it.
type Sources interface {
	// Type returns the units that may declare the type: several where
	// modules hold copies.
	Type(fqn string) []*decl.Unit
	// File returns the unit of a path below the root, nil when there is none.
	File(path string) *decl.Unit
	// Match returns the paths that a pattern names (doublestar).
	Match(pattern string) []string
	// Mentioning returns the Java sources below dir that mention a word; with
	// more words those that very likely mention all of them.
	Mentioning(dir, word string, more ...string) []*decl.Unit
}

func (d *deployable) newTypes() *Types {
	t := &Types{sources: d.sources, types: map[string]*typeEntry{}}
	for _, m := range d.modules {
		t.dirs = append(t.dirs, m.dir)
	}
	return t
}

// Lookup returns the declaration of a type, nil when its source is not in the
// trees. Nested types are "com.acme.Outer.Inner" or "com.acme.Outer$Inner".
func (t *Types) Lookup(fqn string) *decl.Type { return t.entry(fqn).typ }

// FileOf returns the compilation unit that declares a type that Lookup found,
// nil for others.
func (t *Types) FileOf(typ *decl.Type) *decl.Unit {
	if typ == nil {
		return nil
	}
	if e := t.entry(typ.FQN); e.typ == typ {
		return e.unit
	}
	for _, u := range t.sources.Type(typ.FQN) {
		if findType(u.Java.Types, typ.FQN) == typ {
			return u
		}
	}
	return nil
}

func (t *Types) entry(fqn string) *typeEntry {
	fqn = strings.ReplaceAll(fqn, "$", ".")
	t.mu.Lock()
	e := t.types[fqn]
	t.mu.Unlock()
	if e != nil {
		return e
	}
	e = t.load(fqn)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.types[fqn] = e
	return e
}

func (t *Types) load(fqn string) *typeEntry {
	if fqn == "" {
		return &typeEntry{}
	}
	best, bestRank := &typeEntry{}, 0
	for _, u := range t.sources.Type(fqn) {
		if u.Java == nil {
			continue
		}
		typ := findType(u.Java.Types, fqn)
		if typ == nil {
			continue
		}
		if rank := t.rank(u.File.Path); best.typ == nil || rank < bestRank {
			best, bestRank = &typeEntry{typ, u}, rank
		}
	}
	return best
}

// rank orders copies: by the application's modules, main before test sources,
// then anything else.
func (t *Types) rank(path string) int {
	rank := 2 * len(t.dirs)
	best := -1
	for i, dir := range t.dirs {
		if (dir == "." || strings.HasPrefix(path, dir+"/")) && len(dir) > best {
			best = len(dir)
			rank = 2 * i
		}
	}
	return rank + b2i(strings.Contains(path, "src/test/"))
}

func findType(types []*decl.Type, fqn string) *decl.Type {
	for _, typ := range types {
		if typ.FQN == fqn {
			return typ
		}
		if strings.HasPrefix(fqn, typ.FQN+".") {
			if found := findType(typ.Nested, fqn); found != nil {
				return found
			}
		}
	}
	return nil
}

// TypeMethod is a method of an interface with the interface that declares it.
type TypeMethod struct {
	*decl.Method
	Type *decl.Type
}

// Methods returns the methods that a call on the type can name: its own and
// the inherited ones, an overridden one once. Static and private ones and
// those of java.lang.Object are left out. complete is false when the source of
// a super-interface is not in the trees.
func (t *Types) Methods(typ *decl.Type) (methods []TypeMethod, complete bool) {
	if typ == nil {
		return nil, false
	}
	complete = true
	seen := map[*decl.Type]bool{}
	var visit func(typ *decl.Type)
	visit = func(typ *decl.Type) {
		if seen[typ] || len(seen) > 200 {
			return
		}
		seen[typ] = true
		for _, m := range typ.Methods {
			if m.Name == typ.Name || slices.Contains(m.Modifiers, "static") || slices.Contains(m.Modifiers, "private") || ofObject(m) {
				continue
			}
			if !slices.ContainsFunc(methods, func(o TypeMethod) bool { return overrides(o, TypeMethod{m, typ}) }) {
				methods = append(methods, TypeMethod{m, typ})
			}
		}
		for _, ref := range supertypes(typ) {
			super := t.Lookup(t.resolveIn(ref.Name, typ))
			if super == nil {
				complete = complete && emptyOutside[simpleName(ref.Name)]
				continue
			}
			visit(super)
		}
	}
	visit(typ)
	return methods, complete
}

// emptyOutside are supertypes of the JDK that declare nothing.
var emptyOutside = map[string]bool{"Serializable": true, "Cloneable": true, "Remote": true, "Object": true}

// supertypes returns the interfaces of a type, and of a class its superclass.
func supertypes(typ *decl.Type) []decl.TypeRef {
	return append(append([]decl.TypeRef(nil), typ.Implements...), typ.Extends...)
}

// overrides compares name and number of parameters, and the simple types of
// parameters where neither is a type variable.
func overrides(a, b TypeMethod) bool {
	if a.Name != b.Name || len(a.Params) != len(b.Params) {
		return false
	}
	for i := range a.Params {
		x, y := a.Params[i].Type, b.Params[i].Type
		if slices.Contains(a.Type.TypeParams, x.Name) || slices.Contains(b.Type.TypeParams, y.Name) {
			continue
		}
		if simpleName(x.Name) != simpleName(y.Name) || x.Dims != y.Dims {
			return false
		}
	}
	return true
}

func ofObject(m *decl.Method) bool {
	switch m.Name {
	case "hashCode", "toString", "notify", "notifyAll", "getClass", "finalize", "clone":
		return len(m.Params) == 0
	case "equals":
		return len(m.Params) == 1 && simpleName(m.Params[0].Type.Name) == "Object"
	}
	return false
}

func simpleName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
