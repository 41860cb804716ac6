package application

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// starting are the calls with which a main method starts Spring or Dubbo.
var starting = []string{"run", "start", "export", "getBean"}

// mains finds the main methods of the deployable's own module that start
// Spring or Dubbo. A sample with a client and a server side by side has
// several, each for a process of its own. Only an application that calls
// itself needs to know, for looking reads the whole module.
func (d *deployable) mains(p *part) []source.Span {
	if !d.callsItself() {
		return nil
	}
	var out []source.Span
	own := d.modules[0]
	for _, u := range d.mentioning(own.dir, "main") {
		if u.Java == nil || d.ownerOf(u.File.Path) != own || isTestPath(relative(own.dir, u.File.Path)) || !p.has(newResource(u, own)) {
			continue
		}
		for _, t := range u.Java.Types {
			for _, m := range t.Methods {
				if m.Name == "main" && slices.Contains(m.Modifiers, "static") && starts(t, m) {
					out = append(out, m.At)
				}
			}
		}
	}
	return out
}

// callsItself reports whether the application exports a service that it
// references.
func (d *deployable) callsItself() bool {
	exported := map[string]bool{}
	for _, c := range d.app.Configs {
		if c.Tag == "service" && c.Interface != nil {
			exported[c.Interface.Value] = true
		}
	}
	return slices.ContainsFunc(d.app.Configs, func(c *Config) bool {
		return c.Tag == "reference" && c.Interface != nil && exported[c.Interface.Value]
	})
}

func starts(t *decl.Type, main *decl.Method) bool {
	if slices.ContainsFunc(t.Annotations, func(an *decl.Annotation) bool {
		name := simpleName(an.Name)
		return name == "SpringBootApplication" || strings.HasPrefix(name, "EnableDubbo")
	}) {
		return true
	}
	return slices.ContainsFunc(main.Calls, func(c decl.Call) bool { return slices.Contains(starting, c.Method) }) ||
		slices.ContainsFunc(t.Methods, func(m *decl.Method) bool { return len(m.Configs) > 0 })
}
