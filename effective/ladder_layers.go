package effective

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// of lists the rungs of one object: its layers in the version's order, with
// the parameters where they count (binder.rival), and then the sources that the
// version does not read.
func (l *ladder) of(o object) []Rung {
	order := l.order(o)
	o.px = l.choose(o.px, o.kind)
	rungs := l.layers(o, order)
	if params := l.parameters(l.name, o); l.v.AtLeast("3.0.0") || !besideParameters[l.name] {
		rungs = append(params, rungs...)
	} else {
		rungs = append(rungs, params...)
	}
	return append(rungs, l.unreadSources(o, order)...)
}

func (l *ladder) order(o object) *dubbo.Order {
	boot := l.binder.app.Boot
	if o.kind == dubbo.GeneralObject {
		boot = o.cfg != nil && o.cfg.Form == decl.FormBoot
	}
	order := dubbo.OrderOf(o.kind, l.v, o.id != "", boot)
	switch {
	case order == nil:
		return &dubbo.Order{Layers: []dubbo.Layer{dubbo.BeanLayer}}
	case l.centerLow:
		return order.CenterBehindBean()
	}
	return order
}

// layers lists a rung for each layer; o.px is chosen already.
func (l *ladder) layers(o object, order *dubbo.Order) []Rung {
	var out []Rung
	for _, layer := range order.Layers {
		switch layer {
		case dubbo.BeanLayer:
			if !o.bare {
				out = append(out, Rung{Level: o.level, Where: l.attribute(o), Found: l.written(o)})
			}
		case dubbo.OuterLayer:
			if o.outer != nil {
				outer := *o.outer
				order := l.order(outer)
				outer.px = l.choose(outer.px, outer.kind)
				out = append(out, l.layers(outer, order)...)
				out = append(out, l.unreadSources(outer, order)...)
			}
		case dubbo.LegacyFile:
			for _, e := range l.legacy(o.px.own, l.name) {
				out = append(out, Rung{Level: o.level, Where: lang.T("%s in dubbo.properties", e.from.Key), Found: []Candidate{candidate(e)}})
			}
		default:
			out = append(out, l.property(o, layer)...)
		}
	}
	return out
}

// attribute names what would be written at the object itself.
func (l *ladder) attribute(o object) lang.Text {
	switch {
	case o.form == decl.FormAnnotation && o.tag == "method":
		return lang.Verbatim("@Method(" + l.name + ")")
	case o.form == decl.FormAnnotation && o.cfg != nil:
		return lang.Verbatim("@" + o.cfg.Annotation[strings.LastIndexByte(o.cfg.Annotation, '.')+1:] + "(" + l.name + ")")
	case o.form == decl.FormXML:
		return lang.Verbatim("<dubbo:" + o.tag + " " + l.name + "=...>")
	case o.form == decl.FormBoot:
		return lang.T("the %s that Spring Boot binds", Level(o.tag))
	}
	return lang.T("a setter of the %s", Level(o.tag))
}

// written are the object's own values. <dubbo:method retry="false"> stands for
// retries, and counts before it.
func (l *ladder) written(o object) []Candidate {
	var out []Candidate
	if o.cfg == nil {
		return nil
	}
	for _, s := range o.cfg.Settings {
		retry := o.tag == "method" && l.name == "retries" && s.Name == "retry" && s.Value == "false"
		switch e := newEntry(s, o.level); {
		case retry:
			out = append([]Candidate{candidate(e)}, out...)
		case s.Name == l.name && (!s.Known || s.Value != ""):
			out = append(out, candidate(e))
		}
	}
	return out
}

func candidate(e *entry) Candidate { return Candidate{Raw: e.raw, From: e.from} }

// property is the rung of a layer of properties. What Spring's Environment has
// reaches Dubbo 2 through the starter alone.
func (l *ladder) property(o object, layer dubbo.Layer) []Rung {
	src, _, id, fill := sourceOf(layer)
	keys := []string{o.px.own}
	if fill {
		keys = o.px.fill
	} else if id {
		keys = []string{o.px.id}
	}
	var names []string
	for _, k := range keys {
		if k != "" {
			names = append(names, variable(src, k+"."+l.name))
		}
	}
	if len(names) == 0 {
		return nil
	}
	r := Rung{Level: o.level, Where: inSource(src, names...), Found: l.foundIn(o, layer)}
	switch {
	case src == application.SpringEnv && !l.binder.app.Boot && l.v.Before("3.0.0"):
		return nil
	case layer == dubbo.EnvIfBean && len(l.written(o)) == 0:
		if r.Unread = lang.T("only a key that the bean has, too, is read from there"); len(r.Found) == 0 {
			return nil
		}
	}
	return []Rung{r}
}

// foundIn is what a layer of properties holds.
func (l *ladder) foundIn(o object, layer dubbo.Layer) []Candidate {
	var out []Candidate
	for _, s := range l.stages(&dubbo.Order{Layers: []dubbo.Layer{layer}}, o.px) {
		add := func(e *entry) { out = append(out, candidate(e)) }
		l.fromViews(s, l.name, func(e *entry, _ dubbo.QuirkID) { add(e) }, func(*entry) bool { return false })
	}
	return out
}

// inSource names a key of a source, or several of which one is looked for.
func inSource(src application.PropertySource, keys ...string) lang.Text {
	var names []lang.Text
	for _, k := range keys {
		names = append(names, lang.Verbatim(k))
	}
	list := lang.Join(names, lang.T(" or "))
	switch src {
	case application.JVM:
		return lang.Verbatim("-D").Then(list)
	case application.Env:
		return lang.T("environment variable %s", list)
	case application.Center:
		return lang.T("config centre: %s", list)
	case application.SpringEnv:
		return lang.T("Spring environment: %s", list)
	}
	return lang.Verbatim("dubbo.properties: ").Then(list)
}

// variable is the name of a key in its source.
func variable(src application.PropertySource, key string) string {
	if src == application.Env {
		return strings.ToUpper(strings.ReplaceAll(strings.ReplaceAll(key, "-", "_"), ".", "_"))
	}
	return key
}
