package rules

import (
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var deadProperty = &Rule{
	Info: finding.Info{
		ID: "DA414", Name: "dead-property", Severity: finding.Warning,
		Summary: "This version never reads the property",
		Doc: `Which keys are read differs by version. dubbo.reference.check without an interface counts up to 2.6 and
from 3.1.4 on, not between; dubbo.reference.<id> counts in 2.6 only. A dead key is silence: nothing is logged.`,
		Before:    `dubbo.reference.check=false   # Dubbo 2.7.8`,
		After:     `dubbo.consumer.check=false`,
		Versions:  "every version, with different keys; dubbo.reference.<attribute>: not read on 2.7.0-3.1.3",
		Guards:    []string{"silent: own keys below dubbo. that only look similar"},
		Questions: []string{"properties", "jvm-options"},
		Quirks:    []dubbo.QuirkID{dubbo.DeadProperty},
		Proof:     []string{"measured: the keys of dubbo.reference in dubbo.properties and of -D (case props-reference-id, props-reference-global, sysprop-reference-id)"},
		Fix:       "Use a key that this version reads: dubbo.consumer.* for all references, dubbo.reference.<interface>.* for one (2.7 and later).",
	},
	Check: func(p *Pass) {
		for _, app := range p.Model.Apps {
			for _, prop := range app.Dead {
				if p.once(placeKey(app, prop.Name, prop.NameAt)) {
					p.aboutApp(app, finding.Warning, prop.Name, "%s is never read by %s. Use dubbo.consumer.* for all references, or dubbo.reference.<interface>.* for one (2.7 and later).",
						prop.Name, version(app)).at(prop.NameAt)
				}
			}
		}
	},
}
