package application

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// module is a folder with a build file, or a resource root where there is no
// build file, with the parsed files that belong to it.
type module struct {
	dir   string
	build *decl.Module // nil without build file
	jars  []*decl.Module
	// files are XML and property files, java the sources, sorted by path.
	files, java []*resource
	// spring are the paths of its application.* and bootstrap.* files, parsed
	// or not.
	spring []string
	roots  [2][]string // of the class path: main, test
	deps   []*module   // the modules of the trees it needs to run
	users  int         // how many others need it
	isApp  bool
}

// resource is one file with its place on the class path.
type resource struct {
	unit *decl.Unit
	mod  *module
	// root is the folder that becomes part of the class path and name the
	// file's name below it.
	root, name string
	test       bool
}

func (r *resource) path() string { return r.unit.File.Path }

// layout assigns every unit to its module.
func (a *assembler) layout() {
	var jars []*decl.Module
	for _, b := range a.Modules {
		if b.Kind == "jar" {
			jars = append(jars, b)
			continue
		}
		m := a.moduleAt(path.Clean(b.Dir))
		if m.build == nil || len(m.build.Deps) == 0 && len(b.Deps) > 0 {
			m.build = b
		}
	}
	bases := a.unbuiltBases()
	for _, u := range a.Units {
		a.clusters = append(a.clusters, u.Clusters...)
		if u.XML == nil && u.Docs == nil && u.Java == nil {
			continue
		}
		m := a.ownerOf(u.File.Path)
		if m == nil {
			m = a.moduleAt(bases[u])
		}
		r := newResource(u, m)
		if u.Java != nil {
			m.java = append(m.java, r)
		} else {
			m.files = append(m.files, r)
		}
	}
	for _, jar := range jars {
		if m := a.nearest(path.Clean(jar.Dir)); m != nil {
			m.jars = append(m.jars, jar)
		}
	}
	a.layoutSpring()
	for _, m := range a.modules {
		a.ordered = append(a.ordered, m)
	}
	slices.SortFunc(a.ordered, func(x, y *module) int { return cmp.Compare(x.dir, y.dir) })
}

// layoutSpring assigns Spring Boot's files, which may name a profile or a
// placeholder's value without a word of Dubbo.
func (a *assembler) layoutSpring() {
	for _, pattern := range []string{"**/application*", "**/bootstrap*"} {
		for _, p := range a.sources.Match(pattern) {
			if ext := path.Ext(p); ext != ".yml" && ext != ".yaml" && ext != ".properties" {
				continue
			}
			if m := a.nearest(path.Dir(p)); m != nil {
				m.spring = append(m.spring, p)
			}
		}
	}
}

// relevant reports whether anything of a class path may concern Dubbo.
func relevant(mods []*module) bool {
	return slices.ContainsFunc(mods, func(m *module) bool { return len(m.files) > 0 || len(m.java) > 0 })
}

func (a *assembler) moduleAt(dir string) *module {
	m := a.modules[dir]
	if m == nil {
		m = &module{dir: dir}
		a.modules[dir] = m
	}
	return m
}

// ownerOf returns the nearest module with a build file above a file.
func (a *assembler) ownerOf(file string) *module {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if m := a.modules[dir]; m != nil && m.build != nil {
			return m
		}
		if dir == "." || dir == "/" {
			return nil
		}
	}
}

// nearest is ownerOf for any module.
func (a *assembler) nearest(dir string) *module {
	for ; ; dir = path.Dir(dir) {
		if m := a.modules[dir]; m != nil {
			return m
		}
		if dir == "." || dir == "/" {
			return nil
		}
	}
}

