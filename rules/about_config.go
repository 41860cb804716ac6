package rules

import (
	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// aboutConfig reports a finding about a config object as it is written. One
// that is a reference of the model meets the other findings about it.
func (p *Pass) aboutConfig(app *effective.App, c *application.Config, sev finding.Severity, setting, format string, args ...any) *draft {
	for _, ref := range app.References {
		if ref.Config == c {
			return p.aboutReference(ref, sev, setting, format, args...)
		}
	}
	d := p.aboutApp(app, sev, setting, format, args...).at(c.At)
	if c.Interface != nil {
		d.Subject = c.Interface.Value
	}
	return d
}
