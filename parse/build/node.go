package build

import (
	"bytes"
	"encoding/xml"
	"io"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// maxDepth bounds the nesting of elements; real poms stay below 15.
const maxDepth = 200

// node is one element of a pom. Nodes lie in one slice and name each other
// by index, 0 (the document itself) meaning none.
type node struct {
	name       string
	text       string // trimmed character data
	lo, hi     int    // where the text stands; the start tag when there is none
	first      int32
	last, next int32
}

// document is a pom as a tree of nodes.
type document struct {
	file  *source.File // nil for a pom from outside the trees
	nodes []node
}

// ignored are elements that can be large and tell nothing here.
var ignored = map[string]bool{
	"plugins": true, "pluginManagement": true, "reporting": true, "licenses": true,
	"developers": true, "contributors": true, "repositories": true, "pluginRepositories": true,
	"distributionManagement": true, "scm": true, "mailingLists": true, "ciManagement": true, "issueManagement": true,
}

// readDocument reads a pom in one pass. Text comes decoded, so the encoding
// declaration is not looked at again. After an error the tree read so far is
// returned with it, and the offset of the error.
func readDocument(data []byte, file *source.File) (doc document, off int, err error) {
	doc = document{file: file, nodes: make([]node, 1, 64)}
	d := xml.NewDecoder(bytes.NewReader(data))
	d.Entity = xml.HTMLEntity // as Maven's own reader
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	r := treeReader{doc: &doc, data: data}
	for {
		lo := int(d.InputOffset())
		tok, err := d.RawToken()
		if err == io.EOF {
			break
		}
		if err == nil {
			err = r.token(tok, lo, int(d.InputOffset()))
		}
		if err != nil {
			return doc, int(d.InputOffset()), err
		}
	}
	if len(r.open) > 0 {
		return doc, len(data), lang.Errorf("element <%s> is not closed", r.names[len(r.names)-1])
	}
	if doc.nodes[0].first == 0 {
		return doc, 0, lang.Errorf("no root element")
	}
	return doc, 0, nil
}

type treeReader struct {
	doc   *document
	data  []byte
	open  []int32 // nodes around, -1 for those ignored
	names []string
}

func (r *treeReader) token(tok xml.Token, lo, hi int) error {
	switch tok := tok.(type) {
	case xml.StartElement:
		if len(r.open) == maxDepth {
			return errTooDeep
		}
		r.start(tok.Name.Local, lo, hi)
	case xml.EndElement:
		n := len(r.open) - 1
		if n < 0 || r.names[n] != tok.Name.Local {
			return lang.Errorf("unexpected </%s>", tok.Name.Local)
		}
		r.open, r.names = r.open[:n], r.names[:n]
	case xml.CharData:
		r.text(tok, lo, hi)
	}
	return nil
}

var errTooDeep = lang.Errorf("elements nested too deeply")

func (r *treeReader) start(name string, lo, hi int) {
	var up int32
	if n := len(r.open); n > 0 {
		up = r.open[n-1]
	}
	id := int32(-1)
	if up >= 0 && (!ignored[name] || r.doc.nodes[up].name == "properties") {
		id = int32(len(r.doc.nodes))
		r.doc.nodes = append(r.doc.nodes, node{name: name, lo: lo, hi: hi})
		parent := &r.doc.nodes[up]
		if parent.last == 0 {
			parent.first = id
		} else {
			r.doc.nodes[parent.last].next = id
		}
		parent.last = id
	}
	r.open, r.names = append(r.open, id), append(r.names, name)
}

// text adds character data to the innermost element. Between two pieces can
// only stand a comment, so the place runs from the first to the last.
func (r *treeReader) text(data xml.CharData, lo, hi int) {
	n := len(r.open) - 1
	if n < 0 || r.open[n] < 0 {
		return
	}
	s := bytes.TrimSpace(data)
	if len(s) == 0 {
		return
	}
	raw := r.data[lo:hi]
	lo += len(raw) - len(bytes.TrimLeft(raw, " \t\r\n"))
	hi -= len(raw) - len(bytes.TrimRight(raw, " \t\r\n"))
	e := &r.doc.nodes[r.open[n]]
	if e.text == "" {
		e.text, e.lo, e.hi = string(s), lo, hi
		return
	}
	if len(e.text) < 4096 {
		e.text += string(s)
	}
	e.hi = hi
}

func (d *document) span(id int32) source.Span {
	if d.file == nil {
		return source.Span{}
	}
	return source.Span{File: d.file, Lo: d.nodes[id].lo, Hi: d.nodes[id].hi}
}

func (d *document) value(id int32) text { return text{d.nodes[id].text, d.span(id)} }

// children yields the elements directly below one.
func (d *document) children(id int32, yield func(id int32, name string)) {
	for c := d.nodes[id].first; c != 0; c = d.nodes[c].next {
		yield(c, d.nodes[c].name)
	}
}

// at returns the first element on a path of names, or 0.
func (d *document) at(id int32, names ...string) int32 {
	for _, name := range names {
		c := d.nodes[id].first
		for c != 0 && d.nodes[c].name != name {
			c = d.nodes[c].next
		}
		if c == 0 {
			return 0
		}
		id = c
	}
	return id
}

// list returns the texts of the elements directly below one.
func (d *document) list(id int32) []string {
	var all []string
	d.children(id, func(c int32, _ string) {
		if d.nodes[c].text != "" {
			all = append(all, d.nodes[c].text)
		}
	})
	return all
}
