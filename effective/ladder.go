package effective

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
)

// ladder gathers the rungs of one setting of one call.
type ladder struct {
	*query
	contests      *Contests
	name          string
	rungs, unread []Rung
}

// climb lists the rungs in the order of query.loop and query.invoker: each
// exact key, "createOrder.retries" before "retries" before "default.retries",
// with the consumer's side before the provider's.
func (l *ladder) climb() {
	if l.name == "cluster" && dubbo.ClusterReplaced.Has(l.v) {
		l.add(l.registries())
	}
	ref := l.call.Ref.target()
	consumer := l.endSide(ref.Config, l.side.consumer, "reference", "consumer", AtReference, AtConsumer, AtMethod)
	if l.name == "check" {
		l.add(consumer[exact]...)
		return
	}
	provider, unread := l.providerSide()
	l.dropDefaults(consumer, l.def() && !(l.name == "cluster" && l.v.AtLeast("2.7.5")))
	l.dropDefaults(provider, l.def() || l.way == viaRegistry && l.defOfProvider())
	if unread.IsZero() && l.sideFirst() {
		for _, k := range keys {
			l.add(consumer[k]...)
		}
		consumer = map[key][]Rung{}
	}
	for _, k := range keys {
		l.add(consumer[k]...)
		if unread.IsZero() {
			l.add(provider[k]...)
		}
	}
	if !unread.IsZero() {
		for _, k := range keys {
			l.leave(unread, provider[k])
		}
	}
}

// dropDefaults leaves the "default." form of a side to what is not read, unless
// the version reads it.
func (l *ladder) dropDefaults(side map[key][]Rung, read bool) {
	if !read {
		l.leave(lang.T("this version does not read the key %s", "default."+l.name), side[byDefault])
		delete(side, byDefault)
	}
}

// key is the form of a key in the URL.
type key uint8

const (
	ofMethod  key = iota // createOrder.retries
	exact                // retries
	byDefault            // default.retries
)

var keys = [...]key{ofMethod, exact, byDefault}

func (l *ladder) add(rungs ...Rung) {
	for _, r := range rungs {
		if !r.Unread.IsZero() {
			l.unread = append(l.unread, r)
		} else {
			l.rungs = append(l.rungs, r)
		}
	}
}

// leave adds rungs that are not read, those where something stands.
func (l *ladder) leave(why lang.Text, rungs []Rung) {
	for _, r := range rungs {
		if r.Unread.IsZero() {
			r.Unread = why
		}
		if len(r.Found) > 0 {
			l.unread = append(l.unread, r)
		}
	}
}

// sideFirst: a provider's method ranks behind the consumer's reference.
func (l *ladder) sideFirst() bool {
	return slices.Contains([]string{"timeout", "loadbalance", "async"}, l.name) && l.applicationLevel()
}

// providerSide are the rungs of the provider or of the direct url, and why this
// version does not read them.
func (l *ladder) providerSide() (rungs map[key][]Rung, unread lang.Text) {
	loop := slices.Contains(loopSettings, l.name)
	switch {
	case l.way == viaDirect:
		if loop && l.addresses == 1 && !dubbo.DirectURLFailover.Has(l.v) {
			unread = lang.T("the retry loop does not see the parameters of one direct url in this version")
		}
		return l.directRungs(), unread
	case l.way == viaLocal:
		return nil, lang.Text{}
	case l.name == "cluster" && dubbo.ProviderClusterIgnored.Has(l.v):
		unread = dubbo.QuirkByID(dubbo.ProviderClusterIgnored).Reason
	case loop && !dubbo.MergesProvider(l.v, l.hasMock() && !l.applicationLevel()):
		unread = dubbo.QuirkByID(dubbo.ProviderRetriesIgnored).Reason
	}
	return l.providerRungs(), unread
}

// providerRungs are those of every service that the reference may be given.
func (l *ladder) providerRungs() map[key][]Rung {
	rungs := map[key][]Rung{}
	for _, s := range l.providers {
		providers := l.contests.providersOf(s, l.v)
		p := *l
		p.query = &query{resolver: &resolver{binder: providers.binder}, call: l.call}
		var named *entry
		if x := s.Get("provider"); x != nil {
			named = newEntry(x, AtService)
		}
		provider, _ := providers.find(s.Config, named)
		for k, list := range p.endSide(s.Config, provider, "service", "provider", AtService, AtProvider, ProviderMethod) {
			rungs[k] = append(rungs[k], list...)
		}
	}
	return rungs
}

// loopSettings are what query.loop reads.
var loopSettings = []string{"retries", "mock", "forks"}

// registries is the rung of versions that ask the registry for the cluster.
func (l *ladder) registries() Rung {
	r := Rung{Level: AtRegistry, Where: lang.Verbatim("<dubbo:registry cluster=...>")}
	for _, c := range l.withCluster() {
		s := c.Get("cluster")
		r.Found = append(r.Found, Candidate{Raw: s.Raw, From: Origin{Level: AtRegistry, At: s.At, Key: "cluster"}})
	}
	return r
}

// directRungs are the parameters that a direct url may carry.
func (l *ladder) directRungs() map[key][]Rung {
	out := map[key][]Rung{}
	for k, name := range map[key]string{ofMethod: l.call.Method + "." + l.name, exact: l.name} {
		if k == ofMethod && l.name == "cluster" {
			continue
		}
		r := Rung{Level: AtURL, Where: lang.T("the url's parameter %s", name)}
		if e := l.direct.m[name]; e != nil {
			r.Found = []Candidate{{Raw: e.raw, From: e.from}}
		}
		out[k] = []Rung{r}
	}
	return out
}
