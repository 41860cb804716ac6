package effective

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
)

// cluster works out the cluster that really runs around a call.
func (q *query) cluster() Value[string] {
	switch q.way {
	case viaDirect:
		return q.directCluster()
	case viaLocal:
		e := settle(q.consumerHits("", "cluster"), q.side.url.lostFor("", "cluster"), "")
		forced := dubbo.NoCluster
		if dubbo.DirectURLFailover.Has(q.v) {
			forced = dubbo.DefaultCluster // as for any single url
		}
		v := q.replaced(e, forced, dubbo.LocalCall)
		v.From = Origin{Level: VersionQuirk, Quirk: dubbo.LocalCall}
		return v
	}
	e := q.configuredCluster()
	if q.severalGroups() {
		// Each group has its own inner cluster, chosen as configured, even on
		// 2.7.6 (runs that are not recorded; case groups elsewhere).
		q.call.OuterCluster = "mergeable"
		return q.checked(stringValue(e))
	}
	if dubbo.ClusterReplaced.Has(q.v) {
		return q.checked(q.registryCluster(e))
	}
	v := q.checked(stringValue(e))
	q.outerCluster(v)
	return v
}

// configuredCluster is what consumer and provider configure: merged up to
// 2.7.5, the consumer's side alone from 2.7.6 on.
func (q *query) configuredCluster() *entry {
	hits, lost := q.consumerHits("", "cluster"), q.side.url.lostFor("", "cluster")
	p := q.providerHits("", "cluster")
	if dubbo.ProviderClusterIgnored.Has(q.v) {
		return settle(hits, append(lost, ignored(p, "cluster")...), dubbo.DefaultCluster)
	}
	return settle(merge(hits, p, "", "cluster"), lost, dubbo.DefaultCluster)
}

// replaced makes a value that the version forces, with the configured one as
// its first loser where it differs.
func (q *query) replaced(e *entry, forced string, id dubbo.QuirkID) Value[string] {
	v := Value[string]{V: forced, Known: true, Shadowed: distinct(e), From: Origin{Level: VersionQuirk, Quirk: id}}
	if e.value == forced {
		v.From, v.Raw = e.from, e.raw
		return v
	}
	if e.from.Level != Default {
		v.Shadowed = append([]Loser{e.loser(id, dubbo.QuirkByID(id).Reason)}, v.Shadowed...)
	} else if forced == dubbo.DefaultCluster {
		v.From = e.from
	}
	return v
}

// directCluster: one address has no cluster layer up to 3.0.2.1 and always
// failover from 3.0.3 on; several have the configured one.
func (q *query) directCluster() Value[string] {
	hits, lost := q.consumerHits("", "cluster"), q.side.url.lostFor("", "cluster")
	e := settle(merge(hits, q.direct.search("", "cluster", q.def()), "", "cluster"), lost, "")
	if q.addresses == 1 {
		if dubbo.DirectURLNoCluster.Has(q.v) {
			return q.replaced(e, dubbo.NoCluster, dubbo.DirectURLNoCluster)
		}
		return q.replaced(e, dubbo.DefaultCluster, dubbo.DirectURLFailover)
	}
	if e.value == "" && e.known {
		if dubbo.DirectURLsCrash.Has(q.v) {
			q.call.Fails = &Failure{Quirk: dubbo.DirectURLsCrash, Setting: "url", At: q.call.Ref.URL.From.At,
				Msg: lang.T("every call fails with ClassCastException: %s", dubbo.QuirkByID(dubbo.DirectURLsCrash).Reason)}
			return q.replaced(e, "zone-aware", dubbo.DirectURLsCrash)
		}
		e.value = dubbo.DefaultCluster
	}
	return q.checked(stringValue(e))
}

// registryCluster: 2.7.6 and 2.7.7 ask the registry's URL (dubbo.ClusterReplaced).
func (q *query) registryCluster(e *entry) Value[string] {
	regs := q.withCluster()
	if len(regs) == 0 {
		if len(q.call.Ref.Registries) > 1 {
			q.call.OuterCluster = "zone-aware"
		}
		return q.replaced(e, dubbo.DefaultCluster, dubbo.ClusterReplaced)
	}
	s := regs[0].Get("cluster")
	v := q.replaced(e, s.Value, dubbo.ClusterReplaced)
	v.Raw, v.From = s.Raw, Origin{Level: AtRegistry, At: s.At, Key: "cluster"}
	if len(q.call.Ref.Registries) > 1 {
		q.call.OuterCluster = s.Value
	}
	for _, other := range regs[1:] {
		if other.Value("cluster") != s.Value {
			v.Known, v.V = false, ""
			v.Unknown = lang.T("the registries name different clusters, and this version takes one of them, differently from call to call")
		}
	}
	return v
}

// withCluster are the reference's registries that have a cluster of their own.
func (q *query) withCluster() []*application.Config {
	var out []*application.Config
	for _, c := range q.call.Ref.Registries {
		if c.Value("cluster") != "" {
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		for _, src := range []application.PropertySource{application.JVM, application.SpringEnv, application.DubboFile} {
			if list := q.props.find(src, "dubbo.registry.cluster"); len(list) > 0 {
				s := list[0].Setting
				s.Name = "cluster"
				return []*application.Config{{Tag: "registry", Settings: []*application.Setting{&s}, At: s.At}}
			}
		}
	}
	return out
}

// outerCluster finds the cluster around several registries (semantics S6).
func (q *query) outerCluster(inner Value[string]) {
	if len(q.call.Ref.Registries) < 2 {
		return
	}
	own := ""
	if regs := q.withCluster(); len(regs) > 0 {
		own = regs[0].Value("cluster")
	}
	explicit := inner.From.Level != Default
	switch {
	case explicit && q.v.AtLeast("2.7.0") && q.v.Before("2.7.6"):
		q.call.OuterCluster = inner.V
	case q.v.Before("2.6.8"):
		q.call.OuterCluster = "available"
	case own != "" && !(q.v.AtLeast("2.7.0") && q.v.Before("2.7.5")):
		q.call.OuterCluster = own
	case q.v.Before("2.7.0"):
		q.call.OuterCluster = "available"
	case q.v.Before("2.7.5"):
		q.call.OuterCluster = "registryaware"
	default:
		q.call.OuterCluster = "zone-aware"
	}
}

// severalGroups: group="*" or a list (dubbo.GroupMergeable).
func (q *query) severalGroups() bool {
	g := q.call.Ref.Group
	return g == "*" || strings.Contains(g, ",")
}

// checked turns a name that this version does not register into a failure.
func (q *query) checked(v Value[string]) Value[string] {
	if v.Known && v.V != dubbo.NoCluster && !dubbo.KnownCluster(v.V, q.v) && !q.ownExtension(v.V) {
		q.call.Fails = &Failure{Setting: "cluster", At: v.From.At,
			Msg: lang.T("no cluster is named \"%s\" (known: %s): startup or the first use fails", v.V, lang.Names(dubbo.ClusterNames(q.v)))}
	}
	return v
}

// ownExtension reports whether the trees register a cluster of that name
// themselves.
func (q *query) ownExtension(name string) bool {
	return slices.Contains(q.binder.app.Clusters, name)
}
