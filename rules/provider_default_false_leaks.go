package rules

import (
	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var providerDefaultFalseLeaks = &Rule{
	Info: finding.Info{
		ID: "DA420", Name: "provider-default-false-leaks", Severity: finding.Warning,
		Summary: "A provider config that is not the default reaches services outside it in this version",
		Doc: `<dubbo:provider default="false"> should hold for its nested services and those that name it. In 2.7.5 and
2.7.6 its timeout, retries and (2.7.5) cluster reach other services too, and from there their consumers.`,
		Before: `<dubbo:provider default="false" timeout="500"><dubbo:service interface="com.acme.FastService" ref="fast"/></dubbo:provider>
<dubbo:service interface="com.acme.SlowService" ref="slow"/>`,
		After:     `<dubbo:service interface="com.acme.FastService" ref="fast" timeout="500"/>`,
		Versions:  "2.7.5 and 2.7.6",
		Guards:    []string{"silent: every service of the application belongs to that provider config, or it sets nothing"},
		Questions: []string{"provider-default-false"},
		Quirks:    []dubbo.QuirkID{dubbo.ProviderLeak},
		Proof:     []string{"measured: a service outside gets retries and timeout, on 2.7.5 cluster, too (case provider-nested)"},
		Fix:       "Set the values on the services themselves, or upgrade to 2.7.8 or later.",
	},
	Check: func(p *Pass) {
		for _, app := range p.Model.Apps {
			if !dubbo.ProviderLeak.Has(app.Version.Version) {
				continue
			}
			for _, c := range app.Configs {
				if c.Tag != "provider" || c.Value("default") == "true" || c.Value("default") == "" && !hasNested(app, c) {
					continue
				}
				keys, outside := leaks(c), outsideOf(app, c)
				if len(keys) > 0 && len(outside) > 0 {
					p.aboutApp(app, finding.Warning, "default", "%s of this provider config reach %s too in %s, though default is false. Set the values on the services themselves, or upgrade to 2.7.8 or later.",
						lang.Names(keys), serviceName(outside[0]), version(app)).at(c.At).also(outside[0].At, "a service outside it")
				}
			}
		}
	},
}

// hasNested reports whether a config stands around others, which makes it no
// default.
func hasNested(app *effective.App, outer *application.Config) bool {
	for _, c := range app.Configs {
		if c.Outer == outer {
			return true
		}
	}
	return false
}

func leaks(c *application.Config) []string {
	var keys []string
	for _, k := range []string{"timeout", "retries", "cluster"} {
		if c.Get(k) != nil {
			keys = append(keys, k)
		}
	}
	return keys
}

// outsideOf returns the services that a provider config reaches although they
// neither stand in it nor name it.
func outsideOf(app *effective.App, provider *application.Config) []*effective.Service {
	var out []*effective.Service
	for _, s := range app.Services {
		named := provider.ID != "" && s.Value("provider") == provider.ID
		if s.Provider == provider && s.Outer != provider && !named {
			out = append(out, s)
		}
	}
	return out
}
