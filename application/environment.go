package application

import (
	"path"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// environment is what Spring's Environment and dubbo.properties hold for an
// application. Where the active profile is not known it holds one scenario
// for each profile that the files speak of.
type environment struct {
	d    *deployable
	test bool
	// files are the application.* and bootstrap.* files that Spring Boot
	// loads, sources the files of @PropertySource, weakest first.
	files     []springResource
	sources   []*resource
	scenarios []*scenario
	// dubbo holds the one dubbo.properties that counts.
	dubbo    []loaded
	dubboKey map[string]int
}

// loaded is a property with the file it came from, nil for the user's own.
type loaded struct {
	*decl.Property
	from *resource
}

// scenario is the environment under one assumption on the active profiles.
type scenario struct {
	profile string   // the assumed profile, "" when none is
	active  []string // all of them, weakest first
	props   []loaded // weakest first
	exact   map[string]int
	relaxed map[string]int // by canonical key
}

// The groups of files, weakest first.
const (
	bootstrapFile = iota
	classPathFile
	externalFile
	fileGroups
)

// springResource is one file that Spring Boot loads by its name.
type springResource struct {
	*resource
	group, loc, ext int // all: the higher is the stronger
	profile         string
}

var springExtensions = []string{"yaml", "yml", "properties"} // weakest first

// springFile takes a class path name apart: "config/application-dev.yml" is
// ("application", "dev", "yml"). The kind is "" for any other file.
func springFile(name string) (kind, profile, ext string) {
	dir, base := path.Split(name)
	if dir != "" && dir != "config/" {
		return "", "", ""
	}
	stem, ext, ok := cutLast(base, '.')
	if !ok || !slices.Contains(springExtensions, ext) {
		return "", "", ""
	}
	for _, kind := range []string{"application", "bootstrap"} {
		if rest, ok := strings.CutPrefix(stem, kind); ok {
			if profile, ok := strings.CutPrefix(rest, "-"); ok && profile != "" || rest == "" {
				return kind, profile, ext
			}
		}
	}
	return "", "", ""
}

func cutLast(s string, sep byte) (before, after string, found bool) {
	i := strings.LastIndexByte(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// environment loads the properties; with test, test resources come first on
// the class path.
func (d *deployable) environment(test bool) *environment {
	e := &environment{d: d, test: test, dubboKey: map[string]int{}}
	e.files = d.springFiles(test)
	e.sources = d.propertySources(test)
	e.loadDubboFile()
	e.scenarios = e.findScenarios()
	return e
}

// springFiles lists the files that Spring Boot loads. Of files of one name on
// the class path only the first counts: an application's own hides those of
// its libraries.
func (d *deployable) springFiles(test bool) []springResource {
	var list []springResource
	taken := map[string]bool{}
	for _, inTest := range []bool{true, false} {
		for i, m := range d.modules {
			if inTest && (!test || i > 0) {
				continue
			}
			for _, r := range m.files {
				kind, profile, ext := springFile(r.name)
				if kind == "" || r.test != inTest || r.unit.Docs == nil || !d.reads(kind) {
					continue
				}
				external := r.root == r.mod.dir
				if external && i > 0 || !external && taken[r.name] {
					continue
				}
				taken[r.name] = taken[r.name] || !external
				s := springResource{resource: r, group: classPathFile, profile: profile, ext: slices.Index(springExtensions, ext)}
				if external {
					s.group = externalFile
				}
				if kind == "bootstrap" {
					s.group = bootstrapFile
				}
				s.loc = b2i(strings.HasPrefix(r.name, "config/"))
				list = append(list, s)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b springResource) int {
		if a.group != b.group {
			return a.group - b.group
		}
		if a.loc != b.loc {
			return a.loc - b.loc
		}
		return a.ext - b.ext
	})
	return list
}

// reads reports whether the application loads files of that kind by itself.
// bootstrap.yml is not read without Spring Cloud (measured.md, Spring Boot
// starters).
func (d *deployable) reads(kind string) bool {
	if kind == "bootstrap" {
		return d.cloud
	}
	return d.boot
}

// propertySources lists the files that @PropertySource names. They are weaker
// than application.yml, and of several the last is the strongest.
func (d *deployable) propertySources(test bool) []*resource {
	var files []*resource
	for i := len(d.modules) - 1; i >= 0; i-- {
		for _, r := range d.modules[i].java {
			if r.test && !test {
				continue
			}
			for _, t := range r.unit.Java.Types {
				for _, location := range propertyLocations(t.Annotations) {
					files = append(files, d.find(d.tokenFree(location), r)...)
				}
			}
		}
	}
	return files
}

// propertyLocations returns the files that @PropertySource and
// @PropertySources annotations name.
func propertyLocations(list []*decl.Annotation) []string {
	var locations []string
	for _, an := range list {
		switch simpleName(an.Name) {
		case "PropertySource":
			for _, e := range elements(an.Arg("value")) {
				if e.Kind == decl.StringExpr {
					locations = append(locations, e.Text)
				}
			}
		case "PropertySources":
			for _, e := range elements(an.Arg("value")) {
				if e.Kind == decl.AnnotationExpr {
					locations = append(locations, propertyLocations([]*decl.Annotation{e.Annotation})...)
				}
			}
		}
	}
	return locations
}

// tokenFree fills in what the user set where a location holds a placeholder.
func (d *deployable) tokenFree(location string) string {
	for key, value := range d.Options.SysProps {
		location = strings.ReplaceAll(location, "${"+key+"}", value)
	}
	return location
}

// loadDubboFile finds the one dubbo.properties that Dubbo reads: the file of
// -Ddubbo.properties.file, else the first on the class path (2.6.12
// ConfigUtils:147, 3.2.16 ConfigUtils:167).
func (e *environment) loadDubboFile() {
	name := e.d.Options.SysProps["dubbo.properties.file"]
	if name == "" {
		name = e.d.Options.Env["dubbo.properties.file"]
	}
	if name == "" {
		name = "dubbo.properties"
	}
	from := &resource{test: e.test}
	found := e.d.ownClass(strings.TrimPrefix(name, "classpath:"), from)
	if len(found) == 0 {
		return
	}
	for _, doc := range found[0].unit.Docs {
		for i := range doc.Props {
			e.dubboKey[doc.Props[i].Key] = len(e.dubbo)
			e.dubbo = append(e.dubbo, loaded{&doc.Props[i], found[0]})
		}
	}
}

// ownClass finds a file on the application's own class path only.
func (d *deployable) ownClass(name string, from *resource) []*resource {
	for _, test := range []bool{true, false} {
		if test && !from.test {
			continue
		}
		for _, m := range d.modules {
			for _, r := range m.files {
				if r.test == test && r.name == name && r.unit.Docs != nil {
					return []*resource{r}
				}
			}
		}
	}
	return nil
}
