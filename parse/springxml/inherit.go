package springxml

import (
	"strings"

	"github.com/beevik/etree"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// classless is a bean without class: what it is depends on the beans that it
// inherits from or that inherit from it, which may come later in the file.
type classless struct {
	index  int // in unit.XML
	el     *etree.Element
	places map[*etree.Element]*place
	c      *converter
}

// remember keeps the tree of a bean without class until the file is read.
func (c *converter) remember(el *etree.Element) {
	cl := classless{index: len(c.unit.XML), el: el, places: map[*etree.Element]*place{}, c: c}
	cl.keep(c.places, el)
	c.pending = append(c.pending, cl)
}

func (cl *classless) keep(places map[*etree.Element]*place, el *etree.Element) {
	cl.places[el] = places[el]
	for _, t := range el.Child {
		if child, ok := t.(*etree.Element); ok {
			cl.keep(places, child)
		}
	}
}

// inherit presents beans without class as Dubbo elements where a bean of the
// file that they inherit from, or that inherits from them, is one. Values are
// not merged here.
func (r *reader) inherit() {
	if len(r.pending) == 0 {
		return
	}
	byID := map[string]*classless{}       // beans without class
	children := map[string][]*classless{} // the same by parent
	for i := range r.pending {
		cl := &r.pending[i]
		for _, id := range beanNames(r.unit.XML[cl.index]) {
			byID[id] = cl
		}
		if parent := r.unit.XML[cl.index].Value("parent"); parent != "" {
			children[parent] = append(children[parent], cl)
		}
	}
	var work []*decl.Element
	for _, e := range r.unit.XML {
		if e.Form == decl.FormBean && dubboTag(e.Class) != "" {
			work = append(work, e)
		}
	}
	for len(work) > 0 {
		e := work[len(work)-1]
		work = work[:len(work)-1]
		var related []*classless
		if cl := byID[e.Value("parent")]; cl != nil {
			related = append(related, cl)
		}
		for _, id := range beanNames(e) {
			related = append(related, children[id]...)
			delete(children, id)
		}
		for _, cl := range related {
			if cl.el == nil {
				continue
			}
			r.places = cl.places
			cl.c.reader = r
			r.unit.XML[cl.index] = cl.c.dubboBean(cl.el, e.Tag)
			cl.el = nil
			work = append(work, r.unit.XML[cl.index])
		}
	}
}

// beanNames returns the id and the names of a bean.
func beanNames(e *decl.Element) []string {
	names := strings.FieldsFunc(e.Value("name"), func(c rune) bool { return c == ',' || c == ';' || c == ' ' })
	if id := e.Value("id"); id != "" {
		names = append(names, id)
	}
	return names
}
