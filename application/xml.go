package application

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// containers are the Dubbo elements that become a Config.
var containers = map[string]bool{
	"annotation": true, "application": true, "module": true, "registry": true, "protocol": true, "monitor": true,
	"provider": true, "consumer": true, "service": true, "reference": true, "config-center": true,
	"metadata-report": true, "metrics": true, "ssl": true,
}

// xmlConfigs adds the Config of every Dubbo element.
func (d *deployable) xmlConfigs(contexts []*xmlContext) {
	beans := d.beans()
	for _, c := range contexts {
		for _, r := range c.files {
			b := &xmlBuilder{
				deployable: d, beans: beans, test: r.test,
				resolver: d.envOf(r.test).resolver(r.mod, c.configurers),
			}
			for _, e := range r.unit.XML {
				b.add(e, nil)
			}
		}
	}
}

// beans indexes the elements of all XML files by id.
func (d *deployable) beans() map[string]*decl.Element {
	beans := map[string]*decl.Element{}
	for _, r := range d.xml {
		for _, e := range r.unit.XML {
			if id := e.Value("id"); id != "" && beans[id] == nil {
				beans[id] = e
			}
			if e.Tag == "bean" {
				for _, name := range splitList(e.Value("name")) {
					if beans[name] == nil {
						beans[name] = e
					}
				}
			}
		}
	}
	return beans
}

// xmlBuilder makes Configs of the elements of one file.
type xmlBuilder struct {
	*deployable
	*resolver
	beans map[string]*decl.Element
	test  bool
}

// add makes the Config of an element and of those nested in it.
func (b *xmlBuilder) add(e *decl.Element, outer *Config) {
	if !containers[e.Tag] || e.Value("abstract") == "true" {
		return
	}
	condition, ok := b.condition(e)
	if !ok {
		return
	}
	c := &Config{Tag: e.Tag, Form: e.Form, ID: e.Value("id"), Outer: outer, Test: b.test, At: e.At, Condition: condition}
	if c.Form == "" {
		c.Form = decl.FormXML
	}
	b.fill(c, e, 0)
	b.app.Configs = append(b.app.Configs, c)
	switch e.Tag {
	case "reference":
		c.Interface = c.Get("interface")
		b.linkInterface(c)
	case "service":
		c.Interface = c.Get("interface")
		b.linkInterface(c)
		b.implementation(c, e)
	}
	for _, child := range e.Children {
		switch e.Tag + "/" + child.Tag {
		case "consumer/reference", "provider/service", "module/registry":
			b.add(child, c)
		}
	}
}

// condition evaluates the profiles around an element. It is not part of the
// application where no scenario has it, and conditional where only some have.
func (b *xmlBuilder) condition(e *decl.Element) (condition lang.Text, ok bool) {
	profiles := e.Profiles
	for p := e.Parent; p != nil && len(profiles) == 0; p = p.Parent {
		profiles = p.Profiles
	}
	if len(profiles) == 0 {
		return lang.Text{}, true
	}
	n := 0
	for _, s := range b.resolver.env.scenarios {
		match := true
		for _, p := range profiles {
			match = match && matchProfiles(strings.NewReplacer(" ", ",", ";", ",").Replace(p), s.active)
		}
		n += b2i(match)
	}
	switch n {
	case 0:
		return lang.Text{}, false
	case len(b.resolver.env.scenarios):
		return lang.Text{}, true
	}
	names := make([]lang.Text, len(profiles))
	for i, p := range profiles {
		names[i] = lang.Verbatim(p)
	}
	return lang.T("only where the Spring profile matches %s", lang.Join(names, lang.T(" and "))), true
}

// schemaInstance is the namespace of xsi:type and its like.
const schemaInstance = "http://www.w3.org/2001/XMLSchema-instance"

// fill adds the attributes and children of an element. What a parent bean says
// comes first: the bean's own values are then the last ones of their names.
func (b *xmlBuilder) fill(c *Config, e *decl.Element, depth int) {
	if parent := b.beans[e.Value("parent")]; e.Value("parent") != "" && parent != nil && parent != e && depth < 16 {
		b.fill(c, parent, depth+1)
	}
	for i := range e.Attrs {
		a := &e.Attrs[i]
		switch {
		case a.Namespace == schemaInstance || a.Name == "parent" || a.Name == "abstract":
		case a.Name == "id" && depth > 0:
		case a.Namespace != "":
			c.Params = append(c.Params, b.attr(a))
		case a.Value != "": // blank is absent (semantics.md section 1)
			c.Settings = append(c.Settings, b.attr(a))
		}
	}
	for _, child := range e.Children {
		switch child.Tag {
		case "parameter":
			b.parameter(c, child)
		case "method":
			m := &Config{Tag: "method", Form: c.Form, Test: c.Test, At: child.At}
			b.fill(m, child, 0)
			c.Methods = append(c.Methods, m)
		}
	}
}

func (b *xmlBuilder) attr(a *decl.Attr) *Setting {
	return b.resolver.setting(a.Name, a.Value, a.ValueAt, a.NameAt)
}

// parameter adds <dubbo:parameter key value hide>. A hidden one is stored
// under ".key" (2.6.12 DubboBeanDefinitionParser.parseParameters).
func (b *xmlBuilder) parameter(c *Config, e *decl.Element) {
	key, value := e.Attr("key"), e.Attr("value")
	if key == nil {
		return
	}
	text, at := e.Text, e.At
	if value != nil {
		text, at = value.Value, value.ValueAt
	}
	name := key.Value
	if k := b.resolver.resolve(name); k.known {
		name = k.value
	}
	if e.Value("hide") == "true" {
		name = "." + name
	}
	c.Params = append(c.Params, b.resolver.setting(name, text, at, key.ValueAt))
}
