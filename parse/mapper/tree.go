package mapper

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
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
	fault   lang.Text
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
	p := plain{builder: newBuilder(r)}
	if root := p.tree(); root != nil {
		return root
	}
	r.nodes, r.fault = 0, lang.Text{}
	return r.decode()
}

// decode reads with encoding/xml, which knows all forms and errors.
func (r *reader) decode() *node {
	b := newBuilder(r)
	d := xml.NewDecoder(strings.NewReader(r.text))
	d.Strict = false
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // it is UTF-8 by now
	for ok := true; ok; {
		lo := int(d.InputOffset())
		tok, err := d.RawToken()
		hi := int(d.InputOffset())
		if err != nil {
			r.ended(err, hi, len(b.open) > 1)
			break
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			ok = b.start(tok.Name.Local, tok.Attr, lo, hi)
		case xml.EndElement:
			ok = b.end(tok.Name.Local, lo)
		case xml.CharData:
			b.chars(lo, hi)
		}
	}
	return b.open[0]
}

// builder puts the nodes together.
type builder struct {
	*reader
	open []*node // the elements that are open, a node around the root first
}

func newBuilder(r *reader) builder { return builder{r, []*node{{}}} }

func (b *builder) top() *node { return b.open[len(b.open)-1] }

// start begins an element; false is an error.
func (b *builder) start(name string, attrs []xml.Attr, lo, hi int) bool {
	if b.nodes++; b.nodes > maxNodes || len(b.open) > maxDepth {
		b.fail(lo, lang.T("too many or too deeply nested elements"))
		return false
	}
	n := &node{name: name, attrs: attrs, tagLo: lo, tagHi: hi, reader: b.reader}
	n.at, _ = b.place(lo, hi)
	b.top().inner = append(b.top().inner, n)
	b.open = append(b.open, n)
	return true
}

// end ends an element; false is an error.
func (b *builder) end(name string, lo int) bool {
	if name != b.top().name {
		b.fail(lo, lang.T("</%s> closes nothing", name))
		return false
	}
	b.open = b.open[:len(b.open)-1]
	return true
}

func (b *builder) chars(lo, hi int) {
	cdata := strings.HasPrefix(b.text[lo:hi], "<![CDATA[")
	if cdata {
		lo += len("<![CDATA[")
		hi = max(hi-len("]]>"), lo)
	}
	if b.nodes++; b.nodes <= maxNodes && strings.TrimSpace(b.text[lo:hi]) != "" {
		b.top().inner = append(b.top().inner, &node{lo: lo, hi: hi, cdata: cdata})
	}
}

func (r *reader) ended(err error, at int, open bool) {
	var syntax *xml.SyntaxError
	switch {
	case errors.As(err, &syntax):
		r.fail(at, lang.T("XML syntax: %s", syntax.Msg))
	case err != io.EOF:
		r.fail(at, lang.T("XML: %v", err))
	case open:
		r.fail(at, lang.T("an element is not closed"))
	}
}

func (r *reader) fail(at int, msg lang.Text) {
	if r.fault.IsZero() {
		r.fault, r.faultAt = msg, min(at, len(r.text))
	}
}
