package parse

import (
	"io/fs"
	"path"
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
	read := func(name string) []byte {
		info, err := fs.Stat(x.fsys, name)
		if err != nil || info.Size() > class.MaxBytes {
			return nil
		}
		data, _ := fs.ReadFile(x.fsys, name)
		return data
	}
	dir := path.Dir(name)
	u := class.Parse(name, read(name), func(sibling string) []byte {
		if base := path.Base(sibling); fs.ValidPath(base) {
			return read(path.Join(dir, base+".class"))
		}
		return nil
	})
	x.classes.units[name] = u
	return u
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
