package parse

import (
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// Ahead parses in the background what will probably be asked for: of the
// classes that were parsed and of those that are asked for meanwhile, what
// their methods are called on, and so on. To put applications together takes
// one core; to follow their code afterwards takes all of them. The function
// that it returns ends it. What was parsed in vain counts nowhere.
func (x *Index) Ahead(units []*decl.Unit) (stop func()) {
	if x.ahead != nil || runtime.GOMAXPROCS(0) == 1 {
		return func() {}
	}
	a := &ahead{Index: x, seen: map[place]bool{}}
	a.ready.L = &a.mu
	for _, u := range units {
		a.push(u)
	}
	x.ahead = a
	var wait sync.WaitGroup
	wait.Go(a.run)
	return func() {
		a.end()
		wait.Wait()
	}
}

// ahead is a queue of classes whose calls lead to further ones.
type ahead struct {
	*Index
	mu    sync.Mutex
	ready sync.Cond
	units []*decl.Unit
	ended bool

	seen  map[place]bool  // the files that were looked for
	names map[string]bool // those of the unit at hand that were looked for
}

func (a *ahead) push(u *decl.Unit) {
	if u.Java == nil || IsTest(u.File.Path) || !strings.HasSuffix(u.File.Path, ".java") || !slices.ContainsFunc(u.Java.Types, implements) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.ended {
		a.units = append(a.units, u)
		a.ready.Signal()
	}
}

// implements reports whether a type is a class with a type above it: those
// behind a service are.
func implements(t *decl.Type) bool {
	return t.Kind == decl.Class && len(t.Implements)+len(t.Extends) > 0
}

func (a *ahead) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ended, a.units = true, nil
	a.ready.Signal()
}

// next waits for a class to look at; it is nil at the end.
func (a *ahead) next() *decl.Unit {
	a.mu.Lock()
	defer a.mu.Unlock()
	for len(a.units) == 0 && !a.ended {
		a.ready.Wait()
	}
	if a.ended {
		return nil
	}
	u := a.units[0]
	a.units = a.units[1:]
	return u
}

func (a *ahead) run() {
	defer func() { _ = recover() }() // what fails here fails again where it is asked for
	for u := a.next(); u != nil; u = a.next() {
		a.names = map[string]bool{}
		for _, t := range u.Java.Types {
			a.calledBy(u, t)
		}
	}
}

// ofGenerator tells the classes that MyBatis' generator writes beside mappers,
// of thousands of lines, into which nobody looks.
func ofGenerator(name string) bool { return strings.HasSuffix(name, "Example") }

func (a *ahead) stopped() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.ended
}

// calledBy looks at what the methods of a class are called on.
func (a *ahead) calledBy(u *decl.Unit, t *decl.Type) {
	for _, n := range t.Nested {
		a.calledBy(u, n)
	}
	for _, ref := range slices.Concat(t.Extends, t.Implements) {
		a.typ(u, ref.Name)
		for _, arg := range ref.Args {
			a.typ(u, arg.Name)
		}
	}
	for _, m := range t.Methods {
		for i := range m.Calls {
			a.typ(u, receiver(t, m, &m.Calls[i]))
		}
	}
}

// receiver is the written type of what a call is made on, "" where that is not
// easily told.
func receiver(t *decl.Type, m *decl.Method, c *decl.Call) string {
	name, _, chain := strings.Cut(strings.TrimPrefix(c.Recv, "this."), ".")
	switch {
	case name == "" || name == "?" || name == "super" || name == "this":
		return ""
	case 'A' <= name[0] && name[0] <= 'Z':
		return name
	}
	for i := range t.Fields {
		if f := t.Fields[i]; f.Name == name {
			return f.Type.Name
		}
	}
	if !chain && (strings.HasPrefix(c.Method, "get") || strings.HasPrefix(c.Method, "set")) {
		return ""
	}
	for i := range m.Params {
		if m.Params[i].Name == name {
			return m.Params[i].Type.Name
		}
	}
	return ""
}

// typ parses the files of a type written in a unit, the class that is named
// after it, and its mapper file.
func (a *ahead) typ(u *decl.Unit, name string) {
	if name == "" || ofGenerator(name) || a.names[name] {
		return
	}
	a.names[name] = true
	for _, p := range a.files(u, name) {
		if a.stopped() {
			return
		}
		if a.file(p) {
			for _, p := range a.named(name + "Impl.java") {
				a.file(p)
			}
			for _, p := range a.named(name + ".xml") {
				a.file(p)
			}
		}
	}
}

// file parses a file, whose classes come next. It reports whether it was new.
func (a *ahead) file(p place) bool {
	if a.seen[p] {
		return false
	}
	a.seen[p] = true
	a.cores.Lock() // wait while others need all of them
	u, fresh := a.parse(p)
	a.cores.Unlock()
	if u == nil {
		return false
	}
	if fresh && u.Java != nil {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.units = append(a.units, u)
	}
	return true
}

// files are those in which the type of that name may stand: by the import, in
// the folder of the unit, in an imported package.
func (a *ahead) files(u *decl.Unit, name string) []place {
	name, _, _ = strings.Cut(name, ".")
	places := a.named(name + ".java")
	if len(places) == 0 {
		return nil
	}
	for _, imp := range u.Java.Imports {
		if !imp.Wildcard && strings.HasSuffix(imp.Name, "."+name) {
			dir := strings.ReplaceAll(strings.TrimSuffix(imp.Name, "."+name), ".", "/")
			return slices.DeleteFunc(places, func(p place) bool { return !isBelow(a.folders[p.folder].path, dir) })
		}
	}
	dirs := []string{path.Dir(u.File.Path)}
	for _, imp := range u.Java.Imports {
		if imp.Wildcard {
			dirs = append(dirs, strings.ReplaceAll(imp.Name, ".", "/"))
		}
	}
	return slices.DeleteFunc(places, func(p place) bool {
		return !slices.ContainsFunc(dirs, func(dir string) bool { return isBelow(a.folders[p.folder].path, dir) })
	})
}
