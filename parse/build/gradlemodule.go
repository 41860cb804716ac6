package build

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// resolver works out one Gradle project.
type resolver struct {
	tree   *gradleTree
	of     *project
	scopes []*scope // that apply to the project, nearest first
	around []*scope // whose properties it inherits besides
}

func (g *gradleTree) module(p *project) *decl.Module {
	r := &resolver{tree: g, of: p}
	r.collect()
	m := &decl.Module{Kind: KindGradle, Dir: p.dir, Packaging: "jar", Artifact: p.name()}
	if p.script != nil {
		m.At.File = p.script.file
	}
	m.Group, m.Version = r.string("${group}"), r.string("${version}")
	for _, q := range p.build.projects {
		if q != p && p.path == ":" && (q.script != nil || !q.between) && !slices.Contains(m.Modules, q.dir) {
			m.Modules = append(m.Modules, q.dir)
		}
	}
	slices.Sort(m.Modules)
	m.Properties = r.properties()
	m.Deps = r.dependencies()
	return m
}

// collect gathers the scopes that apply to the project.
func (r *resolver) collect() {
	add := func(list *[]*scope, s *script, target string) {
		if s == nil {
			return
		}
		for _, sc := range s.scopes {
			if sc.target == target {
				*list = append(*list, sc)
				r.applied(list, sc, s, 0)
			}
		}
	}
	add(&r.scopes, r.of.script, targetOwn)
	add(&r.scopes, r.of.script, targetAll)
	for _, q := range r.of.ancestors() {
		add(&r.scopes, q.script, "project:"+r.of.path)
		add(&r.scopes, q.script, targetBelow)
		add(&r.scopes, q.script, targetAll)
		add(&r.around, q.script, targetOwn)
	}
	add(&r.around, r.of.build.settings, targetOwn)
}

// applied adds the scripts a scope applies with "apply from".
func (r *resolver) applied(list *[]*scope, sc *scope, s *script, depth int) {
	if depth > 5 {
		return
	}
	for _, t := range sc.applies {
		name := withoutRoot(t.s)
		for _, base := range []string{r.of.dir, s.dir, r.of.build.dir} {
			other := r.tree.scripts[path.Join(base, name)]
			if other == nil || other == s {
				continue
			}
			own := other.scope(targetOwn)
			*list = append(*list, own)
			r.applied(list, own, other, depth+1)
			break
		}
	}
}

// find is the lookup of names for expand.
func (r *resolver) find(name string) (text, bool) {
	for _, list := range [][]*scope{r.scopes, r.around} {
		for _, sc := range list {
			if t, ok := sc.props[name]; ok {
				return t, true
			}
		}
	}
	for _, dir := range []string{r.of.dir, r.of.build.dir} {
		if f := r.tree.props[dir]; f != nil {
			if t, ok := f.props[name]; ok {
				return t, true
			}
		}
	}
	if first, alias, ok := strings.Cut(name, "."); ok {
		if c := r.catalog(first); c != nil {
			if alias, ok := strings.CutPrefix(alias, "versions."); ok {
				for key, t := range c.versions {
					if accessor(key) == alias {
						return t, true
					}
				}
			}
		}
	}
	return text{}, false
}

// catalog returns the version catalog of an accessor: the file the settings
// name, or gradle/NAME.versions.toml.
func (r *resolver) catalog(name string) *catalog {
	b := r.of.build
	if b.settings != nil {
		if t, ok := b.settings.catalogs[name]; ok && t.s != "" {
			return r.tree.catalogs[path.Join(b.dir, withoutRoot(t.s))]
		}
	}
	return r.tree.catalogs[path.Join(b.dir, "gradle", name+".versions.toml")]
}

func (r *resolver) expand(t text) (text, bool) { return expand(t, r.find) }

// string expands s, and is "" where that cannot be done.
func (r *resolver) string(s string) string {
	t, ok := r.expand(text{s: s})
	if !ok {
		return ""
	}
	return t.s
}

func (r *resolver) properties() map[string]decl.Property {
	props := map[string]decl.Property{}
	add := func(from map[string]text) {
		for name, t := range from {
			if _, ok := props[name]; ok {
				continue
			}
			full, _ := r.expand(t)
			props[name] = decl.Property{Key: name, Value: full.s, ValueAt: orAt(full.at, t.at)}
		}
	}
	for _, sc := range slices.Concat(r.scopes, r.around) {
		add(sc.props)
	}
	for _, dir := range []string{r.of.dir, r.of.build.dir} {
		if f := r.tree.props[dir]; f != nil {
			add(f.props)
		}
	}
	return props
}

// projectAccessor returns the project of Gradle's type-safe accessor:
// "orderApi" for :order-api.
func (r *resolver) projectAccessor(name string) *project {
	for _, at := range sortedKeys(r.of.build.projects) {
		if camel(strings.ReplaceAll(strings.TrimPrefix(at, ":"), ":", ".")) == name {
			return r.of.build.projects[at]
		}
	}
	return nil
}

func camel(s string) string {
	var out strings.Builder
	up := false
	for _, c := range s {
		if c == '-' || c == '_' {
			up = true
			continue
		}
		if up {
			c = unicode.ToUpper(c)
		}
		up = false
		out.WriteRune(c)
	}
	return out.String()
}
