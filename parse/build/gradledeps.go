package build

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// maxPlatforms bounds platforms of the trees that import each other.
const maxPlatforms = 20

// gradleManaged is what constraints and BOMs say about versions.
type gradleManaged struct {
	entries []decl.Dependency
	pins    []pin
	seen    map[*project]bool
}

// dependencies returns what the project declares, with versions from
// constraints, BOMs, catalogs and lock files, the latter winning.
func (r *resolver) dependencies() []decl.Dependency {
	managed := gradleManaged{seen: map[*project]bool{r.of: true}}
	r.manage(&managed)
	var deps []decl.Dependency
	for _, sc := range r.scopes {
		for _, d := range sc.deps {
			if !d.managed && !d.bom {
				deps = append(deps, r.resolve(d, 0)...)
			}
		}
	}
	for i := range deps {
		if d := &deps[i]; d.Dir == "" && !d.Known && !d.VersionAt.Valid() {
			managed.apply(d)
		}
	}
	deps = r.locked(deps)
	for _, d := range managed.entries {
		if aboutDubbo(d.Group, d.Artifact) {
			deps = append(deps, d)
		}
	}
	return deps
}

func (m *gradleManaged) apply(d *decl.Dependency) {
	for _, e := range m.entries {
		if e.Group == d.Group && e.Artifact == d.Artifact && e.Scope != "import" {
			d.Version, d.Known, d.VersionAt = e.Version, e.Known, e.VersionAt
			return
		}
	}
	if v, ok := pinned(m.pins, d.Group, d.Artifact); ok {
		d.Version, d.Known, d.VersionAt = v.s, v.known, v.at
	}
}

// manage collects constraints and BOMs, those of platform projects of the
// trees included.
func (r *resolver) manage(m *gradleManaged) {
	for _, sc := range r.scopes {
		for _, d := range sc.deps {
			switch {
			case d.managed:
				for _, e := range r.resolve(d, 0) {
					e.Managed = true
					m.entries = append(m.entries, e)
				}
			case d.bom:
				r.importBOM(m, d)
			}
		}
	}
}

func (r *resolver) importBOM(m *gradleManaged, d gradleDep) {
	for _, e := range r.resolve(d, 0) {
		if isDubboBOM(e.Group, e.Artifact) {
			m.pins = append(m.pins, pin{e.Group, version{s: e.Version, known: e.Known, at: e.VersionAt}})
			e.Managed, e.Scope = true, "import"
			m.entries = append(m.entries, e)
		}
		q := r.tree.projects[e.Dir]
		if e.Dir == "" || q == nil || m.seen[q] || len(m.seen) > maxPlatforms {
			continue
		}
		m.seen[q] = true
		platform := &resolver{tree: r.tree, of: q}
		platform.collect()
		platform.manage(m)
	}
}

// resolve turns one notation into dependencies: a bundle has several, a name
// that is not known none.
func (r *resolver) resolve(d gradleDep, depth int) []decl.Dependency {
	if depth > 5 {
		return nil
	}
	out := decl.Dependency{Scope: confScope(d.conf), Exclusions: d.exclusions, At: d.at}
	if d.project != "" {
		q := r.of.build.projects[d.project]
		if q == nil {
			return nil
		}
		return []decl.Dependency{r.onProject(out, q)}
	}
	if name, ok := placeholder(d.ref.s); ok {
		return r.reference(d, out, name, depth)
	}
	out.Group, out.Artifact = r.string(d.group.s), r.string(d.artifact.s)
	if out.Group == "" || out.Artifact == "" {
		return nil
	}
	v, ok := r.expand(d.version)
	out.VersionAt = v.at
	if ok {
		w := exact(v.s, v.at)
		out.Version, out.Known = w.s, w.known
	}
	return []decl.Dependency{out}
}

// onProject fills in a dependency on a project of the same build.
func (r *resolver) onProject(out decl.Dependency, q *project) decl.Dependency {
	other := &resolver{tree: r.tree, of: q}
	other.collect()
	out.Dir, out.Group, out.Version = q.dir, other.string("${group}"), other.string("${version}")
	out.Artifact = q.name()
	out.Known = out.Version != ""
	return out
}

// reference resolves a catalog alias, a bundle, a project accessor or a
// variable that holds a notation.
func (r *resolver) reference(d gradleDep, out decl.Dependency, name string, depth int) []decl.Dependency {
	first, alias, _ := strings.Cut(name, ".")
	if first == "projects" {
		if q := r.projectAccessor(alias); q != nil {
			return []decl.Dependency{r.onProject(out, q)}
		}
	}
	if c := r.catalog(first); c != nil {
		aliases := []string{alias}
		if bundle, ok := strings.CutPrefix(alias, "bundles."); ok {
			aliases = c.bundles[bundle]
		}
		var all []decl.Dependency
		for _, a := range aliases {
			lib, ok := c.libraries[a]
			if !ok {
				continue
			}
			lib.conf, lib.exclusions, lib.at = d.conf, d.exclusions, d.at
			if d.version.s != "" {
				lib.version = d.version
			}
			all = append(all, r.resolve(lib, depth+1)...)
		}
		return all
	}
	t, ok := r.expand(d.ref)
	if !ok {
		return nil
	}
	held := gradleDep{conf: d.conf, exclusions: d.exclusions}
	if !splitNotation(&held, expr{kind: textExpr, text: t, raw: t.at.Text()}) {
		return nil
	}
	held.at = d.at
	return r.resolve(held, depth+1)
}

// locked applies the lock files of the folder. A locked version is the one
// that was resolved. Dubbo that comes only by way of others is added.
func (r *resolver) locked(deps []decl.Dependency) []decl.Dependency {
	for _, l := range r.tree.locks[r.of.dir] {
		for _, e := range l.entries {
			v := exact(e.version.s, e.version.at)
			found := false
			for i := range deps {
				if d := &deps[i]; d.Group == e.group && d.Artifact == e.artifact {
					d.Version, d.Known, d.VersionAt, found = v.s, v.known, v.at, true
				}
			}
			if !found && aboutDubbo(e.group, e.artifact) {
				deps = append(deps, decl.Dependency{Group: e.group, Artifact: e.artifact, Version: v.s, Known: v.known, Scope: e.scope, At: e.at, VersionAt: v.at})
			}
		}
	}
	return deps
}

// confScope puts a configuration's name into Maven's words.
func confScope(conf string) string {
	low := strings.ToLower(conf)
	switch {
	case strings.Contains(low, "test"):
		return "test"
	case strings.HasSuffix(low, "compileonly"), strings.HasPrefix(low, "provided"), strings.HasSuffix(low, "annotationprocessor"), low == "kapt", low == "ksp":
		return "provided"
	case strings.HasSuffix(low, "runtimeonly"), low == "runtime":
		return "runtime"
	}
	return "compile"
}
