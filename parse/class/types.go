package class

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// typ makes the declaration of a class with the member classes in it.
func (r *reader) typ(c *classFile, outer *decl.Type, depth int) *decl.Type {
	r.nested[c.this] = true
	t := &decl.Type{Name: c.simple(c.this), FQN: c.name(c.this), Outer: outer}
	flags := c.flags
	if i, ok := c.inner[c.this]; ok {
		flags = i.flags // a nested class has its own flags only here
	}
	t.Kind = kindOf(c)
	t.Modifiers = typeModifiers(flags, t.Kind, outer != nil)
	t.Annotations = r.annotations(c, c.attributes)
	r.header(c, t)
	r.place(0, [3]string{strings.TrimLeft(strings.Join(t.Modifiers, " ")+" ", " ") + string(t.Kind) + " ", t.FQN}, &t.At, t.Annotations)
	for i := range c.fields {
		if f := &c.fields[i]; f.flags&accSynthetic == 0 {
			r.fields[f.name] = true
			t.Fields = append(t.Fields, r.field(c, f))
		}
	}
	for i := range c.methods {
		if m := &c.methods[i]; m.flags&accSynthetic == 0 && !(t.Kind == decl.Enum && ofEnum(m)) {
			t.Methods = append(t.Methods, r.method(c, t, m))
		}
	}
	r.members(c, t, depth)
	return t
}

// members adds the classes declared in a class, in order.
func (r *reader) members(c *classFile, t *decl.Type, depth int) {
	if depth == maxDepth {
		return
	}
	in := c.attributes.get("InnerClasses")
	for n := in.u2(); n > 0 && !in.short; n-- {
		name := c.pool.class(in.u2())
		outer, simple, flags := c.pool.class(in.u2()), in.u2(), in.u2()
		if outer != c.this || simple == 0 || flags&accSynthetic != 0 || r.nested[name] {
			continue
		}
		if inner := r.sibling(name); inner != nil {
			t.Nested = append(t.Nested, r.typ(inner, t, depth+1))
		}
	}
}

// place puts a declaration into the listing, behind its annotations.
// The place is that of the name, which stands between two other texts.
func (r *reader) place(line int, text [3]string, at *source.Span, annotations []*decl.Annotation) {
	p := piece{line: line}
	for _, a := range annotations {
		r.annotationText(&p, a)
		p.write(" ")
	}
	p.write(text[0])
	p.mark(at, text[1])
	p.write(text[2])
	r.listing.pieces = append(r.listing.pieces, p)
}

func kindOf(c *classFile) decl.TypeKind {
	switch {
	case c.flags&accAnnotation != 0:
		return decl.AnnotationType
	case c.flags&accInterface != 0:
		return decl.Interface
	case c.flags&accEnum != 0:
		return decl.Enum
	case c.super == "java/lang/Record":
		return decl.Record
	}
	return decl.Class
}

// header fills in what stands between the name and the body.
func (r *reader) header(c *classFile, t *decl.Type) {
	var super decl.TypeRef
	var interfaces []decl.TypeRef
	s := c.signature(c.pool.utf8(c.attributes.get("Signature").u2()))
	if s.text != "" {
		t.TypeParams = s.params()
		super = s.typ()
		for s.pos < len(s.text) && !s.bad {
			interfaces = append(interfaces, s.typ())
		}
	}
	if s.text == "" || s.bad {
		super = decl.TypeRef{Name: c.name(c.super)}
		interfaces = nil
		for _, name := range c.interfaces {
			interfaces = append(interfaces, decl.TypeRef{Name: c.name(name)})
		}
	}
	super.At = r.at()
	for i := range interfaces {
		interfaces[i].At = r.at()
	}
	switch t.Kind {
	case decl.Interface:
		t.Extends = interfaces
	case decl.AnnotationType:
	case decl.Class:
		if c.super != "java/lang/Object" && c.super != "" {
			t.Extends = []decl.TypeRef{super}
		}
		t.Implements = interfaces
	default:
		t.Implements = interfaces
	}
}

func (r *reader) field(c *classFile, f *member) *decl.Field {
	d := &decl.Field{Name: f.name, Type: r.typeOf(c, f), Annotations: r.annotations(c, f.attributes)}
	d.Modifiers = modifiers(f.flags, fieldModifiers)
	if i := f.attributes.get("ConstantValue").u2(); i != 0 && f.desc != "" {
		if d.Init = c.pool.value(i, f.desc[0]); d.Init != nil {
			d.Init.At = r.at()
		}
	}
	r.place(0, [3]string{d.Type.String() + " ", d.Name}, &d.At, d.Annotations)
	return d
}

