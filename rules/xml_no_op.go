package rules

import (
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// schemaDefaults are the values that the XML parser turns into "absent"
// because the schema injects them by itself.
var schemaDefaults = []struct {
	name, value string
	instead     lang.Text
}{
	{"timeout", "0", lang.T("the next level's timeout, or 1000 ms, applies")},
	{"async", "false", lang.T("an inherited async=true still applies")},
	{"version", "0.0.0", lang.T("no version is set")},
}

var xmlNoOp = &Rule{
	Info: finding.Info{
		ID: "DA413", Name: "xml-no-op", Severity: finding.Note,
		Summary: "An XML value equals the schema's own default and is treated as absent",
		Doc: `A validating parser injects the schema's defaults, so Dubbo cannot tell timeout="0" written by hand from
nothing, and treats both as absent. A reference cannot switch off an inherited async=true in XML.`,
		Before:    `<dubbo:reference id="orders" interface="com.acme.OrderService" timeout="0"/>`,
		After:     `<dubbo:reference id="orders" interface="com.acme.OrderService" timeout="5000"/>`,
		Versions:  "every version",
		Guards:    []string{"silent: annotations, properties and the API"},
		Questions: []string{"timeout-zero"},
		Quirks:    []dubbo.QuirkID{dubbo.XMLNoOp},
		Proof: []string{
			"source: 3.2.16 DubboBeanDefinitionParser (getCompatibleDefaultValue)",
			"measured: timeout=0 waits the default 1000 ms (case retries)",
		},
		Fix: "Drop the attribute, or write a value that counts.",
	},
	Check: func(p *Pass) {
		for _, app := range p.Model.Apps {
			for _, c := range app.Configs {
				for _, s := range c.Settings {
					for _, d := range schemaDefaults {
						if c.Form != "xml" || s.Name != d.name || s.Value != d.value || !p.once(placeKey(app, s.Name, s.At)) {
							continue
						}
						p.aboutConfig(app, c, finding.Note, s.Name, "%s=%q on <%s> is the same as absent in XML: %s. Drop it, or write a value that counts.",
							s.Name, s.Value, c.Tag, d.instead).at(s.At)
					}
				}
			}
		}
	},
}
