package rules

import (
	"fmt"
	"regexp"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var duplicateKey = &Rule{
	Info: finding.Info{
		ID: "DA608", Name: "duplicate-key", Severity: finding.Warning,
		Summary: "The same key or attribute is written twice in one place",
		Doc: `The last value of a properties file wins; in XML a second attribute of the same name stops the start, and
YAML readers refuse the file. The first value looks as if it counted.`,
		Before: `dubbo.consumer.retries=0
dubbo.consumer.retries=2`,
		After:    `dubbo.consumer.retries=0`,
		Versions: "every version",
		Guards:   []string{"silent: other files, documents and profiles; a note only: the same value twice", "silent: setters in code, which may be meant"},
		Proof:    []string{"java.util.Properties keeps the last value; XML 1.0 forbids a second attribute of one name"},
		Fix:      "Keep one.",
	},
	Check: func(p *Pass) {
		for _, app := range p.Model.Apps {
			for _, c := range app.Configs {
				if c.Form == "api" {
					continue // the second setter may be meant
				}
				for _, o := range append([]*application.Config{c}, c.Methods...) {
					p.duplicateSettings(app, c, o.Settings, o)
					p.duplicateSettings(app, c, o.Params, o)
				}
			}
			p.duplicateProperties(app)
		}
	},
}

func (p *Pass) duplicateSettings(app *effective.App, owner *application.Config, list []*application.Setting, o *application.Config) {
	first := map[string]*application.Setting{}
	for _, s := range list {
		other := first[s.Name]
		if other == nil {
			first[s.Name] = s
			continue
		}
		if p.once(placeKey(app, s.Name, s.At)) {
			p.aboutConfig(app, owner, sameOrNot(other.Raw, s.Raw), s.Name, "%s is written twice on one %s (%s, then %s). Keep one.", s.Name, o.Tag, other.Raw, s.Raw).
				at(s.At).also(other.At, "the first one")
		}
	}
}

func (p *Pass) duplicateProperties(app *effective.App) {
	first := map[string]*application.Property{}
	for _, prop := range app.Properties {
		if !prop.NameAt.Valid() {
			continue
		}
		key := fmt.Sprintf("%s %s %s", prop.NameAt.File.Path, prop.Source, prop.Name)
		other := first[key]
		if other == nil || !sameDocument(other.NameAt, prop.NameAt) {
			first[key] = prop
			continue
		}
		p.aboutApp(app, sameOrNot(other.Raw, prop.Raw), prop.Name, "%s is written twice in one file (%s, then %s). Keep one.", prop.Name, other.Raw, prop.Raw).
			at(prop.NameAt).also(other.NameAt, "the first one")
	}
}

// separator begins a new document in YAML and in Spring's .properties.
var separator = regexp.MustCompile(`(?m)^[#!]?---`)

// sameDocument reports whether two different places of one file stand in the
// same document of it, so that both are read under the same profiles.
func sameDocument(a, b source.Span) bool {
	lo, hi := min(a.Lo, b.Lo), max(a.Lo, b.Lo)
	return lo < hi && !separator.Match(a.File.Text[lo:hi])
}

// sameOrNot is a note where both say the same.
func sameOrNot(a, b string) finding.Severity {
	if a == b {
		return finding.Note
	}
	return finding.Warning
}
