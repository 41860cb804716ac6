package rules

import (
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var methodMinusOneDropped = &Rule{
	Info: finding.Info{
		ID: "DA406", Name: "method-minus-one-dropped", Severity: finding.Error,
		Summary: "retries=-1 or timeout=-1 in @Method does nothing",
		Doc: `-1 is the default of @Method's retries and timeout in every version, and a value equal to the default is
taken for not written. @Method(name = "pay", retries = -1) therefore leaves the method with the reference's retries.`,
		Before:    `@DubboReference(methods = @Method(name = "pay", retries = -1))`,
		After:     `@DubboReference(methods = @Method(name = "pay", retries = 0))`,
		Versions:  "every version with @Method (2.6.6 and later, 2.7.1 and later)",
		Guards:    []string{"silent: the call runs once for another reason; timeout=-1 is a warning at most"},
		Questions: []string{"annotation-method"},
		Quirks:    []dubbo.QuirkID{dubbo.MethodDefaultDropped},
		Proof:     []string{"reported: apache/dubbo#6515"},
		Fix:       "Write retries = 0.",
	},
	Check: func(p *Pass) {
		for c := range p.calls() {
			if l := c.Retries.Lost(dubbo.MethodDefaultDropped); l != nil && repeats(c) {
				write := p.surelyWrites(c)
				d := p.aboutCall(c, errorOnWrite(write), "retries", "retries = -1 is @Method's default and taken for not written: %s %s. Write retries = 0.",
					c.Method, mayRun(c)).atSetting(l.From).fix(change(l.From.At, "-1", "0", lang.T("change -1 to 0"), true))
				if write {
					d.judged(p.Verdict(c))
				}
			}
			if l := c.Timeout.Lost(dubbo.MethodDefaultDropped); l != nil {
				p.aboutCall(c, finding.Warning, "timeout", "timeout = -1 is @Method's default and taken for not written: %s waits %d ms, which %s. Write the limit in milliseconds.",
					c.Method, c.Timeout.V.Milliseconds(), comesFrom(c.Timeout.From)).atSetting(l.From)
			}
		}
	},
}

var methodRetriesLost = &Rule{
	Info: finding.Info{
		ID: "DA408", Name: "method-retries-lost", Severity: finding.Error,
		Summary: "retries of a single method is lost in this version",
		Doc: `In 2.7.10-2.7.14 the URL that the retry loop reads lacks the method-level keys. retries of <dubbo:method>,
of @Method and of a "createOrder.retries" parameter has no effect, the reference's value is used; a method's timeout
works. A method-level mock is lost in the same way.`,
		Before: `<dubbo:reference id="orders" interface="com.acme.OrderService">
  <dubbo:method name="createOrder" retries="0"/>
</dubbo:reference>`,
		After:     `<dubbo:reference id="orders" interface="com.acme.OrderService" retries="0"/>`,
		Versions:  "2.7.10-2.7.14",
		Guards:    []string{"silent: the reference's value is the same; a warning unless 0 was meant for a write"},
		Questions: []string{"method-settings"},
		Quirks:    []dubbo.QuirkID{dubbo.MethodRetriesLost, dubbo.MethodMockLost},
		Proof: []string{
			"measured: the reference's value counts instead (case method)",
		},
		Fix: "Set retries on the reference, or upgrade to 2.7.15 or later.",
	},
	Check: func(p *Pass) {
		for c := range p.calls() {
			if l := c.Retries.Lost(dubbo.MethodRetriesLost); l != nil && differs(l.Text(), c.Retries.V) {
				p.lostMethodRetries(c, l, lang.T("retries=%s of the method %s has no effect in %s", l.Text(), c.Method, version(c.Ref.App))).fix(p.stopRetriesFixes(c)...)
			}
			if l := c.Mock.Lost(dubbo.MethodMockLost); l != nil {
				p.aboutCall(c, finding.Warning, "mock", "mock=%s of the method %s has no effect in %s: the caller sees the error. Set mock on the reference.",
					l.Text(), c.Method, version(c.Ref.App)).atSetting(l.From)
			}
		}
	},
}

var annotationMethodIgnored = &Rule{
	Info: finding.Info{
		ID: "DA418", Name: "annotation-method-ignored", Severity: finding.Error,
		Summary: "@Reference(methods = ...) has no effect in this version",
		Doc: `The Spring binder of 2.7.3 skips the methods attribute of the annotation. Retries and timeouts
written in @Method do nothing, and nothing is logged.`,
		Before:    `@Reference(methods = @Method(name = "createOrder", retries = 0)) // Dubbo 2.7.3`,
		After:     `@Reference(retries = 0)`,
		Versions:  "2.7.3",
		Guards:    []string{"silent: the effective value is the same; a warning unless 0 was meant for a write"},
		Questions: []string{"annotation-method"},
		Quirks:    []dubbo.QuirkID{dubbo.MethodAnnotationIgnored},
		Fix:       "Set the value on the reference, or upgrade to 2.7.4.1 or later.",
	},
	Check: func(p *Pass) {
		for c := range p.calls() {
			if l := c.Retries.Lost(dubbo.MethodAnnotationIgnored); l != nil && differs(l.Text(), c.Retries.V) {
				p.lostMethodRetries(c, l, lang.T("retries=%s of the method %s in @Method has no effect in %s", l.Text(), c.Method, version(c.Ref.App))).fix(p.stopRetriesFixes(c)...)
			}
			if l := c.Timeout.Lost(dubbo.MethodAnnotationIgnored); l != nil && differs(l.Text(), int(c.Timeout.V.Milliseconds())) {
				p.aboutCall(c, finding.Warning, "timeout", "timeout=%s in @Method has no effect in %s: %s waits %d ms, which %s. Set timeout on the reference, or upgrade to 2.7.4.1 or later.",
					l.Text(), version(c.Ref.App), c.Method, c.Timeout.V.Milliseconds(), comesFrom(c.Timeout.From)).atSetting(l.From)
			}
		}
	},
}

// lostMethodRetries is an error where no retries were meant for a write that
// is retried now.
func (p *Pass) lostMethodRetries(c *effective.Call, l *effective.Loser, says lang.Text) *draft {
	n, ok := number(l.Text())
	sev := errorOnWrite(ok && n <= 0 && p.surelyWrites(c) && repeats(c))
	d := p.aboutCall(c, sev, "retries", "%s: it %s, for retries=%d %s. %s",
		says, mayRun(c), c.Retries.V, comesFrom(c.Retries.From), stop(c)).atSetting(l.From)
	if sev == finding.Error {
		d.judged(p.Verdict(c))
	}
	return d
}
