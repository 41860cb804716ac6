package effective

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// object is a config object with the prefixes under which it reads properties.
type object struct {
	cfg   *application.Config // nil where only properties make it
	form  decl.Form
	tag   string
	level Level
	kind  dubbo.ObjectKind
	id    string
	px    prefixes
	// outer is the consumer or provider whose values 3.x reads as its own.
	outer *object
	// bare is set for one that nobody can write: only properties make it.
	bare bool
}

// endSide are the rungs of a reference or service: its method, itself, the
// consumer or provider, and what module and application add.
func (l *ladder) endSide(cfg *application.Config, outer *bean, tag, outerTag string, level, outerLevel, methodLevel Level) map[key][]Rung {
	iface := interfaceName(cfg)
	wide := l.general(outer, outerTag, outerLevel)
	end := object{cfg: cfg, form: cfg.Form, tag: tag, level: level, kind: dubbo.EndObject, id: l.endID(cfg, iface), px: l.endPrefixes(tag, cfg, iface)}
	if l.v.AtLeast("3.0.0") {
		end.outer = &wide
	}
	out := map[key][]Rung{exact: l.of(end)}
	if l.name == "check" {
		if end.outer == nil {
			out[exact] = append(out[exact], l.of(wide)...)
		}
		return out
	}
	if l.name != "cluster" {
		for _, m := range l.methodObjects(cfg, iface, tag, methodLevel) {
			out[ofMethod] = append(out[ofMethod], l.of(m)...)
		}
	}
	k := exact
	if l.defaultPrefix() != "" {
		k = byDefault
		out[byDefault] = l.prefixed("default.", end)
	}
	switch {
	case end.outer == nil:
		out[k] = append(out[k], l.of(wide)...)
	case dubbo.ConsumerParameterWins.Has(l.v) && len(cfg.Params) == 0:
		out[exact] = append(l.parameters(l.name, wide), out[exact]...)
	default:
		out[exact] = append(out[exact], l.parameters(l.name, wide)...)
	}
	below := append(l.configured("module", AtModule), l.configured("application", AtApplication)...)
	for _, x := range below {
		out[exact] = append(out[exact], l.parameters(l.name, x)...)
	}
	if k == exact {
		out[byDefault] = l.prefixed("default.", end)
		below = append([]object{wide}, below...)
	}
	out[byDefault] = append(out[byDefault], l.prefixed("default.", below...)...)
	if l.name != "cluster" {
		out[ofMethod] = append(out[ofMethod], l.prefixed(l.call.Method+".", append([]object{end}, below...)...)...)
	}
	return out
}

// configured are the objects of a tag that are written, the last one first, or
// the one that only properties make.
func (l *ladder) configured(tag string, level Level) []object {
	x := object{tag: tag, level: level, px: prefixes{own: "dubbo." + tag}}
	var list []object
	for _, c := range slices.Backward(l.configs(tag)) {
		y := x
		y.cfg = c
		list = append(list, y)
	}
	if list == nil {
		return []object{x}
	}
	return list
}

// general is a consumer or provider with its prefixes (see binder.general).
func (l *ladder) general(x *bean, tag string, level Level) object {
	o := object{cfg: x.cfg, form: decl.FormXML, tag: tag, level: level, kind: dubbo.GeneralObject, id: x.id, px: prefixes{own: "dubbo." + tag}}
	if x.cfg != nil {
		o.form = x.cfg.Form
	}
	if x.id != "" {
		plural := ""
		if l.v.AtLeast("3.0.0") {
			plural = "s"
		}
		o.px.id = "dubbo." + tag + plural + "." + x.id
	}
	return o
}

// methodObjects are the written method and those that properties make.
func (l *ladder) methodObjects(cfg *application.Config, iface, tag string, level Level) []object {
	name := l.call.Method
	own := object{tag: "method", form: cfg.Form, level: level, kind: dubbo.MethodObject, px: l.methodPrefixes(tag, cfg, iface, name)}
	for _, m := range cfg.Methods {
		if m.Value("name") == name {
			own.cfg = m
			return []object{own}
		}
	}
	own.bare = cfg.Form == decl.FormAnnotation && l.v.Before("2.6.6") // it has no @Method
	if !l.v.AtLeast("3.0.2") || cfg.Type == nil {
		own.px = prefixes{} // nobody wrote the method, so nobody refreshes it
		return []object{own}
	}
	list := []object{own}
	if l.v.AtLeast("3.1.4") {
		every := own // interface that has a method of the name
		every.bare = true
		every.px.own = "dubbo." + tag + "." + name
		list = append(list, every)
	}
	return list
}
