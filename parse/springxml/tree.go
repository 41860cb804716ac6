package springxml

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"

	"github.com/beevik/etree"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// openElement is an element whose end tag has not come yet.
type openElement struct {
	el *etree.Element
	// bound is the number of namespace bindings outside the element.
	bound int
	// container marks <beans> and other elements whose children stand on
	// their own; profiles holds the profile attributes down to here.
	container bool
	profiles  []string
}

// input is a stretch of XML: the file, or the replacement text of an entity.
type input struct {
	dec  *xml.Decoder
	text []byte
	base int // offset of the decoder's first byte in text
	// ref, when set, is the entity reference in the file that the text
	// stands for; everything in it has its place there.
	ref *[2]int
	// floor is the number of elements open before; the text may not close them.
	floor int
	depth int // nested entities
}

// place returns a range of the input as a range of the file.
func (in *input) place(lo, hi int) (int, int) {
	if in.ref != nil {
		return in.ref[0], in.ref[1]
	}
	return lo, hi
}

func (in *input) offset() int { return in.base + int(in.dec.InputOffset()) }

// newInput prepares the decoder for text[base:]. The text is UTF-8 whatever
// an XML declaration says.
func (r *reader) newInput(text []byte, base int) *input {
	dec := xml.NewDecoder(bytes.NewReader(text[base:]))
	dec.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	dec.Entity = r.entities.text
	return &input{dec: dec, text: text, base: base, floor: len(r.open)}
}

// read reads the whole file. The XML declaration is passed over: version 1.1
// is read as 1.0, and the text is decoded already.
func (r *reader) read() {
	text := r.file.Text
	if declarationEnd(text) > 0 && !declaration.Match(text[:min(len(text), head)]) {
		r.problem(source.XMLSyntax, 0, 0, "malformed XML declaration")
	}
	in := r.newInput(text, declarationEnd(text))
	if r.run(in) {
		switch {
		case len(r.open) > 0:
			el := r.open[len(r.open)-1].el
			r.problem(source.XMLSyntax, len(in.text), len(in.text), "<%s> is not closed", el.FullTag())
		case r.roots == 0:
			r.problem(source.XMLSyntax, 0, 0, "no element in the file")
		}
	}
	for len(r.open) > 0 { // keep what stood before an error
		r.pop()
	}
}

// run reads one input to its end. It returns false when reading must stop.
func (r *reader) run(in *input) bool {
	for {
		lo := in.offset()
		tok, err := in.dec.RawToken()
		if err != nil {
			return r.ended(in, err)
		}
		hi := in.offset()
		more := true
		switch tok := tok.(type) {
		case xml.StartElement:
			more = r.start(in, tok, lo, hi)
		case xml.EndElement:
			more = r.end(in, tok, lo, hi)
		case xml.CharData:
			more = r.chars(in, tok, lo, hi)
		case xml.Directive:
			r.directive(in, tok, lo, hi)
		case xml.ProcInst:
			if tok.Target == "xml" {
				r.once("xml", source.XMLSyntax, lo, hi, "an XML declaration must stand at the very start")
			}
		}
		if !more {
			return false
		}
	}
}

// directive takes the DOCTYPE, of which there is one, before the root.
func (r *reader) directive(in *input, tok xml.Directive, lo, hi int) {
	if !bytes.HasPrefix(tok, []byte("DOCTYPE")) || r.roots > 0 || r.doctype {
		at, end := in.place(lo, hi)
		r.once("directive", source.XMLSyntax, at, end, "a declaration that must not stand here")
		return
	}
	r.doctype = true
	r.declare(string(tok), lo, hi)
	in.dec.Entity = r.entities.text
}

// ended reports a syntax error at the place where the decoder stopped.
func (r *reader) ended(in *input, err error) bool {
	if err == io.EOF {
		return true
	}
	msg := err.Error()
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		msg = syntax.Msg
	}
	at := min(in.offset(), len(in.text))
	lo, hi := in.place(at, at)
	r.problem(source.XMLSyntax, lo, hi, "XML syntax: %s", msg)
	return false
}

