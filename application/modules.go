package application

import (
	"path"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// deployables returns the class paths of all applications. A module that
// others need is a library, unless it has an application's own configuration;
// a library is joined into every application that needs it.
func (a *assembler) deployables() [][]*module {
	a.linkModules()
	for _, m := range a.ordered {
		m.isApp = m.users == 0 || a.looksLikeApp(m)
	}
	var found [][]*module
	joined := map[*module]bool{}
	take := func(m *module) {
		mods := classPathOf(m)
		for _, lib := range mods {
			joined[lib] = true
		}
		found = append(found, mods)
	}
	for _, m := range a.ordered {
		if m.isApp {
			take(m)
		}
	}
	for _, m := range a.ordered { // libraries that need each other in a circle
		if !joined[m] {
			take(m)
		}
	}
	return found
}

// linkModules fills in which module needs which.
func (a *assembler) linkModules() {
	for _, m := range a.ordered {
		if m.build == nil {
			continue
		}
		for i := range m.build.Deps {
			dep := &m.build.Deps[i]
			other := a.modules[path.Clean(dep.Dir)]
			if dep.Dir == "" || dep.Managed || !runs(dep.Scope) || other == nil || other == m || slices.Contains(m.deps, other) {
				continue
			}
			m.deps = append(m.deps, other)
			other.users++
		}
	}
}

// runs reports whether a dependency of that scope is on the class path of the
// running application.
func runs(scope string) bool { return scope != "test" && scope != "import" && scope != "system-test" }

// classPathOf returns a module with the libraries that it needs, the nearest
// first. Other applications among them are passed through, not joined.
func classPathOf(m *module) []*module {
	mods := []*module{m}
	seen := map[*module]bool{m: true}
	for queue := []*module{m}; len(queue) > 0; queue = queue[1:] {
		for _, dep := range queue[0].deps {
			if seen[dep] {
				continue
			}
			seen[dep] = true
			queue = append(queue, dep)
			if !dep.isApp {
				mods = append(mods, dep)
			}
		}
	}
	return mods
}

// looksLikeApp reports whether a module that others need is a deployable all
// the same: it has an application name or a main class of Spring Boot.
func (a *assembler) looksLikeApp(m *module) bool {
	if m.build != nil && (m.build.Packaging == "war" || m.build.Packaging == "ear") {
		return true
	}
	if len(m.files) == 0 && len(m.java) == 0 {
		return false // nothing of interest in it either way
	}
	a.openSpring(m)
	for _, r := range m.files {
		if !r.test && namesApplication(r) {
			return true
		}
	}
	return slices.ContainsFunc(m.java, func(r *resource) bool { return !r.test && hasAnnotation(r.unit, "SpringBootApplication") })
}

func hasAnnotation(u *decl.Unit, simple string) bool {
	if u.Java == nil {
		return false
	}
	return slices.ContainsFunc(u.Java.Types, func(t *decl.Type) bool {
		return slices.ContainsFunc(t.Annotations, func(an *decl.Annotation) bool { return simpleName(an.Name) == simple })
	})
}

// namesApplication reports whether a file holds an application's name. One
// with a placeholder as name is made for others to fill in.
func namesApplication(r *resource) bool {
	for _, e := range r.unit.XML {
		if e.Tag == "application" && e.Value("name") != "" && !strings.Contains(e.Value("name"), "${") {
			return true
		}
	}
	if kind, _, _ := springFile(r.name); kind == "" && r.name != "dubbo.properties" {
		return false
	}
	for _, doc := range r.unit.Docs {
		for i := range doc.Props {
			switch Canonical(doc.Props[i].Key) {
			case "spring.application.name", "dubbo.application.name", "spring.dubbo.application.name":
				return true
			}
		}
	}
	return false
}

// framework finds out what of Spring is on the class path.
func (d *deployable) framework() {
	known := false
	for _, m := range d.modules {
		if m.build == nil {
			continue
		}
		for i := range m.build.Deps {
			dep := &m.build.Deps[i]
			if dep.Managed || !runs(dep.Scope) {
				continue
			}
			known = true
			d.frameworkOf(dep)
		}
	}
	if !known { // no build file tells: believe the files
		d.boot, d.cloud = true, true
	}
	for _, m := range d.modules {
		for _, r := range m.files {
			kind, _, ext := springFile(r.name)
			d.boot = d.boot || !r.test && kind == "application" && ext != "properties"
		}
		for _, r := range m.java {
			d.boot = d.boot || !r.test && (hasAnnotation(r.unit, "SpringBootApplication") || hasAnnotation(r.unit, "EnableAutoConfiguration"))
		}
	}
}

func (d *deployable) frameworkOf(dep *decl.Dependency) {
	cloud := dep.Group == "org.springframework.cloud" || dep.Group == "com.alibaba.cloud"
	d.cloud = d.cloud || cloud
	d.boot = d.boot || cloud || dep.Group == "org.springframework.boot" || strings.Contains(dep.Artifact, "spring-boot")
	if isDubboStarter(dep) {
		d.app.Boot = true
	}
}

// name returns the application's name: Dubbo's, Spring's, the artifact, the
// folder.
func (d *deployable) name() string {
	for _, c := range d.app.Configs {
		if c.Tag == "application" && !c.Test && c.Value("name") != "" {
			return c.Value("name")
		}
	}
	for _, key := range []string{"dubbo.application.name", "spring.dubbo.application.name", "spring.application.name"} {
		if v := d.env.resolver(d.modules[0], nil).lookupKey(key); v != "" {
			return v
		}
	}
	own := d.modules[0]
	if own.build != nil && own.build.Artifact != "" {
		return own.build.Artifact
	}
	return path.Base(own.dir)
}
