package conformance

import (
	"runtime"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
)

// contested are releases of every order of sources and levels.
var contested = []string{"2.6.12", "2.7.1", "2.7.5", "2.7.6", "2.7.13", "3.0.4", "3.1.5", "3.2.19", "3.3.6"}

// TestContests holds the places that a contest shows against the value that
// was worked out: the winner stands on a rung, what stands above it was
// defeated by a peculiarity of the version, and every loser has a place.
func TestContests(t *testing.T) {
	cases, err := Cases()
	if err != nil {
		t.Fatal(err)
	}
	var won atomic.Int64
	var g errgroup.Group
	g.SetLimit(runtime.NumCPU())
	for i, c := range cases {
		g.Go(func() error {
			for n := i % 3; n < len(contested); n += 3 {
				m, _, err := c.Model(dubbo.MustVersion(contested[n]))
				if err != nil {
					return err
				}
				won.Add(contests(t, c.Name, m))
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	if won.Load() < 5000 {
		t.Errorf("only %d contests", won.Load())
	}
}

func contests(t *testing.T, name string, m *effective.Model) (n int64) {
	cs := effective.NewContests(m)
	for _, app := range m.Apps {
		for _, ref := range app.References {
			for i, call := range ref.Calls {
				if i > 0 && call.Method != "slow" { // the method that cases set
					continue
				}
				for _, setting := range effective.ContestSettings {
					n++
					if msg := contestFault(cs.Of(call, setting)); msg != "" {
						t.Errorf("%s %s, %s %s#%s: %s", app.Version.Version, name, setting, ref.ID, call.Method, msg)
					}
				}
			}
		}
	}
	return n
}

// contestFault says what is wrong with a contest, "" where nothing is.
func contestFault(rungs []effective.Rung) string {
	winners, defeated := 0, false
	for _, r := range rungs {
		for _, c := range r.Found {
			switch {
			case c.Wins && !r.Unread.IsZero():
				return "the winner stands where nobody looks: " + r.Where.String()
			case c.Wins:
				winners++
			case c.Quirk != "":
				defeated = true // and with it what it beat itself
			case winners == 0 && r.Unread.IsZero() && (!defeated || c.Reason.IsZero()):
				return "a value above the winner: " + r.Where.String() + " " + c.Raw
			case r.Elsewhere:
				return "a loser on no rung: " + string(c.From.Level) + " " + c.From.Key + " " + c.Reason.String()
			}
		}
	}
	if winners != 1 {
		return "no winner, or several"
	}
	return ""
}
