package application

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

func isDubboStarter(dep *decl.Dependency) bool { return dubbo.IsBootStarter(dep.Group, dep.Artifact) }

// candidate is a version that some dependency tells, or an artifact of Dubbo
// whose version the trees do not tell.
type candidate struct {
	Version
	kind  dubbo.ArtifactKind
	depth int // in Maven's dependency tree
}

// version returns the application's Dubbo version and every other one found.
func (d *deployable) version() (Version, []Version) {
	if v := d.given(d.Options.ForceDubboVersion); v.Origin != "" {
		return v, append([]Version{v}, d.found()...)
	}
	found := d.found()
	if len(found) > 0 && !found[0].IsZero() {
		return found[0], found
	}
	if v := d.given(d.Options.DubboVersion); v.Origin != "" {
		return v, append([]Version{v}, found...)
	}
	if len(found) > 0 {
		return found[0], found
	}
	return Version{}, nil
}

// given is a version that the user names.
func (d *deployable) given(text string) Version {
	if text == "" {
		return Version{}
	}
	v, err := dubbo.ParseVersion(text)
	if err != nil {
		d.problem(source.Problem{Path: "--dubbo-version", Kind: source.Unresolved, Msg: lang.T("%s", err)})
		return Version{}
	}
	return Version{Version: v, Origin: "flag"}
}

// found returns the versions that the build tells, the one that Maven would
// choose first.
func (d *deployable) found() []Version {
	list := d.candidates()
	slices.SortStableFunc(list, func(x, y candidate) int {
		switch {
		case x.IsZero() != y.IsZero():
			return b2i(x.IsZero()) - b2i(y.IsZero())
		case (x.kind == dubbo.WholeJar || x.kind == dubbo.Starter) != (y.kind == dubbo.WholeJar || y.kind == dubbo.Starter):
			return b2i(y.kind == dubbo.WholeJar || y.kind == dubbo.Starter) - b2i(x.kind == dubbo.WholeJar || x.kind == dubbo.Starter)
		}
		return x.depth - y.depth
	})
	var out []Version
	for _, c := range list {
		same := func(v Version) bool { return v.Text == c.Text && v.Base == c.Base }
		if c.IsZero() && len(out) > 0 || slices.ContainsFunc(out, same) {
			continue
		}
		out = append(out, c.Version)
	}
	return out
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// step is a module on the way through the dependency tree.
type step struct {
	mod        *module
	depth      int
	exclusions []string
}

// candidates walks the dependencies breadth first, as Maven does.
func (d *deployable) candidates() []candidate {
	var list []candidate
	root := d.modules[0]
	seen := map[*module]bool{root: true}
	for queue := []step{{mod: root}}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		list = append(list, jarCandidates(s)...)
		if s.mod.build == nil {
			continue
		}
		for i := range s.mod.build.Deps {
			dep := &s.mod.build.Deps[i]
			if dep.Managed || !runs(dep.Scope) || s.depth > 0 && dep.Scope == "provided" || excluded(s.exclusions, dep.Group, dep.Artifact) {
				continue
			}
			list = append(list, d.candidatesOf(root, s, dep)...)
			if next := d.assembler.modules[dep.Dir]; dep.Dir != "" && next != nil && !seen[next] {
				seen[next] = true
				queue = append(queue, step{next, s.depth + 1, slices.Concat(s.exclusions, dep.Exclusions)})
			}
		}
	}
	if len(list) == 0 { // an artifact from outside brings Dubbo, in the managed version
		for _, group := range []string{"org.apache.dubbo", "com.alibaba"} {
			if m := managed(root.build, group, "dubbo"); m != nil {
				v := d.versionOf(root.build.Kind, m, "dubbo", m.Version)
				list = append(list, candidate{Version: v, kind: dubbo.PartJar, depth: 99})
			}
		}
	}
	return list
}

// candidatesOf returns what one dependency tells.
func (d *deployable) candidatesOf(root *module, s step, dep *decl.Dependency) []candidate {
	kind := dubbo.ArtifactOf(dep.Group, dep.Artifact)
	switch kind {
	case dubbo.NotDubbo:
		return nil
	case dubbo.Starter, dubbo.Cloud:
		return d.brought(root, s, dep, kind)
	}
	c := candidate{kind: kind, depth: s.depth + 1}
	c.Version = d.versionOf(s.mod.build.Kind, dep, dep.Artifact, dep.Version)
	if s.depth > 0 { // the application's own dependencyManagement reaches the whole tree
		if m := managed(root.build, dep.Group, dep.Artifact); m != nil {
			c.Version = d.versionOf(root.build.Kind, m, dep.Artifact, m.Version)
		}
	}
	return []candidate{c}
}