// unbuiltBases finds the resource roots of files without a build file: the
// folder above src/, above the package's folders of a Java source, or the
// folder of the file. A root inside another one is part of that.
func (a *assembler) unbuiltBases() map[*decl.Unit]string {
	bases := map[*decl.Unit]string{}
	known := map[string]bool{}
	for _, u := range a.Units {
		if u.XML == nil && u.Docs == nil && u.Java == nil || a.ownerOf(u.File.Path) != nil {
			continue
		}
		bases[u] = baseOf(u)
		known[bases[u]] = true
	}
	for u, base := range bases {
		for dir := base; dir != "." && dir != "/"; {
			if dir = path.Dir(dir); known[dir] {
				base = dir
			}
		}
		bases[u] = base
	}
	return bases
}

func baseOf(u *decl.Unit) string {
	file := "/" + u.File.Path
	for _, mark := range []string{"/src/main/", "/src/test/", "/src/", "/WEB-INF/"} {
		if i := strings.Index(file, mark); i >= 0 {
			return path.Clean(strings.TrimPrefix("."+file[:i], "./"))
		}
	}
	dir := path.Dir(u.File.Path)
	if u.Java != nil {
		if pkg := strings.ReplaceAll(u.Java.Package, ".", "/"); pkg != "" && (dir == pkg || strings.HasSuffix(dir, "/"+pkg)) {
			return path.Clean(strings.TrimSuffix(strings.TrimSuffix(dir, pkg), "/"))
		}
	}
	return dir
}

// classRoots are the folders below a module that end up on the class path,
// those of Maven, Gradle, Eclipse and unpacked archives.
var classRoots = []string{
	"src/main/resources", "src/main/java", "src/main/kotlin", "src/main/webapp/WEB-INF/classes",
	"src/main/webapp/WEB-INF", "src/main/webapp", "src/main/config",
	"src/test/resources", "src/test/java", "src/test/kotlin",
	"WebContent/WEB-INF/classes", "WebContent/WEB-INF", "WebContent", "WebRoot/WEB-INF/classes", "WebRoot/WEB-INF", "WebRoot",
	"BOOT-INF/classes", "WEB-INF/classes", "WEB-INF", "src", "resources", "conf",
}

func newResource(u *decl.Unit, m *module) *resource {
	r := &resource{unit: u, mod: m}
	rel := relative(m.dir, u.File.Path)
	r.test = isTestPath(rel)
	root, name := splitRoot(rel)
	r.root, r.name = path.Join(m.dir, root), name
	return r
}

// newPath is the class path name of a file of a module.
func newPath(m *module, file string) string {
	_, name := splitRoot(relative(m.dir, file))
	return name
}

// splitRoot cuts a path below a module into class path root and name.
func splitRoot(rel string) (root, name string) {
	if i := strings.Index(rel, "/WEB-INF/classes/"); i >= 0 {
		i += len("/WEB-INF/classes")
		return rel[:i], rel[i+1:]
	}
	// A source set of another name: src/it/resources, src/prod/resources.
	if parts := strings.SplitN(rel, "/", 4); len(parts) == 4 && parts[0] == "src" && (parts[2] == "resources" || parts[2] == "java") {
		return path.Join(parts[:3]...), parts[3]
	}
	for _, root := range classRoots {
		if rest, ok := strings.CutPrefix(rel, root+"/"); ok {
			return root, rest
		}
	}
	return "", rel
}

func relative(dir, file string) string {
	if dir == "." {
		return file
	}
	return strings.TrimPrefix(strings.TrimPrefix(file, dir), "/")
}

// isTestPath tells a test source set by the layouts of Maven, Gradle and Ant.
func isTestPath(rel string) bool {
	first, rest, _ := strings.Cut(rel, "/")
	if first == "test" || first == "tests" {
		return rest != ""
	}
	set, ok := strings.CutPrefix("/"+rel, "/src/")
	if !ok {
		_, set, ok = strings.Cut("/"+rel, "/src/")
	}
	set, _, more := strings.Cut(set, "/")
	return ok && more && (set == "it" || strings.HasPrefix(set, "test") ||
		strings.HasSuffix(set, "Test") || strings.HasSuffix(set, "-test"))
}
