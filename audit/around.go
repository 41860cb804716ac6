package audit

import (
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/retrylayer"
	"github.com/dubboaudit/dubboaudit/rules"
)

// look gives the rules what the code behind and around a call tells.
func (l *Loaded) look() rules.Look {
	of := once(retrylayer.New)
	finder := func(c *effective.Call) *retrylayer.Finder { return of(c.Ref.App.App) }
	return rules.Look{
		Verdict: l.Verdict,
		Ways: func(c *effective.Call, near bool) []*retrylayer.Way {
			look := finder(c).Around
			if near {
				look = finder(c).Near
			}
			var ways []*retrylayer.Way
			for _, at := range c.CalledAt {
				ways = append(ways, look(at)...)
			}
			return ways
		},
		Keys: func(c *effective.Call, w *retrylayer.Way) []retrylayer.Key {
			return finder(c).Keys(w, c.Decl, idempotency.IsKey)
		},
	}
}
