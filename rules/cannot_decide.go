package rules

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
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
	var centers []lang.Text
	var first *draft
	for _, u := range app.Unread {
		if u.Center && first != nil {
			first.also(u.At, "and this one")
		} else {
			d := p.unreadSource(app, u).at(u.At)
			if u.Center {
				first = d
			}
		}
		if u.Center {
			centers = append(centers, u.Name)
		}
	}
	if len(centers) > 1 {
		first.Message = lang.T("%d config centers may change every value and are not in the audited files: %s. Give what they set with --set.",
			len(centers), centers)
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
	switch {
	case len(reaches) == 0:
		return p.aboutApp(app, finding.Note, "source", "%s changes nothing here: the retry loop of Dubbo %s does not see it.", u.What, app.Version)
	case len(lost) > 0:
		return p.aboutApp(app, finding.Note, "source", "%s overrides these settings at run time where it is published (%s aside: the retry loop of Dubbo %s does not see it); the values shown are those without it.",
			u.What, lang.Names(lost), app.Version)
	}
	return p.aboutApp(app, finding.Note, "source", "%s overrides these settings at run time where it is published; the values shown are those without it.", u.What)
}

// maxNamed bounds the names that a message lists.
const maxNamed = 3

// unknownInterfaces reports the references whose methods are not known, those
// that call once left out: there no verdict on a method matters.
func (p *Pass) unknownInterfaces(app *effective.App) {
	var refs []*effective.Reference
	var names []lang.Text
	for _, ref := range app.References {
		if !ref.Generic && slices.ContainsFunc(ref.Calls, unjudged) {
			refs = append(refs, ref)
			if name := shortName(ref); !slices.ContainsFunc(names, name.Equal) {
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
	list := lang.Enumeration(names[:min(len(names), maxNamed)]...)
	if n := len(names) - maxNamed; n > 0 {
		list = lang.T("%s and %d more", list, n)
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
	concerned := map[string][]*effective.Call{}
	var order []unknown
	for _, c := range ref.Calls {
		for _, u := range undecided(c) {
			if concerned[u.key()] == nil {
				order = append(order, u)
			}
			concerned[u.key()] = append(concerned[u.key()], c)
		}
	}
	for _, u := range order {
		calls := concerned[u.key()]
		p.aboutReference(ref, finding.Note, u.setting, "%s", u.says(who(calls))).numbers(calls[0])
	}
	i := slices.IndexFunc(ref.Calls, func(c *effective.Call) bool { return c.Cluster.Known && ownCluster(c) })
	if i >= 0 {
		p.aboutReference(ref, finding.Note, "cluster", "executions of %s cannot be decided: %s.", nameOf(ref), ref.Calls[i].Executions.Unknown)
	}
	if why := ref.Check.Unknown; !ref.Check.Known && !why.IsZero() {
		p.aboutReference(ref, finding.Note, "check", "check cannot be decided: %s. Give it with --set.", why)
	}
}

// ownCluster reports whether a cluster of the audited files decides how often a
// call runs.
func ownCluster(c *effective.Call) bool {
	return c.Fails == nil && !c.Executions.Known && slices.Contains(c.Ref.App.Clusters, c.Cluster.V)
}

// unknown is a setting that the files do not tell, and the reason.
type unknown struct {
	setting string
	why     lang.Text
}

// key tells unknowns apart.
func (u unknown) key() string { return u.setting + " " + u.why.String() }

// says ends with advice where the reason names no option that decides.
func (u unknown) says(who lang.Text) lang.Text {
	if strings.Contains(u.why.String(), "--") {
		return lang.T("%s of %s cannot be decided: %s.", u.setting, who, u.why)
	}
	return lang.T("%s of %s cannot be decided: %s. Give it with --set, or audit the tree that holds it.", u.setting, who, u.why)
}

// undecided lists the settings of a call that the files do not tell. A text
// that is no number is a finding of its own.
func undecided(c *effective.Call) []unknown {
	list := slices.Concat(open("retries", c.Retries), open("timeout", c.Timeout), open("cluster", c.Cluster))
	return slices.DeleteFunc(list, func(u unknown) bool {
		return c.Fails != nil && c.Fails.Quirk == dubbo.NumberRefused && c.Fails.Setting == u.setting
	})
}

// open is a setting that is not known.
func open[T any](name string, v effective.Value[T]) []unknown {
	if v.Known {
		return nil
	}
	why := v.Unknown
	if why.String() == "" {
		why = lang.T("the files do not tell the %s", name)
	}
	return []unknown{{name, why}}
}
