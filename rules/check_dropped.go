package rules

import (
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var checkFalseDropped = &Rule{
	Info: finding.Info{
		ID: "DA306", Name: "check-false-dropped", Severity: finding.Warning,
		Summary: "In this version check=false in the annotation does nothing",
		Doc: `Up to 2.5.5 the annotation's own default of check is false, and a value equal to the default is taken for
not written. So the check stays on, because Dubbo's default is true.`,
		Before:    `@Reference(check = false)`,
		After:     `<dubbo:consumer check="false"/>`,
		Versions:  "up to 2.5.5",
		Guards:    []string{"silent: the check is off for another reason"},
		Questions: []string{"annotation-retries"},
		Quirks:    []dubbo.QuirkID{dubbo.AnnotationDefaultDropped},
		Proof:     []string{"source, not measured: 2.5.3 AbstractConfig:114 (appendAnnotation); annotation defaults of 31 tags", "reported: apache/dubbo#195, #724"},
		Fix:       "Set check=false on the consumer, or upgrade to 2.5.6 or later.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			l := ref.Check.Lost(dubbo.AnnotationDefaultDropped)
			if l == nil || l.Text() != "false" || !ref.Check.V {
				continue
			}
			p.aboutReference(ref, finding.Warning, "check", "check=false has no effect: %s takes it for not written, and the check stays on. Set check=false on the consumer.",
				version(ref.App)).atSetting(l.From)
		}
	},
}

var checkTrueCannotWin = &Rule{
	Info: finding.Info{
		ID: "DA308", Name: "check-true-cannot-win", Severity: finding.Warning,
		Summary: "check=true in an annotation cannot turn the check back on against a global false",
		Doc: `true is the annotation's own default, and a value equal to the default is taken for not written. So the
consumer's check=false applies although the reference says true.`,
		Before: `dubbo.consumer.check=false
@DubboReference(check = true)`,
		After:     `<dubbo:reference id="orders" interface="com.acme.OrderService" check="true"/>`,
		Versions:  "2.5.6 and later",
		Guards:    []string{"silent: the check is on for another reason; XML, where true counts"},
		Questions: []string{"check", "annotation-retries"},
		Quirks:    []dubbo.QuirkID{dubbo.AnnotationDefaultDropped},
		Proof: []string{
			"measured: reference check=true beats consumer check=false in XML (case check-consumer-false-reference-true)",
			"annotation defaults of 31 tags, by javap",
		},
		Fix: "Write this reference in XML, or drop the global check=false.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			l := ref.Check.Lost(dubbo.AnnotationDefaultDropped)
			if l == nil || l.Text() != "true" || !ref.Check.Known || ref.Check.V {
				continue
			}
			p.aboutReference(ref, finding.Warning, "check", "check=true has no effect: it is the annotation's default and taken for not written, so check=false, which %s, applies. Write this reference in XML, or drop the global value.",
				comesFrom(ref.Check.From)).atSetting(l.From).also(ref.Check.From.At, "check=false comes from here")
		}
	},
}
