package application

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// annotationTags are the simple names of Dubbo's annotations with the element
// that each stands for.
var annotationTags = map[string]string{
	"Reference": "reference", "DubboReference": "reference",
	"Service": "service", "DubboService": "service",
	"EnableDubbo": "annotation", "DubboComponentScan": "annotation", "EnableDubboConfiguration": "annotation",
	"EnableDubboConfig": "annotation", "Method": "", "Argument": "",
}

// annotationPackages are the packages of Dubbo's annotations: those of
// references and services, those of Spring's configuration, and that of the
// starter com.alibaba.spring.boot.
var annotationPackages = []string{
	"com.alibaba.dubbo.config.annotation.", "org.apache.dubbo.config.annotation.",
	"com.alibaba.dubbo.config.spring.context.annotation.", "org.apache.dubbo.config.spring.context.annotation.",
	"com.alibaba.dubbo.spring.boot.annotation.",
}

// isDubboAnnotation reports whether a qualified name is an annotation of Dubbo.
func isDubboAnnotation(fqn string) bool {
	if _, ok := annotationTags[simpleName(fqn)]; !ok {
		return false
	}
	pkg := fqn[:strings.LastIndexByte(fqn, '.')+1]
	return slices.Contains(annotationPackages, pkg)
}

// annotated is a use of a Dubbo annotation, direct or through an annotation of
// the trees that carries it.
type annotated struct {
	*decl.Annotation
	fqn, tag string
	meta     *meta
}

// dubboAnnotation finds the use of a Dubbo annotation in a list. Spring's
// @Service is none: the name is resolved through the imports.
func (a *assembler) dubboAnnotations(list []*decl.Annotation, s scope) []annotated {
	var out []annotated
	for _, an := range list {
		simple := simpleName(an.Name)
		if _, ok := annotationTags[simple]; ok {
			if fqn := s.resolve(an.Name); isDubboAnnotation(fqn) {
				out = append(out, annotated{an, fqn, annotationTags[simple], nil})
				continue
			}
		}
		if m := a.metas[simple]; m != nil {
			if fqn := s.resolve(an.Name); fqn == m.typ.FQN {
				out = append(out, annotated{an, m.fqn, m.tag, m})
			}
		}
	}
	return out
}

// javaBuilder makes Configs of the declarations of one source.
type javaBuilder struct {
	*deployable
	*resolver
	r *resource
}

// javaConfigs adds the Configs of the application's Java sources.
func (d *deployable) javaConfigs(p *part) {
	for _, r := range d.javaFiles() {
		if r.test && !d.Options.IncludeTests || !p.has(r) {
			continue
		}
		b := &javaBuilder{deployable: d, r: r, resolver: d.envOf(r.test).resolver(r.mod, nil)}
		for _, t := range r.unit.Java.Types {
			b.typ(t)
		}
	}
}

// javaFiles lists the sources of the application's modules, with those that
// use an annotation of the trees around Dubbo's and so may not name Dubbo.
func (d *deployable) javaFiles() []*resource {
	var list []*resource
	for _, m := range d.modules {
		list = append(list, m.java...)
		for _, name := range sortedKeys(d.metas, map[string]bool(nil)) {
			for _, u := range d.mentioning(m.dir, name) {
				same := func(r *resource) bool { return r.unit == u }
				if u.Java != nil && d.ownerOf(u.File.Path) == m && !slices.ContainsFunc(list, same) {
					list = append(list, newResource(u, m))
				}
			}
		}
	}
	return list
}

func (b *javaBuilder) typ(t *decl.Type) {
	s := scope{b.app.Types, b.r.unit.Java, t}
	for _, an := range b.dubboAnnotations(t.Annotations, s) {
		switch {
		case t.Kind == decl.AnnotationType:
		case an.tag == "service":
			c := b.config(an, s)
			c.Impl, c.ImplType = t.FQN, t
			b.serviceInterface(c, t)
			b.keep(c)
		case an.tag == "annotation":
			b.keep(b.config(an, s))
		}
	}
	for _, f := range t.Fields {
		for _, an := range b.dubboAnnotations(f.Annotations, s) {
			if an.tag == "reference" {
				b.fieldReference(an, f, s)
			}
		}
	}
	for _, m := range t.Methods {
		b.method(m, s)
	}
	for _, n := range t.Nested {
		b.typ(n)
	}
}

