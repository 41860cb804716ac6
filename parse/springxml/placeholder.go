package springxml

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// isPlaceholderClass tells the classes that bring property values by name:
// Spring's own and what projects derive from them.
func isPlaceholderClass(class string) bool {
	return strings.HasSuffix(class, "PlaceholderConfigurer") ||
		strings.HasSuffix(class, "PropertyConfigurer") ||
		strings.HasSuffix(class, ".PropertiesFactoryBean")
}

// placeholderNames are the attributes of <context:property-placeholder> whose
// names differ from the bean properties.
var placeholderNames = map[string]string{
	"ignoreUnresolvablePlaceholders": "ignore-unresolvable",
	"properties":                     "properties-ref",
	"propertiesArray":                "properties-ref",
}

// configurer is a placeholder configurer bean on its way to an element.
type configurer struct {
	*converter
	e         *decl.Element
	locations []scalar
}

// placeholderBean presents a placeholder configurer bean like
// <context:property-placeholder>: location and locations joined in "location",
// properties given inline as children "property" with name and value.
func (c *converter) placeholderBean(el *etree.Element) *decl.Element {
	cf := &configurer{converter: c, e: c.bare(el, "property-placeholder")}
	cf.e.Form = decl.FormBean
	p := c.places[el]
	for i, a := range el.Attr {
		switch {
		case a.Space == "" && a.Key == "class":
			cf.e.Class = trim(a.Value)
		case p.attrs[i].uri == pURI:
			at := p.attrs[i]
			name, ref := strings.CutSuffix(a.Key, "-ref")
			cf.set(name, at.nameLo, at.nameHi, []scalar{attrScalar(p, a.Value, i, ref)})
		case a.Space == "" && a.Key != "xmlns":
			cf.e.Attrs = append(cf.e.Attrs, c.attr(el, p, i))
		}
	}
	for _, t := range el.Child {
		if child, ok := t.(*etree.Element); ok && child.Tag == "property" && isBeansURI(c.uri(child)) {
			cf.property(child)
		}
	}
	if len(cf.locations) > 0 {
		first := cf.locations[0]
		cf.e.Attrs = append(cf.e.Attrs, c.joined("location", first.nameLo, first.nameHi, cf.locations))
	}
	return cf.e
}

// property adds what one <property> of a configurer says.
func (cf *configurer) property(el *etree.Element) {
	i := slices.IndexFunc(el.Attr, func(a etree.Attr) bool { return a.Space == "" && a.Key == "name" })
	if i < 0 {
		return
	}
	name := trim(el.Attr[i].Value)
	values := cf.scalars(el)
	if name == "properties" || name == "propertiesArray" {
		cf.inline(el)
		values = slices.DeleteFunc(values, func(v scalar) bool { return !v.ref })
	}
	at := cf.places[el].attrs[i]
	cf.set(name, at.valueLo, at.valueHi, values)
}

// set adds an attribute, or values to those of "location".
func (cf *configurer) set(name string, nameLo, nameHi int, values []scalar) {
	if len(values) == 0 {
		return
	}
	if name == "location" || name == "locations" {
		values[0].nameLo, values[0].nameHi = nameLo, nameHi
		cf.locations = append(cf.locations, values...)
		return
	}
	if known := placeholderNames[name]; known != "" {
		name = known
	}
	cf.e.Attrs = append(cf.e.Attrs, cf.joined(hyphenate(name), nameLo, nameHi, values))
}

// inline adds the properties that stand in the file itself. Those of an inner
// PropertiesFactoryBean count too.
func (cf *configurer) inline(el *etree.Element) {
	for _, en := range cf.entries(el) {
		adopt(cf.e, cf.keyValue(en, "property", "name"))
	}
	for _, t := range el.Child {
		child, ok := t.(*etree.Element)
		if !ok {
			continue
		}
		switch uri := cf.uri(child); {
		case isBeansURI(uri) && child.Tag == "bean":
			cf.merge(cf.placeholderBean(child))
		case uri == utilURI && child.Tag == "properties":
			cf.merge(cf.utilProperties(child))
		case isBeansURI(uri) && (child.Tag == "list" || child.Tag == "array" || child.Tag == "set"):
			cf.inline(child)
		}
	}
}

// merge takes over what an inner Properties bean brings.
func (cf *configurer) merge(inner *decl.Element) {
	for _, p := range inner.Children {
		adopt(cf.e, p)
	}
	if loc := inner.Attr("location"); loc != nil {
		cf.locations = append(cf.locations, scalar{
			text: loc.Value, lo: loc.ValueAt.Lo, hi: loc.ValueAt.Hi, nameLo: loc.NameAt.Lo, nameHi: loc.NameAt.Hi,
		})
	}
}

// utilProperties converts <util:properties>.
func (c *converter) utilProperties(el *etree.Element) *decl.Element {
	e := c.element(el, "property-placeholder")
	for _, t := range el.Child {
		if prop, ok := t.(*etree.Element); ok && prop.Tag == "prop" {
			for _, en := range c.appendEntry(nil, prop) {
				adopt(e, c.keyValue(en, "property", "name"))
			}
		}
	}
	return e
}
