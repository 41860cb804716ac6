package effective

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
)

// parameters is a rung for the parameters beside the objects' attributes.
func (l *ladder) parameters(name string, objects ...object) []Rung {
	if l.name == "check" || objects[0].bare {
		return nil
	}
	first := objects[0]
	r := Rung{Level: first.level, Where: lang.T("parameter %s of the %s", name, Level(first.tag))}
	x := &bean{params: map[string]*entry{}}
	if l.v.AtLeast("3.0.0") || first.kind == dubbo.GeneralObject {
		l.propertyParams(x, l.order(first), l.choose(first.px, first.kind).own)
	}
	if e := x.params[name]; e != nil {
		r.Found = append(r.Found, candidate(e))
	}
	for _, o := range objects {
		if o.cfg == nil {
			continue
		}
		for _, s := range o.cfg.Params {
			if s.Name == name && (!s.Known || s.Value != "") {
				r.Found = append(r.Found, candidate(newEntry(s, o.level)))
			}
		}
	}
	return []Rung{r}
}

// prefixed are parameters whose key has a prefix, "createOrder.retries": nobody
// is told to look for them where there are none.
func (l *ladder) prefixed(prefix string, objects ...object) []Rung {
	var out []Rung
	for _, o := range objects {
		for _, r := range l.parameters(prefix+l.name, o) {
			if len(r.Found) > 0 {
				out = append(out, r)
			}
		}
	}
	return out
}

// unreadSources are rungs with what stands in sources that this version does
// not read for the object.
func (l *ladder) unreadSources(o object, order *dubbo.Order) []Rung {
	var out []Rung
	for _, layer := range [...]dubbo.Layer{dubbo.JVM, dubbo.Env, dubbo.Center, dubbo.Spring, dubbo.File} {
		src, level, _, _ := sourceOf(layer)
		read := slices.ContainsFunc(order.Layers, func(x dubbo.Layer) bool {
			s, _, _, _ := sourceOf(x)
			return s == src && x != dubbo.BeanLayer && x != dubbo.OuterLayer
		})
		starter := src == application.SpringEnv && !l.binder.app.Boot && l.v.Before("3.0.0")
		v := l.props.view(src, o.px.own)
		if v == nil || read && !starter {
			continue
		}
		r := Rung{Level: o.level, Where: inSource(src, variable(src, o.px.own+"."+l.name)), Unread: lang.T("this version does not look there for a %s", Level(o.tag))}
		for _, p := range v.find(l.name) {
			r.Found = append(r.Found, candidate(newEntry(&p.Setting, level)))
		}
		if len(r.Found) > 0 {
			out = append(out, r)
		}
	}
	return out
}

// dead are rungs with properties that look like the setting of this reference
// and that nothing reads.
func (l *ladder) dead() []Rung {
	var out []Rung
	for _, p := range l.app.Dead {
		tag, owner, attr := dubboKey(p.Name)
		if attr != l.name || owner != "" && !owns(l.call.Ref.Config, owner) {
			continue
		}
		at := Origin{Level: levelOf[p.Source], At: p.At, Key: p.Name, Via: p.Via}
		listed := func(r Rung) bool {
			return slices.ContainsFunc(r.Found, func(c Candidate) bool { return samePlace(c.From, at) })
		}
		if !slices.ContainsFunc(l.unread, listed) {
			out = append(out, Rung{Level: Level(tag), Where: inSource(p.Source, p.Name), Unread: dubbo.QuirkByID(dubbo.DeadProperty).Reason,
				Found: []Candidate{{Raw: p.Raw, From: at}}})
		}
	}
	return out
}

// levelOf is the level of a source's values.
var levelOf = map[application.PropertySource]Level{
	application.JVM: JVMProperty, application.Env: Environment, application.Center: ConfigCenter,
	application.SpringEnv: SpringEnv, application.DubboFile: DubboProps,
}
