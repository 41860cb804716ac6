package simulate_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/simulate"
)

// TestAgreement: when every attempt times out, the timeline shows the
// executions and the worst case that the settings predict.
func TestAgreement(t *testing.T) {
	l, err := audit.Load(context.Background(), os.DirFS("../testdata/demo"), audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	for _, a := range l.Model.Apps {
		for _, r := range a.References {
			for _, c := range r.Calls {
				s, open := simulate.FromCall(c)
				if len(open) > 0 {
					continue
				}
				calls++
				s.Service = 2 * s.Timeout
				o := simulate.Run(s)
				if o.Executions != max(c.Executions.V, c.MaxExecutions) || c.WorstCase > 0 && o.Total != c.WorstCase {
					t.Errorf("%s, %s: %d executions, %v; predicted %d (%d), %v", s.Subject, s.Cluster,
						o.Executions, o.Total.Round(time.Millisecond), c.Executions.V, c.MaxExecutions, c.WorstCase)
				}
			}
		}
	}
	if calls < 10 {
		t.Errorf("only %d calls", calls)
	}
}
