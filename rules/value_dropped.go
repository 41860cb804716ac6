package rules

import (
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var minusOneMeansDefault = &Rule{
	Info: finding.Info{
		ID: "DA405", Name: "minus-one-means-default", Severity: finding.Error,
		Summary: "retries=-1 in an annotation turns the retries back on in 3.x",
		Doc: `retries = -1 is an old community habit for "no retries", born of the versions that dropped 0. In 3.x -1 is
the annotation's own default, and a value equal to the default is taken for not written: two retries, three
executions. XML, the API and properties keep -1 as one execution.`,
		Before:    `@DubboReference(retries = -1)`,
		After:     `@DubboReference(retries = 0)`,
		Versions:  "3.0.0 and later (1 execution up to 2.7.23)",
		Guards:    []string{"silent: the call runs once for another reason, a global retries=0 for example"},
		Questions: []string{"annotation-retries"},
		Quirks:    []dubbo.QuirkID{dubbo.AnnotationDefaultDropped},
		Proof: []string{
			"measured: 3 executions on 3.3.6, 1 on 2.7.8 (case annotation-setter)",
			"runs that are not recorded: 3 executions on 3.0.5, 3.1.11 and 3.2.16",
		},
		Fix: "Write retries = 0.",
	},
	Check: func(p *Pass) {
		p.droppedRetries("-1", func(c *effective.Call, l *effective.Loser, words lang.Text, write bool) *draft {
			return p.aboutCall(c, errorOnWrite(write), "retries",
				"retries = -1 is the annotation's default in %s and taken for not written: %s %s. Write retries = 0.",
				version(c.Ref.App), words, mayRun(c)).
				atSetting(l.From).fix(p.changeDropped(c, l.From.At, "-1", "0"))
		})
	},
}

var zeroDropped = &Rule{
	Info: finding.Info{
		ID: "DA407", Name: "zero-dropped", Severity: finding.Error,
		Summary: "retries=0 in an annotation does nothing in this version",
		Doc: `Up to 2.6.3 the default of @Reference's retries is 0, and a value equal to the default is taken for not
written. The code says "no retries" and Dubbo retries twice. @Service has the same trap up to 2.6.12, and the
com.alibaba @Service that comes with 2.7 as well.`,
		Before: `@Reference(retries = 0) // Dubbo 2.6.2`,
		After:  `@Reference(retries = -1) // -1 counts up to 2.7.23; better: upgrade to 2.6.4 or later and keep 0`,

		Versions:  "@Reference: up to 2.6.3; @Service: up to 2.6.12, and com.alibaba's inside 2.7",
		Guards:    []string{"silent: the call runs once for another reason; XML, where 0 counts in every version"},
		Questions: []string{"annotation-retries"},
		Quirks:    []dubbo.QuirkID{dubbo.AnnotationDefaultDropped},
		Proof: []string{
			"measured: 3 executions up to 2.6.3, 1 from 2.6.4 on (case annotation)",
			"annotation defaults of 31 tags; com.alibaba's @Service read from the 2.7.3 and 2.7.4.1 jars",
			"reported: apache/dubbo#1085, #1142, #1421, #1602, #1777, #1860",
		},
		Fix: "Write retries = -1 up to 2.6.3, or set retries=\"0\" in XML or on the consumer, or upgrade.",
	},
	Check: func(p *Pass) {
		p.droppedRetries("0", func(c *effective.Call, l *effective.Loser, words lang.Text, write bool) *draft {
			return p.aboutCall(c, errorOnWrite(write), "retries",
				"retries = 0 is the annotation's default in %s and taken for not written: %s %s. Write retries = -1, or upgrade to 2.6.4 or later.",
				version(c.Ref.App), words, mayRun(c)).
				atSetting(l.From).fix(p.changeDropped(c, l.From.At, "0", "-1"))
		})
		told := map[*effective.Service]bool{} // also where all consumers of the trees have a value of their own
		for ref := range p.references() {
			for _, s := range ref.Providers {
				if dropsZero(s) {
					told[s] = true
					p.zeroOfProvider(ref, s)
				}
			}
		}
		for _, app := range p.Model.Apps {
			for _, s := range app.Services {
				if dropsZero(s) && !told[s] {
					p.aboutService(s, finding.Warning, "retries", "retries = 0 is the annotation's default in %s and taken for not written: consumers retry twice. Set retries on the consumers' references.",
						version(s.App)).at(s.Get("retries").At)
				}
			}
		}
	},
}

// dropsZero reports whether a service's annotation says retries = 0 and its
// version takes that for not written.
func dropsZero(s *effective.Service) bool {
	set := s.Get("retries")
	if s.Form != "annotation" || set == nil || set.Value != "0" {
		return false
	}
	d, ok := dubbo.DefaultOf(s.Annotation, "retries", s.App.Version.Version)
	return ok && d == "0"
}

// zeroOfProvider reports the calls that are retried although their provider
// wrote retries = 0.
func (p *Pass) zeroOfProvider(ref *effective.Reference, s *effective.Service) {
	calls := matching(ref, func(c *effective.Call) bool { return byDefault(c.Retries) && repeats(c) })
	p.spread(calls, func(c *effective.Call, words lang.Text, write bool) *draft {
		return p.aboutCall(c, errorOnWrite(write), "retries",
			"retries = 0 of the provider's annotation is its default in %s and taken for not written: %s %s. %s", version(s.App), words, mayRun(c), stop(c)).
			also(s.Get("retries").At, "retries = 0 is written here").fix(p.stopRetriesFixes(c)...)
	})
}

// droppedRetries visits the calls whose written retries the annotation drops
// at the reference, and that are retried therefore.
func (p *Pass) droppedRetries(raw string, say func(*effective.Call, *effective.Loser, lang.Text, bool) *draft) {
	for ref := range p.references() {
		lost := func(c *effective.Call) *effective.Loser {
			for i, l := range c.Retries.Shadowed {
				if l.Quirk == dubbo.AnnotationDefaultDropped && l.Text() == raw && l.From.Level == effective.AtReference {
					return &c.Retries.Shadowed[i]
				}
			}
			return nil
		}
		calls := matching(ref, func(c *effective.Call) bool { return lost(c) != nil && repeats(c) })
		p.spread(calls, func(c *effective.Call, words lang.Text, write bool) *draft {
			return say(c, lost(c), words, write)
		})
	}
}
