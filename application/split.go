package application

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// part is one application of a class path that holds several: samples with a
// consumer and a provider side by side, for example. Each is started with its
// own XML context, so what one declares does not reach the other.
type part struct {
	contexts []*xmlContext
	// packages are the Java packages whose annotations the part reads; others
	// are those of the other parts.
	packages, others []string
}

// has reports whether a source belongs to the part: it lies in a package that
// the part scans or, for the part without scanned packages, in one that no
// other part scans.
func (p *part) has(r *resource) bool {
	if p.packages != nil {
		return inPackages(r.unit.Java.Package, p.packages)
	}
	return !inPackages(r.unit.Java.Package, p.others)
}

func inPackages(pkg string, list []string) bool {
	return slices.ContainsFunc(list, func(p string) bool { return pkg == p || strings.HasPrefix(pkg, p+".") })
}

// split groups the XML contexts by the <dubbo:application> in them. Two
// contexts that name different applications and are not joined by imports are
// two applications: Dubbo has one application config in a context. Contexts
// that name none, and sources that no context scans, are a part of their own.
func (d *deployable) split(contexts []*xmlContext) []part {
	var names []string
	byName := map[string]*part{}
	rest := &part{}
	for _, c := range contexts {
		name := d.applicationOf(c)
		if name == "" || d.fromJava(c) {
			rest.contexts = append(rest.contexts, c)
			continue
		}
		if byName[name] == nil {
			byName[name] = &part{packages: []string{}}
			names = append(names, name)
		}
		p := byName[name]
		p.contexts = append(p.contexts, c)
		p.packages = append(p.packages, scannedPackages(c)...)
	}
	if len(names) < 2 && (len(names) == 0 || len(rest.contexts) == 0 || !slices.ContainsFunc(rest.contexts, func(c *xmlContext) bool { return d.applicationOf(c) != "" })) {
		return []part{{contexts: contexts}}
	}
	var parts []part
	for _, name := range names {
		rest.others = append(rest.others, byName[name].packages...)
		parts = append(parts, *byName[name])
	}
	return append(parts, *rest)
}

// applicationOf returns what tells one context's application from another's,
// "" where it names none.
func (d *deployable) applicationOf(c *xmlContext) string {
	var key string
	for _, r := range c.files {
		for _, e := range r.unit.XML {
			if e.Tag == "application" && e.Value("name") != "" {
				key += " " + e.Value("name")
				if r.test {
					key += " test"
				}
			}
		}
	}
	return key
}

// scannedPackages are those of <dubbo:annotation package="...">.
func scannedPackages(c *xmlContext) []string {
	var list []string
	for _, r := range c.files {
		for _, e := range r.unit.XML {
			if e.Tag == "annotation" {
				list = append(list, splitList(e.Value("package"))...)
			}
		}
	}
	return list
}

// fromJava reports whether a Java class of the application imports a file of
// the context with @ImportResource.
func (d *deployable) fromJava(c *xmlContext) bool {
	for _, m := range d.modules {
		for _, r := range m.java {
			for _, t := range r.unit.Java.Types {
				for _, an := range t.Annotations {
					if simpleName(an.Name) == "ImportResource" && d.importsContext(an, r, c) {
						return true
					}
				}
			}
		}
	}
	return false
}

func (d *deployable) importsContext(an *decl.Annotation, from *resource, c *xmlContext) bool {
	for _, arg := range []string{"value", "locations"} {
		for _, e := range elements(an.Arg(arg)) {
			if e.Kind != decl.StringExpr {
				continue
			}
			for _, found := range d.find(e.Text, from) {
				if slices.ContainsFunc(c.files, func(r *resource) bool { return r.unit == found.unit }) {
					return true
				}
			}
		}
	}
	return false
}
