package effective

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// services refreshes the exported services of an application and works out
// what each publishes.
func (b *binder) services(a *App) []*Service {
	providers := b.newDefaults("provider", AtProvider)
	var out []*Service
	for _, c := range b.configs("service") {
		out = append(out, b.service(a, c, providers))
	}
	return out
}

func (b *binder) service(a *App, c *application.Config, providers *defaults) *Service {
	iface := ""
	if c.Interface != nil {
		iface = c.Interface.Value
	}
	var named *entry
	if s := c.Get("provider"); s != nil {
		named = newEntry(s, AtService)
	}
	provider, _ := providers.find(c, named)
	x := b.refresh(c, "service", b.endID(c, iface), AtService, dubbo.EndObject, b.endPrefixes("service", c, iface), b.outer(provider))
	s := &Service{App: a, Config: c, Provider: provider.cfg, url: newParams()}
	b.overlay(s.url, b.configParams("application", AtApplication), "")
	b.overlay(s.url, b.configParams("module", AtModule), "")
	b.overlay(s.url, provider, b.defaultPrefix())
	b.overlay(s.url, x, "")
	b.methods(s.url, c, iface, ProviderMethod, "service")
	s.Group, s.Version = text(s.url, "group"), text(s.url, "version")
	s.publish()
	return s
}

// publish turns the URL parameters into the settings that rules look at.
func (s *Service) publish() {
	s.Published = map[string]map[string]Published{}
	for key, e := range s.url.m {
		method, name := "", key
		if i := strings.LastIndexByte(key, '.'); i > 0 {
			method, name = key[:i], key[i+1:]
		}
		if method == "default" {
			method = ""
			if s.url.m[name] != nil {
				continue
			}
		}
		if s.Published[method] == nil {
			s.Published[method] = map[string]Published{}
		}
		s.Published[method][name] = Published{Level: e.from.Level, Setting: &application.Setting{
			Name: e.from.Key, Raw: e.raw, Value: e.value, Known: e.known, Unknown: e.unknown, At: e.from.At, Via: e.from.Via}}
	}
}

// defaultPrefix: up to 2.7.1 consumer- and provider-wide values go into the
// URL as "default.k" (2.7.1 ReferenceConfig:281, 2.7.2 ReferenceConfig:302).
func (b *binder) defaultPrefix() string {
	if b.v.Before("2.7.2") {
		return "default."
	}
	return ""
}

// outer is the bean whose values 3.x presents as the end object's own
// (3.2.16 ReferenceConfigBase:159-170); nil before.
func (b *binder) outer(x *bean) *bean {
	if b.v.AtLeast("3.0.0") {
		return x
	}
	return nil
}

// endID is the id under which a reference or service reads properties.
// Measured for references: XML ids on 2.6.2 (read) and 2.7.8, 2.7.23 (the bean
// counts as having one); annotations: Spring Boot table and its notes.
func (b *binder) endID(c *application.Config, iface string) string {
	switch {
	case b.v.AtLeast("3.0.0"):
		if c.ID == "" && c.Form == decl.FormAnnotation {
			return c.Field
		}
		return c.ID
	case c.ID != "":
		return c.ID
	case c.Form == decl.FormXML && b.v.AtLeast("2.7.12"):
		return iface // 2.7.12 DubboNamespaceHandler: required=true
	case (c.Form == decl.FormAPI || c.Form == decl.FormXML) && b.v.Before("2.7.0"):
		return iface // 2.6.12 ReferenceConfig.setInterface; measured: random runs of the API on 2.6.12
	case c.Form == decl.FormAnnotation && b.v.AtLeast("2.6.2") && b.v.Before("2.7.7"):
		return iface
	}
	return ""
}

