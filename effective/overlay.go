package effective

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
)

// configParams are the parameters of application or module objects, the only
// thing they add to the audited keys.
func (b *binder) configParams(tag string, level Level) *bean {
	out := &bean{tag: tag, level: level, params: map[string]*entry{}}
	for _, c := range b.configs(tag) {
		for _, s := range c.Params {
			out.params[s.Name] = paramEntry(s, level)
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
	reason := lang.T("parameter and attribute of the same key: in this version the parameter counts")
	if b.v.AtLeast("3.0.0") || !besideParameters[name] || attr.value == param.value {
		url.drop(key, attr, dubbo.ParameterOrder, reason)
		url.put(key, param)
		return
	}
	open := *attr
	open.value, open.known = "", false
	open.unknown = lang.T("attribute %s and parameter %s of the same key: in this version the order in which the JVM lists methods decides", attr.value, param.value)
	open.from.Quirk = dubbo.ParameterOrder
	open.lost = append(slices.Clone(attr.lost), param.loser(dubbo.ParameterOrder, lang.T("attribute and parameter of the same key: either may count in this version")))
	url.put(key, &open)
}

// besideParameters are the attributes that AbstractMethodConfig declares, as
// it does getParameters (2.6.12, 2.7.23).
var besideParameters = map[string]bool{
	"retries": true, "timeout": true, "loadbalance": true, "async": true, "actives": true, "sent": true,
	"mock": true, "merger": true, "cache": true, "validation": true, "forks": true,
}

// text returns the value of a URL parameter, "" when absent or unknown.
func text(p *params, key string) string {
	for _, h := range p.search("", key, true) {
		return h.value
	}
	return ""
}
