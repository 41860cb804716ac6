package rules

import (
	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var twoConsumersNoDefault = &Rule{
	Info: finding.Info{
		ID: "DA423", Name: "two-consumers-no-default", Severity: finding.Warning,
		Summary: "Two consumer configs without default: the start fails, or the first is taken silently",
		Doc: `Each consumer config counts as the default unless it says default="false". Up to 2.7.4.1 two of them stop
the start ("Duplicate consumer configs"); later the first one is taken in silence, and the settings of the second
hold for nothing.`,
		Before: `<dubbo:consumer id="slow" timeout="5000"/>
<dubbo:consumer id="fast" timeout="500"/>`,
		After: `<dubbo:consumer id="slow" timeout="5000" default="true"/>
<dubbo:consumer id="fast" timeout="500" default="false"/>`,
		Versions:  "every version: startup failure up to 2.7.4.1, silence from 2.7.5 on",
		Guards:    []string{"silent: all but one say default=\"false\" or stand around their references"},
		Questions: []string{"consumers", "annotated-consumer"},
		Quirks:    []dubbo.QuirkID{dubbo.TwoConsumers},
		Proof: []string{
			"measured: the start fails, or the first is taken silently (case consumers-two-plain)",
			"source: 2.7.23 ConfigManager:230-236",
		},
		Fix: "Write default=\"false\" on all but one.",
	},
	Check: func(p *Pass) {
		for _, app := range p.Model.Apps {
			consumers := defaultConsumers(app)
			if len(consumers) < 2 {
				continue
			}
			what := lang.T("the first is taken silently (up to 2.7.4.1 the start fails)")
			if app.Version.Before("2.7.5") {
				what = lang.T("the start fails")
			} else if !app.Version.IsZero() {
				what = lang.T("the first is taken silently, the others hold for nothing")
			}
			says := lang.T("%d consumer configs without default=\"false\": %s", len(consumers), what)
			for _, f := range app.Fails {
				if f.Setting == "consumer" {
					says = f.Msg
				}
			}
			d := p.aboutApp(app, finding.Warning, "default", "%s. Write default=\"false\" on all but one.", says).at(consumers[1].At)
			d.also(consumers[0].At, "the first consumer config")
		}
	},
}

// defaultConsumers returns the consumer configs that count as the default.
// Objects made in code are handed to references by code and left out.
func defaultConsumers(app *effective.App) []*application.Config {
	var explicit, open []*application.Config
	for _, c := range app.Configs {
		switch {
		case c.Tag != "consumer" || c.Form == "api" || c.Value("default") == "false":
		case c.Value("default") == "true":
			explicit = append(explicit, c)
		case !hasNested(app, c):
			open = append(open, c)
		}
	}
	if len(explicit) == 1 && app.Version.AtLeast("3.0.0") {
		return explicit // default="true" goes before the open ones there
	}
	return append(explicit, open...)
}
