package rules

import "github.com/dubboaudit/dubboaudit/rules/finding"

var deadProperty = &Rule{
	Info: finding.Info{
		ID: "DA414", Name: "dead-property", Severity: finding.Warning,
		Summary: "This version never reads the property",
		Doc: `Which keys are read differs by version. dubbo.reference.check without an interface counts up to 2.6 and
from 3.1.4 on, not between; dubbo.reference.<id> counts in 2.6 only. A dead key is silence: nothing is logged.`,
		Before:   `dubbo.reference.check=false   # Dubbo 2.7.8`,
		After:    `dubbo.consumer.check=false`,
		Versions: "every version, with different keys; dubbo.reference.<attribute>: not read on 2.7.0-3.1.3",
		Guards:   []string{"silent: own keys below dubbo. that only look similar"},
		Proof:    []string{"measured: cases props-reference-* and sysprop-reference-* on 2.6.2, 2.7.8, 2.7.23, 3.2.19, 3.3.6", "source: 2.7.0 ReferenceConfig:575, 3.2.16 ReferenceConfigBase:132-141"},
		Fix:      "Use a key that this version reads: dubbo.consumer.* for all references, dubbo.reference.<interface>.* for one (2.7 and later).",
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
