package application

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// linkInterface finds the declaration of a Config's interface.
func (d *deployable) linkInterface(c *Config) {
	if c.Interface != nil && c.Interface.Known {
		c.Type = d.app.Types.Lookup(c.Interface.Value)
	}
}

// implementation finds the class behind a service: that of the bean it names,
// its class attribute, or its inner bean.
func (b *xmlBuilder) implementation(c *Config, e *decl.Element) {
	class := e.Value("class")
	if ref := c.Value("ref"); ref != "" {
		if bean := b.beans[ref]; bean != nil {
			class = beanClass(bean, b.beans)
		} else {
			class = b.componentNamed(ref)
		}
	}
	for _, child := range e.Children {
		if child.Tag == "bean" && class == "" {
			class = child.Class
		}
	}
	if class == "" {
		return
	}
	c.Impl = class
	c.ImplType = b.app.Types.Lookup(class)
}

func beanClass(e *decl.Element, beans map[string]*decl.Element) string {
	for range 16 {
		if e.Class != "" {
			return e.Class
		}
		if e = beans[e.Value("parent")]; e == nil {
			return ""
		}
	}
	return ""
}

// componentNamed finds the class of a component by its bean name, by the usual
// names of files: "orderService" in OrderService.java or OrderServiceImpl.java.
func (b *xmlBuilder) componentNamed(id string) string {
	if id == "" || strings.ContainsAny(id, "*?[]{}/\\") {
		return ""
	}
	base := strings.ToUpper(id[:1]) + id[1:]
	for _, name := range []string{base, base + "Impl"} {
		for _, p := range b.sources.Match("**/" + name + ".java") {
			u := b.sources.File(p)
			if u == nil || u.Java == nil || len(u.Java.Types) == 0 || u.Java.Types[0].Kind != decl.Class {
				continue
			}
			if fqn := u.Java.Types[0].FQN; b.app.Types.rank(p) < 2*len(b.modules) {
				return fqn
			}
		}
	}
	return ""
}
