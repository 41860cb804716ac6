package application

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// apiTags are the config classes and builders of Dubbo's API with the element
// that each stands for.
var apiTags = map[string]string{
	"ReferenceConfig": "reference", "ReferenceBean": "reference", "ReferenceBuilder": "reference", "ReferenceBeanBuilder": "reference",
	"ServiceConfig": "service", "ServiceBean": "service", "ServiceBuilder": "service",
	"ConsumerConfig": "consumer", "ConsumerBuilder": "consumer",
	"ProviderConfig": "provider", "ProviderBuilder": "provider",
	"RegistryConfig": "registry", "RegistryBuilder": "registry",
	"ProtocolConfig": "protocol", "ProtocolBuilder": "protocol",
	"ApplicationConfig": "application", "ApplicationBuilder": "application",
	"ModuleConfig": "module", "ModuleBuilder": "module",
	"MonitorConfig": "monitor", "MonitorBuilder": "monitor",
	"MethodConfig": "method", "MethodBuilder": "method",
	"ConfigCenterConfig": "config-center", "ConfigCenterBean": "config-center", "ConfigCenterBuilder": "config-center",
	"MetadataReportConfig": "metadata-report", "MetadataReportBuilder": "metadata-report",
}

// atRunTime is why a setter's value is unknown.
var atRunTime = lang.T("set from code at run time")

// apiConfigs adds the Configs of the objects that a method builds. Those of
// methods are children of the references that take them.
func (b *javaBuilder) apiConfigs(m *decl.Method, s scope) {
	var methods []*Config
	var takers []taker
	for _, o := range m.Configs {
		tag := apiTags[simpleName(o.Class)]
		if tag == "" || !b.isDubboClass(o.Class, s) {
			continue
		}
		if tag == "reference" && annotatedBean(m) {
			continue // the annotation says the rest: it is one reference
		}
		c := b.apiConfig(o, tag, s)
		if c.ID == "" && hasBean(m) && simpleName(m.Return.Name) == simpleName(o.Class) {
			c.ID = beanName(m)
		}
		switch tag {
		case "method":
			methods = append(methods, c)
			continue
		case "reference", "service":
			if t := (taker{c, methodArgs(o)}); len(t.args) > 0 {
				takers = append(takers, t)
			}
		}
		b.keep(c)
	}
	for _, t := range takers {
		t.take(methods, len(takers) == 1)
	}
}

// taker is a reference or service and the arguments of the calls that give it
// methods.
type taker struct {
	*Config
	args []*decl.Expr
}

func methodArgs(o *decl.ConfigObject) []*decl.Expr {
	var out []*decl.Expr
	for _, set := range o.Sets {
		switch set.Name {
		case "methods", "addMethods", "method", "addMethod":
			out = append(out, set.Args...)
		}
	}
	return out
}

// take gives the object its methods: those that its arguments name, and those
// that are made inside them. Where neither tells, a single taker has all; of
// several nobody knows which.
func (t taker) take(methods []*Config, single bool) {
	for _, m := range methods {
		if slices.ContainsFunc(t.args, func(e *decl.Expr) bool { return names(e, m.Field) || e.At.Contains(m.At) }) {
			t.Methods = append(t.Methods, m)
		}
	}
	if len(t.Methods) == 0 {
		t.Methods = methods
		t.Conditional = t.Conditional || !single
	}
}

// names reports whether a variable's name stands somewhere in an expression.
func names(e *decl.Expr, variable string) bool {
	if e == nil || variable == "" {
		return false
	}
	return e.Kind == decl.NameExpr && strings.TrimPrefix(e.Text, "this.") == variable ||
		slices.ContainsFunc(e.Elems, func(x *decl.Expr) bool { return names(x, variable) })
}

// annotatedBean reports whether a method is a @Bean method whose reference is
// described by an annotation.
func annotatedBean(m *decl.Method) bool {
	return hasBean(m) && slices.ContainsFunc(m.Annotations, func(an *decl.Annotation) bool {
		return annotationTags[simpleName(an.Name)] == "reference"
	})
}

// isDubboClass reports whether a class name means one of Dubbo's.
func (b *javaBuilder) isDubboClass(name string, s scope) bool {
	fqn := s.resolve(name)
	if strings.HasPrefix(fqn, "org.apache.dubbo.") || strings.HasPrefix(fqn, "com.alibaba.dubbo.") {
		return true
	}
	return slices.ContainsFunc(s.file.Imports, func(imp decl.Import) bool {
		return imp.Wildcard && !imp.Static && (strings.HasPrefix(imp.Name, "org.apache.dubbo.config") || strings.HasPrefix(imp.Name, "com.alibaba.dubbo.config"))
	}) && b.app.Types.Lookup(fqn) == nil
}

