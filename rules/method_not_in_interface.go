package rules

import (
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var methodNotInInterface = &Rule{
	Info: finding.Info{
		ID: "DA602", Name: "method-not-in-interface", Severity: finding.Warning,
		Summary: "A method is configured that the interface does not have: the start fails",
		Doc: `Dubbo checks the configured method names against the interface and refuses to start when one is missing.
Renaming a method without its configuration is the usual way to get there.`,
		Before:    `<dubbo:method name="createOrders" retries="0"/> <!-- the method is createOrder -->`,
		After:     `<dubbo:method name="createOrder" retries="0"/>`,
		Versions:  "every version",
		Guards:    []string{"silent: generic references, interfaces or super-interfaces that are not in the audited trees, dubbo.config.ignore-invalid-method-config=true in 3.x"},
		Questions: []string{"refused-settings"},
		Proof:     []string{"source: 2.6 and 2.7 checkInterfaceAndMethods, 3.2.16 AbstractInterfaceConfig:386-402", "measured: <dubbo:method name=\"*\"> is refused (case method-star)"},
		Fix:       "Write the method's name as the interface declares it.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			if f := ref.Fails; f != nil && f.Setting == "method" {
				p.aboutReference(ref, finding.Warning, "method", "%s. Write the name as the interface declares it.", f.Msg).at(f.At)
				continue
			}
			p.unknownMethods(ref)
		}
	},
}

// unknownMethods compares the configured names with the methods of the
// interface, where all of its super-interfaces are known.
func (p *Pass) unknownMethods(ref *effective.Reference) {
	if ref.Type == nil || ref.Generic || ref.App.Types == nil || len(ref.Methods) == 0 || ignoresUnknownMethods(ref.App) {
		return
	}
	list, complete := ref.App.Types.Methods(ref.Type)
	if !complete {
		return
	}
	names := map[string]bool{}
	for _, m := range list {
		names[m.Name] = true
	}
	for _, m := range ref.Methods {
		if s := m.Get("name"); s != nil && s.Known && s.Value != "" && !names[s.Value] {
			p.aboutReference(ref, finding.Warning, "method", "%s has no method %s: the start fails. Write the name as the interface declares it.", ref.Name(), s.Value).at(s.At)
		}
	}
}

func ignoresUnknownMethods(app *effective.App) bool {
	for _, prop := range app.Properties {
		if prop.Name == "dubbo.config.ignore-invalid-method-config" && prop.Value == "true" {
			return app.Version.AtLeast("3.0.0")
		}
	}
	return false
}