func (r *reader) typeOf(c *classFile, f *member) decl.TypeRef {
	for _, text := range []string{c.pool.utf8(f.attributes.get("Signature").u2()), f.desc} {
		if text == "" {
			continue
		}
		s := c.signature(text)
		if t := s.typ(); !s.bad {
			t.At = r.at()
			return t
		}
	}
	return decl.TypeRef{At: r.at()}
}

func (r *reader) method(c *classFile, t *decl.Type, m *member) *decl.Method {
	d := &decl.Method{Name: m.name, Annotations: r.annotations(c, m.attributes)}
	d.Modifiers = methodModifiers(m.flags, t.Kind)
	ret := r.params(c, t, m, d)
	switch m.name {
	case "<init>":
		d.Name = t.Name
	case "<clinit>":
	default:
		ret.At = r.at()
		d.Return = ret
	}
	if in := m.attributes.get("AnnotationDefault"); len(in.data) > 0 {
		d.Default = r.element(c, in, 0)
	}
	code := codeOf(c, m)
	d.HasBody = code != nil
	line := 0
	if code != nil {
		line = code.firstLine()
	}
	r.place(line, heading(d), &d.At, d.Annotations)
	if code != nil {
		r.body(code, d)
	}
	return d
}

// heading is a method as the listing shows it: what stands before its name,
// the name, its parameters.
func heading(d *decl.Method) [3]string {
	list := make([]string, len(d.Params))
	for i, p := range d.Params {
		list[i] = p.Type.String() + " " + p.Name
	}
	text := [3]string{"", d.Name, "(" + strings.Join(list, ", ") + ")"}
	if d.Return.Name != "" {
		text[0] = d.Return.String() + " "
	}
	return text
}

// params fills in the parameters of a method and returns its result. The
// generic signature leaves out what the compiler puts in front: the outer
// instance of an inner class, name and ordinal of an enum constant.
func (r *reader) params(c *classFile, t *decl.Type, m *member, d *decl.Method) decl.TypeRef {
	s := c.signature(m.desc)
	types, ret := s.method()
	if s.bad {
		return decl.TypeRef{}
	}
	names := paramNames(c, m, types)
	hidden := 0
	if m.name == "<init>" {
		hidden = hiddenParams(c, t, m.desc)
	}
	if text := c.pool.utf8(m.attributes.get("Signature").u2()); text != "" {
		s := c.signature(text)
		s.params()
		generic, result := s.method()
		if n := len(types) - len(generic); !s.bad && n >= 0 {
			types, ret = append(slices.Clip(types[:n]), generic...), result
			hidden = max(hidden, n)
		}
	}
	for i := min(hidden, len(types)); i < len(types); i++ {
		types[i].At = r.at()
		d.Params = append(d.Params, decl.Param{Name: names[i], Type: types[i]})
	}
	r.paramAnnotations(c, m.attributes, d.Params)
	return ret
}

func hiddenParams(c *classFile, t *decl.Type, desc string) int {
	i, nested := c.inner[c.this]
	switch {
	case t.Kind == decl.Enum && strings.HasPrefix(desc, "(Ljava/lang/String;I"):
		return 2
	case nested && i.outer != "" && i.flags&accStatic == 0 && strings.HasPrefix(desc, "(L"+i.outer+";"):
		return 1
	}
	return 0
}

// paramNames takes the names from MethodParameters, else from the local
// variables, else counts: "arg0".
func paramNames(c *classFile, m *member, types []decl.TypeRef) []string {
	names := make([]string, len(types))
	if in := m.attributes.get("MethodParameters"); in.u1() == len(types) {
		for i := range names {
			names[i] = c.pool.name(in.u2())
			in.u2()
		}
	}
	slot := 0
	if m.flags&accStatic == 0 {
		slot = 1
	}
	code := codeOf(c, m)
	for i, t := range types {
		if names[i] == "" && code != nil {
			names[i] = code.local(slot, 0)
		}
		if names[i] == "" {
			names[i] = "arg" + strconv.Itoa(i)
		}
		slot++
		if t.Dims == 0 && (t.Name == "long" || t.Name == "double") {
			slot++
		}
	}
	return names
}

// ofEnum tells the methods that every enum has.
func ofEnum(m *member) bool {
	return m.name == "values" && strings.HasPrefix(m.desc, "()") ||
		m.name == "valueOf" && strings.HasPrefix(m.desc, "(Ljava/lang/String;)")
}
