package build

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// gradleTree holds all Gradle files of the audited trees.
type gradleTree struct {
	scripts  map[string]*script // by path
	byDir    map[string][]*script
	props    map[string]*gradleProperties // by folder
	catalogs map[string]*catalog          // by path
	locks    map[string][]*lock           // by folder
	projects map[string]*project          // by folder
}

// gradleBuild is one settings script with its projects.
type gradleBuild struct {
	dir      string
	settings *script // nil where a project stands alone
	projects map[string]*project
}

// project is one Gradle project. Its script is nil where the folder has none.
type project struct {
	build  *gradleBuild
	path   string // ":a:b", ":" for the root
	dir    string
	script *script
	// between is set where only the path of a deeper project leads here.
	between bool
}

// name is the last part of the path, for the root what the settings call it.
func (p *project) name() string {
	if p.path != ":" {
		return p.path[strings.LastIndex(p.path, ":")+1:]
	}
	if s := p.build.settings; s != nil && s.rootName.s != "" {
		return s.rootName.s
	}
	return path.Base(p.dir)
}

func (g *gradleTree) add(u *decl.Unit) {
	if g.scripts == nil {
		*g = gradleTree{
			scripts: map[string]*script{}, byDir: map[string][]*script{}, props: map[string]*gradleProperties{},
			catalogs: map[string]*catalog{}, locks: map[string][]*lock{}, projects: map[string]*project{},
		}
	}
	switch raw := u.Build.Raw.(type) {
	case *script:
		g.scripts[raw.file.Path] = raw
		g.byDir[raw.dir] = append(g.byDir[raw.dir], raw)
	case *gradleProperties:
		g.props[raw.dir] = raw
	case *catalog:
		g.catalogs[raw.path] = raw
	case *lock:
		g.locks[raw.dir] = append(g.locks[raw.dir], raw)
	}
}

// modules finds the projects of all builds and resolves each.
func (g *gradleTree) modules() []*decl.Module {
	g.findBuilds()
	var modules []*decl.Module
	for _, dir := range sortedKeys(g.projects) {
		if p := g.projects[dir]; p.script != nil || !p.between {
			modules = append(modules, g.module(p))
		}
	}
	return modules
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// findBuilds makes the projects that settings scripts include, outermost
// first, then those with a build script that no one includes literally.
func (g *gradleTree) findBuilds() {
	var builds []*gradleBuild
	for _, name := range sortedKeys(g.scripts) {
		if s := g.scripts[name]; s.settings {
			builds = append(builds, &gradleBuild{dir: s.dir, settings: s, projects: map[string]*project{}})
		}
	}
	slices.SortStableFunc(builds, func(a, b *gradleBuild) int {
		return cmp.Compare(strings.Count(a.dir, "/"), strings.Count(b.dir, "/"))
	})
	for _, b := range builds {
		g.include(b, ":", b.dir)
		for _, t := range b.settings.includes {
			g.includePath(b, projectPath(t.s))
		}
		for _, p := range b.projects {
			p.between = p.path != ":" && !slices.ContainsFunc(b.settings.includes, func(t text) bool { return projectPath(t.s) == p.path })
		}
	}
	for _, name := range sortedKeys(g.scripts) {
		s := g.scripts[name]
		base := path.Base(name)
		if g.projects[s.dir] != nil || base != "build.gradle" && base != "build.gradle.kts" {
			continue
		}
		g.adopt(builds, s)
	}
}

// adopt puts a build script no settings include by name into the build
// around it: settings often compute what they include.
func (g *gradleTree) adopt(builds []*gradleBuild, s *script) {
	var around *gradleBuild
	for _, b := range builds {
		if inside(s.dir, b.dir) {
			around = b // the innermost comes last
		}
	}
	if around == nil {
		around = &gradleBuild{dir: s.dir, projects: map[string]*project{}}
		g.include(around, ":", s.dir)
		return
	}
	rel := strings.TrimPrefix(strings.TrimPrefix(s.dir, around.dir), "/")
	g.include(around, projectPath(rel), s.dir)
}

// inside tells whether dir is root or lies below it.
func inside(dir, root string) bool {
	return root == "." || dir == root || strings.HasPrefix(dir, root+"/")
}

// includePath includes a project and those its path leads through.
func (g *gradleTree) includePath(b *gradleBuild, name string) {
	if strings.Contains(name, "$") || strings.Count(name, ":") > 30 {
		return
	}
	dir, at := b.dir, ""
	for _, part := range strings.Split(strings.TrimPrefix(name, ":"), ":") {
		at += ":" + part
		dir = path.Join(dir, part)
		if own, ok := b.settings.dirs[at]; ok {
			dir = path.Join(b.dir, withoutRoot(own.s))
		} else if own, ok := b.settings.dirs[strings.TrimPrefix(at, ":")]; ok {
			dir = path.Join(b.dir, withoutRoot(own.s))
		}
		g.include(b, at, dir)
	}
}

// withoutRoot drops a placeholder for a folder at the beginning of a path.
func withoutRoot(s string) string {
	if strings.HasPrefix(s, "${") {
		_, s, _ = strings.Cut(s, "}")
	}
	return s
}

func (g *gradleTree) include(b *gradleBuild, name, dir string) {
	p := b.projects[name]
	if p == nil {
		p = &project{build: b, path: name, dir: dir}
		b.projects[name] = p
	}
	p.script = g.scriptOf(dir)
	if old := g.projects[dir]; old == nil || old.build.dir == b.dir {
		g.projects[dir] = p
	}
}

// scriptOf returns the build script of a folder: build.gradle, or the only
// script there, since settings can rename it (buildFileName).
func (g *gradleTree) scriptOf(dir string) *script {
	var only *script
	n := 0
	for _, s := range g.byDir[dir] {
		switch path.Base(s.file.Path) {
		case "build.gradle", "build.gradle.kts":
			return s
		}
		if !s.settings {
			only, n = s, n+1
		}
	}
	if n == 1 {
		return only
	}
	return nil
}

// ancestors returns the projects above p by path, nearest first.
func (p *project) ancestors() []*project {
	var up []*project
	for name := p.path; name != ":"; {
		name = name[:strings.LastIndex(name, ":")]
		if name == "" {
			name = ":"
		}
		if q := p.build.projects[name]; q != nil && q != p {
			up = append(up, q)
		}
	}
	return up
}