// end closes the innermost element.
func (r *reader) end(in *input, tok xml.EndElement, lo, hi int) bool {
	if r.skipped > 0 {
		r.skipped--
		return true
	}
	lo, hi = in.place(lo, hi)
	if len(r.open) <= in.floor {
		r.problem(source.XMLSyntax, lo, hi, "</%s> closes nothing", qualified(tok.Name))
		return false
	}
	el := r.open[len(r.open)-1].el
	if el.Space != tok.Name.Space || el.Tag != tok.Name.Local {
		r.problem(source.XMLSyntax, lo, hi, "</%s> where </%s> is expected", qualified(tok.Name), el.FullTag())
		return false
	}
	r.pop()
	return true
}

// pop leaves the innermost element, and turns it into decl form where its
// parent is a container.
func (r *reader) pop() {
	last := r.open[len(r.open)-1]
	r.open = r.open[:len(r.open)-1]
	r.names = r.names[:last.bound]
	n := len(r.open)
	if last.container || n > 0 && !r.open[n-1].container {
		return
	}
	var profiles []string
	if n > 0 {
		parent := r.open[n-1]
		profiles = parent.profiles
		parent.el.Child = parent.el.Child[:0]
	}
	if r.elements < maxElements {
		(&converter{reader: r, profiles: profiles}).topLevel(last.el)
	}
	clear(r.places)
	r.nodes = 0
}

// chars takes character data.
func (r *reader) chars(in *input, data xml.CharData, lo, hi int) bool {
	rawText := in.text[lo:hi]
	if r.entities.markup && bytes.IndexByte(rawText, '&') >= 0 && !bytes.HasPrefix(rawText, []byte("<![CDATA[")) {
		return r.expand(in, lo, hi)
	}
	r.text(in, data, lo, hi)
	return true
}

// text adds character data to the innermost element.
func (r *reader) text(in *input, data xml.CharData, lo, hi int) {
	if len(bytes.TrimLeft(data, " \t\r\n")) == 0 || r.skipped > 0 {
		return
	}
	rawText := in.text[lo:hi]
	if bytes.HasPrefix(rawText, []byte("<![CDATA[")) {
		lo, hi = lo+len("<![CDATA["), hi-len("]]>")
	}
	lo, hi = trimRange(in.text, lo, hi)
	lo, hi = in.place(lo, hi)
	if len(r.open) == 0 {
		r.once("text", source.XMLSyntax, lo, hi, "text outside the root element")
		return
	}
	top := r.open[len(r.open)-1]
	if top.container {
		if top.el.Tag == "beans" {
			r.once("beans text", source.XMLSyntax, lo, hi, "text directly in <%s>, which Spring's schema forbids", top.el.FullTag())
		}
		return
	}
	top.el.CreateText(string(data))
	p := r.places[top.el]
	if p.textHi == 0 {
		p.textLo = lo
	}
	p.textHi = hi
}

// expand reads character data that may refer to entities with markup.
func (r *reader) expand(in *input, lo, hi int) bool {
	start := lo
	for i := lo; i < hi; i++ {
		if in.text[i] != '&' {
			continue
		}
		name, n := reference(in.text[i:hi])
		e := r.entities.declared[name]
		if e == nil || !e.markup && !e.external {
			continue
		}
		r.plain(in, start, i)
		refLo, refHi := in.place(i, i+n)
		start, i = i+n, i+n-1
		if e.external {
			r.once("external", source.Unresolved, refLo, refHi, "external entity &%s; is not read", name)
			continue
		}
		text := []byte(e.value)
		if in.depth >= maxDepth || !r.charge(text, refLo, refHi) {
			continue
		}
		inner := r.newInput(text, 0)
		inner.ref, inner.depth = &[2]int{refLo, refHi}, in.depth+1
		if !r.run(inner) {
			return false
		}
		if len(r.open) != inner.floor {
			r.problem(source.XMLSyntax, refLo, refHi, "entity &%s; does not close its elements", name)
			return false
		}
	}
	r.plain(in, start, hi)
	return true
}

// plain takes a part of character data without entities that have markup.
func (r *reader) plain(in *input, lo, hi int) {
	dec := xml.NewDecoder(bytes.NewReader(in.text[lo:hi]))
	dec.Entity = r.entities.text
	if tok, err := dec.RawToken(); err == nil {
		if data, ok := tok.(xml.CharData); ok {
			r.text(in, data, lo, hi)
		}
	}
}

func qualified(n xml.Name) string {
	if n.Space == "" {
		return n.Local
	}
	return n.Space + ":" + n.Local
}
