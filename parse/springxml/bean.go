package springxml

import (
	"strings"

	"github.com/beevik/etree"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// topBean converts a bean that stands on its own.
func (c *converter) topBean(el *etree.Element) {
	class := trim(el.SelectAttrValue("class", ""))
	if class == "" && el.SelectAttr("factory-bean") == nil {
		c.remember(el)
	}
	c.emit(c.bean(el))
}

// bean converts a bean: to the Dubbo element it stands for, to a
// "property-placeholder", or to a plain "bean".
func (c *converter) bean(el *etree.Element) *decl.Element {
	class := trim(el.SelectAttrValue("class", ""))
	if tag := dubboTag(class); tag != "" {
		return c.dubboBean(el, tag)
	}
	if isPlaceholderClass(class) {
		return c.placeholderBean(el)
	}
	return c.plainBean(el)
}

// plainBean keeps the attributes of a bean, and a child for each simple value
// or bean name in its properties and constructor arguments.
func (c *converter) plainBean(el *etree.Element) *decl.Element {
	e := c.bare(el, "bean")
	p := c.places[el]
	for i, a := range el.Attr {
		switch uri := p.attrs[i].uri; {
		case isDeclaration(a.Space, a.Key):
		case uri == pURI:
			c.shorthand(e, el, i, "property")
		case uri == cURI:
			c.shorthand(e, el, i, "constructor-arg")
		case a.Space == "" && a.Key == "class":
			e.Class = trim(a.Value)
		default:
			e.Attrs = append(e.Attrs, c.attr(el, p, i))
		}
	}
	for _, t := range el.Child {
		child, ok := t.(*etree.Element)
		if ok && isBeansURI(c.uri(child)) && (child.Tag == "property" || child.Tag == "constructor-arg") {
			c.property(e, child)
		}
	}
	return e
}

// shorthand adds the child for an attribute of the p or c namespace.
func (c *converter) shorthand(e *decl.Element, el *etree.Element, i int, tag string) {
	at := c.places[el].attrs[i]
	name, ref := strings.CutSuffix(el.Attr[i].Key, "-ref")
	kind := "value"
	if ref {
		kind = "ref"
	}
	c.elements++
	adopt(e, &decl.Element{
		Tag: tag, Form: decl.FormXML, Namespace: at.uri, Profiles: c.profiles,
		At: c.span(at.nameLo, min(at.valueHi+1, len(c.file.Text))),
		Attrs: []decl.Attr{
			{Name: "name", Value: camel(name), NameAt: c.span(at.nameLo, at.nameHi), ValueAt: c.span(at.nameLo, at.nameHi)},
			{Name: kind, Value: trim(el.Attr[i].Value), NameAt: c.span(at.nameLo, at.nameHi), ValueAt: c.span(at.valueLo, at.valueHi)},
		},
	})
}

// camel turns "order-service" into "orderService", as Spring reads names in
// the p and c namespaces.
func camel(name string) string {
	parts := strings.Split(name, "-")
	for i, p := range parts[1:] {
		if p != "" {
			parts[i+1] = strings.ToUpper(p[:1]) + p[1:]
		}
	}
	return strings.Join(parts, "")
}

// property adds a child for a <property> or <constructor-arg>. A collection
// gives one child for each of its values, all with the same name. Inner beans
// are children of the child; Dubbo elements in it go to the top level.
func (c *converter) property(e *decl.Element, el *etree.Element) {
	first := c.propertyChild(e, el)
	common := first.Attrs[:len(first.Attrs):len(first.Attrs)]
	common = common[:min(len(common), maxCommon)]
	for i, v := range c.scalars(el) {
		child := first
		if i > 0 {
			child = c.bare(el, el.Tag)
			child.Attrs = append(child.Attrs, common...)
			adopt(e, child)
		}
		kind := "value"
		if v.ref {
			kind = "ref"
		}
		child.Attrs = append(child.Attrs, c.scalarAttr(kind, v.nameLo, v.nameHi, v))
	}
	c.inner(first, el)
}

// maxCommon is the most attributes repeated for each value of a collection:
// name, index and type are all there are.
const maxCommon = 3

// propertyChild starts the child with the attributes that are no values.
func (c *converter) propertyChild(e *decl.Element, el *etree.Element) *decl.Element {
	child := c.bare(el, el.Tag)
	p := c.places[el]
	for i, a := range el.Attr {
		if a.Space == "" && a.Key != "value" && a.Key != "ref" && a.Key != "xmlns" {
			child.Attrs = append(child.Attrs, c.attr(el, p, i))
		}
	}
	adopt(e, child)
	return child
}

// inner looks for beans and Dubbo elements in the value of a property.
func (c *converter) inner(owner *decl.Element, el *etree.Element) {
	for _, t := range el.Child {
		child, ok := t.(*etree.Element)
		if !ok {
			continue
		}
		uri := c.uri(child)
		switch {
		case isDubbo(uri):
			c.hoist(owner, c.dubbo(child))
		case isBeansURI(uri) && child.Tag == "bean":
			class := child.SelectAttrValue("class", "")
			if _, ok := resources[class]; ok {
				continue
			}
			if b := c.bean(child); b.Tag == "bean" {
				adopt(owner, b)
			} else {
				c.hoist(owner, b)
			}
		default:
			c.inner(owner, child)
		}
	}
}

// hoist puts a Dubbo element from inside a bean at the top level. Elements
// that mean nothing alone stay where they are.
func (c *converter) hoist(owner, e *decl.Element) {
	switch e.Tag {
	case "method", "argument", "parameter":
		adopt(owner, e)
	default:
		e.Parent = owner
		c.emit(e)
	}
}
