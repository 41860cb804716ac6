package rules

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// From so many references on, a share of them says something.
const (
	enoughReferences = 5
	mostPercent      = 80
)

var checkOffEverywhere = &Rule{
	Info: finding.Info{
		ID: "DA304", Name: "check-off-everywhere", Severity: finding.Note,
		Summary: "The startup check is off for the whole application",
		Doc: `With the check off everywhere a wrong group, version or registry address is not found at startup any
more but by the first user. It is right for references that are really optional or circular, not as a habit.`,
		Before:    `<dubbo:consumer check="false"/>`,
		After:     `<dubbo:reference id="mail" interface="com.acme.MailService" check="false"/>`,
		Versions:  "every version",
		Guards:    []string{"silent: fewer than 5 references, unless the consumer says it; at most four fifths of the references"},
		Questions: []string{"check"},
		Proof:     []string{"measured: check=false starts without a provider, the call then fails with RpcException code 4 (case check-reference-false, check-consumer-false)"},
		Fix:       "Keep the check on and turn it off only for optional or circular references.",
	},
	Check: func(p *Pass) {
		for _, app := range p.Model.Apps {
			off, global := checksOff(app)
			switch {
			case global != nil:
				p.aboutApp(app, finding.Note, "check", "check=false %s, for %s. Turn it off only where a reference is optional or circular.",
					comesFrom(global.Check.From), share(len(off), len(app.References))).at(global.Check.From.At)
			case len(app.References) >= enoughReferences && len(off)*100 > mostPercent*len(app.References):
				p.aboutApp(app, finding.Note, "check", "check=false on %s. Turn it off only where a reference is optional or circular.",
					share(len(off), len(app.References))).at(off[0].At)
			}
		}
	},
}

// share words a part of the references. "All" leaves the number out, so that
// a setting which several applications share is reported once.
func share(part, all int) lang.Text {
	if part == all {
		return lang.T("all references")
	}
	return lang.T("%d of %d references", part, all)
}

// checksOff returns the references without check, and the first one that got
// it from a setting for all of them.
func checksOff(app *effective.App) (off []*effective.Reference, global *effective.Reference) {
	for _, ref := range app.References {
		if !ref.Check.Known || ref.Check.V {
			continue
		}
		off = append(off, ref)
		from := ref.Check.From
		if global == nil && (from.Level == effective.AtConsumer || strings.HasPrefix(from.Key, "dubbo.consumer")) {
			global = ref
		}
	}
	return off, global
}
