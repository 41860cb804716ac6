package application

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// ruled are the settings of a governance rule that change what a call does.
var ruled = []string{"retries", "timeout", "cluster", "mock", "loadbalance"}

// governanceRules names the governance rules of the trees that speak of the
// application or of a service that it references. Whether they are in force is
// decided at run time, so they only make the values unsure.
func (d *deployable) governanceRules() {
	for _, r := range d.rulesOfTrees() {
		if r.speaksOf(d.app) {
			d.app.Unread = append(d.app.Unread, Unread{
				What: lang.T("governance rule %s (%s)", path.Base(r.at.ValueAt.File.Path), lang.Names(r.sets)),
				At:   r.at.ValueAt, Interface: r.service, Sets: r.sets,
			})
		}
	}
}

// rulesOfTrees finds the rules of all trees, once.
func (a *assembler) rulesOfTrees() []*governanceRule {
	if a.rules == nil {
		a.rules = []*governanceRule{}
		for _, u := range a.Units {
			if len(u.Docs) == 0 || isTestPath(u.File.Path) || !bytes.Contains(u.File.Text, []byte("configVersion")) {
				continue
			}
			for _, doc := range u.Docs {
				if r := ruleOf(doc); r != nil {
					a.rules = append(a.rules, r)
				}
			}
		}
	}
	return a.rules
}

// governanceRule is a rule in the form of Dubbo's configurators
// (configVersion, scope, key, configs).
type governanceRule struct {
	service      string // the interface of a rule for one service, "" for an application's
	application  string
	applications []string // that it is limited to
	sets         []string // "retries=4"
	at           decl.Property
}

func ruleOf(doc *decl.Document) *governanceRule {
	var r governanceRule
	var scope, key string
	version := false
	for _, p := range doc.Props {
		name := p.Key[strings.LastIndexByte(p.Key, '.')+1:]
		switch {
		case p.Key == "configVersion":
			version = true
		case p.Key == "scope":
			scope = p.Value
		case p.Key == "key":
			key = p.Value
		case strings.Contains(p.Key, "].parameters.") && slices.Contains(ruled, name):
			if len(r.sets) == 0 {
				r.at = p
			}
			r.sets = append(r.sets, name+"="+p.Value)
		case strings.Contains(p.Key, ".match.application.oneof[") && p.Tag != decl.TagList,
			strings.Contains(p.Key, "].applications[") && p.Tag != decl.TagList:
			r.applications = append(r.applications, p.Value)
		}
	}
	if !version || len(r.sets) == 0 || key == "" {
		return nil
	}
	if scope == "application" {
		r.application = key
		return &r
	}
	key, _, _ = strings.Cut(key[strings.IndexByte(key, '/')+1:], ":") // group/interface:version
	r.service = key
	return &r
}

func (r *governanceRule) speaksOf(app *App) bool {
	if len(r.applications) > 0 && !slices.Contains(r.applications, app.Name) {
		return false
	}
	if r.service == "" {
		return r.application == app.Name
	}
	return slices.ContainsFunc(app.Configs, func(c *Config) bool {
		return c.Tag == "reference" && c.Interface != nil && c.Interface.Value == r.service
	})
}
