package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var cannotDecide = &Rule{
	Info: finding.Info{
		ID: "DA901", Name: "cannot-decide", Severity: finding.Note,
		Summary: "The files do not tell: what would decide it",
		Doc: `A placeholder without a value, a constant in a jar, a config center, an unknown Dubbo version, an interface
that is not in the trees: the audit says so instead of guessing. Other rules keep silent about the call.`,
		Before:    `<dubbo:reference id="orders" interface="com.acme.OrderService" retries="${orders.retries}"/>`,
		After:     `dubboaudit --set orders.retries=0`,
		Versions:  "every version",
		Guards:    []string{"fails no gate unless --strict is given", "silent: an unknown interface whose calls run once whatever they do"},
		Questions: []string{"governance"},
		Quirks:    []dubbo.QuirkID{dubbo.GovernanceRetriesLost},
		Proof:     []string{"none needed for the rest: it is about the audit, not about Dubbo"},
		Fix:       "Audit the tree that holds the value, or give it with --set, --profile or --dubbo-version.",
	},
	Check: checkDecidable,
}

func checkDecidable(p *Pass) {
	for _, app := range p.Model.Apps {
		if app.Version.IsZero() && len(app.References)+len(app.Services) > 0 {
			p.aboutApp(app, finding.Note, "version", "the Dubbo version is not in the audited files, and much depends on it. Give it with --dubbo-version.").at(firstPlace(app))
		}
		p.unreadSources(app)
		p.unknownInterfaces(app)
		for _, ref := range app.References {
			p.undecidedReference(ref)
		}
	}
}

func firstPlace(app *effective.App) source.Span {
	if len(app.References) > 0 {
		return app.References[0].At
	}
	return app.Services[0].At
}

// unreadSources reports what is read at run time only: an application's config
// centers in one finding, for they are given in one way.
func (p *Pass) unreadSources(app *effective.App) {
	var centers []string
	var first *draft
	for _, u := range app.Unread {
		name, isCenter := strings.CutPrefix(u.What, "config center")
		if isCenter && first != nil {
			first.also(u.At, "and this one")
		} else {
			d := p.unreadSource(app, u).at(u.At)
			if isCenter {
				first = d
			}
		}
		if isCenter {
			centers = append(centers, strings.TrimSpace(name))
		}
	}
	if len(centers) > 1 {
		first.Message = fmt.Sprintf("%d config centers may change every value and are not in the audited files: %s. Give what they set with --set.",
			len(centers), strings.Join(centers, ", "))
	}
}

func (p *Pass) unreadSource(app *effective.App, u application.Unread) *draft {
	if u.Sets != nil {
		return p.governanceRule(app, u)
	}
	return p.aboutApp(app, finding.Note, "source", "%s may change every value and is not in the audited files. Give what it sets with --set.", u.What)
}

func (p *Pass) governanceRule(app *effective.App, u application.Unread) *draft {
	reaches, lost := effective.Overrides(u, app.Version.Version)
	aside := ""
	if len(lost) > 0 {
		aside = fmt.Sprintf(" (%s aside: the retry loop of Dubbo %s does not see it)", strings.Join(lost, ", "), app.Version)
	}
	if len(reaches) == 0 {
		return p.aboutApp(app, finding.Note, "source", "%s changes nothing here: the retry loop of Dubbo %s does not see it.", u.What, app.Version)
	}
	return p.aboutApp(app, finding.Note, "source", "%s overrides these settings at run time where it is published%s; the values shown are those without it.", u.What, aside)
}

// maxNamed bounds the names that a message lists.
const maxNamed = 3

// unknownInterfaces reports the references whose methods are not known, those
// that call once left out: there no verdict on a method matters.
func (p *Pass) unknownInterfaces(app *effective.App) {
	var refs []*effective.Reference
	var names []string
	for _, ref := range app.References {
		if !ref.Generic && slices.ContainsFunc(ref.Calls, unjudged) {
			refs = append(refs, ref)
			if name := simpleName(nameOf(ref), ""); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	switch len(refs) {
	case 0:
		return
	case 1:
		p.aboutReference(refs[0], finding.Note, "interface", "the interface of %s is not in the audited files and no call of it was found: its methods cannot be judged. Audit the tree that holds the interface too.", nameOf(refs[0]))
		return
	}
	list := strings.Join(names[:min(len(names), maxNamed)], ", ")
	if n := len(names) - maxNamed; n > 0 {
		list += fmt.Sprintf(" and %d more", n)
	}
	p.aboutApp(app, finding.Note, "interface", "the interfaces of %d references are not in the audited files and no calls of them were found: their methods cannot be judged (%s). Audit the trees that hold the interfaces too.",
		len(refs), list).at(refs[0].At)
}

func unjudged(c *effective.Call) bool {
	return c.Method == unknownMethod && c.Decl == nil && !(c.Executions.Known && c.MaxExecutions <= 1)
}

// undecidedReference reports each unknown of a reference once, with the
// methods that it concerns.
func (p *Pass) undecidedReference(ref *effective.Reference) {
	type unknown struct{ setting, why string }
	concerned := map[unknown][]*effective.Call{}
	var order []unknown
	for _, c := range ref.Calls {
		for setting, why := range undecided(c) {
			u := unknown{setting, why}
			if concerned[u] == nil {
				order = append(order, u)
			}
			concerned[u] = append(concerned[u], c)
		}
	}
	for _, u := range order {
		how := ""
		if !strings.Contains(u.why, "--") {
			how = " Give it with --set, or audit the tree that holds it."
		}
		p.aboutReference(ref, finding.Note, u.setting, "%s of %s cannot be decided: %s.%s", u.setting, who(concerned[u]), strings.TrimSuffix(u.why, "."), how).
			numbers(concerned[u][0])
	}
	if !ref.Check.Known && ref.Check.Unknown != "" {
		p.aboutReference(ref, finding.Note, "check", "check cannot be decided: %s. Give it with --set.", ref.Check.Unknown)
	}
}

// undecided lists the settings of a call that the files do not tell.
func undecided(c *effective.Call) func(yield func(setting, why string) bool) {
	return func(yield func(setting, why string) bool) {
		for _, s := range []struct {
			name, why string
			known     bool
		}{
			{"retries", c.Retries.Unknown, c.Retries.Known},
			{"timeout", c.Timeout.Unknown, c.Timeout.Known},
			{"cluster", c.Cluster.Unknown, c.Cluster.Known},
		} {
			if s.known || c.Fails != nil && c.Fails.Quirk == dubbo.NumberRefused && c.Fails.Setting == s.name {
				continue // a text that is no number is a finding of its own
			}
			if s.why == "" {
				s.why = fmt.Sprintf("the files do not tell the %s", s.name)
			}
			if !yield(s.name, s.why) {
				return
			}
		}
	}
}
