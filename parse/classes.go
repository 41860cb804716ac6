package parse

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/dubboaudit/dubboaudit/parse/class"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// classes finds types that have no source in the trees.
type classes struct {
	once     sync.Once
	archives *class.Archives
	// files is set where there are class files outside of archives.
	files bool

	mu    sync.Mutex
	units map[string]*decl.Unit // of class files, by path

	looked sync.Once
	// annotated are the names of the classes that use Dubbo's annotations, and
	// configured their units, once they were asked for.
	annotated  []string
	configured []configured
	resolved   bool
}

// configured is the unit of a class that uses Dubbo's annotations, with the
// identifiers in it.
type configured struct {
	unit  *decl.Unit
	words wordSet
}

// problems are those of classes that were asked for.
func (c *classes) problems() []source.Problem {
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []source.Problem
	if c.archives != nil {
		list = c.archives.Problems()
	}
	for _, u := range c.units {
		list = append(list, u.Problems...)
	}
	return list
}

// compiled returns the units of classes that declare a type.
func (x *Index) compiled(fqn string) []*decl.Unit {
	x.findClasses()
	if x.classes.archives == nil && !x.classes.files {
		return nil
	}
	var units []*decl.Unit
	for outer := fqn; outer != "" && units == nil; outer = enclosing(outer) {
		found := x.classFiles(outer)
		if len(found) == 0 && x.classes.archives != nil {
			found = x.classes.archives.Type(outer)
		}
		for _, u := range found {
			if declares(u.Java.Types, fqn) {
				units = append(units, u)
			}
		}
	}
	return byPath(units)
}

// findClasses looks through the names of the walk, once.
func (x *Index) findClasses() {
	x.classes.once.Do(func() {
		var archives []string
		for i, f := range x.folders {
			for j := range f.files {
				switch name := f.files[j].name; {
				case strings.HasSuffix(name, "-wrapper.jar"): // the build tool's own, often only a pointer
				case class.IsArchive(name):
					archives = append(archives, x.path(place{int32(i), int32(j)}))
				case strings.HasSuffix(name, ".class"):
					x.classes.files = true
				}
			}
		}
		x.classes.mu.Lock()
		defer x.classes.mu.Unlock()
		if archives != nil {
			x.classes.archives = class.NewArchives(x.fsys, archives)
		}
		x.classes.units = map[string]*decl.Unit{}
	})
}

// classFiles returns the units of a class from the class files of the trees.
func (x *Index) classFiles(fqn string) []*decl.Unit {
	if !x.classes.files {
		return nil
	}
	var units []*decl.Unit
	file := strings.ReplaceAll(fqn, ".", "/") + ".class"
	for _, p := range x.named(path.Base(file)) {
		if name := x.path(p); isBelow(name, file) {
			if u := x.classFile(name); u != nil {
				units = append(units, u)
			}
		}
	}
	return units
}

// classFile parses a class file, with the classes beside it.
func (x *Index) classFile(name string) *decl.Unit {
	x.classes.mu.Lock()
	defer x.classes.mu.Unlock()
	if u, ok := x.classes.units[name]; ok {
		return u
	}
	dir := path.Dir(name)
	u := class.Parse(name, x.classData(name), func(sibling string) []byte {
		if base := path.Base(sibling); fs.ValidPath(base) {
			return x.classData(path.Join(dir, base+".class"))
		}
		return nil
	})
	x.classes.units[name] = u
	return u
}

// classData reads a class file, nil where that cannot be done.
func (x *Index) classData(name string) []byte {
	info, err := fs.Stat(x.fsys, name)
	if err != nil || info.Size() > class.MaxBytes {
		return nil
	}
	data, _ := fs.ReadFile(x.fsys, name)
	return data
}

