package rules

import (
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// nullFieldVersions are the versions whose annotation processor swallows the
// failed check (reported; dubbo-spring-boot-project#296 says fixed in 2.6.5).
var nullFieldVersions = dubbo.Ranges{{From: "", To: "2.6.4"}}

var checkOnNullField = &Rule{
	Info: finding.Info{
		ID: "DA303", Name: "check-on-null-field", Severity: finding.Warning,
		Summary: "In this version an annotated reference whose provider is absent at startup leaves its field null for ever",
		Doc: `Up to 2.6.4 the annotation processor catches the failed check, logs it, and leaves the field null. The
application starts and looks healthy; every use of the field is a NullPointerException until the next restart, also
after the provider is back.`,
		Before:   `@Reference private OrderService orders;`,
		After:    `@Reference(check = false) private OrderService orders;`,
		Versions: "up to 2.6.4 (2.6.5 is reported as fixed)",
		Guards:   []string{"silent: check=false, XML references; of low confidence, for it is reported and was not measured"},
		Proof:    []string{"reported, not measured: apache/dubbo#1099, #1765, #2067, #2164, #3719, dubbo-spring-boot-project#296, #353"},
		Fix:      "Set check=false, so that the field is filled and recovers, or upgrade.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			if ref.Form != "annotation" || !ref.Check.Known || !ref.Check.V || !nullFieldVersions.Contain(ref.App.Version.Version) {
				continue
			}
			value := "false"
			d := p.aboutReference(ref, finding.Warning, "check",
				"check is on, and %s is reported to leave the field null for ever when the provider is absent at startup. %s",
				version(ref.App), setTo(ref, "check", value)).sure(finding.Low)
			if e := addSetting(ref, "check", value); e != nil {
				d.fix(&finding.Fix{Title: "set check to false", Edits: []finding.Edit{*e}})
			}
		}
	},
}
