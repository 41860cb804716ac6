package springxml

import (
	"github.com/beevik/etree"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// converter turns the tree of one child of <beans> into decl form.
type converter struct {
	*reader
	profiles []string
}

// topLevel converts an element that stands on its own.
func (c *converter) topLevel(el *etree.Element) {
	uri := c.uri(el)
	switch {
	case isDubbo(uri):
		c.emit(c.dubbo(el))
	case isBeansURI(uri):
		c.spring(el)
	case uri == contextURI && el.Tag == "property-placeholder":
		c.emit(c.element(el, "property-placeholder"))
	case uri == utilURI && el.Tag == "properties":
		c.emit(c.utilProperties(el))
	case externalSources[[2]string{uri, el.Tag}]:
		c.emit(c.element(el, "property-source"))
	default:
		c.inside(el)
	}
}

// spring converts an element of Spring's own namespace.
func (c *converter) spring(el *etree.Element) {
	switch el.Tag {
	case "bean":
		c.topBean(el)
	case "import", "alias":
		c.emit(c.element(el, el.Tag))
	default:
		c.inside(el)
	}
}

// inside looks for beans and Dubbo elements in an element that is not known
// here, such as <util:list> or <mvc:interceptors>.
func (c *converter) inside(el *etree.Element) {
	for _, t := range el.Child {
		if child, ok := t.(*etree.Element); ok {
			c.topLevel(child)
		}
	}
}

func (c *converter) emit(e *decl.Element) {
	c.unit.XML = append(c.unit.XML, e)
}

func (c *converter) uri(el *etree.Element) string {
	if p := c.places[el]; p != nil {
		return p.uri
	}
	return ""
}

// element starts a decl element with all attributes.
func (c *converter) element(el *etree.Element, tag string) *decl.Element {
	e := c.bare(el, tag)
	p := c.places[el]
	if len(el.Attr) > 0 {
		e.Attrs = make([]decl.Attr, 0, len(el.Attr))
	}
	for i := range el.Attr {
		if !isDeclaration(el.Attr[i].Space, el.Attr[i].Key) {
			e.Attrs = append(e.Attrs, c.attr(el, p, i))
		}
	}
	return e
}

// bare starts a decl element without attributes.
func (c *converter) bare(el *etree.Element, tag string) *decl.Element {
	c.elements++
	p := c.places[el]
	return &decl.Element{Tag: tag, Form: decl.FormXML, Namespace: p.uri, Profiles: c.profiles, At: c.span(p.lo, p.hi)}
}

func (c *converter) attr(el *etree.Element, p *place, i int) decl.Attr {
	at := p.attrs[i]
	value := el.Attr[i].Value
	if el.Tag != "parameter" || el.Attr[i].Key != "value" {
		value = trim(value) // a parameter's value is handed on as it is
	}
	return decl.Attr{
		Namespace: at.uri, Name: el.Attr[i].Key, Value: value,
		NameAt: c.span(at.nameLo, at.nameHi), ValueAt: c.span(at.valueLo, at.valueHi),
	}
}

// dubbo converts an element of Dubbo's namespaces with all below it.
func (c *converter) dubbo(el *etree.Element) *decl.Element {
	e := c.element(el, el.Tag)
	for _, t := range el.Child {
		child, ok := t.(*etree.Element)
		if !ok {
			continue
		}
		uri := c.uri(child)
		switch {
		case isDubbo(uri):
			adopt(e, c.dubbo(child))
		case isBeansURI(uri) && child.Tag == "property":
			c.property(e, child)
		case isBeansURI(uri) && child.Tag == "bean":
			adopt(e, c.bean(child))
		}
	}
	if len(e.Children) == 0 {
		e.Text = trim(el.Text())
	}
	return e
}

func adopt(parent, child *decl.Element) {
	child.Parent = parent
	parent.Children = append(parent.Children, child)
}
