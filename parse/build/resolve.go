package build

import (
	"cmp"
	"io/fs"
	"path"
	"slices"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Options are what the caller knows besides the files.
type Options struct {
	// LocalRepo is a local Maven repository (the folder ~/.m2/repository),
	// read for parents and BOMs that are not in the trees. Nil: none.
	LocalRepo fs.FS
	// Profiles are the Maven profiles asked for by id.
	Profiles []string
	// ProfilesFor returns those of the pom in a folder, where they differ
	// between folders; nil: Profiles are those of all.
	ProfilesFor func(dir string) []string
}

func (o *Options) profiles(dir string) []string {
	if o.ProfilesFor == nil {
		return o.Profiles
	}
	return o.ProfilesFor(dir)
}

// Resolve joins all build files and returns every module with its effective
// dependencies, sorted by folder. Units without build files are passed over.
func Resolve(units []*decl.Unit, opt Options) ([]*decl.Module, []source.Problem) {
	var poms []*pom
	var modules []*decl.Module
	g := gradleTree{}
	for _, u := range units {
		if u == nil || u.Build == nil {
			continue
		}
		switch raw := u.Build.Raw.(type) {
		case *pom:
			poms = append(poms, raw)
		case *jar:
			modules = append(modules, raw.module())
		default:
			g.add(u)
		}
	}
	slices.SortFunc(poms, func(a, b *pom) int { return cmp.Compare(a.path, b.path) })
	t := newMavenTree(poms, opt)
	for _, p := range t.poms {
		if path.Base(p.path) == "pom.xml" && p.artifact.s != "" {
			modules = append(modules, t.module(p))
		}
	}
	modules = append(modules, g.modules()...)
	link(modules)
	slices.SortStableFunc(modules, func(a, b *decl.Module) int {
		return cmp.Or(cmp.Compare(a.Dir, b.Dir), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Artifact, b.Artifact))
	})
	return modules, t.problems
}

// link fills in Dependency.Dir where an artifact is a module of the trees,
// whatever its version; of several copies the one nearest to the dependent.
func link(modules []*decl.Module) {
	byName := make(map[string][]*decl.Module, len(modules))
	for _, m := range modules {
		if m.Kind != KindJar && m.Group != "" {
			name := m.Group + ":" + m.Artifact
			byName[name] = append(byName[name], m)
		}
	}
	for _, m := range modules {
		for i := range m.Deps {
			d := &m.Deps[i]
			if d.Dir != "" {
				continue
			}
			for _, to := range byName[d.Group+":"+d.Artifact] {
				if d.Dir == "" || nearer(m.Dir, to.Dir, d.Dir) {
					d.Dir = to.Dir
				}
			}
		}
	}
}
