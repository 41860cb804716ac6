package rules

import (
	"fmt"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var explicitDefaultDropped = &Rule{
	Info: finding.Info{
		ID: "DA411", Name: "explicit-default-dropped", Severity: finding.Warning,
		Summary: "A value written in an annotation equals the annotation's default and loses to a global one",
		Doc: `An annotation cannot say "written, but equal to the default". From 2.6.4 to 2.7.23 the default of retries
is 2: an explicit retries = 2 is taken for not written, and dubbo.consumer.retries=5 applies. The same goes for
async = false against a consumer's true.`,
		Before: `dubbo.consumer.retries=5
@Reference(retries = 2) // Dubbo 2.7: 6 executions`,
		After:     `<dubbo:reference id="orders" interface="com.acme.OrderService" retries="2"/>`,
		Versions:  "every version; retries=2 on 2.6.4-2.7.23",
		Guards:    []string{"silent: nothing else sets the value; -1 and 0, which are DA405 and DA407; a note where the executions do not rise"},
		Questions: []string{"annotation-retries"},
		Quirks:    []dubbo.QuirkID{dubbo.AnnotationDefaultDropped},
		Proof: []string{
			"annotation defaults of 31 tags, by javap from 27 jars",
		},
		Fix: "Write the value in XML, or drop the global one.",
	},
	Check: func(p *Pass) {
		for c := range p.calls() {
			for _, l := range c.Retries.Shadowed {
				n, ok := number(l.Text())
				if l.Quirk != dubbo.AnnotationDefaultDropped || !ok || n <= 0 || !c.Retries.Known || c.Retries.V == n {
					continue
				}
				sev := finding.Note
				if c.Retries.V > n {
					sev = finding.Warning
				}
				p.tellDefaultDropped(c, l, sev, "retries", fmt.Sprint(c.Retries.V), c.Retries.From)
			}
			for _, l := range c.Async.Shadowed {
				if l.Quirk == dubbo.AnnotationDefaultDropped && c.Async.Known && l.Text() != fmt.Sprint(c.Async.V) {
					p.tellDefaultDropped(c, l, finding.Note, "async", fmt.Sprint(c.Async.V), c.Async.From)
				}
			}
		}
	},
}

func (p *Pass) tellDefaultDropped(c *effective.Call, l effective.Loser, sev finding.Severity, name, value string, from effective.Origin) {
	d := p.aboutOrigin(c, l.From, sev, name, "%s = %s is the annotation's default and taken for not written: %s=%s applies, which %s; %s %s. Write the value in XML, or drop the global one.",
		name, l.Text(), name, value, comesFrom(from), c.Method, mayRun(c))
	if d != nil {
		d.also(from.At, "%s=%s applies from here", name, value)
	}
}
