package springxml

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// configClasses are Dubbo's config classes with the element each stands for.
// They lie in the packages config and config.spring of both roots.
var configClasses = map[string]string{
	"AnnotationBean":       "annotation",
	"ApplicationConfig":    "application",
	"ArgumentConfig":       "argument",
	"ConfigCenterBean":     "config-center",
	"ConfigCenterConfig":   "config-center",
	"ConsumerConfig":       "consumer",
	"MetadataReportConfig": "metadata-report",
	"MethodConfig":         "method",
	"MetricsConfig":        "metrics",
	"ModuleConfig":         "module",
	"MonitorConfig":        "monitor",
	"ProtocolConfig":       "protocol",
	"ProviderConfig":       "provider",
	"ReferenceBean":        "reference",
	"ReferenceConfig":      "reference",
	"RegistryConfig":       "registry",
	"ServiceBean":          "service",
	"ServiceConfig":        "service",
	"SslConfig":            "ssl",
}

// constructorArgs are the properties that the constructors of config classes
// set, in order (ProtocolConfig(String name, int port), for example).
var constructorArgs = map[string][]string{
	"application": {"name"},
	"module":      {"name"},
	"monitor":     {"address"},
	"protocol":    {"name", "port"},
	"registry":    {"address", "protocol"},
}

// dubboTag returns the element that a class stands for, "" for other classes.
func dubboTag(class string) string {
	rest, ok := strings.CutPrefix(class, "org.apache.dubbo.config.")
	if !ok {
		if rest, ok = strings.CutPrefix(class, "com.alibaba.dubbo.config."); !ok {
			return ""
		}
	}
	return configClasses[strings.TrimPrefix(rest, "spring.")]
}

// dubboBean presents a bean of a config class as the Dubbo element. Of the
// bean's own attributes id, parent and abstract are kept; a bean without id
// has the first of its names as id. The others would be taken for Dubbo's.
func (c *converter) dubboBean(el *etree.Element, tag string) *decl.Element {
	e := c.bare(el, tag)
	e.Form = decl.FormBean
	p := c.places[el]
	for i, a := range el.Attr {
		switch {
		case a.Space == "" && a.Key == "class":
			e.Class = trim(a.Value)
		case a.Space == "" && (a.Key == "id" || a.Key == "parent" || a.Key == "abstract"):
			e.Attrs = append(e.Attrs, c.attr(el, p, i))
		case a.Space == "" && a.Key == "name" && el.SelectAttr("id") == nil:
			id := c.attr(el, p, i)
			id.Name = "id"
			id.Value, _, _ = strings.Cut(strings.NewReplacer(";", ",", " ", ",").Replace(id.Value), ",")
			e.Attrs = append(e.Attrs, id)
		case p.attrs[i].uri == pURI:
			e.Attrs = append(e.Attrs, c.shorthandAttr(el, i))
		}
	}
	args := constructorArgs[tag]
	for _, t := range el.Child {
		child, ok := t.(*etree.Element)
		if !ok || !isBeansURI(c.uri(child)) {
			continue
		}
		switch child.Tag {
		case "property":
			c.dubboProperty(e, child)
		case "constructor-arg":
			args = c.dubboArgument(e, child, args)
		}
	}
	return e
}

// shorthandAttr makes the Dubbo attribute of p:registry-ref="x".
func (c *converter) shorthandAttr(el *etree.Element, i int) decl.Attr {
	a := c.attr(el, c.places[el], i)
	a.Namespace = ""
	a.Name = hyphenate(strings.TrimSuffix(a.Name, "-ref"))
	return a
}

// dubboProperty adds what a <property> of a config bean means: an attribute,
// or children for methods, arguments, parameters and inner config beans.
func (c *converter) dubboProperty(e *decl.Element, el *etree.Element) {
	i := slices.IndexFunc(el.Attr, func(a etree.Attr) bool { return a.Space == "" && a.Key == "name" })
	if i < 0 {
		return
	}
	name := trim(el.Attr[i].Value)
	if name == "parameters" || name == "attributes" {
		for _, en := range c.entries(el) {
			adopt(e, c.keyValue(en, "parameter", "key"))
		}
		return
	}
	c.innerConfigs(e, el)
	if values := c.scalars(el); len(values) > 0 {
		at := c.places[el].attrs[i]
		e.Attrs = append(e.Attrs, c.joined(hyphenate(name), at.valueLo, at.valueHi, values))
	}
}

// innerConfigs adds the beans inside a property as children.
func (c *converter) innerConfigs(e *decl.Element, el *etree.Element) {
	for _, t := range el.Child {
		child, ok := t.(*etree.Element)
		if !ok {
			continue
		}
		uri := c.uri(child)
		switch {
		case isDubbo(uri):
			adopt(e, c.dubbo(child))
		case isBeansURI(uri) && child.Tag == "bean":
			if _, ok := resources[child.SelectAttrValue("class", "")]; !ok {
				adopt(e, c.bean(child))
			}
		default:
			c.innerConfigs(e, child)
		}
	}
}

// dubboArgument adds the attribute that a <constructor-arg> sets, and returns
// the arguments still to come.
func (c *converter) dubboArgument(e *decl.Element, el *etree.Element, args []string) []string {
	values := c.scalars(el)
	name := trim(el.SelectAttrValue("name", ""))
	if name == "" && len(args) > 0 {
		name = args[0]
		all := constructorArgs[e.Tag]
		switch el.SelectAttrValue("index", "") {
		case "":
			args = args[1:]
		case "0":
			name = all[0]
		default:
			name = all[len(all)-1]
		}
	}
	if name != "" && len(values) > 0 {
		p := c.places[el]
		e.Attrs = append(e.Attrs, c.joined(hyphenate(name), p.lo, p.hi, values))
	}
	return args
}

// keyValue makes an element of a map entry; keyName is the attribute for the
// key.
func (c *converter) keyValue(en entry, tag, keyName string) *decl.Element {
	child := c.bare(en.el, tag)
	child.Form = decl.FormBean
	child.Attrs = []decl.Attr{
		c.scalarAttr(keyName, en.key.lo, en.key.hi, en.key),
		c.scalarAttr("value", en.value.lo, en.value.hi, en.value),
	}
	return child
}
