package rules

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var methodNotInInterface = &Rule{
	Info: finding.Info{
		ID: "DA602", Name: "method-not-in-interface", Severity: finding.Warning,
		Summary: "A method is configured that the interface does not have: the start fails",
		Doc: `Dubbo checks the configured method names against the interface and refuses to start when one is missing.
Renaming a method without its configuration is the usual way to get there.`,
		Before:   `<dubbo:method name="createOrders" retries="0"/> <!-- the method is createOrder -->`,
		After:    `<dubbo:method name="createOrder" retries="0"/>`,
		Versions: "every version",
		Guards:   []string{"silent: generic references, interfaces or super-interfaces that are not in the audited trees, dubbo.config.ignore-invalid-method-config=true in 3.x"},
		Proof:    []string{"source: 2.6 and 2.7 checkInterfaceAndMethods, 3.2.16 AbstractInterfaceConfig:386-402", "measured: <dubbo:method name=\"*\"> fails at startup (case precedence)"},
		Fix:      "Write the method's name as the interface declares it.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			if f := ref.Fails; f != nil && f.Setting == "method" {
				p.aboutReference(ref, finding.Warning, "method", "%s: the start fails. Write the name as the interface declares it.",
					strings.TrimSuffix(f.Msg, ".")).at(f.At)
			}
		}
	},
}