// overruled is added to the depth of a version that does not come to be used:
// it is kept to be shown.
const overruled = 1000

// brought returns the Dubbo that a starter brings, unless it is excluded.
func (d *deployable) brought(root *module, s step, dep *decl.Dependency, kind dubbo.ArtifactKind) []candidate {
	group := "com.alibaba"
	if dep.Group == "org.apache.dubbo" || kind == dubbo.Cloud {
		group = "org.apache.dubbo"
	}
	if excluded(dep.Exclusions, group, "dubbo") || excluded(s.exclusions, group, "dubbo") {
		return nil
	}
	c := candidate{kind: kind, depth: s.depth + 2}
	if group == "org.apache.dubbo" {
		c.depth++
	}
	text := ""
	if kind == dubbo.Starter && dep.Known {
		text = dubbo.StarterBrings(dep.Group, dep.Version)
	}
	c.Version = d.versionOf(s.mod.build.Kind, dep, dep.Artifact, text)
	m := managed(root.build, group, "dubbo")
	if m == nil || text == "" && kind != dubbo.Cloud && dep.Known {
		return []candidate{c}
	}
	over := c
	over.Version = d.versionOf(root.build.Kind, m, "dubbo", m.Version)
	c.depth += overruled
	return []candidate{over, c}
}

// versionOf makes a Version with its evidence. An unreadable one is zero, with
// the artifact and the place kept.
func (d *deployable) versionOf(kind string, dep *decl.Dependency, artifact, text string) Version {
	v := Version{Artifact: dep.Group + ":" + dep.Artifact, At: dep.VersionAt}
	if !v.At.Valid() {
		v.At = dep.At
	}
	if v.Version = d.parseVersion(artifact, text); !v.IsZero() {
		v.Origin = origin(kind)
	}
	return v
}

// parseVersion normalises a version once for all applications. The zero
// Version stands for text that is none.
func (a *assembler) parseVersion(artifact, text string) dubbo.Version {
	key := artifact + " " + text
	v, ok := a.versions[key]
	if !ok {
		if parsed, err := dubbo.ParseArtifactVersion(artifact, text); err == nil {
			v = parsed
		}
		a.versions[key] = v
	}
	return v
}

func origin(kind string) string {
	if kind == "maven" {
		return "pom"
	}
	return kind
}

// managed returns the entry of dependencyManagement for an artifact, or the
// Dubbo BOM that pins it.
func managed(b *decl.Module, group, artifact string) *decl.Dependency {
	if b == nil {
		return nil
	}
	var bom *decl.Dependency
	for i := range b.Deps {
		dep := &b.Deps[i]
		switch {
		case !dep.Managed || !dep.Known || dep.Group != group:
		case dep.Artifact == artifact:
			return dep
		case dep.Scope == "import" && strings.HasSuffix(dep.Artifact, "-bom"):
			bom = dep
		}
	}
	return bom
}

func excluded(patterns []string, group, artifact string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		g, a, _ := strings.Cut(p, ":")
		return (g == "*" || g == group) && (a == "*" || a == artifact)
	})
}

// jarCandidates are the Dubbo jars that lie in the tree of a module.
func jarCandidates(s step) []candidate {
	var list []candidate
	for _, jar := range s.mod.jars {
		kind := dubbo.ArtifactOf(jar.Group, jar.Artifact)
		if jar.Artifact == "dubbo" || jar.Group == "" && strings.HasPrefix(jar.Artifact, "dubbo-") {
			kind = max(kind, dubbo.PartJar)
		}
		if kind != dubbo.WholeJar && kind != dubbo.PartJar {
			continue
		}
		v, err := dubbo.ParseArtifactVersion(jar.Artifact, jar.Version)
		if err != nil {
			continue
		}
		name := strings.TrimPrefix(fmt.Sprintf("%s:%s", jar.Group, jar.Artifact), ":")
		list = append(list, candidate{
			Version: Version{Version: v, Origin: "jar", Artifact: name, At: jar.At},
			kind:    kind, depth: s.depth + 1,
		})
	}
	return list
}
