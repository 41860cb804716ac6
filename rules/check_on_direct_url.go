package rules

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var checkOnDirectURL = &Rule{
	Info: finding.Info{
		ID: "DA307", Name: "check-on-direct-url", Severity: finding.Note,
		Summary: "The startup check of a literal url ties the start to one host",
		Doc: `With a direct url the check connects to that one host. When it is down the application does not start,
whatever other providers there are.`,
		Before:    `<dubbo:reference id="pay" interface="com.acme.PayService" url="dubbo://10.0.0.7:20880"/>`,
		After:     `<dubbo:reference id="pay" interface="com.acme.PayService" check="false" url="${pay.url}"/>`,
		Versions:  "every version",
		Guards:    []string{"silent: a url from a placeholder or a property, check=false"},
		Questions: []string{"check"},
		Proof:     []string{"measured: a closed port fails at first use or startup; with check=false it starts (case check-direct-down, check-direct-down-false)"},
		Fix:       "Use the registry, or set check=false.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			if literalURL(ref) && ref.Check.Known && ref.Check.V {
				p.aboutReference(ref, finding.Note, "check", "check is on with the literal url %s: the application does not start while that host is down. %s",
					ref.URL.V, setTo(ref, "check", "false"))
			}
		}
	},
}

// literalURL reports whether the reference has a direct url that is written
// out where the reference is.
func literalURL(ref *effective.Reference) bool {
	u := ref.URL
	return u.Known && u.V != "" && u.From.Level == effective.AtReference && len(u.From.Via) == 0 &&
		!strings.Contains(u.Raw, "${") && !strings.EqualFold(u.V, "N/A") && !strings.HasPrefix(u.V, "registry:")
}
