package fix_test

import (
	"slices"
	"testing"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// kept proves a safe fix before an upgrade: with it the version in use does
// what it did before, with every call; the version to come does the same with
// the call in question; and no other call changes more than it did.
func kept(t *testing.T, what string, f *finding.Finding, before, after state) {
	t.Helper()
	for key, was := range before.calls {
		is := after.calls[key]
		if x := effects(was.Call, is.Call); len(x) > 0 {
			t.Errorf("%s: today %s: %v", what, key, x)
		}
		now := effects(is.Call, after.target[key].Call)
		had := effects(was.Call, before.target[key].Call)
		if was.Ref.Name()+"#"+was.Method == f.Subject {
			had = nil
		}
		for _, x := range now {
			if !slices.Contains(had, x) {
				t.Errorf("%s: after the upgrade %s: %v", what, key, x)
			}
		}
	}
}

// effects are the changes that a caller or a provider notices: the name of a
// cluster is none while it runs a call as often.
func effects(c, t *effective.Call) []effective.Change {
	all := append(c.ChangesTo(t), c.Ref.ChangesTo(t.Ref)...)
	return slices.DeleteFunc(all, func(x effective.Change) bool { return x.Setting == "cluster" || x.Setting == "start" })
}
