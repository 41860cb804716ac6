package build

import (
	"errors"
	"path"
	"strings"

	"deps.dev/util/maven"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// pom is one project file as written.
type pom struct {
	path, dir string
	group     text
	artifact  text
	version   text
	name      string
	packaging string
	parent    parentRef
	main      layer
	profiles  []profile
	// outside is set for a pom of the local repository.
	outside bool

	// Set while resolving, in a copy that belongs to one Resolve.
	props map[string]text // of this pom alone, active profiles applied
	up    *pom
	upSet bool
}

// parentRef is the <parent> element.
type parentRef struct {
	group, artifact, version text
	relative                 string // "" says: look only into repositories
}

func (r parentRef) set() bool { return r.artifact.s != "" }

// layer is what a pom and each of its profiles can declare.
type layer struct {
	props         []property
	deps, managed []dependency
	modules       []string
	filters       []string
}

type property struct {
	name  string
	value text
}

// dependency is a <dependency> as written, with the places deps.dev's own
// type has no room for.
type dependency struct {
	maven.Dependency
	at, versionAt source.Span
}

type profile struct {
	id        string
	byDefault bool // active unless another profile of this pom is
	unlessSet bool // active because it asks for a property not to be set
	layer
}

func parsePom(f *source.File) (*pom, []source.Problem) {
	doc, off, err := readDocument(f.Text, f)
	p := newPom(&doc, f.Path)
	if err == nil && doc.at(0, "project") == 0 {
		err = lang.Errorf("no <project> element")
	}
	if err == nil {
		return p, nil
	}
	kind := source.BuildSyntax
	if errors.Is(err, errTooDeep) {
		kind = source.TooLarge
	}
	off = min(off, len(f.Text))
	return p, []source.Problem{{Path: f.Path, At: source.Span{File: f, Lo: off, Hi: off}, Kind: kind, Msg: lang.T("pom: %v", err)}}
}

func newPom(d *document, name string) *pom {
	root := d.at(0, "project")
	p := &pom{path: name, dir: path.Dir(name), packaging: "jar"}
	p.parent.relative = "../pom.xml"
	if root == 0 {
		return p
	}
	d.children(root, func(id int32, name string) {
		switch name {
		case "groupId":
			p.group = d.value(id)
		case "artifactId":
			p.artifact = d.value(id)
		case "version":
			p.version = d.value(id)
		case "name":
			p.name = d.nodes[id].text
		case "packaging":
			p.packaging = d.nodes[id].text
		case "parent":
			p.parent = readParent(d, id)
		case "profiles":
			d.children(id, func(id int32, _ string) { p.profiles = append(p.profiles, readProfile(d, id)) })
		}
	})
	p.main = readLayer(d, root)
	return p
}

func readParent(d *document, id int32) parentRef {
	r := parentRef{relative: "../pom.xml"}
	d.children(id, func(id int32, name string) {
		switch name {
		case "groupId":
			r.group = d.value(id)
		case "artifactId":
			r.artifact = d.value(id)
		case "version":
			r.version = d.value(id)
		case "relativePath":
			r.relative = d.nodes[id].text
		}
	})
	return r
}

// readProfile reads one profile. Conditions on the JDK, the system and files
// are not decided: such a profile is active only where it is asked for.
func readProfile(d *document, id int32) profile {
	pr := profile{id: "default", layer: readLayer(d, id)}
	if c := d.at(id, "id"); c != 0 {
		pr.id = d.nodes[c].text
	}
	if c := d.at(id, "activation", "activeByDefault"); c != 0 {
		pr.byDefault = strings.EqualFold(d.nodes[c].text, "true")
	}
	act := d.at(id, "activation")
	if act != 0 && d.at(act, "jdk") == 0 && d.at(act, "os") == 0 && d.at(act, "file") == 0 {
		if c := d.at(act, "property", "name"); c != 0 && strings.HasPrefix(d.nodes[c].text, "!") {
			pr.unlessSet = true
		}
	}
	return pr
}

func readLayer(d *document, id int32) layer {
	var l layer
	d.children(id, func(id int32, name string) {
		switch name {
		case "properties":
			d.children(id, func(id int32, name string) { l.props = append(l.props, property{name, d.value(id)}) })
		case "dependencies":
			l.deps = readDependencies(d, id)
		case "dependencyManagement":
			if c := d.at(id, "dependencies"); c != 0 {
				l.managed = readDependencies(d, c)
			}
		case "modules":
			l.modules = d.list(id)
		case "build":
			if c := d.at(id, "filters"); c != 0 {
				l.filters = d.list(c)
			}
		}
	})
	return l
}

func readDependencies(d *document, id int32) []dependency {
	var deps []dependency
	d.children(id, func(id int32, name string) {
		if name != "dependency" {
			return
		}
		dep := dependency{at: d.span(id)}
		d.children(id, func(id int32, name string) { readField(d, &dep, id, name) })
		if dep.GroupID != "" && dep.ArtifactID != "" {
			deps = append(deps, dep)
		}
	})
	return deps
}

func readField(d *document, dep *dependency, id int32, name string) {
	s := maven.String(d.nodes[id].text)
	switch name {
	case "groupId":
		dep.GroupID = s
	case "artifactId":
		dep.ArtifactID, dep.at = s, d.span(id)
	case "version":
		dep.Version, dep.versionAt = s, d.span(id)
	case "type":
		dep.Type = s
	case "classifier":
		dep.Classifier = s
	case "scope":
		dep.Scope = s
	case "exclusions":
		d.children(id, func(id int32, _ string) {
			var e maven.Exclusion
			d.children(id, func(id int32, name string) {
				switch name {
				case "groupId":
					e.GroupID = maven.String(d.nodes[id].text)
				case "artifactId":
					e.ArtifactID = maven.String(d.nodes[id].text)
				}
			})
			dep.Exclusions = append(dep.Exclusions, e)
		})
	}
}
