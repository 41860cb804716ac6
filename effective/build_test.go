package effective

import (
	"strings"
	"testing"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// The builders make applications without going through files. Every setting
// gets a place of its own, as the readers would give it.

const iface = "com.acme.OrderService"

type builder struct {
	*application.App
	file *source.File
	next int
}

func newApp(version string) *builder {
	b := &builder{
		App:  &application.App{Name: "order-web", Root: "order-web"},
		file: &source.File{Path: "order-web/config", Text: []byte(strings.Repeat(".", 10000))},
	}
	if version != "" {
		b.Version = application.Version{Version: dubbo.MustVersion(version), Origin: "flag"}
	}
	return b
}

func (b *builder) at() source.Span {
	b.next += 10
	return source.Span{File: b.file, Lo: b.next, Hi: b.next + 5}
}

// config adds a config object. kv are pairs; a key "p:x" is a parameter,
// "m.x" a setting of the method "createOrder".
func (b *builder) config(tag string, form decl.Form, kv ...string) *application.Config {
	c := &application.Config{Tag: tag, Form: form, At: b.at()}
	if form == decl.FormAnnotation {
		c.Annotation = "org.apache.dubbo.config.annotation.DubboReference"
		if b.Version.Before("2.7.0") {
			c.Annotation = "com.alibaba.dubbo.config.annotation.Reference"
		}
	}
	for i := 0; i < len(kv); i += 2 {
		s := &application.Setting{Name: kv[i], Raw: kv[i+1], Value: kv[i+1], Known: true, At: b.at()}
		switch name := kv[i]; {
		case name == "id":
			c.ID = s.Value
		case name == "interface":
			c.Interface = s
		case name == "field":
			c.Field = s.Value
		case strings.HasPrefix(name, "p:"):
			s.Name = name[2:]
			c.Params = append(c.Params, s)
		case strings.HasPrefix(name, "m."):
			s.Name = name[2:]
			b.method(c).Settings = append(b.method(c).Settings, s)
		default:
			c.Settings = append(c.Settings, s)
		}
	}
	b.Configs = append(b.Configs, c)
	return c
}

func (b *builder) method(c *application.Config) *application.Config {
	if len(c.Methods) == 0 {
		c.Methods = []*application.Config{{Tag: "method", Form: c.Form, At: b.at(),
			Settings: []*application.Setting{{Name: "name", Value: "createOrder", Known: true}}}}
	}
	return c.Methods[0]
}

func (b *builder) reference(form decl.Form, kv ...string) *application.Config {
	return b.config("reference", form, append([]string{"interface", iface}, kv...)...)
}

func (b *builder) service(kv ...string) *application.Config {
	return b.config("service", decl.FormXML, append([]string{"interface", iface}, kv...)...)
}

func (b *builder) property(src application.PropertySource, key, value string) {
	b.Properties = append(b.Properties, &application.Property{
		Setting: application.Setting{Name: key, Raw: value, Value: value, Known: true, At: b.at()}, Source: src})
}

// call resolves the applications and returns the call createOrder (or "*") of
// the first one's first reference.
func call(t *testing.T, apps ...*builder) *Call {
	t.Helper()
	var list []*application.App
	for _, a := range apps {
		for _, c := range a.Configs {
			if c.Tag == "reference" && len(c.Calls) == 0 {
				c.Calls = []application.CallSite{{Method: "createOrder", At: a.at()}}
			}
		}
		list = append(list, a.App)
	}
	m := Resolve(list)
	if len(m.Apps[0].References) == 0 {
		t.Fatal("no reference")
	}
	return m.Apps[0].References[0].Calls[0]
}
