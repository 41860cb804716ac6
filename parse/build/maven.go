package build

import (
	"path"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// mavenTree holds all poms of the audited trees and finds one by the other.
type mavenTree struct {
	opt    Options
	poms   []*pom
	byPath map[string]*pom
	byName map[string][]*pom // "group:artifact", group perhaps inherited
	repo   map[string]*pom   // of the local repository by path, nil where there is none
	boms   map[*pom]*bom

	problems []source.Problem
}

func newMavenTree(poms []*pom, opt Options) *mavenTree {
	t := &mavenTree{
		opt:    opt,
		byPath: make(map[string]*pom, len(poms)),
		byName: make(map[string][]*pom, len(poms)),
		repo:   map[string]*pom{},
		boms:   map[*pom]*bom{},
	}
	for _, read := range poms {
		own := *read // what Parse made stays as it is
		p := &own
		t.poms = append(t.poms, p)
		t.byPath[p.path] = p
		group := p.group.s
		if group == "" {
			group = p.parent.group.s
		}
		name := group + ":" + p.artifact.s
		t.byName[name] = append(t.byName[name], p)
		t.activate(p)
	}
	return t
}

// activate chooses the profiles of a pom and merges their properties over
// its own. As in Maven, profiles active by default count only where no other
// one of the same pom is active.
func (t *mavenTree) activate(p *pom) {
	p.props = make(map[string]text, len(p.main.props))
	for _, l := range t.layers(p) {
		for _, prop := range l.props {
			p.props[prop.name] = prop.value
		}
	}
}

// layers returns the pom's own declarations, then those of its active profiles.
func (t *mavenTree) layers(p *pom) []*layer {
	layers := []*layer{&p.main}
	asked := t.opt.profiles(path.Dir(p.path))
	for i := range p.profiles {
		if pr := &p.profiles[i]; pr.unlessSet || slices.Contains(asked, pr.id) {
			layers = append(layers, &pr.layer)
		}
	}
	if len(layers) > 1 {
		return layers
	}
	for i := range p.profiles {
		if p.profiles[i].byDefault {
			layers = append(layers, &p.profiles[i].layer)
		}
	}
	return layers
}

// maxParents bounds a chain of parents; real ones stay below 10.
const maxParents = 100

// parent returns the parent of a pom, nil where there is none or it is
// neither in the trees nor in the local repository.
func (t *mavenTree) parent(p *pom) *pom {
	if p.upSet {
		return p.up
	}
	p.upSet = true // first: a circle of parents ends here
	if !p.parent.set() {
		return nil
	}
	up := t.findParent(p)
	n := 0
	for q := up; q != nil; q = t.parent(q) {
		if n++; q == p || n > maxParents {
			at := p.parent.artifact.at
			t.problems = append(t.problems, source.Problem{Path: p.path, At: at, Kind: source.BuildSyntax, Msg: lang.T("pom: the parents form a circle or never end")})
			return nil
		}
	}
	p.up = up
	return up
}

// findParent follows Maven: the relative path if the pom there is the one
// named, else the coordinates.
func (t *mavenTree) findParent(p *pom) *pom {
	ref := p.parent
	name := ref.group.s + ":" + ref.artifact.s
	if ref.relative != "" && !p.outside {
		file := path.Join(p.dir, ref.relative)
		if !strings.HasSuffix(file, ".xml") && !strings.HasSuffix(file, ".pom") {
			file = path.Join(file, "pom.xml")
		}
		if q := t.byPath[file]; q != nil && slices.Contains(t.byName[name], q) && sameVersion(q.ownVersion(), ref.version.s) {
			return q
		}
	}
	return t.find(ref.group.s, ref.artifact.s, ref.version.s, p.dir)
}

// ownVersion is the version as written, that of the parent element where the
// pom has none.
func (p *pom) ownVersion() string {
	if p.version.s == "" {
		return p.parent.version.s
	}
	return p.version.s
}

// sameVersion compares versions as written. A placeholder ("${revision}")
// can stand for anything.
func sameVersion(a, b string) bool {
	return a == b || strings.Contains(a, "${") || strings.Contains(b, "${")
}

// find returns the pom with these coordinates, from the trees or the local
// repository; of several copies the one nearest to dir.
func (t *mavenTree) find(group, artifact, version, dir string) *pom {
	var best *pom
	for _, p := range t.byName[group+":"+artifact] {
		if !sameVersion(p.ownVersion(), version) {
			continue
		}
		if best == nil || nearer(dir, p.dir, best.dir) {
			best = p
		}
	}
	if best == nil {
		best = t.fromRepository(group, artifact, version)
	}
	return best
}

// nearer tells whether a is nearer to dir than b: more leading folders in
// common, then fewer folders, then by name, so that the order of files does
// not matter.
func nearer(dir, a, b string) bool {
	if ca, cb := commonFolders(dir, a), commonFolders(dir, b); ca != cb {
		return ca > cb
	}
	if na, nb := strings.Count(a, "/"), strings.Count(b, "/"); na != nb {
		return na < nb
	}
	return a < b
}

func commonFolders(a, b string) int {
	n := 0
	for a != "" && b != "" {
		x, restA, _ := strings.Cut(a, "/")
		y, restB, _ := strings.Cut(b, "/")
		if x != y {
			break
		}
		a, b = restA, restB
		n++
	}
	return n
}

// property finds a property as the pom p sees it: its own before those of
// its parents. What begins with "project." is the pom's own and cannot be
// overridden (Maven's StringSearchModelInterpolator).
func (t *mavenTree) property(p *pom, name string) (text, bool) {
	if field, ok := strings.CutPrefix(name, "project."); ok {
		return t.field(p, field)
	}
	if field, ok := strings.CutPrefix(name, "pom."); ok {
		return t.field(p, field)
	}
	for q := p; q != nil; q = t.parent(q) {
		if v, ok := q.props[name]; ok {
			return v, true
		}
	}
	switch name {
	case "version", "groupId", "artifactId", "parent.version", "parent.groupId":
		return t.field(p, name) // deprecated, still read
	}
	return text{}, false
}

func (t *mavenTree) field(p *pom, name string) (text, bool) {
	var v text
	switch name {
	case "groupId":
		if v = p.group; v.s == "" {
			v = p.parent.group
		}
	case "artifactId":
		v = p.artifact
	case "version":
		if v = p.version; v.s == "" {
			v = p.parent.version
		}
	case "name":
		if v = (text{p.name, p.artifact.at}); v.s == "" {
			v = p.artifact
		}
	case "packaging":
		v = text{s: p.packaging}
	case "parent.groupId":
		v = p.parent.group
	case "parent.artifactId":
		v = p.parent.artifact
	case "parent.version":
		v = p.parent.version
	}
	return v, v.s != ""
}

// expand replaces the placeholders of t as the pom p sees them.
func (t *mavenTree) expand(p *pom, v text) (text, bool) {
	return expand(v, func(name string) (text, bool) { return t.property(p, name) })
}

func (t *mavenTree) expandString(p *pom, s string) string {
	if !strings.Contains(s, "${") {
		return s
	}
	v, _ := t.expand(p, text{s: s})
	return v.s
}
