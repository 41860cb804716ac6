package springxml

import (
	"encoding/xml"
	"strings"

	"github.com/beevik/etree"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// start opens an element: it builds the node and its place.
func (r *reader) start(in *input, tok xml.StartElement, lo, hi int) bool {
	at, end := in.place(lo, hi)
	if r.skipped > 0 {
		r.skipped++
		return true
	}
	if len(r.open) >= maxDepth {
		r.once("depth", source.TooLarge, at, end, "elements are nested more than %d deep; what lies deeper is not read", maxDepth)
		r.skipped++
		return true
	}
	if len(r.open) == 0 {
		if r.roots++; r.roots == 2 {
			r.problem(source.XMLSyntax, at, end, "a second root element <%s>", qualified(tok.Name))
		}
	}
	if r.nodes++; r.nodes > maxSubtree {
		r.once("nodes", source.TooLarge, at, end, "more than %d elements in one child of <beans>; the rest of it is not read", maxSubtree)
		r.skipped++
		return true
	}
	if r.elements >= maxElements {
		r.problem(source.TooLarge, at, end, "more than %d elements; the rest of the file is not read", maxElements)
		return false
	}
	if strings.LastIndexByte(tok.Name.Local, ':') > 0 {
		r.once("name", source.XMLSyntax, at, end, "%q is not a valid name", tok.Name.Local)
	}
	el := &etree.Element{Space: tok.Name.Space, Tag: tok.Name.Local}
	p := &place{lo: at, hi: end}
	bound := len(r.names)
	if !r.attributes(in, el, p, tok.Attr, lo, hi) {
		return false
	}
	p.uri = r.resolve(tok.Name.Space, at, end)
	r.push(el, p, bound)
	return true
}

// push enters the element into the tree and the stack.
func (r *reader) push(el *etree.Element, p *place, bound int) {
	r.places[el] = p
	o := openElement{el: el, bound: bound}
	n := len(r.open)
	inContainer := n == 0 || r.open[n-1].container
	switch {
	case n > 0:
		parent := r.open[n-1]
		parent.el.AddChild(el)
		o.profiles = parent.profiles
		o.container = inContainer && el.Tag == "beans" && isBeansURI(p.uri)
	case isDubbo(p.uri), isBeansURI(p.uri) && el.Tag == "bean":
		// A fragment: the root is the element itself.
	default:
		o.container = true
	}
	if o.container {
		r.nodes = 0
		if profile := trim(el.SelectAttrValue("profile", "")); profile != "" && el.Tag == "beans" {
			o.profiles = append(o.profiles[:len(o.profiles):len(o.profiles)], profile)
		}
	}
	r.open = append(r.open, o)
}

// attributes fills in the attributes with their places and takes up the
// namespace declarations among them. It returns false at the limits.
func (r *reader) attributes(in *input, el *etree.Element, p *place, attrs []xml.Attr, lo, hi int) bool {
	if len(attrs) == 0 {
		return true
	}
	if len(attrs) > maxAttributes {
		r.problem(source.TooLarge, p.lo, p.hi, "<%s> has more than %d attributes", el.FullTag(), maxAttributes)
		return false
	}
	tag := in.text[lo:hi]
	places, glued := scanTag(tag, len(attrs))
	if glued >= 0 {
		at, end := in.place(lo+glued, lo+glued)
		r.once("glued", source.XMLSyntax, at, end, "no white space before an attribute")
	}
	el.Attr = make([]etree.Attr, len(attrs))
	for i, a := range attrs {
		ap := &places[i]
		value := normalize(a.Value, tag[ap.valueLo:ap.valueHi])
		el.Attr[i] = etree.Attr{Space: a.Name.Space, Key: a.Name.Local, Value: value}
		ap.nameLo, ap.nameHi = in.place(lo+ap.nameLo, lo+ap.nameHi)
		ap.valueLo, ap.valueHi = in.place(lo+ap.valueLo, lo+ap.valueHi)
		switch {
		case strings.LastIndexByte(a.Name.Local, ':') > 0:
			r.once("name", source.XMLSyntax, ap.nameLo, ap.nameHi, "%q is not a valid name", a.Name.Local)
		case a.Name.Space == "xmlns":
			r.names = append(r.names, binding{a.Name.Local, value})
		case a.Name.Space == "" && a.Name.Local == "xmlns":
			r.names = append(r.names, binding{"", value})
		}
	}
	if len(r.names) > maxBindings {
		r.problem(source.TooLarge, p.lo, p.hi, "more than %d namespace declarations", maxBindings)
		return false
	}
	p.attrs = places
	for i, a := range attrs {
		if a.Name.Space != "" {
			places[i].uri = r.resolve(a.Name.Space, places[i].nameLo, places[i].nameHi)
		}
	}
	r.duplicates(el, p)
	return true
}

// resolve returns the namespace of a prefix. A prefix that is not declared
// stands for itself.
func (r *reader) resolve(prefix string, lo, hi int) string {
	uri, ok := r.names.lookup(prefix)
	if !ok {
		r.once("prefix "+prefix, source.XMLSyntax, lo, hi, "prefix %q is not declared", prefix)
		return prefix
	}
	return uri
}

// duplicates reports attributes that stand twice in one tag, which XML
// forbids and encoding/xml does not notice.
func (r *reader) duplicates(el *etree.Element, p *place) {
	if len(el.Attr) < 2 {
		return
	}
	if len(el.Attr) <= 16 {
		for i := range el.Attr {
			for j := range i {
				if el.Attr[i].Key == el.Attr[j].Key && p.attrs[i].uri == p.attrs[j].uri {
					r.duplicate(el, p, i)
					break
				}
			}
		}
		return
	}
	seen := make(map[[2]string]bool, len(el.Attr))
	for i, a := range el.Attr {
		key := [2]string{p.attrs[i].uri, a.Key}
		if seen[key] {
			r.duplicate(el, p, i)
		}
		seen[key] = true
	}
}

func (r *reader) duplicate(el *etree.Element, p *place, i int) {
	a := p.attrs[i]
	r.problem(source.XMLSyntax, a.nameLo, a.nameHi, "attribute %q stands twice in <%s>", el.Attr[i].Key, el.FullTag())
}
