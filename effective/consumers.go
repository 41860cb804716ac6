package effective

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// defaults are the consumer-wide (or provider-wide) objects of an application
// in one version, and how an end object finds the one that applies.
type defaults struct {
	*binder
	tag   string // "consumer" or "provider"
	all   []*bean
	fresh *bean // what Dubbo makes when nobody wrote one
}

// newDefaults gathers the written objects, those that properties make, and
// the fresh one.
func (b *binder) newDefaults(tag string, level Level) *defaults {
	d := &defaults{binder: b, tag: tag}
	configs := b.bootBound(tag)
	for _, c := range b.app.Configs {
		if c.Tag == tag {
			configs = append(configs, c)
		}
	}
	slices.SortStableFunc(configs, func(x, y *application.Config) int { return b.rank(x) - b.rank(y) })
	for _, c := range configs {
		d.all = append(d.all, b.general(c, tag, level))
	}
	if b.v.AtLeast("3.0.0") && len(d.all) == 0 {
		for _, id := range b.ids("dubbo." + tag + "s") {
			d.all = append(d.all, b.general(&application.Config{Tag: tag, Form: decl.FormBoot, ID: id}, tag, level))
		}
	}
	d.fresh = b.refresh(nil, tag, "", level, dubbo.GeneralObject, prefixes{own: "dubbo." + tag}, nil)
	return d
}

// rank orders consumers as 2.7.5 and later meet them: objects of the API
// before Boot-bound ones before XML (measured on 2.7.6 and 2.7.8). What
// @EnableDubbo imports comes before the beans of the class that has it; what
// Boot configures by itself comes after them (measured: case
// java-config-sysprop on 2.7.5, where the bean wins, and 2.7.8).
func (b *binder) rank(c *application.Config) int {
	switch {
	case c.Form == decl.FormBoot && !b.app.Boot && b.v.AtLeast("2.7.6"):
		return 0
	case c.Form == decl.FormAPI:
		return 1
	case c.Form == decl.FormBoot:
		return 2
	}
	return 3
}

func (b *binder) general(c *application.Config, tag string, level Level) *bean {
	id := c.ID
	if id == "" && (c.Form == decl.FormXML) {
		id = "generated" // the parser always makes one (2.6.12 DubboBeanDefinitionParser)
	}
	plural := ""
	if id != "" {
		plural = "dubbo." + tag + "." + id
		if b.v.AtLeast("3.0.0") {
			plural = "dubbo." + tag + "s." + id
		}
	}
	return b.refresh(c, tag, id, level, dubbo.GeneralObject, prefixes{own: "dubbo." + tag, id: plural}, nil)
}

// find returns the object that applies to an end object, or a failure.
func (d *defaults) find(cfg *application.Config, id *entry) (*bean, *Failure) {
	if cfg.Outer != nil && cfg.Outer.Tag == d.tag {
		for _, x := range d.all {
			if x.cfg == cfg.Outer {
				return x, nil
			}
		}
	}
	if id != nil && id.value != "" {
		for _, x := range d.all {
			if x.id == id.value || x.cfg != nil && x.cfg.Field == id.value {
				if d.handed(cfg, x.cfg) {
					return d.asWritten(x), nil
				}
				return x, nil
			}
		}
		if d.v.AtLeast("3.0.0") || cfg.Form == decl.FormXML { // measured: case consumer-missing on 2.6.12, 2.7.8 and 2.7.23
			return d.fresh, &Failure{Setting: d.tag, At: id.from.At, Msg: lang.T("no %s with the id %s: the application does not start", Level(d.tag), id.value)}
		}
		return d.fresh, nil
	}
	if cfg.Form == decl.FormAnnotation && d.tag == "consumer" && dubbo.OnlyConsumerBean.Has(d.v) {
		return d.onlyBean()
	}
	return d.byDefault()
}

// onlyBean: an annotated reference takes the one consumer that is a bean,
// default or not, and finds no way where there are several
// (dubbo.OnlyConsumerBean).
func (d *defaults) onlyBean() (*bean, *Failure) {
	switch len(d.all) {
	case 0:
		return d.fresh, nil
	case 1:
		return d.all[0], nil
	}
	return d.all[0], &Failure{Quirk: dubbo.OnlyConsumerBean, Setting: d.tag, At: second(d.all), Msg: dubbo.QuirkByID(dubbo.OnlyConsumerBean).Reason}
}

