package springxml

import (
	"strings"

	"github.com/beevik/etree"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// scalar is a simple value in a bean definition, or the name of a bean.
type scalar struct {
	text           string
	lo, hi         int
	nameLo, nameHi int // the attribute's name, empty for text
	ref            bool
}

// entry is one key with its value in a <map> or <props>.
type entry struct {
	key, value scalar
	el         *etree.Element
}

// resources are the classes that stand for a location, with its prefix.
var resources = map[string]string{
	"org.springframework.core.io.ClassPathResource":                  "classpath:",
	"org.springframework.core.io.FileSystemResource":                 "file:",
	"org.springframework.core.io.UrlResource":                        "",
	"org.springframework.web.context.support.ServletContextResource": "",
	"java.lang.String":  "",
	"java.lang.Integer": "",
	"java.lang.Boolean": "",
}

// scalars returns the simple values that a <property>, <constructor-arg>,
// <entry> or collection holds, those of nested collections included.
func (c *converter) scalars(el *etree.Element) []scalar {
	var out []scalar
	p := c.places[el]
	for i, a := range el.Attr {
		if a.Space == "" && (a.Key == "value" || a.Key == "ref" || a.Key == "value-ref") {
			out = append(out, attrScalar(p, a.Value, i, a.Key != "value"))
		}
	}
	for _, t := range el.Child {
		child, ok := t.(*etree.Element)
		if !ok || !isBeansURI(c.uri(child)) {
			continue
		}
		switch child.Tag {
		case "value":
			out = append(out, c.textScalar(child))
		case "ref", "idref":
			for i, a := range child.Attr {
				if a.Key == "bean" || a.Key == "local" || a.Key == "parent" {
					out = append(out, attrScalar(c.places[child], a.Value, i, true))
				}
			}
		case "list", "set", "array":
			out = append(out, c.scalars(child)...)
		case "bean":
			if prefix, ok := resources[child.SelectAttrValue("class", "")]; ok {
				out = append(out, c.argument(child, prefix)...)
			}
		}
	}
	return out
}

// argument returns the first constructor argument of a value class.
func (c *converter) argument(bean *etree.Element, prefix string) []scalar {
	arg := bean.SelectElement("constructor-arg")
	if arg == nil || c.places[arg] == nil {
		return nil
	}
	values := c.scalars(arg)
	if len(values) == 0 {
		return nil
	}
	values = values[:1]
	if !strings.Contains(values[0].text, ":") || strings.HasPrefix(values[0].text, "$") {
		values[0].text = prefix + values[0].text
	}
	return values
}

func attrScalar(p *place, value string, i int, ref bool) scalar {
	at := p.attrs[i]
	return scalar{text: trim(value), lo: at.valueLo, hi: at.valueHi, nameLo: at.nameLo, nameHi: at.nameHi, ref: ref}
}

func (c *converter) textScalar(el *etree.Element) scalar {
	p := c.places[el]
	s := scalar{text: trim(el.Text()), lo: p.textLo, hi: p.textHi}
	if s.hi == 0 { // empty: the place is behind the start tag
		s.lo, s.hi = p.hi, p.hi
	}
	s.nameLo, s.nameHi = s.lo, s.lo
	return s
}

// entries returns the content of the <map> and <props> in a property, and of
// a property given as text of lines "key=value".
func (c *converter) entries(el *etree.Element) []entry {
	var out []entry
	for _, t := range el.Child {
		child, ok := t.(*etree.Element)
		if !ok || !isBeansURI(c.uri(child)) {
			continue
		}
		switch child.Tag {
		case "map", "props":
			for _, t := range child.Child {
				if e, ok := t.(*etree.Element); ok && (e.Tag == "entry" || e.Tag == "prop") {
					out = c.appendEntry(out, e)
				}
			}
		case "value":
			out = append(out, c.lines(child)...)
		}
	}
	return out
}

func (c *converter) appendEntry(out []entry, el *etree.Element) []entry {
	e := entry{el: el}
	known := false
	for i, a := range el.Attr {
		if a.Key == "key" || a.Key == "key-ref" {
			e.key, known = attrScalar(c.places[el], a.Value, i, a.Key == "key-ref"), true
		}
	}
	if key := el.SelectElement("key"); key != nil && !known && c.places[key] != nil {
		if v := c.scalars(key); len(v) > 0 {
			e.key, known = v[0], true
		}
	}
	if !known {
		return out
	}
	if el.Tag == "prop" {
		e.value = c.textScalar(el)
	} else if v := c.scalars(el); len(v) > 0 {
		e.value = v[0]
	} else {
		return out
	}
	return append(out, e)
}

// lines reads the text of a <value> that Spring's PropertiesEditor turns into
// Properties. Places are those of the whole text.
func (c *converter) lines(el *etree.Element) []entry {
	whole := c.textScalar(el)
	var out []entry
	for line := range strings.Lines(whole.text) {
		line = trim(line)
		if i := strings.IndexAny(line, "=:"); i > 0 && line[0] != '#' && line[0] != '!' {
			key, value := whole, whole
			key.text, value.text = trim(line[:i]), trim(line[i+1:])
			out = append(out, entry{key, value, el})
		}
	}
	return out
}

// scalarAttr makes an attribute of a simple value.
func (c *converter) scalarAttr(name string, nameLo, nameHi int, v scalar) decl.Attr {
	return decl.Attr{Name: name, Value: v.text, NameAt: c.span(nameLo, nameHi), ValueAt: c.span(v.lo, v.hi)}
}

// joined makes one attribute of several values, separated by commas. Its
// place reaches from the first value to the last.
func (c *converter) joined(name string, nameLo, nameHi int, values []scalar) decl.Attr {
	v := values[0]
	texts := make([]string, len(values))
	for i, next := range values {
		texts[i] = next.text
		v.lo, v.hi = min(v.lo, next.lo), max(v.hi, next.hi)
	}
	v.text = strings.Join(texts, ",")
	return c.scalarAttr(name, nameLo, nameHi, v)
}
