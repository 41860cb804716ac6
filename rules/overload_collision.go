package rules

import (
	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var overloadCollision = &Rule{
	Info: finding.Info{
		ID: "DA603", Name: "overload-collision", Severity: finding.Warning,
		Summary: "Method settings go by name: overloads share them, and of two configs for one name the last wins",
		Doc: `A method's settings are stored under its name alone. Two method configs of the same name, meant for two
overloads, are one: the last one's settings hold for both.`,
		Before: `<dubbo:method name="pay" retries="0"/>
<dubbo:method name="pay" retries="2"/>`,
		After:    `<dubbo:method name="pay" retries="0"/>`,
		Versions: "every version",
		Guards:   []string{"a note only: one config for a name that has several overloads", "silent: retries=0 alone, which takes nothing away from an overload"},
		Proof:    []string{"source: the URL key is <name>.<key>, 2.6.12 URL:428-434, 3.x URLParam", "reported: apache/dubbo#3443"},
		Fix:      "Keep one config for each name, and give the overloads different names where they need different settings.",
	},
	Check: func(p *Pass) {
		for _, app := range p.Model.Apps {
			for _, c := range app.Configs {
				p.sameNameTwice(app, c)
			}
			for _, ref := range app.References {
				p.overloads(ref)
			}
		}
	},
}

func (p *Pass) sameNameTwice(app *effective.App, c *application.Config) {
	first := map[string]*application.Config{}
	for _, m := range c.Methods {
		name := m.Value("name")
		other := first[name]
		if name == "" || other == nil {
			first[name] = m
			continue
		}
		p.aboutConfig(app, c, finding.Warning, "method", "%s is configured twice: settings go by name, and the last one holds for every overload. Keep one.", name).
			at(m.At).also(other.At, "the first config of %s", name)
	}
}

func (p *Pass) overloads(ref *effective.Reference) {
	for _, c := range ref.Calls {
		if len(c.Overloads) < 2 {
			continue
		}
		for _, m := range ref.Methods {
			if m.Value("name") == c.Method && !onlyStops(m) {
				p.aboutCall(c, finding.Note, "method", "the settings of %s hold for all of its %d overloads: they go by name. Give an overload its own name where it needs other settings.",
					c.Method, len(c.Overloads)).at(m.At)
				break
			}
		}
	}
}

// onlyStops reports whether a method's config says no more than that it is not
// to be tried again, which does no overload harm.
func onlyStops(m *application.Config) bool {
	return m.Value("retries") == "0" && len(m.Settings) == 2 && len(m.Params) == 0
}