// handed reports whether code hands its own object to its own reference, and
// this version leaves such an object as it is (dubbo.ObjectNotRefreshed).
func (d *defaults) handed(user, object *application.Config) bool {
	return user.Form == decl.FormAPI && object != nil && object.Form == decl.FormAPI && object.ID == "" && dubbo.ObjectNotRefreshed.Has(d.v)
}

// asWritten is the object without what properties say.
func (d *defaults) asWritten(x *bean) *bean {
	q := dubbo.QuirkByID(dubbo.ObjectNotRefreshed)
	out := &bean{cfg: x.cfg, tag: x.tag, id: x.id, level: x.level, params: x.params, dropped: map[string][]Loser{}}
	out.attrs = d.written(x.cfg, x.level, out)
	for name, e := range x.attrs {
		if w := out.attrs[name]; w == nil || w.from.At != e.from.At {
			out.dropped[name] = append([]Loser{e.loser(q.ID, q.Reason)}, out.dropped[name]...)
		}
	}
	return out
}

func (d *defaults) byDefault() (*bean, *Failure) {
	var open []*bean
	for _, x := range d.all {
		switch d.isDefault(x) {
		case "true":
			if d.v.AtLeast("3.0.0") {
				return x, nil
			}
			open = append(open, x)
		case "":
			open = append(open, x)
		}
	}
	if len(open) == 0 {
		return d.leaked(), nil
	}
	if len(open) > 1 && d.refusesTwo(open) {
		return open[0], &Failure{Quirk: dubbo.TwoConsumers, Setting: d.tag, At: second(open),
			Msg: d.twoOpen()}
	}
	return open[0], nil
}

// twoOpen says what two objects without default come to.
func (d *defaults) twoOpen() lang.Text {
	if d.tag == "provider" {
		return lang.T("two providers without default: this version does not start")
	}
	return lang.T("two consumers without default: this version does not start")
}

// leaked: <dubbo:provider default="false"> reaches services outside it in
// 2.7.5 and 2.7.6 (dubbo.ProviderLeak).
func (d *defaults) leaked() *bean {
	if d.tag == "provider" && len(d.all) > 0 && dubbo.ProviderLeak.Has(d.v) {
		return d.all[0]
	}
	if d.tag == "consumer" && len(d.all) > 0 && dubbo.NoDefaultConsumer.Has(d.v) {
		return d.unmade()
	}
	return d.fresh
}

// unmade is the consumer that nobody makes: what properties would have given it
// is lost (dubbo.NoDefaultConsumer).
func (d *defaults) unmade() *bean {
	q := dubbo.QuirkByID(dubbo.NoDefaultConsumer)
	out := &bean{tag: d.tag, level: d.fresh.level, attrs: map[string]*entry{}, params: map[string]*entry{}, dropped: map[string][]Loser{}}
	for name, e := range d.fresh.attrs {
		out.dropped[name] = append([]Loser{e.loser(q.ID, q.Reason)}, e.lost...)
	}
	return out
}

// refusesTwo: up to 2.7.4.1 in every form; from 2.7.9 on where one of them is
// bound by Boot (measured: NoUniqueBeanDefinitionException, case boot-xml-consumer on 2.7.9).
func (d *defaults) refusesTwo(open []*bean) bool {
	if dubbo.TwoConsumers.Has(d.v) {
		return true
	}
	boot := slices.ContainsFunc(open, func(x *bean) bool { return x.cfg != nil && x.cfg.Form == decl.FormBoot })
	return boot && d.v.AtLeast("2.7.9") && d.v.Before("3.0.0")
}

func second(open []*bean) source.Span { return open[1].cfg.At }

// isDefault returns the default attribute: "true", "false", or "".
func (d *defaults) isDefault(x *bean) string {
	boot := x.cfg != nil && x.cfg.Form == decl.FormBoot
	if boot && d.v.AtLeast("2.7.23") {
		return "" // dubbo.consumers.ID.default is not honoured (measured on 2.7.23 and 3.x)
	}
	if e := x.attrs["default"]; e != nil {
		return e.value
	}
	if x.cfg != nil && x.cfg.Form == decl.FormXML && d.hasNested(x.cfg) {
		return "false" // 2.6.12 DubboBeanDefinitionParser:288-290
	}
	return ""
}
