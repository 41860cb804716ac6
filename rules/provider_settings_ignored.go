package rules

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var providerRetriesIgnored = &Rule{
	Info: finding.Info{
		ID: "DA402", Name: "provider-retries-ignored", Severity: finding.Error,
		Summary: "retries is set on the provider side, and the consumer's version does not read it there",
		Doc: `Up to 2.7.8, and again from 2.7.15 to 2.7.23, the provider's retries reach the consumer's retry loop. In
2.7.9-2.7.14 and in 3.x they do not: a retries=0 that the service's author wrote for safety has no effect, and the
consumer retries by default. The documentation still shows retries on the service.`,
		Before: `@DubboService(retries = 0) // provider
@DubboReference OrderService orders; // consumer on 3.2`,
		After:    `@DubboReference(retries = 0) OrderService orders;`,
		Versions: "consumers on 2.7.9-2.7.14 and 3.0.0 and later (3.0.0-3.0.4: read only where a mock key is present)",
		Guards: []string{
			"silent: the consumer sets retries itself, or the effective number is the same",
			"a warning only: the lost value is the higher one, or no method is a write, or the consumer's version is unknown",
		},
		Questions: []string{"provider-retries"},
		Quirks:    []dubbo.QuirkID{dubbo.ProviderRetriesIgnored},
		Proof: []string{
			"measured: lost from service, method, parameter, provider and dubbo.provider.retries alike (case provider-side, provider-wide, provider-props)",
			"reported: apache/dubbo#8325, #10582, #8426",
		},
		Fix: "Set retries on the consumer's reference.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			calls := matching(ref, func(c *effective.Call) bool {
				l := c.Retries.Lost(dubbo.ProviderRetriesIgnored)
				return l != nil && byDefault(c.Retries) && c.Cluster.V == dubbo.DefaultCluster && differs(l.Text(), c.Retries.V)
			})
			p.spread(calls, func(c *effective.Call, words lang.Text, write bool) *draft {
				l := c.Retries.Lost(dubbo.ProviderRetriesIgnored)
				n, ok := number(l.Text())
				worse := ok && n < c.Retries.V && repeats(c)
				return p.aboutCall(c, errorOnWrite(write && worse), "retries",
					"retries=%s, which %s, does not reach the consumer in %s: %s %s with retries=%d, Dubbo's default. %s",
					l.Text(), comesFrom(l.From), version(ref.App), words, mayRun(c), c.Retries.V, setTo(ref, "retries", wanted(ref, l.Text()))).
					fix(p.providerValueFix(c, l)...)
			})
			p.unsureOfProvider(ref, "retries", func(c *effective.Call) bool { return consumerSilent(c.Retries) })
		}
	},
}

var providerClusterIgnored = &Rule{
	Info: finding.Info{
		ID: "DA403", Name: "provider-cluster-ignored", Severity: finding.Error,
		Summary: "cluster is set on the provider side, and the consumer's version does not read it there",
		Doc: `Up to 2.7.5 the cluster that a service declares reaches the consumer. From 2.7.6 on the cluster is chosen
on the consumer side only: a service that says failfast is called with failover, so up to three times.`,
		Before:   `@DubboService(cluster = "failfast") // provider; consumer on 2.7.13`,
		After:    `@DubboReference(cluster = "failfast") OrderService orders;`,
		Versions: "consumers on 2.7.6 and later",
		Guards: []string{
			"silent: the consumer sets the cluster itself",
			"a warning only: the call runs once all the same, or no method is a write, or the consumer's version is unknown",
		},
		Questions: []string{"provider-cluster"},
		Quirks:    []dubbo.QuirkID{dubbo.ProviderClusterIgnored},
		Fix:       "Set cluster on the consumer's reference.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			calls := matching(ref, func(c *effective.Call) bool {
				l := c.Cluster.Lost(dubbo.ProviderClusterIgnored)
				return l != nil && l.Text() != c.Cluster.V && c.Cluster.Lost(dubbo.ClusterReplaced) == nil &&
					(byDefault(c.Cluster) || c.Cluster.From.Level == effective.VersionQuirk)
			})
			p.spread(calls, func(c *effective.Call, words lang.Text, write bool) *draft {
				l := c.Cluster.Lost(dubbo.ProviderClusterIgnored)
				worse := neverRetries[l.Text()] && repeats(c)
				advice, fix := setTo(ref, "cluster", l.Text()), p.providerClusterFix(ref, l)
				if dubbo.ClusterReplaced.Has(ref.App.Version.Version) { // the reference's own cluster has no effect either
					advice, fix = stop(c), p.stopWhole(c, neverRetries[l.Text()])
				}
				return p.aboutCall(c, errorOnWrite(write && worse), "cluster",
					"cluster=%s, which %s, does not reach the consumer in %s: %s %s with %s. %s",
					l.Text(), comesFrom(l.From), version(ref.App), words, mayRun(c), c.Cluster.V, advice).fix(fix)
			})
			p.unsureOfProvider(ref, "cluster", func(c *effective.Call) bool { return consumerSilent(c.Cluster) })
		}
	},
}

