package effective

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
)

// loopKeys are the settings that the retry loop and the mock read, the others
// being read for each provider.
var loopKeys = []string{"retries", "mock"}

// Overrides parts what a governance rule sets into what reaches the calls of a
// version where the rule is in force, and what that version loses
// (dubbo.GovernanceRetriesLost).
func Overrides(u application.Unread, v dubbo.Version) (reaches, lost []string) {
	for _, set := range u.Sets {
		key, _, _ := strings.Cut(set, "=")
		if slices.Contains(loopKeys, key) && dubbo.GovernanceRetriesLost.Has(v) {
			lost = append(lost, set)
		} else {
			reaches = append(reaches, set)
		}
	}
	return reaches, lost
}

// overrides doubts for the sources outside the files that may override the call.
func (q *query) overrides(doubt func(format string, args ...any)) {
	for _, u := range q.binder.app.Unread {
		if u.Interface != "" && u.Interface != q.call.Ref.Name() {
			continue
		}
		reaches, lost := Overrides(u, q.v)
		switch {
		case len(lost) == 0:
			doubt("%s may override this at run time", u.What)
		case len(reaches) > 0:
			doubt("%s may override this at run time, %s aside: %s", u.What, lang.Names(lost), dubbo.QuirkByID(dubbo.GovernanceRetriesLost).Reason)
		}
	}
}
