package parse

import (
	"path"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Index finds the files of a walk that have a reader, those that were not
// parsed included: they are then read and parsed once. It holds names, no
// contents: about 100 bytes a file. All methods are safe for concurrent use.
type Index struct {
	input
	folders []*folder // sorted by path, each with its files sorted by name

	names sync.Once
	// first and next chain the files of one base name, as positions in all.
	first map[string]int32
	next  []int32
	all   []place

	// strays are the types that a file of another name declares.
	strays map[string][]*decl.Unit

	classes classes
	sqls    sqlFiles

	ahead *ahead // nil until Ahead
	cores sync.RWMutex

	mu       sync.Mutex
	asked    []place // files that were asked for and that the walk did not parse
	loaded   []*decl.Unit
	problems []source.Problem
}

// place is one file of the index.
type place struct{ folder, file int32 }

// newIndex takes over the folders of a walk. A folder that was a start for
// several of its files is there several times: those are joined.
func newIndex(w *walk) *Index {
	slices.SortStableFunc(w.folders, func(a, b *folder) int { return strings.Compare(a.path, b.path) })
	x := &Index{input: w.input, strays: map[string][]*decl.Unit{}}
	for _, f := range w.folders {
		if n := len(x.folders); n > 0 && x.folders[n-1].path == f.path {
			f = join(x.folders[n-1], f)
			x.folders = x.folders[:n-1]
		}
		f.ignores = nil
		x.folders = append(x.folders, f)
	}
	return x
}

func join(a, b *folder) *folder {
	f := &folder{path: a.path, files: make([]entry, 0, len(a.files)+len(b.files))}
	for _, from := range []*folder{a, b} {
		for i := range from.files {
			e := &from.files[i]
			f.files = append(f.files, entry{name: e.name, reader: e.reader, unit: e.unit})
		}
	}
	sort.Slice(f.files, func(i, j int) bool { return f.files[i].name < f.files[j].name })
	return f
}

// Type returns the units that declare a type, given by its fully qualified
// name; nested types are "com.acme.Outer.Inner" or "com.acme.Outer$Inner".
// There are several where modules hold copies. A file that lies where javac's
// convention has it, com/acme/Outer.java below any folder, comes first; else
// one of that name in any folder counts, and a type that stands in another
// type's file, if that file was parsed.
// Where there is no source, class files count, those of the trees before those
// in archives; their paths are "lib/a.jar!/com/acme/Order.class".
func (x *Index) Type(fqn string) []*decl.Unit {
	fqn = strings.ReplaceAll(fqn, "$", ".")
	for _, inPlace := range []bool{true, false} {
		for outer := fqn; outer != ""; outer = enclosing(outer) {
			if units := x.declaring(fqn, outer, inPlace); units != nil {
				return byPath(units)
			}
		}
	}
	if units := x.strays[fqn]; units != nil {
		return byPath(slices.Clone(units))
	}
	return x.compiled(fqn)
}

// declaring returns the units of the outer type's file that declare fqn.
func (x *Index) declaring(fqn, outer string, inPlace bool) []*decl.Unit {
	var units []*decl.Unit
	dir, base := path.Split(strings.ReplaceAll(outer, ".", "/") + ".java")
	dir = strings.TrimSuffix(dir, "/")
	for _, p := range x.named(base) {
		if (dir == "" || isBelow(x.folders[p.folder].path, dir)) != inPlace {
			continue
		}
		if u := x.load(p); u != nil && u.Java != nil && declares(u.Java.Types, fqn) {
			units = append(units, u)
		}
	}
	return units
}

// addStrays notes the types of a parsed file that are not named as the file.
func (x *Index) addStrays(file string, u *decl.Unit) {
	if u.Java == nil {
		return
	}
	for _, t := range u.Java.Types {
		if t.Name+".java" != file {
			x.strays[t.FQN] = append(x.strays[t.FQN], u)
		}
	}
}

func enclosing(name string) string {
	return name[:max(0, strings.LastIndexByte(name, '.'))]
}

// isBelow reports whether p is suffix below some folder.
func isBelow(p, suffix string) bool {
	rest, ok := strings.CutSuffix(p, suffix)
	return ok && (rest == "" || strings.HasSuffix(rest, "/"))
}

func declares(types []*decl.Type, fqn string) bool {
	for _, t := range types {
		if t.FQN == fqn || declares(t.Nested, fqn) {
			return true
		}
	}
	return false
}

// File returns the unit of the file of that path, nil where the walk saw no
// such file or it cannot be read.
func (x *Index) File(name string) *decl.Unit {
	p, ok := x.find(name)
	if !ok {
		return nil
	}
	return x.load(p)
}

// Has reports whether the walk saw a file of that path that has a reader.
func (x *Index) Has(name string) bool {
	_, ok := x.find(name)
	return ok
}

// find returns the place of a path.
func (x *Index) find(name string) (place, bool) {
	dir, base := path.Split(path.Clean(name))
	i, ok := slices.BinarySearchFunc(x.folders, path.Clean(dir), func(f *folder, dir string) int {
		return strings.Compare(f.path, dir)
	})
	if !ok {
		return place{}, false
	}
	files := x.folders[i].files
	j := sort.Search(len(files), func(j int) bool { return files[j].name >= base })
	return place{int32(i), int32(j)}, j < len(files) && files[j].name == base
}

// Match returns the sorted paths of the files that match a doublestar glob,
// such as "**/spring/dubbo-*.xml". It reads nothing.
func (x *Index) Match(pattern string) []string {
	var paths []string
	add := func(p place) {
		if name := x.path(p); doublestar.MatchUnvalidated(pattern, name) {
			paths = append(paths, name)
		}
	}
	base := path.Base(pattern)
	const meta = `*?[{}\`
	first, last := strings.IndexAny(base, meta), strings.LastIndexAny(base, meta)
	switch {
	case strings.ContainsAny(pattern, "{}"): // they may hold slashes
		first, last, base = 0, -1, ""
	case first < 0:
		for _, p := range x.named(base) {
			add(p)
		}
		slices.Sort(paths)
		return paths
	}
	for i, f := range x.folders {
		for j := range f.files {
			if name := f.files[j].name; strings.HasPrefix(name, base[:first]) && strings.HasSuffix(name, base[last+1:]) {
				add(place{int32(i), int32(j)})
			}
		}
	}
	slices.Sort(paths)
	return paths
}

// Loaded returns the units that were parsed since the walk, sorted by path.
func (x *Index) Loaded() []*decl.Unit {
	x.mu.Lock()
	defer x.mu.Unlock()
	return byPath(slices.Clone(x.loaded))
}

// Problems returns those of files that were asked for and have no unit, sorted
// by path.
func (x *Index) Problems() []source.Problem {
	x.mu.Lock()
	defer x.mu.Unlock()
	problems := append(slices.Clone(x.problems), x.classes.problems()...)
	slices.SortFunc(problems, func(a, b source.Problem) int { return strings.Compare(a.Path, b.Path) })
	return problems
}

// load returns the unit of a file, which counts as asked for from now on.
func (x *Index) load(p place) *decl.Unit {
	e := &x.folders[p.folder].files[p.file]
	e.once.Do(func() {
		unit, _ := x.parse(p)
		if unit != nil && !e.late {
			return
		}
		x.mu.Lock()
		defer x.mu.Unlock()
		x.asked = append(x.asked, p)
		if e.problem != nil {
			x.problems = append(x.problems, *e.problem)
			return
		}
		x.loaded = append(x.loaded, unit)
		if x.ahead != nil {
			x.ahead.push(unit)
		}
	})
	return e.unit
}

// parse parses a file unless that was done. It reports whether it was not.
func (x *Index) parse(p place) (unit *decl.Unit, fresh bool) {
	e := &x.folders[p.folder].files[p.file]
	e.parsed.Do(func() {
		if e.unit != nil {
			return
		}
		s := scratches.Get().(*scratch)
		defer s.free()
		e.unit, _, e.problem = x.input.load(x.path(p), e.reader, true, s)
		e.late, fresh = e.unit != nil, true
	})
	return e.unit, fresh
}

// named returns the files of a base name.
func (x *Index) named(base string) []place {
	x.names.Do(func() {
		x.first = make(map[string]int32)
		for i, f := range x.folders {
			for j := range f.files {
				name := f.files[j].name
				before, ok := x.first[name]
				if !ok {
					before = -1
				}
				x.first[name] = int32(len(x.all))
				x.next = append(x.next, before)
				x.all = append(x.all, place{int32(i), int32(j)})
			}
		}
	})
	i, ok := x.first[base]
	var places []place
	for ; ok && i >= 0; i = x.next[i] {
		places = append(places, x.all[i])
	}
	return places
}

func (x *Index) path(p place) string {
	f := x.folders[p.folder]
	return joined(f.path, f.files[p.file].name)
}

func byPath(units []*decl.Unit) []*decl.Unit {
	slices.SortFunc(units, func(a, b *decl.Unit) int { return strings.Compare(a.File.Path, b.File.Path) })
	return units
}