// endPrefixes: up to 2.6 dubbo.reference[.id], from 2.7 dubbo.reference.<interface>[.id]
// (2.6.12 AbstractConfig:92; 2.7.0 ReferenceConfig:575); from 3.1.4 the
// general ones fill what is open (3.2.16 ReferenceConfigBase:132-141).
func (b *binder) endPrefixes(tag string, c *application.Config, iface string) prefixes {
	own := "dubbo." + tag
	id := b.endID(c, iface)
	if b.v.Before("2.7.0") {
		px := prefixes{own: own}
		if id != "" {
			px.id = own + "." + id
		}
		return px
	}
	px := prefixes{own: own + "." + iface}
	if b.v.AtLeast("3.0.0") {
		if id != "" {
			px.fill = append(px.fill, own+"s."+id)
		}
		px.fill = append(px.fill, own)
		return px
	}
	if id != "" {
		px.id = px.own + "." + id
	}
	return px
}

// configParams are the parameters of application or module objects, the only
// thing they add to the audited keys.
func (b *binder) configParams(tag string, level Level) *bean {
	out := &bean{tag: tag, level: level, params: map[string]*entry{}}
	for _, c := range b.configs(tag) {
		for _, s := range c.Params {
			out.params[s.Name] = newEntry(s, level)
		}
	}
	if order := dubbo.OrderOf(dubbo.GeneralObject, b.v, false, false); order != nil {
		b.propertyParams(out, order, "dubbo."+tag)
	}
	return out
}

// propertyParams adds parameters that properties give one by one, as in
// dubbo.application.parameters.retries: 3.x reads them from every source (not
// 3.0.0; measured: case props-consumer-parameters), the starters of 2.x from Spring's Environment, which -D is part of, for all but
// references and services (measured: random runs on 2.6.3, 2.7.13, 3.2.19 and
// 3.3.6).
func (b *binder) propertyParams(out *bean, order *dubbo.Order, prefix string) {
	if b.v.Before("3.0.2") && !(b.app.Boot && b.v.Before("3.0.0")) {
		return
	}
	written := out.params
	out.params = map[string]*entry{}
	add := func(name string, e *entry) {
		if out.params[name] == nil {
			out.params[name] = e
		}
	}
	for _, layer := range b.paramLayers(order) {
		if layer == dubbo.BeanLayer {
			for name, e := range written {
				add(name, e)
			}
			continue
		}
		src, level, _, _ := sourceOf(layer)
		for name, list := range b.props.below(src, prefix+".parameters") {
			b.props.read[list[0]] = true
			add(name, newEntry(&list[0].Setting, level))
		}
	}
}

func (b *binder) paramLayers(order *dubbo.Order) []dubbo.Layer {
	if b.v.Before("3.0.0") {
		return []dubbo.Layer{dubbo.JVM, dubbo.Spring, dubbo.BeanLayer}
	}
	return order.Layers
}

// overlay puts a bean's attributes and parameters into a URL.
func (b *binder) overlay(url *params, x *bean, prefix string) {
	if x == nil {
		return
	}
	for name, list := range x.dropped {
		url.lost[prefix+name] = append(url.lost[prefix+name], list...)
		url.own(prefix + name)
	}
	for name, e := range x.attrs {
		if p := x.params[name]; p != nil {
			b.rival(url, prefix+name, name, e, p)
			continue
		}
		url.put(prefix+name, e)
	}
	for key, e := range x.params {
		if x.attrs[key] == nil {
			url.put(prefix+key, e)
		}
	}
}

// rival settles an attribute and a parameter of the same key on one element.
// Measured: cases precedence and parameter. 3.x takes the parameter. 2.x asks
// the getters in the order in which the JVM lists them, and the last one
// counts: parameters come after what a subclass declares (cluster, check), and
// in any order among what stands beside them in AbstractMethodConfig; one JDK
// gave both answers on 2.6.3 and 2.7.8.
func (b *binder) rival(url *params, key, name string, attr, param *entry) {
	reason := "parameter and attribute of the same key: in this version the parameter counts"
	if b.v.AtLeast("3.0.0") || !besideParameters[name] || attr.value == param.value {
		url.drop(key, attr, dubbo.ParameterOrder, reason)
		url.put(key, param)
		return
	}
	open := *attr
	open.value, open.known = "", false
	open.unknown = "attribute " + attr.value + " and parameter " + param.value +
		" of the same key: in this version the order in which the JVM lists methods decides"
	open.from.Quirk = dubbo.ParameterOrder
	open.lost = append(slices.Clone(attr.lost), param.loser(dubbo.ParameterOrder, "attribute and parameter of the same key: either may count in this version"))
	url.put(key, &open)
}

