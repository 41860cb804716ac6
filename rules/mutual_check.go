package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var mutualCheck = &Rule{
	Info: finding.Info{
		ID: "DA302", Name: "mutual-check", Severity: finding.Warning,
		Summary: "Applications refer to each other with the startup check on: no start order works",
		Doc: `Each application of the circle waits at startup for a service that another one of the circle exports, so
none can be the first. It works as long as never all of them are down together, and fails on the day of a
full restart.`,
		Before: `order-web:  <dubbo:reference interface="com.acme.StockService"/>
stock-web:  <dubbo:reference interface="com.acme.OrderService"/>`,
		After:     `stock-web:  <dubbo:reference interface="com.acme.OrderService" check="false"/>`,
		Versions:  "every version",
		Guards:    []string{"silent: a link with check=false, a direct url or, from 3.0 on, init=false; a service that an application outside the circle exports too"},
		Questions: []string{"check"},
		Proof:     []string{"measured: a checked reference fails without provider, in 2.x when the bean is first used, in 3.x at startup (case check-default)", "reported: dubbo-spring-boot-project#471, spring-cloud-alibaba#622"},
		Fix:       "Set check=false on one link of the circle, or break the circle.",
	},
	Check: func(p *Pass) {
		links := map[*effective.App][]link{}
		for ref := range p.references() {
			if to := waitsFor(ref); to != nil {
				links[ref.App] = append(links[ref.App], link{ref, to})
			}
		}
		apps := slices.Clone(p.Model.Apps)
		slices.SortStableFunc(apps, func(a, b *effective.App) int { return cmp.Compare(a.Name, b.Name) })
		done := map[*effective.App]bool{}
		for _, app := range apps {
			circle := shortestCircle(app, links)
			if circle == nil || done[app] {
				continue
			}
			for _, l := range circle {
				done[l.ref.App] = true
			}
			p.tellCircle(circle)
		}
	},
}

// link is a checked reference and the only application that can satisfy it.
type link struct {
	ref *effective.Reference
	to  *effective.App
}

func waitsFor(ref *effective.Reference) *effective.App {
	if !ref.Check.Known || !ref.Check.V || ref.URL.V != "" || ref.Generic || len(ref.Providers) == 0 {
		return nil
	}
	if ref.App.Version.AtLeast("3.0.0") && ref.Init.Known && !ref.Init.V {
		return nil
	}
	to := ref.Providers[0].App
	for _, s := range ref.Providers {
		if s.App != to {
			return nil
		}
	}
	if to == ref.App {
		return nil
	}
	return to
}

// shortestCircle returns the links of a shortest circle through the
// application, nil when there is none.
func shortestCircle(start *effective.App, links map[*effective.App][]link) []link {
	came := map[*effective.App]link{}
	for queue := []*effective.App{start}; len(queue) > 0; queue = queue[1:] {
		for _, l := range links[queue[0]] {
			if l.to == start {
				circle := []link{l}
				for at := l.ref.App; at != start; at = came[at].ref.App {
					circle = append(circle, came[at])
				}
				slices.Reverse(circle)
				return circle
			}
			if _, seen := came[l.to]; !seen {
				came[l.to] = l
				queue = append(queue, l.to)
			}
		}
	}
	return nil
}

func (p *Pass) tellCircle(circle []link) {
	names := []string{}
	for _, l := range circle {
		names = append(names, l.ref.App.Name)
	}
	names = append(names, circle[0].ref.App.Name)
	d := p.aboutReference(circle[0].ref, finding.Warning, "check",
		"%s wait for each other at startup (check is on at every link): no start order works. %s",
		strings.Join(names, " -> "), setTo(circle[0].ref, "check", "false")).sure(finding.Medium)
	for _, l := range circle[1:] {
		d.also(l.ref.At, "%s waits for %s here", l.ref.App.Name, l.to.Name)
	}
	if e := addSetting(circle[0].ref.Config, "check", "false"); e != nil {
		d.fix(&finding.Fix{Title: lang.T("set check to false on this reference"), Edits: []finding.Edit{*e}})
	}
}
