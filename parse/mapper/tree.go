package mapper

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// reader turns XML into nodes.
type reader struct {
	text string
	// place is the place of a range of the text, and whether the two agree
	// byte by byte.
	place   func(lo, hi int) (source.Span, bool)
	nodes   int
	flat    int // bytes of SQL written
	steps   int // elements written, those of fragments each time
	fault   string
	faultAt int
}

// node is an element, or character data where the name is "".
type node struct {
	name   string
	attrs  []xml.Attr
	lo, hi int // of character data
	cdata  bool
	tagLo  int
	tagHi  int
	at     source.Span // the start tag
	inner  []*node
	reader *reader
}

func (n *node) attr(name string) string {
	for i := range n.attrs {
		if n.attrs[i].Name.Local == name {
			return n.attrs[i].Value
		}
	}
	return ""
}

// attrAt is the place of an attribute's value, or else otherwise.
func (n *node) attrAt(name string, otherwise source.Span) source.Span {
	tag := n.reader.text[n.tagLo:n.tagHi]
	value := n.attr(name)
	i := strings.Index(tag, name)
	if i < 0 || value == "" {
		return otherwise
	}
	j := strings.Index(tag[i:], value)
	if j < 0 {
		return otherwise
	}
	at, _ := n.reader.place(n.tagLo+i+j, n.tagLo+i+j+len(value))
	return at
}

// tree reads all of the text. The result is a node around the root.
func (r *reader) tree() *node {
	root := &node{}
	open := []*node{root}
	d := xml.NewDecoder(strings.NewReader(r.text))
	d.Strict = false
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // it is UTF-8 by now
	for {
		lo := int(d.InputOffset())
		tok, err := d.RawToken()
		hi := int(d.InputOffset())
		if err != nil {
			r.ended(err, hi, len(open) > 1)
			return root
		}
		top := open[len(open)-1]
		switch tok := tok.(type) {
		case xml.StartElement:
			if r.nodes++; r.nodes > maxNodes || len(open) > maxDepth {
				r.fail(lo, "too many or too deeply nested elements")
				return root
			}
			n := &node{name: tok.Name.Local, attrs: tok.Attr, tagLo: lo, tagHi: hi, reader: r}
			n.at, _ = r.place(lo, hi)
			top.inner = append(top.inner, n)
			open = append(open, n)
		case xml.EndElement:
			if tok.Name.Local != top.name {
				r.fail(lo, "</"+tok.Name.Local+"> closes nothing")
				return root
			}
			open = open[:len(open)-1]
		case xml.CharData:
			r.chars(top, lo, hi)
		}
	}
}

func (r *reader) chars(top *node, lo, hi int) {
	n := &node{lo: lo, hi: hi}
	if raw := r.text[lo:hi]; strings.HasPrefix(raw, "<![CDATA[") {
		n.lo, n.hi, n.cdata = lo+len("<![CDATA["), max(hi-len("]]>"), lo+len("<![CDATA[")), true
	}
	if r.nodes++; r.nodes <= maxNodes && strings.TrimSpace(r.text[n.lo:n.hi]) != "" {
		top.inner = append(top.inner, n)
	}
}

func (r *reader) ended(err error, at int, open bool) {
	var syntax *xml.SyntaxError
	switch {
	case errors.As(err, &syntax):
		r.fail(at, "XML syntax: "+syntax.Msg)
	case err != io.EOF:
		r.fail(at, "XML: "+err.Error())
	case open:
		r.fail(at, "an element is not closed")
	}
}

func (r *reader) fail(at int, msg string) {
	if r.fault == "" {
		r.fault, r.faultAt = msg, min(at, len(r.text))
	}
}