// besideParameters are the attributes that AbstractMethodConfig declares, as
// it does getParameters (2.6.12, 2.7.23).
var besideParameters = map[string]bool{
	"retries": true, "timeout": true, "loadbalance": true, "async": true, "actives": true, "sent": true,
	"mock": true, "merger": true, "cache": true, "validation": true, "forks": true,
}

// methods puts the method-level settings into a URL.
func (b *binder) methods(url *params, c *application.Config, iface string, level Level, tag string) {
	for _, m := range c.Methods {
		name := m.Value("name")
		if name == "" {
			continue
		}
		x := b.refresh(m, "method", "", level, dubbo.MethodObject, b.methodPrefixes(tag, c, iface, name), nil)
		if c.Form == decl.FormAnnotation && dubbo.MethodAnnotationIgnored.Has(b.v) {
			b.dropAll(url, x, name)
			continue
		}
		b.overlay(url, x, name+".")
		// <dubbo:method retry="false"> is applied last (2.6.12 ReferenceConfig:317).
		if e := x.attrs["retry"]; e != nil && e.value == "false" {
			zero := *e
			zero.value = "0"
			url.put(name+".retries", &zero)
		}
	}
	if b.v.AtLeast("3.0.2") && c.Type != nil {
		b.methodsOfProperties(url, c, iface, level, tag)
	}
}

func (b *binder) dropAll(url *params, x *bean, method string) {
	q := dubbo.QuirkByID(dubbo.MethodAnnotationIgnored)
	for name, e := range x.attrs {
		url.drop(method+"."+name, e, q.ID, q.Reason)
	}
}

func (b *binder) methodPrefixes(tag string, c *application.Config, iface, method string) prefixes {
	if b.v.AtLeast("3.0.0") {
		return prefixes{own: "dubbo." + tag + "." + iface + "." + method}
	}
	own := "dubbo." + iface
	if c.ID != "" {
		own += "." + c.ID
	}
	return prefixes{own: own + "." + method}
}

// methodsOfProperties: from 3.0.2 a property of a method makes the method
// config (3.2.16 AbstractInterfaceConfig:290-335; measured on 3.2.19, 3.3.6).
func (b *binder) methodsOfProperties(url *params, c *application.Config, iface string, level Level, tag string) {
	methods, _ := b.app.Types.Methods(c.Type)
	for _, m := range methods {
		if hasMethod(c, m.Name) {
			continue
		}
		if b.v.AtLeast("3.1.4") {
			// A method of every interface that has one of the name (measured:
			// case props-reference-method-global on 3.3.6).
			x := b.refresh(nil, "method", "", level, dubbo.MethodObject, prefixes{own: "dubbo." + tag + "." + m.Name}, nil)
			b.overlay(url, x, m.Name+".")
		}
		x := b.refresh(nil, "method", "", level, dubbo.MethodObject, b.methodPrefixes(tag, c, iface, m.Name), nil)
		b.overlay(url, x, m.Name+".")
	}
}

func hasMethod(c *application.Config, name string) bool {
	for _, m := range c.Methods {
		if m.Value("name") == name {
			return true
		}
	}
	return false
}

// text returns the value of a URL parameter, "" when absent or unknown.
func text(p *params, key string) string {
	for _, h := range p.search("", key, true) {
		return h.value
	}
	return ""
}