// fieldReference adds the reference of an annotated field. Static fields are
// passed over by Dubbo (2.6.12 ReferenceAnnotationBeanPostProcessor, "not
// supported on static fields").
func (b *javaBuilder) fieldReference(an annotated, f *decl.Field, s scope) {
	if slices.Contains(f.Modifiers, "static") {
		b.app.Inert = append(b.app.Inert, an.At)
		return
	}
	c := b.config(an, s)
	c.Field, c.holder = f.Name, &s
	b.referenceInterface(c, f.Type, s)
	b.keepField(c, s.typ, f.Name)
	c.Confined = confined(s.typ, f, c.Calls)
}

// method adds what the annotations of a method make: a reference for a setter
// or a @Bean method of ReferenceBean, a service for a @Bean method; and the
// config objects built in it.
func (b *javaBuilder) method(m *decl.Method, s scope) {
	for _, an := range b.dubboAnnotations(m.Annotations, s) {
		switch {
		case an.tag == "reference":
			b.methodReference(an, m, s)
		case an.tag == "service" && hasBean(m):
			c := b.config(an, s)
			c.ID = beanName(m)
			c.Impl = s.resolve(m.Return.Name)
			c.ImplType = b.app.Types.Lookup(c.Impl)
			b.serviceInterface(c, c.ImplType)
			b.keep(c)
		}
	}
	b.apiConfigs(m, s)
}

func (b *javaBuilder) methodReference(an annotated, m *decl.Method, s scope) {
	static := slices.Contains(m.Modifiers, "static")
	switch {
	case s.typ.Kind == decl.Interface || static && !hasBean(m):
		b.app.Inert = append(b.app.Inert, an.At)
	case simpleName(m.Return.Name) == "ReferenceBean":
		c := b.config(an, s)
		if c.ID == "" {
			c.ID = beanName(m)
		}
		c.Field = m.Name
		ref := decl.TypeRef{At: m.Return.At}
		if len(m.Return.Args) == 1 {
			ref = m.Return.Args[0]
		}
		b.referenceInterface(c, ref, s)
		b.keep(c)
	case len(m.Params) == 1:
		c := b.config(an, s)
		c.Field, c.holder = m.Params[0].Name, &s
		if rest, ok := strings.CutPrefix(m.Name, "set"); ok && rest != "" {
			c.Field = strings.ToLower(rest[:1]) + rest[1:]
		}
		b.referenceInterface(c, m.Params[0].Type, s)
		b.keepField(c, s.typ, c.Field)
	default: // no bean property: Dubbo finds no type to refer to
		b.app.Inert = append(b.app.Inert, an.At)
	}
}

func hasBean(m *decl.Method) bool {
	return slices.ContainsFunc(m.Annotations, func(an *decl.Annotation) bool { return simpleName(an.Name) == "Bean" })
}

// beanName is the name of the bean that a @Bean method makes.
func beanName(m *decl.Method) string {
	for _, an := range m.Annotations {
		if simpleName(an.Name) != "Bean" {
			continue
		}
		for _, arg := range []string{"name", "value"} {
			if list := elements(an.Arg(arg)); len(list) > 0 && list[0].Kind == decl.StringExpr {
				return list[0].Text
			}
		}
	}
	return m.Name
}

func (b *javaBuilder) keep(c *Config) { b.app.Configs = append(b.app.Configs, c) }

// keepField keeps a reference with the field through which it is called.
func (b *javaBuilder) keepField(c *Config, typ *decl.Type, field string) {
	c.Calls = callsOn(typ, field)
	b.keep(c)
}
