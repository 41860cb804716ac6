package rules

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// plain finds words that nobody translates.
var plain = regexp.MustCompile(`\b[a-z]{2,} [a-z]{2,}\b`)

// TestSaid: all that a finding says is in the catalogue, what it cites aside.
func TestSaid(t *testing.T) {
	aside := cited()
	for id, list := range cases(t) {
		for _, tc := range list {
			w := &world{}
			tc.build(w)
			for _, f := range Run(&w.Model, w.look(), func(x string) bool { return x == id }) {
				for _, text := range texts(f) {
					if s := aside.Replace(text.In(lang.Pseudo)); plain.MatchString(s) {
						t.Errorf("%s/%s: %s", id, tc.name, s)
					}
				}
			}
		}
	}
}

// texts lists what a finding says.
func texts(f *finding.Finding) []lang.Text {
	list := []lang.Text{f.Message}
	for _, r := range append(f.Related, f.Flow...) {
		list = append(list, r.Message)
	}
	for _, x := range f.Fixes {
		list = append(list, x.Title)
	}
	if u := f.Upgrade; u != nil {
		list = append(list, u.Keep)
		for _, c := range u.Changes {
			list = append(list, c.Name(), c.Before, c.After, c.Why)
		}
	}
	return list
}

// cited are values and the words of the cases themselves, and reasons that
// package dubbo gives.
func cited() *strings.Replacer {
	list := []string{"return null", "the loop", "its default", "its bound is not a number in the code", "the redelivery of messages",
		"the schedule of the job", "no cluster is named", "no such cluster", "no consumer with the id safePay: Dubbo 3 does not start", `<dubbo:method name="*"> is no method`,
		"config center", "imported file", "governance rule", "placeholder ${x} has no value"}
	for _, q := range dubbo.Quirks {
		list = append(list, fmt.Sprint(q.Reason))
	}
	var pairs []string
	for _, s := range list {
		pairs = append(pairs, s, "")
	}
	return strings.NewReplacer(pairs...)
}
