package rules

import "github.com/dubboaudit/dubboaudit/rules/finding"

// firstSupported is the oldest line that still gets releases.
const firstSupported = "3.0.0"

var endOfLifeVersion = &Rule{
	Info: finding.Info{
		ID: "DA416", Name: "end-of-life-version", Severity: finding.Note,
		Summary: "This Dubbo line gets no more releases",
		Doc: `2.5, 2.6 and 2.7 are no longer maintained. Their known faults stay, those that this audit reports and
those of security alike.`,
		Before:   `<dependency><groupId>org.apache.dubbo</groupId><artifactId>dubbo</artifactId><version>2.7.8</version></dependency>`,
		After:    `<dependency><groupId>org.apache.dubbo</groupId><artifactId>dubbo</artifactId><version>3.3.6</version></dependency>`,
		Versions: "up to 2.7",
		Guards:   []string{"silent: the version is not known"},
		Proof:    []string{"the project's release page: 2.7 ended in 2023"},
		Fix:      "Plan the upgrade; retries = -1 in annotations and one direct url change their meaning in 3.x (DA405, DA404).",
	},
	Check: func(p *Pass) {
		for _, app := range p.Model.Apps {
			if app.Version.Before(firstSupported) {
				p.aboutApp(app, finding.Note, "version", "%s is of a line that gets no more releases. Plan the upgrade to 3.x.", version(app)).at(app.Version.At)
			}
		}
	},
}
