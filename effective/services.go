package effective

import (
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

// methods puts the method-level settings into a URL, and returns what stops
// the start.
func (b *binder) methods(url *params, c *application.Config, iface string, level Level, tag string) *Failure {
	var fails *Failure
	for _, m := range c.Methods {
		name := m.Value("name")
		if name == "" {
			continue
		}
		x := b.refresh(m, "method", "", level, dubbo.MethodObject, b.methodPrefixes(tag, c, iface, name), nil)
		if fails == nil {
			fails = x.fails
		}
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
	return fails
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
