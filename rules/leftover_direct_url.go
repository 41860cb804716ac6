package rules

import (
	"net/netip"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var leftoverDirectURL = &Rule{
	Info: finding.Info{
		ID: "DA503", Name: "leftover-direct-url", Severity: finding.Warning,
		Summary: "A literal direct url in the main configuration goes around the registry",
		Doc: `url is made for tests on one's own machine. Left in, it ties the application to one host, without
failover to others, and in 3.x without the configured cluster. localhost and private addresses are a developer's
machine in most cases.`,
		Before:    `@DubboReference(url = "dubbo://127.0.0.1:20880")`,
		After:     `@DubboReference`,
		Versions:  "every version",
		Guards:    []string{"silent: tests, urls from placeholders or properties; a note for public names"},
		Questions: []string{"direct-url"},
		Proof:     []string{"measured: one url is called without cluster up to 2.7.23 and with a fixed failover from 3.0.7 on (case cluster)"},
		Fix:       "Take the url off, or read it from a property of the test profile.",
	},
	Check: func(p *Pass) {
		for ref := range p.references() {
			if ref.Test || !literalURL(ref) {
				continue
			}
			sev, says := finding.Note, lang.T("url=%q, goes around the registry", ref.URL.V)
			if privateHost(ref.URL.V) {
				sev, says = finding.Warning, lang.T("url=%q, a private address, goes around the registry", ref.URL.V)
			}
			p.aboutReference(ref, sev, "url", "%s. Take it off, or read it from a property of the test profile.", says).atSetting(ref.URL.From)
		}
	},
}

// privateHost reports whether the first address of a url is this machine or
// in a private network.
func privateHost(url string) bool {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		rest = url
	}
	host, _, _ := strings.Cut(rest, "/")
	host, _, _ = strings.Cut(host, "?")
	host, _, _ = strings.Cut(host, ";")
	if strings.HasPrefix(host, "[") {
		host, _, _ = strings.Cut(host[1:], "]")
	} else {
		host, _, _ = strings.Cut(host, ":")
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && (ip.IsLoopback() || ip.IsPrivate() || ip.IsUnspecified())
}
