package class

import "github.com/dubboaudit/dubboaudit/parse/decl"

// annotations reads both kinds of annotations of a declaration.
func (r *reader) annotations(c *classFile, a attributes) []*decl.Annotation {
	var list []*decl.Annotation
	for _, name := range []string{"RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations"} {
		list = append(list, r.annotationList(c, a.get(name))...)
	}
	return list
}

func (r *reader) annotationList(c *classFile, in *input) []*decl.Annotation {
	var list []*decl.Annotation
	for n := in.u2(); n > 0 && !in.short; n-- {
		if a := r.annotation(c, in, 0); a != nil && !in.short {
			list = append(list, a)
		}
	}
	return list
}

// annotation reads one annotation (JVMS 4.7.16).
func (r *reader) annotation(c *classFile, in *input, depth int) *decl.Annotation {
	a := &decl.Annotation{Name: c.typeName(c.pool.utf8(in.u2())), At: r.at(), NameAt: r.at()}
	for n := in.u2(); n > 0 && !in.short; n-- {
		name := c.pool.utf8(in.u2())
		if v := r.element(c, in, depth); v != nil {
			a.Args = append(a.Args, decl.AnnotationArg{Name: name, Value: v})
		}
	}
	return a
}

// element reads the value of an annotation's element (JVMS 4.7.16.1), nil
// where it is broken.
func (r *reader) element(c *classFile, in *input, depth int) *decl.Expr {
	e := &decl.Expr{At: r.at()}
	if depth > maxDepth {
		in.short = true
		return nil
	}
	switch tag := byte(in.u1()); tag {
	case 's', 'B', 'C', 'D', 'F', 'I', 'J', 'S', 'Z':
		if e = c.pool.value(in.u2(), tag); e != nil {
			e.At = r.at()
		}
	case 'e':
		e.Kind, e.Text = decl.NameExpr, c.typeName(c.pool.utf8(in.u2()))+"."
		e.Text += c.pool.utf8(in.u2())
	case 'c':
		e.Kind, e.Text = decl.ClassExpr, c.typeName(c.pool.utf8(in.u2()))
	case '@':
		e.Kind, e.Annotation = decl.AnnotationExpr, r.annotation(c, in, depth+1)
	case '[':
		e.Kind = decl.ArrayExpr
		for n := in.u2(); n > 0 && !in.short; n-- {
			if v := r.element(c, in, depth+1); v != nil {
				e.Elems = append(e.Elems, v)
			}
		}
	default:
		in.short = true
		return nil
	}
	return e
}

// typeName is the type of a descriptor as it is written in a source.
func (c *classFile) typeName(desc string) string {
	t := c.signature(desc).typ()
	return t.String()
}

// paramAnnotations reads the annotations of n parameters. The compiler leaves
// out parameters that it added in front.
func (r *reader) paramAnnotations(c *classFile, a attributes, params []decl.Param) {
	for _, name := range []string{"RuntimeVisibleParameterAnnotations", "RuntimeInvisibleParameterAnnotations"} {
		in := a.get(name)
		n := in.u1()
		for i := len(params) - n; i < len(params) && !in.short; i++ {
			list := r.annotationList(c, in)
			if i >= 0 {
				params[i].Annotations = append(params[i].Annotations, list...)
			}
		}
	}
}

// annotationText writes an annotation into the listing as a source has it.
func (r *reader) annotationText(p *piece, a *decl.Annotation) {
	lo := len(p.text)
	p.write("@")
	p.mark(&a.NameAt, a.Name)
	for i := range a.Args {
		before := ", "
		if i == 0 {
			before = "("
		}
		p.write(before + a.Args[i].Name + " = ")
		r.valueText(p, a.Args[i].Value)
	}
	if len(a.Args) > 0 {
		p.write(")")
	}
	p.markFrom(&a.At, lo)
	r.listing.shown += len(p.text) - lo
}

// valueText writes the value of an element.
func (r *reader) valueText(p *piece, e *decl.Expr) {
	lo := len(p.text)
	switch {
	case r.listing.shown > maxShown || len(p.text) > maxShown:
		p.write("_")
	case e.Kind == decl.ArrayExpr:
		p.write("{")
		for i, x := range e.Elems {
			if i > 0 {
				p.write(", ")
			}
			r.valueText(p, x)
		}
		p.write("}")
	case e.Kind == decl.AnnotationExpr && e.Annotation != nil:
		r.annotationText(p, e.Annotation)
	case e.Kind == decl.StringExpr:
		p.write(quoted(e.Text))
	case e.Kind == decl.CharExpr:
		p.write("'" + e.Text + "'")
	case e.Kind == decl.ClassExpr:
		p.write(e.Text + ".class")
	default:
		p.write(e.Text)
	}
	p.markFrom(&e.At, lo)
}
