package application

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// attributeNames are the annotation attributes that do not follow the rule of
// xmlName.
var attributeNames = map[string]string{
	"interfaceClass": "interface",
	"interfaceName":  "interface",
	"isDefault":      "default",
	"isReturn":       "return",
}

// xmlName turns the name of an annotation attribute or bean property into that
// of the XML attribute: "providedBy" is "provided-by".
func xmlName(attr string) string {
	if name, ok := attributeNames[attr]; ok {
		return name
	}
	var b strings.Builder
	for i := range len(attr) {
		c := attr[i]
		if 'A' <= c && c <= 'Z' {
			if i > 0 {
				b.WriteByte('-')
			}
			c += 'a' - 'A'
		}
		b.WriteByte(c)
	}
	return b.String()
}

// config makes the Config of an annotation. For one that stands on another
// annotation of the trees, the attributes of that come first and those of the
// use that are aliases for Dubbo's overrule them.
func (b *javaBuilder) config(an annotated, s scope) *Config {
	c := &Config{
		Tag: an.tag, Form: decl.FormAnnotation, Annotation: an.fqn,
		Test: b.r.test, At: an.At, Condition: springProfile(s.typ),
	}
	if an.meta != nil {
		c.Composed = an.meta.typ.FQN
		b.arguments(c, an.meta.annotation, an.meta.scope(b.app.Types), nil)
		for i := range c.Settings {
			c.Settings[i].Via = append(c.Settings[i].Via, an.meta.annotation.At)
		}
		b.arguments(c, an.Annotation, s, an.meta.aliases)
	} else {
		b.arguments(c, an.Annotation, s, nil)
	}
	return c
}

// springProfile says on which profile a class depends that carries @Profile.
func springProfile(t *decl.Type) lang.Text {
	for ; t != nil; t = t.Outer {
		for _, an := range t.Annotations {
			if simpleName(an.Name) == "Profile" && an.Arg("value") != nil {
				return lang.T("only where the Spring profile matches %s", short(an.Arg("value").At.Text()))
			}
		}
	}
	return lang.Text{}
}

// arguments adds the arguments of an annotation. With aliases only those named
// there count, under the name given there.
func (b *javaBuilder) arguments(c *Config, an *decl.Annotation, s scope, aliases map[string]string) {
	for i := range an.Args {
		arg := &an.Args[i]
		name := arg.Name
		if aliases != nil {
			if name = aliases[name]; name == "" {
				continue
			}
		}
		switch {
		case name == "methods":
			b.methods(c, arg.Value, s)
		case name == "parameters":
			b.parameters(c, arg.Value, s)
		case name == "arguments" && c.Tag == "method":
		default:
			b.argument(c, xmlName(name), arg, s)
		}
	}
}

func (b *javaBuilder) argument(c *Config, name string, arg *decl.AnnotationArg, s scope) {
	if c.Tag == "annotation" && (name == "value" || strings.HasPrefix(name, "scan-base") || strings.HasPrefix(name, "base-packages")) {
		name = "package"
	}
	nameAt := arg.NameAt
	if !nameAt.Valid() {
		nameAt = arg.Value.At
	}
	set := b.value(arg.Value, s)
	set.Name, set.NameAt = name, nameAt
	switch {
	case name == "id" && set.Known:
		c.ID = set.Value
	case name == "interface":
		if set.Value == "void" || set.Known && set.Value == "" {
			return // the attribute's default: not written
		}
		c.Interface = set
	}
	c.Settings = append(c.Settings, set)
}

// value evaluates an expression to a setting without name.
func (b *javaBuilder) value(e *decl.Expr, s scope) *Setting {
	res := s.constant(e)
	if res.known && strings.ContainsAny(res.value, "$#@") {
		via := res.via
		res = b.resolver.resolve(res.value)
		res.via = append(via, res.via...)
	}
	return res.setting("", e.At.Text(), e.At, e.At)
}

// methods adds the Configs of nested @Method annotations.
func (b *javaBuilder) methods(c *Config, e *decl.Expr, s scope) {
	for _, el := range elements(e) {
		if el.Kind != decl.AnnotationExpr || el.Annotation == nil {
			continue
		}
		m := &Config{
			Tag: "method", Form: decl.FormAnnotation, Annotation: s.resolve(el.Annotation.Name),
			Test: c.Test, At: el.Annotation.At,
		}
		b.arguments(m, el.Annotation, s, nil)
		c.Methods = append(c.Methods, m)
	}
}

// parameters adds pairs "k", "v" or single strings "k=v" and "k:v" (3.2.16
// DubboAnnotationUtils.convertParameters; a first string with a separator
// means that all are of the second form).
func (b *javaBuilder) parameters(c *Config, e *decl.Expr, s scope) {
	list := elements(e)
	paired := true
	for i := 0; i < len(list); i++ {
		key := b.value(list[i], s)
		sep := strings.IndexAny(key.Value, "=:")
		if i == 0 {
			paired = sep <= 0 || strings.Contains(key.Raw, "${")
		}
		switch {
		case !paired && sep > 0:
			whole := *key
			whole.Name, whole.Value = key.Value[:sep], key.Value[sep+1:]
			c.Params = append(c.Params, &whole)
		case paired && i+1 < len(list):
			i++
			value := b.value(list[i], s)
			value.Name, value.NameAt = key.Value, key.At
			if !key.Known {
				value.Name = key.Raw
			}
			c.Params = append(c.Params, value)
		}
	}
}

// meta is an annotation type of the trees that carries a Dubbo annotation.
type meta struct {
	typ        *decl.Type
	file       *decl.JavaFile
	annotation *decl.Annotation
	fqn, tag   string
	// aliases maps its attributes to Dubbo's, where @AliasFor says so.
	aliases map[string]string
}

func (m *meta) scope(t *Types) scope { return scope{t, m.file, m.typ} }

// findMetas collects them by simple name.
func (a *assembler) findMetas() map[string]*meta {
	metas := map[string]*meta{}
	types := &Types{sources: a.sources, types: map[string]*typeEntry{}}
	for _, u := range a.Units {
		if u.Java == nil || isTestPath(u.File.Path) && !a.Options.IncludeTests {
			continue
		}
		for _, t := range u.Java.Types {
			if t.Kind != decl.AnnotationType {
				continue
			}
			s := scope{types, u.Java, t}
			for _, an := range a.dubboAnnotations(t.Annotations, s) {
				if an.tag == "reference" || an.tag == "service" {
					metas[t.Name] = &meta{t, u.Java, an.Annotation, an.fqn, an.tag, aliasesOf(t)}
				}
			}
		}
	}
	return metas
}

func aliasesOf(t *decl.Type) map[string]string {
	aliases := map[string]string{}
	for _, m := range t.Methods {
		i := slices.IndexFunc(m.Annotations, func(an *decl.Annotation) bool { return simpleName(an.Name) == "AliasFor" })
		if i < 0 || m.Annotations[i].Arg("annotation") == nil {
			continue
		}
		aliases[m.Name] = m.Name
		for _, name := range []string{"attribute", "value"} {
			if e := m.Annotations[i].Arg(name); e != nil && e.Kind == decl.StringExpr {
				aliases[m.Name] = e.Text
			}
		}
	}
	return aliases
}
