package effective

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
)

// stage is one layer of an object with the prefixes it reads.
type stage struct {
	layer dubbo.Layer
	level Level
	views []*view
}

// stages prepares the layers of an object for its many attributes.
func (b *binder) stages(order *dubbo.Order, px prefixes) []stage {
	var out []stage
	for _, layer := range order.Layers {
		switch layer {
		case dubbo.BeanLayer, dubbo.OuterLayer, dubbo.LegacyFile:
			out = append(out, stage{layer: layer})
			continue
		}
		src, level, id, fill := sourceOf(layer)
		if src == application.SpringEnv && !b.app.Boot && b.v.Before("3.0.0") {
			continue // it is the starter that hands them to Dubbo
		}
		keys := []string{px.own}
		if fill {
			keys = px.fill
		} else if id {
			keys = []string{px.id}
		}
		s := stage{layer: layer, level: level}
		for _, k := range keys {
			if v := b.props.view(src, k); v != nil {
				s.views = append(s.views, v)
			}
		}
		if v := b.props.bare(src); v != nil && !id && b.bareKeys() {
			s.views = append(s.views, v)
		}
		if len(s.views) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// bareKeys: 2.7.0 to 2.7.2 end every look-up with the key without prefix
// (2.7.0 AbstractPrefixConfiguration; measured: case bare-key on 2.7.2).
func (b *binder) bareKeys() bool { return b.v.AtLeast("2.7.0") && b.v.Before("2.7.3") }

// attr walks the layers of one attribute. drop is given what is no number,
// and says whether Dubbo throws it away.
func (b *binder) attr(name string, stages []stage, px prefixes, written map[string]*entry, outer *bean, drop func(*entry) bool) *entry {
	var win *entry
	take := func(e *entry, quirk dubbo.QuirkID) {
		if win == nil {
			c := *e
			c.lost = slices.Clip(c.lost)
			win = &c
			return
		}
		win.lost = append(win.lost, e.loser(quirk, ranking(win, e)))
		win.lost = append(win.lost, e.lost...)
	}
	for _, s := range stages {
		switch s.layer {
		case dubbo.BeanLayer:
			if e := written[name]; e != nil {
				take(e, dubbo.SourceOrder)
			}
		case dubbo.OuterLayer:
			if outer != nil && !notInherited[name] {
				if e := outer.attrs[name]; e != nil {
					take(e, "")
				}
			}
		case dubbo.LegacyFile:
			for _, e := range b.legacy(px.own, name) {
				take(e, dubbo.SourceOrder)
			}
		case dubbo.EnvIfBean:
			if written[name] != nil {
				b.fromViews(s, name, take, drop)
			}
		default:
			b.fromViews(s, name, take, drop)
		}
	}
	return win
}

// notInherited are attributes that belong to the object itself.
var notInherited = map[string]bool{"id": true, "default": true, "consumer": true, "provider": true, "url": true, "name": true}

func (b *binder) fromViews(s stage, name string, take func(*entry, dubbo.QuirkID), drop func(*entry) bool) {
	for _, v := range s.views {
		for _, p := range v.find(name) {
			if p.Source == application.SpringEnv && b.loses(p) {
				continue
			}
			e := newEntry(&p.Setting, s.level)
			if b.throwsAway(name, e) && drop(e) {
				continue
			}
			take(e, dubbo.SourceOrder)
		}
	}
}

// loses tells Spring properties that the starter 0.2.0 cannot read: numbers and
// booleans of YAML (measured on 2.6.2; texts and .properties values work).
// 0.2.1, which goes with 2.6.5 and later, reads them (random runs on 2.6.12).
func (b *binder) loses(p *application.Property) bool {
	return b.v.Before("2.6.5") && (p.Tag == "!!int" || p.Tag == "!!bool") && strings.HasPrefix(p.Name, "dubbo.reference")
}

// legacy reads the keys of Dubbo's first years (2.6.12 AbstractConfig:66-75).
func (b *binder) legacy(own, name string) []*entry {
	if own != "dubbo.consumer" {
		return nil
	}
	var out []*entry
	add := func(key string, change func(string) string) {
		for _, p := range b.props.find(application.DubboFile, key) {
			e := newEntry(&p.Setting, DubboProps)
			if e.known {
				e.value = change(e.value)
			}
			out = append(out, e)
		}
	}
	switch name {
	case "timeout":
		add("dubbo.service.invoke.timeout", func(s string) string { return s })
	case "retries":
		add("dubbo.service.max.retry.providers", minusOne)
	case "check":
		add("dubbo.service.allow.no.provider", func(s string) string { return fmt.Sprint(s != "true") })
	}
	return out
}

func minusOne(s string) string {
	var n int
	if _, err := fmt.Sscan(s, &n); err != nil {
		return s
	}
	return fmt.Sprint(n - 1)
}

// ranking says why one source's value beats another's.
func ranking(win, lose *entry) lang.Text {
	w := sourceName(win)
	if win.from.Level == lose.from.Level {
		return lang.T("another key or file of %s ranks higher", w)
	}
	return lang.T("%s ranks over %s in this version", w, sourceName(lose))
}

// sourceName names where an entry was written, for reasons.
func sourceName(e *entry) lang.Text {
	switch e.from.Level {
	case JVMProperty:
		return lang.T("a -D property")
	case Environment:
		return lang.T("an environment variable")
	case ConfigCenter:
		return lang.T("the config centre")
	case SpringEnv:
		return lang.T("the Spring environment")
	case DubboProps:
		return lang.Verbatim("dubbo.properties")
	}
	return lang.T("the %s's written value", e.from.Level)
}
