package rules

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var unknownCluster = &Rule{
	Info: finding.Info{
		ID: "DA419", Name: "unknown-cluster", Severity: finding.Error,
		Summary: "The cluster's name is not registered: the start or the first use fails",
		Doc: `Names are looked up exactly. FAILFAST and fail-fast are no clusters, Dubbo does not fall back to a default
but throws "No such extension". Names also come and go: zone-aware exists from 2.7.5 on, registryaware up to 2.7.4.1.`,
		Before:   `<dubbo:reference id="pay" interface="com.acme.PayService" cluster="FAILFAST"/>`,
		After:    `<dubbo:reference id="pay" interface="com.acme.PayService" cluster="failfast"/>`,
		Versions: "every version",
		Guards: []string{
			"silent: a name that an extension file of the audited trees registers",
			"of low confidence: a name that is like none of Dubbo's, for a library may register it",
		},
		Questions: []string{"refused-settings"},
		Proof:     []string{"measured: \"No such extension\" at startup, on 2.7.8 at the first use of the bean (case bad-cluster, cluster-uppercase)"},
		Fix:       "Write a registered name in lower case.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			f := ref.Fails
			for _, c := range ref.Calls {
				if f == nil && c.Fails != nil {
					f = c.Fails
				}
			}
			if f == nil || f.Setting != "cluster" {
				continue
			}
			d := p.aboutReference(ref, finding.Error, "cluster", "%s. Names are exact: write a known one in lower case.", f.Msg)
			d.at(f.At)
			if slices.ContainsFunc(ref.Calls, func(c *effective.Call) bool { return c.Cluster.Known && !dubbo.NearCluster(c.Cluster.V) }) {
				d.sure(finding.Low)
			}
			low := strings.ToLower(f.At.Text())
			if name := strings.Trim(low, `"`); dubbo.KnownCluster(name, ref.App.Version.Version) {
				d.fix(&finding.Fix{Title: lang.T("write %s", name), Edits: []finding.Edit{{At: f.At, NewText: low}}})
			}
		}
	},
}
