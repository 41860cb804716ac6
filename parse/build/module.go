package build

import (
	"path"
	"slices"
	"strings"

	"deps.dev/util/maven"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// module turns a pom into what the rest of the audit sees.
func (t *mavenTree) module(p *pom) *decl.Module {
	m := &decl.Module{
		Kind:      KindMaven,
		Dir:       p.dir,
		Packaging: t.expandString(p, p.packaging),
		At:        p.artifact.at,
	}
	m.Group = t.coordinate(p, "groupId")
	m.Artifact = t.coordinate(p, "artifactId")
	m.Version = t.coordinate(p, "version")
	t.properties(p, m)
	t.layout(p, m)
	e := newEffective(t, p)
	declared := e.declared()
	project := e.process(declared)
	m.Deps = make([]decl.Dependency, 0, len(declared)+4)
	for i, d := range project.Dependencies {
		m.Deps = append(m.Deps, e.dependency(declared[i], d))
	}
	for _, d := range project.DependencyManagement.Dependencies {
		if aboutDubbo(string(d.GroupID), string(d.ArtifactID)) {
			dep := e.dependency(dependency{}, d)
			dep.At, dep.Managed = e.version(d.Version).decl, true
			m.Deps = append(m.Deps, dep)
		}
	}
	for _, pin := range e.pins {
		m.Deps = append(m.Deps, decl.Dependency{
			Group: pin.group, Artifact: "dubbo-bom", Version: pin.s, Known: pin.known,
			Scope: "import", Managed: true, At: orAt(pin.decl, pin.at), VersionAt: pin.at,
		})
	}
	return m
}

func (t *mavenTree) coordinate(p *pom, name string) string {
	v, ok := t.field(p, name)
	if !ok {
		return ""
	}
	if v, ok = t.expand(p, v); !ok {
		return ""
	}
	return v.s
}

// dependency joins a declaration with what deps.dev filled in.
func (e *effective) dependency(d dependency, full maven.Dependency) decl.Dependency {
	out := decl.Dependency{
		Group:    string(full.GroupID),
		Artifact: string(full.ArtifactID),
		Scope:    string(full.Scope),
		At:       orAt(d.at, e.parentAt()),
	}
	if out.Scope == "" {
		out.Scope = "compile"
	}
	v := e.version(full.Version)
	if full.Version == "" {
		v, _ = pinned(e.pins, out.Group, out.Artifact)
	}
	out.Version, out.Known, out.VersionAt = v.s, v.known, v.at
	for _, x := range full.Exclusions {
		group := e.tree.expandString(e.pom, string(x.GroupID))
		artifact := e.tree.expandString(e.pom, string(x.ArtifactID))
		if group == "" {
			group = "*"
		}
		if artifact == "" {
			artifact = "*"
		}
		out.Exclusions = append(out.Exclusions, group+":"+artifact)
	}
	return out
}

// properties fills in the properties a resource filter of this pom sees, and
// those of profiles that are not active.
func (t *mavenTree) properties(p *pom, m *decl.Module) {
	n := 0
	for q := p; q != nil; q = t.parent(q) {
		n += len(q.props)
	}
	m.Properties = make(map[string]decl.Property, n+3)
	for _, name := range []string{"groupId", "artifactId", "version", "name"} {
		t.setProperty(m.Properties, p, "project."+name, text{s: "${project." + name + "}"})
	}
	for q := p; q != nil; q = t.parent(q) {
		for name, v := range q.props {
			if _, ok := m.Properties[name]; !ok {
				t.setProperty(m.Properties, p, name, v)
			}
		}
		for i := range q.profiles {
			t.profile(p, q, &q.profiles[i], m)
		}
	}
}

// setProperty stores one property with its placeholders expanded.
func (t *mavenTree) setProperty(to map[string]decl.Property, p *pom, name string, v text) {
	full, _ := t.expand(p, v)
	to[name] = decl.Property{Key: name, Value: full.s, ValueAt: orAt(full.at, v.at)}
}

func (t *mavenTree) profile(p, q *pom, pr *profile, m *decl.Module) {
	if slices.Contains(t.layers(q), &pr.layer) {
		return
	}
	if len(pr.props) > 0 {
		if m.Profiles == nil {
			m.Profiles = map[string]map[string]decl.Property{}
		}
		if m.Profiles[pr.id] == nil {
			m.Profiles[pr.id] = make(map[string]decl.Property, len(pr.props))
		}
		for _, prop := range pr.props {
			if _, ok := m.Profiles[pr.id][prop.name]; !ok {
				t.setProperty(m.Profiles[pr.id], p, prop.name, prop.value)
			}
		}
	}
	if q == p && len(pr.filters) > 0 {
		if m.ProfileFilters == nil {
			m.ProfileFilters = map[string][]string{}
		}
		m.ProfileFilters[pr.id] = t.filters(p, pr.filters)
	}
}

// layout fills in submodules and filter files. The submodules of every
// profile count: they are in the trees, active or not.
func (t *mavenTree) layout(p *pom, m *decl.Module) {
	add := func(l *layer) {
		for _, name := range l.modules {
			dir := path.Join(p.dir, t.expandString(p, name))
			if strings.HasSuffix(dir, ".xml") {
				dir = path.Dir(dir)
			}
			if !slices.Contains(m.Modules, dir) {
				m.Modules = append(m.Modules, dir)
			}
		}
	}
	add(&p.main)
	for i := range p.profiles {
		add(&p.profiles[i].layer)
	}
	for q := p; q != nil; q = t.parent(q) {
		for _, l := range t.layers(q) {
			m.Filters = append(m.Filters, t.filters(p, l.filters)...)
		}
	}
}

// filters returns the paths of filter files. Relative ones belong to the
// module that inherits them, not to the parent that names them.
func (t *mavenTree) filters(p *pom, names []string) []string {
	var all []string
	for _, name := range names {
		name = t.expandString(p, name)
		for _, base := range []string{"${basedir}/", "${project.basedir}/"} {
			name = strings.TrimPrefix(name, base)
		}
		if !strings.Contains(name, "${") {
			all = append(all, path.Join(p.dir, name))
		}
	}
	return all
}
