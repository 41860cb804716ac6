package simulate_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dubboaudit/dubboaudit/conformance"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/simulate"
)

// The recorded time is never shorter than the simulated one, and longer by what
// the model leaves out: the way to the provider and back, the timer's tick (30
// ms), and a machine that was busy with other runs, where single attempts are
// late too: up to seconds here and there, so single records have no bound. Half
// of them are at most 43 ms late, 49 of 50 at most 394 ms.
const (
	usuallyLate = 60 * time.Millisecond  // half of the records
	rarelyLate  = 500 * time.Millisecond // 49 of 50
)

// TestRecords plays every recorded call of real Dubbo whose settings are
// predicted (the replay in conformance sees to the others) and whose failure is
// known: the executions are the same, and the caller's wait is within these
// tolerances.
func TestRecords(t *testing.T) {
	records, err := conformance.Records()
	if err != nil {
		t.Fatal(err)
	}
	models := models(t)
	played := 0
	var lates []time.Duration
	for _, rec := range records {
		if unplayed(rec) != "" {
			continue
		}
		c := models.call(t, rec)
		if c == nil {
			continue
		}
		s, open := simulate.FromCall(c)
		if len(open) > 0 || !happen(&s, rec) {
			continue
		}
		o := simulate.Run(s)
		played++
		if o.Executions != rec.Executions {
			t.Errorf("%s: %d executions, simulated: %d (%s)", rec.Key(), rec.Executions, o.Executions, s.Cluster)
		}
		if untimed(rec, &s) != "" {
			continue
		}
		recorded := time.Duration(rec.Millis) * time.Millisecond
		late := recorded - o.Total
		if lates = append(lates, late); late < 0 {
			t.Errorf("%s: the caller waited %v, simulated: %v", rec.Key(), recorded, o.Total)
		}
	}
	if played < 2000 || len(lates) < 1900 {
		t.Fatalf("only %d records were played, %d with their times", played, len(lates))
	}
	slices.Sort(lates)
	half, most := lates[len(lates)/2], lates[len(lates)*49/50]
	if half > usuallyLate || most > rarelyLate {
		t.Errorf("half of the records are up to %v late, 49 of 50 up to %v", half, most)
	}
	t.Logf("%d played, %d timed, half within %v, 49 of 50 within %v", played, len(lates), half, most)
}

// untimed says why the time of a record is not comparable, "" when it is.
func untimed(rec *conformance.Record, s *simulate.Scenario) string {
	switch {
	case s.Mode != effective.Sync:
		return "the record is the time until the method returned, not until the future completed"
	case rec.Method == "future":
		return "2.6.12 cannot serialise the result, and fails before the timeout"
	case sharedTimeout.Contains(dubbo.MustVersion(rec.Version)) && s.Timeout != 500*time.Millisecond:
		return "references of one service share a timeout here: those of the case with 500 ms"
	}
	return ""
}

// sharedTimeout are the releases in which references of one service, with
// application-level discovery, get each other's timeout (measured: precedence
// and provider-side on 3.0.7, 3.1.0 and 3.1.3, not on 3.1.4).
var sharedTimeout = dubbo.Range{From: "3.0.0", To: "3.1.3"}

// unplayed says why a record is not that of the audited settings, "" when it is.
func unplayed(rec *conformance.Record) string {
	v := dubbo.MustVersion(rec.Version)
	switch {
	case strings.HasPrefix(rec.Case, "governance-"):
		return "the rule was in force"
	case rec.Case == "triple" && rec.Method == "boom" && dubbo.TripleExceptionRetried.Has(v):
		return "an exception of the service is tried again"
	case rec.Case == "triple" && rec.Outcome == "RpcException#0" && !dubbo.TripleExceptionRetried.Has(v):
		return "one of two timers ended the call early"
	}
	return ""
}

// happen makes the scenario do what the method of the cases does, and reports
// whether that is known.
func happen(s *simulate.Scenario, rec *conformance.Record) bool {
	s.Service = 0
	switch rec.Method {
	case "slow", "fire", "future":
		s.Service = 2500 * time.Millisecond
	case "slow5":
		s.Service = 5 * time.Second
	case "boom", "checked", "rpcBoom":
		s.Throws = simulate.Attempts{0}
	case "odd":
		s.Cut = simulate.Attempts{0}
	case "cut":
		return false // whether another connection is up when it is tried again
	case "fast":
	default:
		return false
	}
	return true
}

// cases are the audited cases, each once for a version.
type cases struct {
	byName map[string]*conformance.Case
	models map[string]*effective.Model
}

func models(t *testing.T) *cases {
	all, err := conformance.Cases()
	if err != nil {
		t.Fatal(err)
	}
	m := &cases{map[string]*conformance.Case{}, map[string]*effective.Model{}}
	for _, c := range all {
		m.byName[c.Name] = c
	}
	return m
}

// call is the audited call of a record that ran; nil when there was none.
func (m *cases) call(t *testing.T, rec *conformance.Record) *effective.Call {
	t.Helper()
	if rec.Millis == 0 || rec.Failed() || conformance.Left(rec) != "" || strings.HasPrefix(rec.Case, "check-") {
		return nil
	}
	key := rec.Version + " " + rec.Case
	if m.models[key] == nil {
		model, _, err := m.byName[rec.Case].Model(dubbo.MustVersion(rec.Version))
		if err != nil {
			t.Fatal(err)
		}
		m.models[key] = model
	}
	if conformance.Compare(rec, m.models[key]) != "" {
		return nil
	}
	for _, a := range m.models[key].Apps {
		for _, r := range a.References {
			if r.ID != rec.Reference && r.Field != rec.Reference {
				continue
			}
			if i := slices.IndexFunc(r.Calls, func(c *effective.Call) bool { return c.Method == rec.Method }); i >= 0 {
				return r.Calls[i]
			}
		}
	}
	t.Errorf("%s: no such call", rec.Key())
	return nil
}