// unsureOfProvider reports a provider-side value of which it depends on the
// consumer's unknown version whether it counts.
func (p *Pass) unsureOfProvider(ref *effective.Reference, key string, silent func(*effective.Call) bool) {
	if !ref.App.Version.IsZero() {
		return
	}
	for _, c := range ref.Calls {
		for _, s := range ref.Providers {
			pub, ok := s.PublishedFor(c.Method, key)
			if !ok || pub.Setting == nil || !silent(c) {
				continue
			}
			where := lang.T("2.7.9-2.7.14 and 3.x")
			if key == "cluster" {
				where = lang.T("2.7.6 and later")
			}
			p.aboutCall(c, finding.Warning, key, "%s=%s is set on the provider side alone, and the consumer's Dubbo version is not known: %s ignore it. %s",
				key, pub.Value, where, setTo(ref, key, pub.Value)).wholeReference().sure(finding.Medium).
				also(pub.At, "%s is set here", key)
			return
		}
	}
}

// consumerSilent reports whether nothing on the consumer's side sets a value.
func consumerSilent[T any](v effective.Value[T]) bool {
	switch v.From.Level {
	case effective.Default, effective.ProviderMethod, effective.AtService, effective.AtProvider:
		return true
	}
	return false
}

func differs(raw string, n int) bool {
	m, ok := number(raw)
	return !ok || m != n
}

// wanted writes a provider's retries so that the reference keeps it.
func wanted(ref *effective.Reference, raw string) string {
	if n, ok := number(raw); ok && n <= 0 {
		return noRetries(ref)
	}
	return raw
}

// providerValueFix repeats a lost service-level value on the reference, where
// it means the same for every method.
func (p *Pass) providerValueFix(c *effective.Call, l *effective.Loser) []*finding.Fix {
	if l.From.Level == effective.ProviderMethod {
		return p.stopRetriesFixes(c)
	}
	n, ok := number(l.Text())
	return []*finding.Fix{p.setFix(c.Ref, "retries", wanted(c.Ref, l.Text()), ok && n <= c.Retries.V,
		func(x *effective.Call) bool {
			lost := x.Retries.Lost(dubbo.ProviderRetriesIgnored)
			return lost != nil && lost.Text() == l.Text() || !byDefault(x.Retries)
		})}
}

// providerClusterFix repeats a lost cluster on the reference.
func (p *Pass) providerClusterFix(ref *effective.Reference, l *effective.Loser) *finding.Fix {
	return p.setFix(ref, "cluster", l.Text(), l.Text() == "failfast", func(c *effective.Call) bool {
		lost := c.Cluster.Lost(dubbo.ProviderClusterIgnored)
		return lost != nil && lost.Text() == l.Text()
	})
}

// setFix inserts an attribute that says what somebody wrote elsewhere. It is
// safe where it asks for no more executions and every call of the reference
// was meant to have it.
func (p *Pass) setFix(ref *effective.Reference, name, value string, milder bool, meant func(*effective.Call) bool) *finding.Fix {
	written := value
	if ref.Form == "annotation" {
		written = literal(value)
	}
	refs := p.sameAs(ref)
	edits, complete := writeSetting(refs, name, written)
	if len(edits) == 0 || ref.Get(name) != nil {
		return nil
	}
	safe := milder && complete && p.everywhere(ref, func(r *effective.Reference) bool {
		return !slices.ContainsFunc(r.Calls, func(c *effective.Call) bool { return !c.Never() && !meant(c) })
	})
	return &finding.Fix{Title: setOn(name, value, refs), Safe: safe, Edits: edits}
}