func (b *javaBuilder) apiConfig(o *decl.ConfigObject, tag string, s scope) *Config {
	c := &Config{
		Tag: tag, Form: decl.FormAPI, Field: o.Var, Test: b.r.test, At: o.At,
		Conditional: o.Conditional, Condition: springProfile(s.typ),
	}
	for i := range o.Sets {
		b.set(c, &o.Sets[i], s)
	}
	if c.Interface == nil && (tag == "reference" || tag == "service") && len(o.TypeArgs) == 1 && concrete(o.TypeArgs[0]) {
		c.Interface = typeSetting(o.TypeArgs[0], s)
	}
	b.linkInterface(c)
	return c
}

func concrete(t decl.TypeRef) bool {
	return t.Name != "?" && simpleName(t.Name) != "GenericService" && simpleName(t.Name) != "Object"
}

// set adds what one setter or builder call says.
func (b *javaBuilder) set(c *Config, set *decl.ConfigSet, s scope) {
	if set.Name == constructor {
		b.construct(c, set, s)
		return
	}
	name := xmlName(set.Name)
	switch {
	case name == "methods" || name == "add-methods" || name == "method" || name == "add-method" || name == "add-argument":
		return
	case name == "parameter" || name == "append-parameter" || name == "add-parameter":
		if len(set.Args) == 2 {
			b.pairs(c, set.Args, s)
		}
		return
	case name == "parameters" && len(set.Args) == 1 && mapOf(set.Args[0]) != nil:
		b.pairs(c, mapOf(set.Args[0]), s)
	case len(set.Args) == 1 && !(isObject(name) && set.Args[0].Kind == decl.NewExpr): // that object is a Config itself
		b.setOne(c, name, set.Args[0], set.At, s)
	}
}

// constructor is the name under which the reader gives the arguments of a
// constructor.
const constructor = "<init>"

// constructorArgs are the properties that the constructors of config classes
// set, in order (3.3.x ApplicationConfig, RegistryConfig, ProtocolConfig).
var constructorArgs = map[string][]string{
	"application": {"name"}, "module": {"name"}, "monitor": {"address"},
	"protocol": {"name", "port"}, "registry": {"address", "protocol"},
}

func (b *javaBuilder) construct(c *Config, set *decl.ConfigSet, s scope) {
	for i, name := range constructorArgs[c.Tag] {
		if i < len(set.Args) {
			b.setOne(c, name, set.Args[i], set.Args[i].At, s)
		}
	}
}

func (b *javaBuilder) setOne(c *Config, name string, arg *decl.Expr, at source.Span, s scope) {
	value := b.value(arg, s)
	value.Name, value.NameAt = name, at
	if !value.Known && isObject(name) && arg.Kind == decl.NameExpr {
		value.Value, value.Known, value.Unknown = arg.Text, true, lang.Text{}
	}
	if !value.Known && !s.constant(arg).known { // what is wrong with a placeholder says more
		value.Unknown = atRunTime
	}
	switch name {
	case "id":
		if value.Known {
			c.ID = value.Value
		}
	case "interface":
		c.Interface = value
	case "ref":
		if arg.Kind == decl.NewExpr {
			c.Impl = s.resolve(arg.Text)
			c.ImplType = b.app.Types.Lookup(c.Impl)
		}
	}
	c.Settings = append(c.Settings, value)
}

// isObject tells the properties that take another config object: its variable
// is then the name of the object.
func isObject(name string) bool {
	switch name {
	case "consumer", "provider", "application", "module", "registry", "registries", "protocol", "protocols", "monitor":
		return true
	}
	return false
}

// mapOf returns keys and values by turns of a map that is written out, nil for
// any other expression.
func mapOf(e *decl.Expr) []*decl.Expr {
	switch {
	case e.Kind == decl.ArrayExpr:
		return e.Elems
	case e.Kind == decl.CallExpr && (e.Text == "Map.of" || e.Text == "Collections.singletonMap" || e.Text == "ImmutableMap.of"):
		return e.Elems
	}
	return nil
}

// pairs adds parameters, given as keys and values by turns.
func (b *javaBuilder) pairs(c *Config, list []*decl.Expr, s scope) {
	for i := 0; i+1 < len(list); i += 2 {
		key, value := b.value(list[i], s), b.value(list[i+1], s)
		value.Name, value.NameAt = key.Value, key.At
		if !value.Known {
			value.Unknown = atRunTime
		}
		c.Params = append(c.Params, value)
	}
}
