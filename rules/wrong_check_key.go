package rules

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var wrongCheckKey = &Rule{
	Info: finding.Info{
		ID: "DA305", Name: "wrong-check-key", Severity: finding.Note,
		Summary: "The registry's check was turned off where the check for providers was meant",
		Doc: `There are two checks. The registry's check says whether an unreachable registry stops the start; the
reference's or consumer's check says whether a missing provider does. Turning off the first does not turn off the
second. With the registry N/A and no url there is nothing that check=false could help: the reference cannot find
anybody.`,
		Before:    `dubbo.registry.check=false`,
		After:     `dubbo.consumer.check=false`,
		Versions:  "every version",
		Guards:    []string{"silent: the references' own check is off too"},
		Questions: []string{"check"},
		Proof:     []string{"measured: registry check=false does not avoid the failed check of a reference (case check-registry-false)", "reported: dubbo-spring-boot-project#59, #60"},
		Fix:       "Set check on the consumer or the reference.",
	},
	Check: func(p *Pass) {
		for _, app := range p.Model.Apps {
			if at, on := registryCheckOff(app), checkedReference(app); at.Valid() && on != nil {
				p.aboutApp(app, finding.Note, "check", "the registry's check=false is about the registry alone: a missing provider of %s still stops the start. Set check=false on the consumer if that was meant.", nameOf(on)).at(at)
			}
			if na := noRegistry(app); na.Valid() {
				for _, ref := range app.References {
					if ref.Check.Known && !ref.Check.V && ref.URL.Known && ref.URL.V == "" {
						p.aboutReference(ref, finding.Note, "check", "the registry is N/A and the reference has no url: check=false lets it start, but no call can find a provider. Set url, or a registry address.").
							also(na, "the registry is turned off here")
					}
				}
			}
		}
	},
}

func registryCheckOff(app *effective.App) source.Span {
	for _, c := range app.Configs {
		if c.Tag == "registry" && c.Value("check") == "false" {
			return c.Get("check").At
		}
	}
	for _, prop := range app.Properties {
		if prop.Name == "dubbo.registry.check" && prop.Value == "false" {
			return prop.At
		}
	}
	return source.Span{}
}

func checkedReference(app *effective.App) *effective.Reference {
	for _, ref := range app.References {
		if ref.Check.Known && ref.Check.V {
			return ref
		}
	}
	return nil
}

// noRegistry returns where the only registry is turned off.
func noRegistry(app *effective.App) source.Span {
	var at source.Span
	for _, c := range app.Configs {
		if c.Tag != "registry" {
			continue
		}
		if !strings.EqualFold(c.Value("address"), "N/A") {
			return source.Span{}
		}
		at = c.Get("address").At
	}
	return at
}
