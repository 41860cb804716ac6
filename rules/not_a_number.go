package rules

import (
	"strconv"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var notANumber = &Rule{
	Info: finding.Info{
		ID: "DA426", Name: "not-a-number", Severity: finding.Error,
		Summary: "retries, timeout or forks is a text that is no number: no start, no call, or no effect",
		Doc: `What becomes of retries="abc" or timeout="500ms" depends on where it is written. XML and, from 2.6.5 to 3.2, what
Spring Boot binds to dubbo.consumer stop the start. A parameter is not looked at before a call needs it: then every call
throws NumberFormatException, and none reaches a provider; there a blank is enough. Properties that Dubbo reads itself, and
in 3.x the attributes of a reference, are thrown away in silence: the default counts, two retries and 1000 ms.`,
		Before:    `<dubbo:reference id="pay" interface="com.acme.PayService" timeout="500ms"/>`,
		After:     `<dubbo:reference id="pay" interface="com.acme.PayService" timeout="500"/>`,
		Versions:  "every version",
		Guards:    []string{"silent: blanks, a plus sign and hexadecimal numbers where Spring reads the text (not in parameters)", "a warning where the text has no effect"},
		Questions: []string{"not-a-number"},
		Quirks:    []dubbo.QuirkID{dubbo.NumberRefused, dubbo.NumberDropped},
		Proof: []string{
			"measured: no start for XML consumers and methods, up to 2.7.23 for references, from 2.6.12 to 3.2.19 for Spring Boot (cases number-consumer, number-method, number-reference, number-timeout, number-boot)",
			"measured: every call fails with NumberFormatException and without an execution (cases number-parameter, number-parameter-blank, number-annotation)",
			"measured: as if not written (cases number-props, number-props-reference; on 3.x number-reference, on 2.6.3 and from 3.3.0 on number-boot, too)",
		},
		Fix: "Write a number: retries without unit, a timeout in milliseconds.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			p.refusedNumber(ref, ref.Fails, nil)
			for _, c := range ref.Calls {
				p.refusedNumber(ref, c.Fails, c)
			}
		}
		for _, app := range p.Model.Apps {
			if app.Version.IsZero() {
				p.numbersOfAnyVersion(app)
			}
		}
		for c := range p.calls() {
			p.droppedNumber(c, "retries", c.Retries.Shadowed, c.Retries.Known, strconv.Itoa(c.Retries.V))
			p.droppedNumber(c, "timeout", c.Timeout.Shadowed, c.Timeout.Known, strconv.FormatInt(c.Timeout.V.Milliseconds(), 10)+" ms")
			if c.Cluster.V == "forking" {
				p.droppedNumber(c, "forks", c.Forks.Shadowed, c.Forks.Known, strconv.Itoa(c.Forks.V))
			}
		}
	},
}

// refusedNumber reports a text that stops the start or every call, once for
// each place.
func (p *Pass) refusedNumber(ref *effective.Reference, f *effective.Failure, c *effective.Call) {
	if f == nil || f.Quirk != dubbo.NumberRefused || !p.once(placeKey(ref.App, f.Setting, f.At)) {
		return
	}
	if c == nil {
		p.aboutReference(ref, finding.Error, f.Setting, "%s. Write a number.", f.Msg).at(f.At)
		return
	}
	p.aboutCall(c, finding.Error, f.Setting, "%s. Write a number.", f.Msg).wholeReference().at(f.At)
}

// numbersOfAnyVersion reports texts in XML that no version reads as a number,
// where it is not known which one does something with them.
func (p *Pass) numbersOfAnyVersion(app *effective.App) {
	for _, c := range app.Configs {
		if c.Form != "xml" || c.Tag != "reference" && c.Tag != "consumer" {
			continue
		}
		for _, x := range append([]*application.Config{c}, c.Methods...) {
			for _, s := range x.Settings {
				if !s.Known || s.Value == "" || !effective.NoNumber(s.Name, s.Value) {
					continue
				}
				end := lang.T("the application does not start (NumberFormatException)")
				if x.Tag == "reference" {
					end = lang.T("up to 2.7 the application does not start (NumberFormatException), from 3.0 on it is taken for not written")
				}
				p.aboutConfig(app, c, finding.Error, s.Name, "%s=%s is no number: %s. Write a number.", s.Name, s.Value, end).at(s.At)
			}
		}
	}
}

// droppedNumber reports texts that are taken for not written.
func (p *Pass) droppedNumber(c *effective.Call, setting string, lost []effective.Loser, known bool, counts string) {
	for _, l := range lost {
		if l.Quirk != dubbo.NumberDropped || !known {
			continue
		}
		p.aboutOrigin(c, l.From, finding.Warning, setting, "%s=%s, which %s, is no number: %s takes it for not written, and %s is %s. Write a number.",
			setting, l.Text(), comesFrom(l.From), version(c.Ref.App), setting, counts)
	}
}
