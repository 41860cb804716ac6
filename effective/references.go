package effective

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

func (r *resolver) references() []*Reference {
	r.urls = map[*Reference]*side{}
	var out []*Reference
	for _, c := range r.configs("reference") {
		out = append(out, r.reference(c))
	}
	return out
}

func (r *resolver) reference(c *application.Config) *Reference {
	ref := &Reference{App: r.app, Config: c}
	iface := ref.Name()
	var named *entry
	if s := c.Get("consumer"); s != nil {
		named = newEntry(s, AtReference)
	}
	consumer, failure := r.consumers.find(c, named)
	ref.Consumer, ref.Fails = consumer.cfg, failure
	x := r.refresh(c, "reference", r.endID(c, iface), AtReference, dubbo.EndObject, r.endPrefixes("reference", c, iface), r.outer(consumer))
	r.inheritParams(x, consumer)
	s := &side{bean: x, consumer: consumer, url: newParams()}
	r.overlay(s.url, r.configParams("application", AtApplication), "")
	r.overlay(s.url, r.configParams("module", AtModule), "")
	r.overlay(s.url, consumer, r.defaultPrefix())
	r.overlay(s.url, x, "")
	ofMethods := r.methods(s.url, c, iface, AtMethod, "reference")
	for _, f := range []*Failure{consumer.fails, x.fails, ofMethods, r.blankParam(x)} {
		if ref.Fails == nil {
			ref.Fails = f
		}
	}
	r.urls[ref] = s

	ref.Group, ref.Version = text(s.url, "group"), text(s.url, "version")
	ref.Generic = isTrue(s.attr("generic", ""))
	ref.URL = stringValue(x.own("url"))
	ref.Check = r.boolAttr(s, "check", true)
	ref.Lazy = r.boolAttr(s, "lazy", false)
	ref.Init = r.boolAttr(s, "init", r.v.AtLeast("3.0.0"))
	ref.Registries = r.registriesOf(s)
	ref.Providers = r.match(ref)
	if ref.Fails == nil {
		ref.Fails = r.refusal(ref, s)
	}
	return ref
}

// inheritParams makes the consumer's parameters those of a reference that has
// none, where this version does: there they rank over its attributes
// (dubbo.ConsumerParameterWins).
func (r *resolver) inheritParams(x, consumer *bean) {
	if dubbo.ConsumerParameterWins.Has(r.v) && len(x.params) == 0 {
		x.params = consumer.params
	}
}

// own returns an attribute or parameter of the bean itself as a settled entry.
func (x *bean) own(name string) *entry {
	var hits []hit
	if e := x.attrs[name]; e != nil {
		hits = append(hits, hit{name, e})
	}
	return settle(hits, x.dropped[name], "")
}

// attr returns what reference and consumer say about an attribute that is no
// URL parameter of the loop: the reference's value, else the consumer's.
func (s *side) attr(name, def string) *entry {
	var hits []hit
	for _, x := range []*bean{s.bean, s.consumer} {
		if e := x.attrs[name]; e != nil && (len(hits) == 0 || hits[0].from.At != e.from.At) {
			hits = append(hits, hit{name, e})
		}
	}
	return settle(hits, append(append([]Loser{}, s.bean.dropped[name]...), s.consumer.dropped[name]...), def)
}

func (r *resolver) boolAttr(s *side, name string, def bool) Value[bool] {
	text := "false"
	if def {
		text = "true"
	}
	return boolValue(s.attr(name, text))
}

// registriesOf lists the registries that a reference uses: its own list, else
// the consumer's, else all.
func (r *resolver) registriesOf(s *side) []*application.Config {
	e := s.attr("registry", "")
	if e.value == "" {
		return r.registries
	}
	var out []*application.Config
	for _, id := range strings.Split(e.value, ",") {
		for _, c := range r.registries {
			if c.ID == strings.TrimSpace(id) || c.Value("name") == strings.TrimSpace(id) {
				out = append(out, c)
			}
		}
	}
	return out
}

// match finds the exported services of the audited trees that a reference
// would be given: same interface, group and version, wildcards allowed.
func (r *resolver) match(ref *Reference) []*Service {
	if ref.Interface == nil || ref.Interface.Value == "" || !known(r.urls[ref].url, "group") || !known(r.urls[ref].url, "version") {
		return nil // chosen at run time
	}
	var out []*Service
	for _, s := range r.exported[ref.Interface.Value] {
		if matches(ref.Group, s.Group) && matches(ref.Version, s.Version) {
			out = append(out, s)
		}
	}
	return out
}

// known reports whether a URL parameter is absent or has a known value.
func known(p *params, key string) bool {
	for _, h := range p.search("", key, true) {
		return h.known
	}
	return true
}

