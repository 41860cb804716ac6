package application

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// find returns the files that a location of Spring's names, as seen from a
// file: "classpath:a/b.xml", "classpath*:spring/*.xml", "file:./config/a.yml",
// "../dubbo/a.xml". Of several files of one name the first on the class path
// counts, with "classpath*:" or a wildcard all of them. What is in no module
// of the application is looked for in the other trees.
func (d *deployable) find(location string, from *resource) []*resource {
	key := location
	if from != nil {
		key = path.Dir(from.path()) + "\x00" + location
		if from.test {
			key += "\x00test"
		}
	}
	list, ok := d.located[key]
	if !ok {
		list = d.locate(strings.TrimSpace(location), from)
		d.located[key] = list
	}
	return list
}

func (d *deployable) locate(loc string, from *resource) []*resource {
	switch rest, isFile := strings.CutPrefix(loc, "file:"); {
	case isFile:
		return d.findFile(rest)
	case strings.HasPrefix(loc, "classpath*:"):
		return d.findClass(strings.TrimPrefix(loc, "classpath*:"), from, true)
	case strings.HasPrefix(loc, "classpath:"):
		return d.findClass(strings.TrimPrefix(loc, "classpath:"), from, false)
	case loc == "" || hasScheme(loc):
		return nil // nacos:, configserver:, http://
	}
	if from != nil && !strings.HasPrefix(loc, "/") {
		if found := d.match(path.Dir(from.path()), loc, from.mod, from.test); len(found) > 0 {
			return found
		}
	}
	return d.findClass(loc, from, false)
}

func hasScheme(location string) bool {
	scheme, _, ok := strings.Cut(location, ":")
	return ok && !strings.ContainsAny(scheme, "/$")
}

// findFile looks below the folders in which an application is started.
func (d *deployable) findFile(name string) []*resource {
	if strings.HasPrefix(name, "/") || strings.Contains(name, "://") {
		return nil
	}
	own := d.modules[0]
	if found := d.match(own.dir, name, own, false); len(found) > 0 {
		return found
	}
	return d.match(".", name, own, false)
}

// findClass looks on the class path, for a test resource in the test roots
// first.
func (d *deployable) findClass(name string, from *resource, all bool) []*resource {
	name = strings.TrimPrefix(path.Clean("/"+name), "/")
	if strings.ContainsAny(name, "*?") {
		all = true
	}
	var found []*resource
	passes := []bool{false}
	if from != nil && from.test {
		passes = []bool{true, false}
	}
	for _, test := range passes {
		for _, m := range d.modules {
			for _, root := range rootsOf(m, test) {
				found = append(found, d.match(root, name, m, test)...)
				if len(found) > 0 && !all {
					return found[:1]
				}
			}
		}
	}
	if len(found) > 0 {
		return found
	}
	return d.elsewhere(name, all)
}

// rootsOf returns the class path folders of a module: those of its files, and
// the usual ones, where files may lie that were not parsed.
func rootsOf(m *module, test bool) []string {
	roots := m.roots[b2i(test)]
	if roots != nil {
		return roots
	}
	add := func(root string) {
		if !slices.Contains(roots, root) {
			roots = append(roots, root)
		}
	}
	for _, root := range classRoots {
		if strings.HasPrefix(root, "src/test") == test {
			add(path.Join(m.dir, root))
		}
	}
	for _, r := range m.files {
		if r.test == test {
			add(r.root)
		}
	}
	m.roots[b2i(test)] = roots
	return roots
}

// elsewhere looks for a class path name in the trees outside the application:
// the nearest file first.
func (d *deployable) elsewhere(name string, all bool) []*resource {
	var found []*resource
	for _, p := range d.sources.Match("**/" + name) {
		if m := d.nearest(path.Dir(p)); m != nil && isTestPath(relative(m.dir, p)) {
			continue
		}
		if r := d.open(p, nil); r != nil {
			found = append(found, r)
		}
	}
	own := d.modules[0].dir
	slices.SortStableFunc(found, func(x, y *resource) int {
		return cmp.Or(
			b2i(x.name != name)-b2i(y.name != name),
			common(own, y.path())-common(own, x.path()),
			cmp.Compare(x.path(), y.path()))
	})
	if len(found) > 0 && !all {
		found = found[:1]
	}
	return found
}

// common counts the leading characters that two paths share.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// match returns the files that a name or pattern below a folder means.
func (d *deployable) match(dir, name string, m *module, test bool) []*resource {
	full := path.Join(dir, name)
	if !strings.ContainsAny(name, "*?") {
		if r := d.open(full, m); r != nil && r.test == test {
			return []*resource{r}
		}
		return nil
	}
	var found []*resource
	for _, p := range d.sources.Match(full) {
		if r := d.open(p, m); r != nil && r.test == test {
			found = append(found, r)
		}
	}
	return found
}

// open returns the file of a path with its place on the class path. A nil
// module means the nearest one.
func (d *deployable) open(p string, m *module) *resource {
	if strings.HasPrefix(p, "../") || strings.HasPrefix(p, "/") {
		return nil
	}
	u := d.sources.File(p)
	if u == nil {
		return nil
	}
	if own := d.nearest(path.Dir(p)); own != nil {
		m = own
	}
	if m == nil {
		m = d.modules[0]
	}
	return newResource(u, m)
}

// openSpring adds Spring Boot's files to a module's own.
func (a *assembler) openSpring(m *module) {
	for _, p := range m.spring {
		if slices.ContainsFunc(m.files, func(r *resource) bool { return r.path() == p }) {
			continue
		}
		if kind, _, _ := springFile(newPath(m, p)); kind == "" {
			continue
		}
		if u := a.sources.File(p); u != nil && u.Docs != nil {
			m.files = append(m.files, newResource(u, m))
		}
	}
	m.spring = nil
}

// mentioning asks for the sources that mention a word, once for each word.
func (a *assembler) mentioning(dir, word string) []*decl.Unit {
	key := dir + "\x00" + word
	units, ok := a.mentions[key]
	if !ok {
		units = a.sources.Mentioning(dir, word)
		a.mentions[key] = units
	}
	return units
}
