package rules

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var unknownAttribute = &Rule{
	Info: finding.Info{
		ID: "DA601", Name: "unknown-attribute", Severity: finding.Warning,
		Summary: "An attribute or key that no version of Dubbo has, near to a real one",
		Doc: `retry, retires and time-out look right and are not. As a property such a key is ignored in silence. As an
XML attribute Spring refuses it at startup, because the schema does not declare it; in an annotation javac does.`,
		Before:   `dubbo.consumer.retry=0`,
		After:    `dubbo.consumer.retries=0`,
		Versions: "every version (attributes of 28 tags, 2.5.3 to 3.3.1)",
		Guards: []string{
			"silent: own keys below dubbo., parameters and foreign attributes, unless they are a slip of the pen away from a real name",
			"of medium confidence in properties, where an own key may be meant",
		},
		Proof: []string{
			"META-INF/dubbo.xsd and META-INF/compat/dubbo.xsd of 28 tags, annotation classes of 31 tags (dubbo/schema.tsv)",
			"the official documentation's sample once wrote retry=\"2\"",
		},
		Fix: "Write the real name.",
	},
	Check: func(p *Pass) {
		for _, app := range p.Model.Apps {
			for _, c := range app.Configs {
				p.unknownSettings(app, c)
				for _, m := range c.Methods {
					p.unknownSettings(app, m)
				}
			}
			for _, prop := range app.Properties {
				p.unknownKey(app, prop)
			}
		}
	},
}

func (p *Pass) unknownSettings(app *effective.App, c *application.Config) {
	if c.Form == "boot" || len(dubbo.Attrs(c.Tag)) == 0 {
		return // bound from properties, which are looked at themselves
	}
	for _, s := range c.Settings {
		xml := c.Form == "xml"
		if xml && dubbo.KnownAttr(c.Tag, s.Name) || !xml && dubbo.KnownProperty(c.Tag, s.Name) {
			continue
		}
		near := dubbo.NearestAttr(c.Tag, s.Name)
		if near == "" && !xml || !p.once(placeKey(app, s.Name, s.NameAt)) {
			continue
		}
		d := p.aboutConfig(app, c, finding.Warning, s.Name, "%s is no attribute of %s in any version: %s. %s",
			s.Name, c.Tag, refusal(c), suggestion(near)).at(s.NameAt)
		if near != "" && s.NameAt.Text() == s.Name && c.Get(near) == nil && len(misspelled(c, near)) == 1 {
			// As it stands, the application does not start or does not compile.
			d.fix(&finding.Fix{Title: lang.T("write %s", near), Safe: true, Edits: []finding.Edit{{At: s.NameAt, NewText: near}}})
		}
	}
}

// misspelled are the settings of a config that were meant to be another one:
// once they have its name, it is there.
func misspelled(c *application.Config, name string) []*application.Setting {
	var out []*application.Setting
	for _, s := range c.Settings {
		if !dubbo.KnownAttr(c.Tag, s.Name) && !dubbo.KnownProperty(c.Tag, s.Name) && dubbo.NearestAttr(c.Tag, s.Name) == name {
			out = append(out, s)
		}
	}
	return out
}

// refusal says what happens to an attribute that does not exist.
func refusal(c *application.Config) lang.Text {
	switch c.Form {
	case "xml":
		return lang.T("Spring refuses to start, for the schema does not declare it")
	case "bean":
		return lang.T("Spring refuses to start, for the bean has no such property")
	}
	return lang.T("it does not compile")
}

func suggestion(near string) lang.Text {
	if near == "" {
		return lang.T("Drop it.")
	}
	return lang.T("Write %s.", near)
}

// unknownKey reports a property directly below an element's prefix whose name
// is near to a real one.
func (p *Pass) unknownKey(app *effective.App, prop *application.Property) {
	tag, name := keyOf(prop.Name)
	if tag == "" || strings.ContainsAny(name, "0123456789[]") || dubbo.KnownProperty(tag, name) {
		return
	}
	near := dubbo.NearestAttr(tag, name)
	if near == "" || !p.once(placeKey(app, prop.Name, prop.NameAt)) {
		return
	}
	p.aboutApp(app, finding.Warning, prop.Name, "%s is read by no version: %s has no %s. %s", prop.Name, tag, name, suggestion(near)).
		at(prop.NameAt).sure(finding.Medium)
}

// keyOf splits "dubbo.consumer.retries" and
// "dubbo.reference.com.acme.OrderService.retries" into tag and name. Longer
// keys of other elements are people's own.
func keyOf(key string) (tag, name string) {
	parts := strings.Split(key, ".")
	if len(parts) < 3 || parts[0] != "dubbo" {
		return "", ""
	}
	tag, name = parts[1], parts[len(parts)-1]
	switch {
	case len(dubbo.Attrs(tag)) == 0:
		return "", ""
	case len(parts) == 3, len(parts) > 4 && (tag == "reference" || tag == "service"):
		return tag, name
	}
	return "", ""
}