func matches(want, have string) bool {
	if want == "*" || want == have {
		return true
	}
	for _, w := range strings.Split(want, ",") {
		if strings.TrimSpace(w) == have && have != "" {
			return true
		}
	}
	return have == "0.0.0" && want == "" || want == "0.0.0" && have == ""
}

// refusal tells a reference that this version refuses at start or first use.
func (r *resolver) refusal(ref *Reference, s *side) *Failure {
	for _, m := range ref.Methods {
		if n := m.Get("name"); n != nil && n.Value == "*" {
			return &Failure{Setting: "method", At: n.At, Msg: lang.T("<dubbo:method name=\"*\"> is no method of the interface: startup fails")}
		}
	}
	if ref.Form == decl.FormAnnotation && len(ref.Methods) > 0 && dubbo.MethodAnnotationBreaks.Has(r.v) {
		return &Failure{Quirk: dubbo.MethodAnnotationBreaks, Setting: "methods", At: ref.Methods[0].At, Msg: dubbo.QuirkByID(dubbo.MethodAnnotationBreaks).Reason}
	}
	if e := s.bean.attrs["mock"]; e != nil && ref.Form == decl.FormXML && strings.Contains(e.value, ":") && dubbo.MockColonRefused.Has(r.v) {
		return &Failure{Quirk: dubbo.MockColonRefused, Setting: "mock", At: e.from.At, Msg: dubbo.QuirkByID(dubbo.MockColonRefused).Reason}
	}
	if e := s.bean.attrs["mock"]; e != nil && ref.Form == decl.FormAnnotation && strings.ContainsAny(e.value, " \t") && dubbo.MockBlankLost.Has(r.v) {
		return &Failure{Quirk: dubbo.MockBlankLost, Setting: "mock", At: e.from.At, Msg: dubbo.QuirkByID(dubbo.MockBlankLost).Reason}
	}
	return nil
}

// sameService deals with references of a service key that another reference
// has with other settings: refused (dubbo.DuplicateReference), or mixed up
// (dubbo.MixedReferences).
func (r *resolver) sameService(refs []*Reference) {
	refused, mixed := dubbo.DuplicateReference.Has(r.v), dubbo.MixedReferences.Has(r.v)
	if !refused && !mixed {
		return
	}
	first := map[string]*Reference{}
	for _, ref := range refs {
		key := ref.serviceKey()
		switch other := first[key]; {
		case ref.Name() == "":
		case other == nil:
			first[key] = ref
		case r.alike(other, ref):
		case mixed:
			other.mixed, ref.mixed = true, true
		case ref.Fails == nil:
			ref.Fails = &Failure{Quirk: dubbo.DuplicateReference, Setting: "interface", At: ref.At,
				Msg: dubbo.QuirkByID(dubbo.DuplicateReference).Reason.Then(lang.T("; the first one is %s", place(other)))}
		}
	}
}

// serviceKey is Dubbo's key of the service that is called.
func (ref *Reference) serviceKey() string { return ref.Group + "/" + ref.Name() + ":" + ref.Version }

func (r *resolver) alike(a, b *Reference) bool {
	return written(a) == written(b) && len(a.Methods)+len(b.Methods) == 0
}

// share gives annotated references of one service the bean of the first one,
// as versions up to 2.7.3 do, and XML references with the same attributes
// theirs in 3.x (measured: case annotation; props-references-id on 3.2.19).
func (r *resolver) share(refs []*Reference) {
	groups := map[string][]*Reference{}
	for _, ref := range refs {
		key := r.sharingKey(ref)
		if key == "" {
			continue
		}
		if g := groups[key]; len(g) > 0 {
			ref.SharedWith = g[0]
		}
		groups[key] = append(groups[key], ref)
	}
	for _, g := range groups {
		for _, ref := range g {
			ref.rivals = g
		}
	}
}

// target is the reference whose bean is called: the first one that shares it.
func (ref *Reference) target() *Reference {
	if ref.SharedWith != nil {
		return ref.SharedWith
	}
	return ref
}

func (r *resolver) sharingKey(ref *Reference) string {
	switch {
	case ref.Form == decl.FormAnnotation && dubbo.SharedReference.Has(r.v):
		key := "annotation " + ref.Name() + "/" + ref.Group + ":" + ref.Version
		if r.v.AtLeast("2.6.2") && r.v.Before("2.6.5") {
			key += "@" + ref.URL.V
		}
		return key
	case ref.Form == decl.FormXML && r.v.AtLeast("3.0.0") && len(ref.Methods) == 0:
		var b strings.Builder
		b.WriteString("xml " + ref.Name())
		for _, s := range ref.Settings {
			if s.Name != "id" {
				b.WriteString("\x00" + s.Name + "=" + s.Value)
			}
		}
		for _, s := range ref.Params {
			b.WriteString("\x01" + s.Name + "=" + s.Value)
		}
		return b.String()
	}
	return ""
}
