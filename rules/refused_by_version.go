package rules

import (
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var refusedByVersion = &Rule{
	Info: finding.Info{
		ID: "DA425", Name: "refused-by-version", Severity: finding.Warning,
		Summary: "This version refuses the configuration: the start or every call fails",
		Doc: `Some combinations fail by themselves: a reference that names a consumer config which does not exist
(Dubbo 3, and XML of every version, does not start), a mock with a colon in XML up to 2.6.5 (illegal character), a group together with a direct url
on 2.7.0 and 2.7.3 (the group is lost, the service not found). Other rules say nothing about such a reference, because nothing is
ever called.`,
		Before:    `<dubbo:reference id="pay" interface="com.acme.PayService" consumer="safepay"/> <!-- the id is safePay -->`,
		After:     `<dubbo:reference id="pay" interface="com.acme.PayService" consumer="safePay"/>`,
		Versions:  "by case: 3.x, and XML of every version (missing consumer), up to 2.6.5 (colon in a mock), 2.6.2-2.6.4 (blank in an annotation's mock), 2.7.0 and 2.7.3 (group with url), 2.6.6 (@Method), 2.7.9-2.7.23 (several consumer beans), 3.0.2 and 3.0.2.1 (two references of one service), 3.0.7 (asynchronous triple)",
		Guards:    []string{"silent: failures that have a rule of their own (DA409, DA412, DA419, DA423, DA426, DA602)"},
		Questions: []string{"refused-settings", "direct-url", "annotation-method", "duplicate-reference", "mock", "annotated-consumer", "triple"},
		Quirks: []dubbo.QuirkID{dubbo.MockColonRefused, dubbo.DirectURLGroupLost, dubbo.MethodAnnotationBreaks, dubbo.DuplicateReference,
			dubbo.MockBlankLost, dubbo.OnlyConsumerBean, dubbo.TripleAsyncFails},
		Proof: []string{"runs that are not recorded: a kebab id is not found as consumer=\"safePay\" on 3.x, which does not start"},
		Fix:   "Change the setting that the message names.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			f := ref.Fails
			for _, c := range ref.Calls {
				if f == nil {
					f = c.Fails
				}
			}
			if f == nil || hasOwnRule(f.Quirk, f.Setting) {
				continue
			}
			p.aboutReference(ref, finding.Warning, f.Setting, "%s fails by its configuration in %s: %s. Change %s.",
				nameOf(ref), version(ref.App), f.Msg, f.Setting).also(f.At, "%s is written here", f.Setting)
		}
	},
}

func hasOwnRule(q dubbo.QuirkID, setting string) bool {
	switch q {
	case dubbo.DirectURLsCrash, dubbo.SharedReference, dubbo.TwoConsumers, dubbo.NumberRefused:
		return true
	}
	return setting == "cluster" || setting == "method"
}