// CompiledSubtypes returns the units of classes, in class files of the trees
// and in archives, that extend or implement a type directly, sorted by path.
// The first call reads all of these classes; ask sources first.
func (x *Index) CompiledSubtypes(fqn string) []*decl.Unit {
	x.findClasses()
	var units []*decl.Unit
	if x.classes.archives != nil {
		units = x.classes.archives.Subtypes(fqn)
	}
	if !x.classes.files {
		return units
	}
	for i, f := range x.folders {
		for j := range f.files {
			name := x.path(place{int32(i), int32(j)})
			if !strings.HasSuffix(name, ".class") || strings.Contains(f.files[j].name, "$") {
				continue
			}
			if u := x.classFile(name); u != nil && class.Extends(u.Java.Types, fqn) {
				units = append(units, u)
			}
		}
	}
	return byPath(units)
}

// Annotated returns the units of classes that use Dubbo's annotations and of
// which the trees hold no source, in class files and in archives, sorted by
// path. Of several copies below one folder the first counts. The first call
// looks through all classes, except those of well-known libraries.
func (x *Index) Annotated() []*decl.Unit {
	var units []*decl.Unit
	for _, c := range x.configured() {
		units = append(units, c.unit)
	}
	return byPath(units)
}

func (x *Index) configured() []configured {
	x.findClasses()
	if x.classes.archives == nil && !x.classes.files {
		return nil
	}
	x.classes.looked.Do(x.findAnnotated)
	x.classes.mu.Lock()
	list, ok := x.classes.configured, x.classes.resolved
	x.classes.mu.Unlock()
	if ok {
		return list
	}
	for _, fqn := range x.classes.annotated {
		seen := map[string]bool{}
		for _, u := range x.Type(fqn) {
			if dir := classRoot(u.File.Path, fqn); strings.HasSuffix(u.File.Path, ".class") && !seen[dir] {
				seen[dir] = true
				words, _ := scanWords(u.File.Text, "")
				list = append(list, configured{u, words})
			}
		}
	}
	x.classes.mu.Lock()
	defer x.classes.mu.Unlock()
	x.classes.configured, x.classes.resolved = list, true
	return list
}

// configuredMentioning returns the units of these classes below a folder that hold all
// of some words, with the doubt of a wordSet.
func (x *Index) configuredMentioning(dir string, words ...string) []*decl.Unit {
	var units []*decl.Unit
	for _, c := range x.configured() {
		below := dir == "." || strings.HasPrefix(c.unit.File.Path, dir+"/")
		if below && !slices.ContainsFunc(words, func(w string) bool { return !c.words.has(hashOf(w)) }) {
			units = append(units, c.unit)
		}
	}
	return units
}

// classRoot is the folder of the archive around a class, or that of its
// outermost package.
func classRoot(file, fqn string) string {
	if archive, _, ok := strings.Cut(file, "!/"); ok {
		return path.Dir(archive)
	}
	return strings.TrimSuffix(file, strings.ReplaceAll(fqn, ".", "/")+".class")
}

func (x *Index) findAnnotated() {
	var names []string
	if x.classes.archives != nil {
		names = x.classes.archives.Annotated()
	}
	total := 0
	for i, f := range x.folders {
		for j := range f.files {
			name := x.path(place{int32(i), int32(j)})
			if !strings.HasSuffix(name, ".class") || inLibrary(name) || total > maxLooked {
				continue
			}
			data := x.classData(name)
			if total += len(data); class.UsesDubbo(data) {
				names = append(names, class.Outermost(class.Name(data)))
			}
		}
	}
	slices.Sort(names)
	x.classes.annotated = slices.Compact(names)
}

// maxLooked bounds the bytes of class files that are looked through.
const maxLooked = 512 << 20

// inLibrary reports whether a class file lies in a folder of a library, below
// whatever folder.
func inLibrary(name string) bool {
	for rest := name; rest != ""; {
		if class.OfLibrary(rest) {
			return true
		}
		_, rest, _ = strings.Cut(rest, "/")
	}
	return false
}
