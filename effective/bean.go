package effective

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// audited are the attributes whose effective value is worked out; a property
// may bring any of them where nothing is written.
var audited = []string{
	"retries", "timeout", "cluster", "loadbalance", "async", "mock", "forks", "sent", "return",
	"sticky", "check", "lazy", "init", "group", "version", "url", "generic", "injvm", "scope",
	"registry", "consumer", "provider", "protocol", "merger", "actives", "default", "id",
}

// bean is a config object after Dubbo has refreshed it from the property
// sources: its attributes, its parameters, and what was dropped on the way.
type bean struct {
	cfg   *application.Config // nil for an object that only properties make
	tag   string
	id    string
	level Level
	attrs map[string]*entry
	// params are the parameters as URL keys.
	params map[string]*entry
	// dropped are written values that were thrown away before anything else.
	dropped map[string][]Loser
	// fails is set where a written value stops the start.
	fails *Failure
}

// binder refreshes the config objects of one application for one version.
type binder struct {
	app   *application.App
	v     dubbo.Version
	props *table
	// spring holds what environment variables are in Spring's Environment.
	spring map[*application.Property]*application.Property
	// byTag are the config objects of the application by tag, and nested the
	// consumers and providers that have something inside.
	byTag  map[string][]*application.Config
	nested map[*application.Config]bool
	// centerLow is set where the config centre has not the highest priority.
	centerLow bool
}

// prefixes of a config object: own is read by every layer, ids by the layers
// with an id, fill by those that only fill.
type prefixes struct {
	own  string
	id   string
	fill []string
}

func (b *binder) refresh(cfg *application.Config, tag, id string, level Level, kind dubbo.ObjectKind, px prefixes, outer *bean) *bean {
	out := &bean{cfg: cfg, tag: tag, id: id, level: level,
		attrs: map[string]*entry{}, params: map[string]*entry{}, dropped: map[string][]Loser{}}
	written := b.written(cfg, level, out)
	boot := b.app.Boot
	if kind == dubbo.GeneralObject {
		boot = cfg != nil && cfg.Form == decl.FormBoot
	}
	order := dubbo.OrderOf(kind, b.v, id != "", boot)
	if order == nil {
		order = &dubbo.Order{Layers: []dubbo.Layer{dubbo.BeanLayer}}
	}
	if b.centerLow {
		order = order.CenterBehindBean()
	}
	px = b.choose(px, kind)
	stages := b.stages(order, px)
	names := append([]string{}, audited...)
	for name := range written {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		drop := func(e *entry) bool {
			if b.binds(tag, e) {
				out.fails = refusedNumber(name, e)
				return false
			}
			q := dubbo.QuirkByID(dubbo.NumberDropped)
			out.dropped[name] = append(out.dropped[name], e.loser(q.ID, q.Reason))
			return true
		}
		if e := b.attr(name, stages, px, written, outer, drop); e != nil {
			out.attrs[name] = e
		}
	}
	if cfg != nil {
		for _, s := range cfg.Params {
			if s.Value != "" || !s.Known {
				out.params[s.Name] = paramEntry(s, level)
			}
		}
	}
	if b.v.AtLeast("3.0.0") || kind == dubbo.GeneralObject {
		b.propertyParams(out, order, px.own)
	}
	return out
}

// written returns the bean's own values by attribute, without those that this
// version throws away.
func (b *binder) written(cfg *application.Config, level Level, out *bean) map[string]*entry {
	m := map[string]*entry{}
	if cfg == nil {
		return m
	}
	for _, s := range cfg.Settings {
		e := newEntry(s, level)
		if s.Known && s.Value == "" {
			continue
		}
		if q := b.droppedBy(cfg, s); q != "" {
			out.dropped[s.Name] = append(out.dropped[s.Name], e.loser(q, dubbo.QuirkByID(q).Reason))
			continue
		}
		fails, counts := b.number(cfg.Tag, cfg.Form, s.Name, e)
		if out.fails == nil {
			out.fails = fails
		}
		if !counts {
			q := dubbo.QuirkByID(dubbo.NumberDropped)
			out.dropped[s.Name] = append(out.dropped[s.Name], e.loser(q.ID, q.Reason))
			continue
		}
		m[s.Name] = e
	}
	return m
}

// droppedBy returns the quirk that throws a written value away, "" when it
// counts.
func (b *binder) droppedBy(cfg *application.Config, s *application.Setting) dubbo.QuirkID {
	switch cfg.Form {
	case decl.FormXML:
		if xmlNoOps[s.Name] == s.Value && s.Value != "" {
			return dubbo.XMLNoOp
		}
	case decl.FormAnnotation:
		annotation := cfg.Annotation
		if cfg.Tag == "method" {
			annotation = "Method"
			if s.Name == "return" && dubbo.OnewayAnnotationLost.Has(b.v) {
				return dubbo.OnewayAnnotationLost
			}
		}
		def, ok := dubbo.DefaultOf(annotation, s.Name, b.v)
		if !ok || def != s.Value || !s.Known {
			return ""
		}
		if cfg.Tag == "method" {
			return dubbo.MethodDefaultDropped
		}
		return dubbo.AnnotationDefaultDropped
	}
	return ""
}

// xmlNoOps are schema defaults that the XML parser turns into null
// (2.6.12 DubboBeanDefinitionParser:179, 3.2.16 getCompatibleDefaultValue).
var xmlNoOps = map[string]string{"timeout": "0", "async": "false", "delay": "0", "version": "0.0.0", "stat": "-1", "reliable": "false"}

// choose picks the one prefix that 3.x reads for general objects and for the
// filling layers: the first below which any source has a key.
func (b *binder) choose(px prefixes, kind dubbo.ObjectKind) prefixes {
	if !b.v.AtLeast("3.0.0") {
		return px
	}
	all := []application.PropertySource{application.JVM, application.Center, application.SpringEnv, application.DubboFile}
	if b.v.AtLeast("3.3.0") {
		all = append(all, application.Env)
	}
	if kind == dubbo.GeneralObject && px.id != "" && b.props.hasPrefix(px.id, all...) {
		px.own = px.id
	}
	for i, f := range px.fill {
		if b.props.hasPrefix(f, all...) {
			px.fill = px.fill[i : i+1]
			break
		}
	}
	return px
}
