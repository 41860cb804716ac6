package build

import (
	"fmt"
	"strconv"

	"deps.dev/util/maven"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// effective computes the dependencies of one pom as Maven sees them. Which
// declaration gives a dependency its version is decided by deps.dev's
// ProcessDependencies. Its types have no room for places, so it is given
// handles instead of version texts: indexes into versions.
type effective struct {
	tree     *mavenTree
	pom      *pom
	versions []version
	// pins are Dubbo BOMs from outside the trees, in order of import.
	pins []pin
	// all keeps every managed entry, not only those asked for.
	all bool
	// blind is set once something from outside may manage what a later BOM
	// manages too, and would win.
	blind bool
}

// bom is what importing a pom brings.
type bom struct {
	entries  []maven.Dependency
	versions []version
	pins     []pin
	blind    bool
}

func newEffective(t *mavenTree, p *pom) *effective {
	e := &effective{tree: t, pom: p}
	for q := p; q != nil; q = t.parent(q) {
		e.blind = q.parent.set() && t.parent(q) == nil
	}
	return e
}

func (e *effective) handle(v version) maven.String {
	e.versions = append(e.versions, v)
	return maven.String(strconv.Itoa(len(e.versions) - 1))
}

func (e *effective) version(h maven.String) version {
	i, err := strconv.Atoi(string(h))
	if err != nil || i < 0 || i >= len(e.versions) {
		return version{}
	}
	return e.versions[i]
}

// declared returns the dependencies of the pom and its parents, each
// artifact once: the nearest pom wins, and in one pom the last (Maven's
// DefaultModelNormalizer). The key is expanded, the version a handle.
func (e *effective) declared() []dependency {
	n := 0
	for q := e.pom; q != nil; q = e.tree.parent(q) {
		n += len(q.main.deps)
	}
	all := make([]dependency, 0, n)
	seen := make(map[maven.DependencyKey]int, n)
	for q := e.pom; q != nil; q = e.tree.parent(q) {
		first := len(all)
		for _, l := range e.tree.layers(q) {
			for _, d := range l.deps {
				d = e.expandKey(d)
				i, dup := seen[d.Key()]
				switch {
				case !dup:
					seen[d.Key()] = len(all)
					all = append(all, e.expandVersion(d))
				case i >= first:
					all[i] = e.expandVersion(d)
				}
			}
		}
	}
	return all
}

func (e *effective) expandKey(d dependency) dependency {
	d.GroupID = e.expandField(d.GroupID)
	d.ArtifactID = e.expandField(d.ArtifactID)
	d.Type = e.expandField(d.Type)
	d.Classifier = e.expandField(d.Classifier)
	d.Scope = e.expandField(d.Scope)
	return d
}

func (e *effective) expandField(s maven.String) maven.String {
	return maven.String(e.tree.expandString(e.pom, string(s)))
}

// expandVersion puts a handle in the place of the version text.
func (e *effective) expandVersion(d dependency) dependency {
	if d.Version == "" {
		return d
	}
	v, _ := e.tree.expand(e.pom, text{string(d.Version), d.versionAt})
	w := exact(v.s, orAt(v.at, e.parentAt()))
	w.decl = orAt(d.at, w.at)
	d.Version = e.handle(w)
	return d
}

// parentAt is where the trees name the first parent outside of them: the
// place for everything that comes from there.
func (e *effective) parentAt() source.Span {
	var at source.Span
	for q := e.pom; q != nil && !q.outside; q = e.tree.parent(q) {
		at = q.parent.version.at
	}
	return at
}

// managed returns dependencyManagement of the pom and its parents, nearest
// first, reduced to imports and what wanted asks for.
func (e *effective) managed(wanted map[maven.DependencyKey]bool) []dependency {
	var all []dependency
	for q := e.pom; q != nil; q = e.tree.parent(q) {
		for _, l := range e.tree.layers(q) {
			for _, d := range l.managed {
				d = e.expandKey(d)
				if e.wants(d.Dependency, wanted) {
					all = append(all, e.expandVersion(d))
				}
			}
		}
	}
	return all
}

func (e *effective) wants(d maven.Dependency, wanted map[maven.DependencyKey]bool) bool {
	return e.all || d.Scope == "import" || aboutDubbo(string(d.GroupID), string(d.ArtifactID)) || wanted[d.Key()]
}

// process runs deps.dev over the declarations. It returns the dependencies
// in the order given, and managed entries. Versions stay handles.
func (e *effective) process(deps []dependency) maven.Project {
	wanted := make(map[maven.DependencyKey]bool, len(deps))
	var p maven.Project
	for _, d := range deps {
		wanted[d.Key()] = true
		p.Dependencies = append(p.Dependencies, d.Dependency)
	}
	for _, d := range e.managed(wanted) {
		p.DependencyManagement.Dependencies = append(p.DependencyManagement.Dependencies, d.Dependency)
	}
	p.ProcessDependencies(func(group, artifact, h maven.String) (maven.DependencyManagement, error) {
		return e.imported(string(group), string(artifact), e.version(h), wanted)
	})
	return p
}

// imported answers deps.dev's question what an imported BOM manages.
func (e *effective) imported(group, artifact string, v version, wanted map[maven.DependencyKey]bool) (maven.DependencyManagement, error) {
	var dm maven.DependencyManagement
	want := v.s
	if !v.known {
		want = "${}" // any: one of the trees, if there is one
	}
	q := e.tree.find(group, artifact, want, e.pom.dir)
	if q == nil {
		if isDubboBOM(group, artifact) {
			e.pins = append(e.pins, pin{group, v})
		} else {
			e.blind = true
		}
		return dm, fmt.Errorf("%s:%s is not in the trees", group, artifact)
	}
	b := e.tree.bom(q)
	e.pins = append(e.pins, b.pins...)
	for _, d := range b.entries {
		if e.wants(d, wanted) {
			w := (&effective{versions: b.versions}).version(d.Version)
			w.at, w.decl = orAt(w.at, v.at), orAt(w.decl, v.at)
			if e.blind && !isDubbo(string(d.GroupID), string(d.ArtifactID)) {
				w.s, w.known = "", false
			}
			d.Version = e.handle(w)
			dm.Dependencies = append(dm.Dependencies, d)
		}
	}
	e.blind = e.blind || b.blind
	return dm, nil
}

// bom returns what a pom of the trees or the local repository manages.
func (t *mavenTree) bom(p *pom) *bom {
	if b := t.boms[p]; b != nil {
		return b
	}
	b := &bom{}
	t.boms[p] = b // first: a BOM that imports itself brings nothing
	e := newEffective(t, p)
	e.all = true
	b.entries = e.process(nil).DependencyManagement.Dependencies
	b.versions, b.pins, b.blind = e.versions, e.pins, e.blind
	return b
}
