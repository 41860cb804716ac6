package rules

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var propertyAgainstAttribute = &Rule{
	Info: finding.Info{
		ID: "DA410", Name: "property-against-attribute", Severity: finding.Warning,
		Summary: "A property and a written attribute set the same thing, and in this version the unexpected one wins",
		Doc: `Which source wins changed five times. In 2.7.6-2.7.23 an attribute of a config object with an id beats -D;
in 3.x application.yml beats XML and annotations, in 2.x it only fills what they leave open. Whoever edits the one
that loses changes nothing.`,
		Before: `# application.yml, Dubbo 3.2
dubbo.reference.com.acme.OrderService.retries: 2
# beats @DubboReference(retries = 0)`,
		After:     `# one place only: @DubboReference(retries = 0)`,
		Versions:  "every version, in different ways (semantics.md, section 3)",
		Guards:    []string{"silent: equal values; a setting for one reference or method over one for all; -D, the environment and the config center over anything, dubbo.properties under anything: that is what they are for"},
		Questions: []string{"properties", "jvm-options", "environment", "config-center", "spring-boot"},
		Quirks:    []dubbo.QuirkID{dubbo.SourceOrder},
		Proof: []string{
			"runs that are not recorded: Spring Boot starters with 2.6.2, 2.7.6, 2.7.23 and 3.3.6",
		},
		Fix: "Keep the setting in one place.",
	},
	Check: func(p *Pass) {
		for c := range p.calls() {
			for _, s := range settings(c) {
				for _, l := range s.shadowed {
					if l.Quirk != dubbo.SourceOrder || l.Text() == s.value || !surprising(s.from, l.From, c.Ref.App) {
						continue
					}
					d := p.aboutOrigin(c, l.From, finding.Warning, s.name, "%s=%s, which %s, has no effect: in %s %s=%s wins, which %s. Keep the setting in one place.",
						s.name, l.Text(), comesFrom(l.From), version(c.Ref.App), s.name, s.value, comesFrom(s.from))
					if d != nil {
						d.also(s.from.At, "%s=%s wins here", s.name, s.value)
					}
				}
			}
		}
	},
}

// surprising reports whether a user who knows the common order (system
// properties over everything, what is written at the object over files) would
// have expected the loser to win.
func surprising(winner, loser effective.Origin, app *effective.App) bool {
	if winner.Level == loser.Level || ofAll(loser) && ofOne(winner) {
		return false
	}
	switch loser.Level {
	case effective.JVMProperty, effective.Environment, effective.ConfigCenter:
		return winner.Level != effective.JVMProperty
	case effective.SpringEnv, effective.DubboProps:
		// What is said of one reference loses to what is said of all.
		if winner.Level == effective.AtConsumer && strings.HasPrefix(loser.Key, "dubbo.reference.") {
			return true
		}
		return loser.Level == effective.SpringEnv && app.Version.Before("3.0.0") && winner.Level != effective.JVMProperty
	}
	return winner.Level == effective.SpringEnv || winner.Level == effective.DubboProps
}

// ofAll and ofOne tell a setting for all references from one for a reference or
// method, which is meant to win.
func ofAll(o effective.Origin) bool {
	return o.Level == effective.AtConsumer || strings.HasPrefix(o.Key, "dubbo.consumer.")
}

func ofOne(o effective.Origin) bool {
	return o.Level == effective.AtReference || o.Level == effective.AtMethod || strings.HasPrefix(o.Key, "dubbo.reference.")
}

var parameterAgainstAttribute = &Rule{
	Info: finding.Info{
		ID: "DA421", Name: "parameter-against-attribute", Severity: finding.Warning,
		Summary: "An attribute and a <dubbo:parameter> of the same key differ, and which one wins depends on the version",
		Doc: `Both end up under the same key, and the last one put wins. Up to 2.7.8 that is the attribute, in 2.7.23 the
attribute for retries and timeout and the parameter for cluster, in 3.x the parameter. Up to 2.7 the order follows
reflection and may differ between machines.`,
		Before: `<dubbo:reference id="orders" interface="com.acme.OrderService" retries="0">
  <dubbo:parameter key="retries" value="2"/>
</dubbo:reference>`,
		After:     `<dubbo:reference id="orders" interface="com.acme.OrderService" retries="0"/>`,
		Versions:  "every version, with different winners",
		Guards:    []string{"silent: equal values; of medium confidence up to 2.7, where the order may differ between machines"},
		Questions: []string{"parameters", "consumer-parameters"},
		Quirks:    []dubbo.QuirkID{dubbo.ParameterOrder},
		Proof: []string{
			"measured: retries and cluster (case parameter, precedence)",
		},
		Fix: "Drop the parameter.",
	},
	Check: func(p *Pass) {
		for c := range p.calls() {
			for _, s := range settings(c) {
				for _, l := range s.shadowed {
					if l.Quirk != dubbo.ParameterOrder || l.Text() == s.value {
						continue
					}
					d := p.aboutOrigin(c, l.From, finding.Warning, s.name, "%s is written as attribute and as parameter: in %s %s=%s wins and %s=%s has no effect. Drop the parameter.",
						s.name, version(c.Ref.App), s.name, s.value, s.name, l.Text())
					if d == nil {
						continue
					}
					d.also(s.from.At, "%s=%s wins here", s.name, s.value)
					if c.Ref.App.Version.Before("3.0.0") {
						d.sure(finding.Medium)
					}
				}
			}
		}
	},
}
