package effective

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// bootBound makes the objects that the 2.x starter binds from the Spring
// environment: dubbo.consumer.* and, from 2.6.6 on, dubbo.consumers.<id>.*
// (measured: case boot-consumers on 2.6.5, 2.6.6, 2.6.12 and 2.7.0).
func (b *binder) bootBound(tag string) []*application.Config {
	if b.v.AtLeast("3.0.0") || !b.app.Boot && !b.enablesDubbo() {
		return nil
	}
	var out []*application.Config
	if c := b.bind("dubbo."+tag, tag, ""); c != nil {
		out = append(out, c)
	}
	if b.v.AtLeast("2.6.6") {
		for _, id := range b.ids("dubbo." + tag + "s") {
			if c := b.bind("dubbo."+tag+"s."+id, tag, id); c != nil {
				out = append(out, c)
			}
		}
	}
	return out
}

// enablesDubbo: @EnableDubboConfig, alone or with @EnableDubbo, binds the same
// keys without the starter (2.6.12 DubboConfigConfiguration:51-73).
func (b *binder) enablesDubbo() bool {
	return slices.ContainsFunc(b.app.Configs, func(c *application.Config) bool {
		name := c.Annotation[strings.LastIndexByte(c.Annotation, '.')+1:]
		return name == "EnableDubbo" || name == "EnableDubboConfig"
	})
}

func (b *binder) bind(prefix, tag, id string) *application.Config {
	props := b.springBelow(prefix)
	if len(props)+len(b.springBelow(prefix+".parameters")) == 0 {
		return nil
	}
	c := &application.Config{Tag: tag, Form: decl.FormBoot, ID: id}
	names := make([]string, 0, len(props))
	for name := range props {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		// Names are relaxed, their prefix is not (measured: cases boot-relaxed
		// and boot-prefix on 2.7.8).
		list := slices.DeleteFunc(slices.Clone(props[name]), func(p *application.Property) bool { return !strings.HasPrefix(p.Name, prefix+".") })
		if len(list) == 0 {
			continue
		}
		s := list[0].Setting
		s.Name = attributeName(name)
		c.Settings = append(c.Settings, &s)
		if !c.At.Valid() {
			c.At = s.At
		}
		for _, p := range list {
			b.props.read[p] = true
		}
	}
	return c
}

// springBelow returns what Spring's Environment has below a prefix, strongest
// first: -D is part of it.
func (b *binder) springBelow(prefix string) group {
	out := group{}
	for _, src := range []application.PropertySource{application.JVM, application.SpringEnv} {
		for name, list := range b.props.below(src, prefix) {
			name = canonicalName(name)
			out[name] = append(out[name], list...)
		}
	}
	return out
}

// attributeName gives a canonical key back its XML spelling, where it is one
// of the audited attributes.
func attributeName(name string) string {
	if name == "isdefault" {
		return "default"
	}
	return name
}

// ids returns the ids that stand behind a plural prefix in any source, in
// written order.
func (b *binder) ids(plural string) []string {
	var out []string
	want := canonical(application.SpringEnv, plural+".")
	for _, p := range b.app.Properties {
		if p.Source == application.Env || !strings.HasPrefix(canonical(p.Source, p.Name), want) {
			continue
		}
		parts := strings.Split(p.Name, ".")
		n := strings.Count(plural, ".") + 1
		if len(parts) > n+1 && !slices.Contains(out, parts[n]) {
			out = append(out, parts[n])
		}
	}
	return out
}
