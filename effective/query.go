package effective

import (
	"net/url"
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// query answers what Dubbo reads for one call: from the consumer's URL, the
// provider's, or a direct url's, by the version.
type query struct {
	*resolver
	call      *Call
	side      *side
	providers []*Service
	way       way
	addresses int     // of a direct url
	direct    *params // parameters written in the direct url
}

// way is the path from the proxy to the provider.
type way uint8

const (
	viaRegistry way = iota
	viaDirect       // one or several addresses in url
	viaLocal        // injvm
)

// path finds the way: a direct url, a registry, or the same process.
func (q *query) path() {
	ref := q.call.Ref.target()
	if u := ref.URL.V; u != "" && !q.registryURL(u) {
		q.way, q.direct = viaDirect, newParams()
		for _, addr := range strings.FieldsFunc(u, func(r rune) bool { return r == ';' }) {
			if strings.TrimSpace(addr) != "" {
				q.addresses++
				q.addURL(addr)
			}
		}
		return
	}
	if q.isLocal() {
		q.way = viaLocal
	}
}

func (q *query) registryURL(u string) bool {
	return strings.HasPrefix(u, "registry://") || strings.HasPrefix(u, "service-discovery-registry://") || strings.EqualFold(u, "N/A")
}

// addURL reads "dubbo://host:port/path?key=value"; a written url acts like a
// provider's parameters (2.7.5 ReferenceConfig:299, 3.2.16 ReferenceConfig:602-606).
func (q *query) addURL(addr string) {
	_, query, _ := strings.Cut(addr, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		return
	}
	for k, v := range values {
		if q.direct.m[k] == nil {
			q.direct.own(k)
			q.direct.m[k] = &entry{raw: v[0], value: v[0], known: true,
				from: Origin{Level: AtURL, At: q.call.Ref.target().URL.From.At, Key: k}}
		}
	}
}

// triple reports whether the call surely takes the triple protocol: the direct
// url or the reference says so.
func (q *query) triple() bool {
	if q.way == viaDirect {
		return strings.HasPrefix(strings.TrimSpace(q.call.Ref.URL.V), "tri://")
	}
	return q.side.attr("protocol", "").value == "tri"
}

// isLocal reports whether the service is exported by the same application, and
// before the reference looks for it (dubbo.LocalCall).
func (q *query) isLocal() bool {
	ref := q.call.Ref.target()
	scope := text(q.side.url, "scope")
	injvm := q.side.attr("injvm", "")
	if ref.Generic || scope == "remote" || ref.URL.V != "" || injvm.value == "false" {
		return false
	}
	for _, s := range q.providers {
		if s.App == q.app && sameContext(ref, s) {
			return injvm.value == "true" || scope == "local" || q.exportedBefore(s)
		}
	}
	return false
}

// exportedBefore reports whether a service of the same application is exported
// when the reference is made. 3.x exports first. 2.x exports when Spring's
// context is complete, so what is injected into other beans is made before,
// except annotated references that wait (dubbo.LocalAnnotation); a bean that
// nobody injects is looked up later.
func (q *query) exportedBefore(s *Service) bool {
	ref := q.call.Ref
	switch {
	case q.v.AtLeast("3.0.0"), ref.Form == decl.FormAPI:
		return true
	case ref.Form == decl.FormAnnotation:
		return s.Form == decl.FormAnnotation && dubbo.LocalAnnotation.Has(q.v)
	}
	return !ref.Injected
}

// sameContext reports whether a reference and a service of one application are
// surely loaded together. Two XML files may be those of two processes built
// from one module, and several main methods are several processes.
func sameContext(ref *Reference, s *Service) bool {
	if ref.At.File == s.At.File {
		return true
	}
	return len(s.App.Mains) < 2 && (ref.Form != decl.FormXML || s.Form != decl.FormXML)
}

// def: "default.k" is a fallback of the lookup up to 2.7.4.1, and again on
// 3.2.19 and 3.3.6 when nothing else sets the key (measured: cases precedence
// and parameter-default).
func (q *query) def() bool { return q.v.Before("2.7.5") || q.v.AtLeast("3.2.0") }

// defOfProvider: from 2.7.10 on what arrives from the registry as "default.k"
// counts as "k", which up to 2.7.1 the providers publish (measured: case
// mixed-provider-2.7.1 on 2.7.2-2.7.4.1, 2.7.10 and 2.7.18, against 2.7.5-2.7.9).
func (q *query) defOfProvider() bool { return q.def() || q.v.AtLeast("2.7.10") }

// loop reads a key from the URL that the retry loop and the mock see.
func (q *query) loop(key, def string) *entry {
	method := q.call.Method
	hits, lost := q.consumerHits(method, key), q.side.url.lostFor(method, key)
	if lostKey := q.methodLost(key); lostKey != "" && lostKey.Has(q.v) && len(hits) > 0 && hits[0].key == method+"."+key {
		lost = append([]Loser{hits[0].loser(lostKey, dubbo.QuirkByID(lostKey).Reason)}, lost...)
		hits = hits[1:]
	}
	if q.way == viaDirect {
		if q.addresses > 1 || dubbo.DirectURLFailover.Has(q.v) {
			hits = merge(hits, q.direct.search(method, key, q.def()), method, key)
		}
		return settle(hits, lost, def)
	}
	p := q.providerHits(method, key)
	if dubbo.MergesProvider(q.v, q.hasMock() && !q.applicationLevel()) {
		return settle(merge(hits, p, method, key), lost, def)
	}
	return settle(hits, append(lost, ignored(p, key)...), def)
}

func (q *query) consumerHits(method, key string) []hit {
	def := q.def()
	if key == "cluster" && q.v.AtLeast("2.7.5") {
		def = false // the cluster is never looked up that way again (measured: case parameter-default on 2.7.8, 3.3.6)
	}
	return q.side.url.search(method, key, def)
}

func (q *query) hasMock() bool {
	return len(q.consumerHits(q.call.Method, "mock"))+len(q.providerHits(q.call.Method, "mock")) > 0
}

// methodLost is the quirk that keeps a method-level key from the retry loop.
func (q *query) methodLost(key string) dubbo.QuirkID {
	if q.call.Ref.Generic && dubbo.GenericMethodLost.Has(q.v) {
		return dubbo.GenericMethodLost
	}
	switch key {
	case "retries":
		return dubbo.MethodRetriesLost
	case "mock":
		return dubbo.MethodMockLost
	}
	return ""
}

// ignored makes losers of provider-side values that do not reach the loop.
func ignored(hits []hit, key string) []Loser {
	q := dubbo.QuirkByID(dubbo.ProviderRetriesIgnored)
	if key == "cluster" {
		q = dubbo.QuirkByID(dubbo.ProviderClusterIgnored)
	}
	var out []Loser
	for _, h := range hits {
		out = append(out, h.loser(q.ID, q.Reason))
	}
	return out
}

// invoker reads a key from the URL of the chosen provider: consumer over
// provider for each exact key, so that a provider's method beats a consumer's
// reference; in 3.x with application-level discovery the consumer's method or
// reference first (measured: case provider-side, s_methodRef1000, on 21
// versions, with its -interface twin).
func (q *query) invoker(key, def string) *entry {
	method := q.call.Method
	hits, lost := q.consumerHits(method, key), q.side.url.lostFor(method, key)
	var p []hit
	switch q.way {
	case viaDirect:
		p = q.direct.search(method, key, q.def())
	case viaRegistry:
		p = q.providerHits(method, key)
	}
	if q.applicationLevel() {
		return settle(append(hits, p...), lost, def)
	}
	return settle(merge(hits, p, method, key), lost, def)
}

// applicationLevel: the default discovery of 3.x consumers, where the provider
// is 3.x too and nothing forces the interface level.
func (q *query) applicationLevel() bool {
	if !q.v.AtLeast("3.0.0") || q.way != viaRegistry {
		return false
	}
	for _, s := range q.providers {
		if s.App.Version.Before("3.0.0") {
			return false
		}
	}
	for _, src := range []application.PropertySource{application.JVM, application.SpringEnv, application.DubboFile} {
		for _, p := range q.props.find(src, "dubbo.application.service-discovery.migration") {
			return p.Value != "FORCE_INTERFACE"
		}
	}
	return true
}

// merge orders the hits of both sides by exact key, the consumer first.
func merge(consumer, provider []hit, method, key string) []hit {
	var out []hit
	for _, k := range [...]string{method + "." + key, key, "default." + key} {
		for _, side := range [][]hit{consumer, provider} {
			for _, h := range side {
				if h.key == k {
					out = append(out, h)
				}
			}
		}
	}
	return out
}

// providerHits returns what the provider publishes for a key, where the trees
// hold the provider. Providers that differ leave the value undecided.
func (q *query) providerHits(method, key string) []hit {
	if q.way != viaRegistry || len(q.providers) == 0 {
		return nil
	}
	first := q.providers[0].url.search(method, key, q.defOfProvider())
	for _, s := range q.providers[1:] {
		other := s.url.search(method, key, q.defOfProvider())
		if !sameHits(first, other) {
			return []hit{undecidedHit(append(first, other...), key)}
		}
	}
	return first
}

func sameHits(a, b []hit) bool {
	if len(a) == 0 || len(b) == 0 {
		return len(a) == len(b)
	}
	return a[0].value == b[0].value && a[0].known == b[0].known
}

func undecidedHit(hits []hit, key string) hit {
	e := *hits[0].entry
	e.known, e.value = false, ""
	e.unknown = lang.T("the providers found in the audited files publish different values of %s", key)
	return hit{hits[0].key, &e}
}
