package rules

import (
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
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
		for _, app := range p.Model.Apps {
			var refs []*effective.Reference
			for _, ref := range app.References {
				if leavesNull(ref) {
					refs = append(refs, ref)
				}
			}
			if len(refs) > 0 {
				p.nullFields(app, refs)
			}
		}
	},
}

// leavesNull reports whether a failed check of the reference is swallowed.
func leavesNull(ref *effective.Reference) bool {
	return ref.Form == "annotation" && ref.Check.Known && ref.Check.V && nullFieldVersions.Contain(ref.App.Version.Version)
}

// nullFields reports the references of an application in one finding: what
// ends it is one setting of the consumer. At a lone reference it is enough to
// set it there, where the version does not drop it (DA306).
func (p *Pass) nullFields(app *effective.App, refs []*effective.Reference) {
	wide := lang.T("Set check=false for the consumer (<dubbo:consumer> or dubbo.consumer.check), or upgrade.")
	if len(refs) > 1 {
		p.aboutApp(app, finding.Warning, "check",
			"check is on for %d annotated references, and %s is reported to leave their fields null for ever when the provider is absent at startup. %s",
			len(refs), version(app), wide).at(refs[0].At).sure(finding.Low)
		return
	}
	ref, how := refs[0], wide
	dropped := droppedAsDefault(ref, "check", "false")
	if !dropped {
		how = setTo(ref, "check", "false")
	}
	d := p.aboutReference(ref, finding.Warning, "check",
		"check is on, and %s is reported to leave the field null for ever when the provider is absent at startup. %s", version(app), how).sure(finding.Low)
	if e := addSetting(ref.Config, "check", "false"); e != nil && !dropped {
		d.fix(&finding.Fix{Title: lang.T("set check to false"), Edits: []finding.Edit{*e}})
	}
}
