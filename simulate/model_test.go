package simulate

import (
	"testing"
	"time"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
)

func ms(n int) time.Duration { return time.Duration(n) * time.Millisecond }

func with(change func(*Scenario)) Scenario {
	s := Default(dubbo.MustVersion(NewestMeasured))
	change(&s)
	return s
}

// answer is what is compared of an outcome.
type answer struct {
	sends, executions, stored int
	sees                      string
	cause                     Cause
	of                        int
	total                     time.Duration
}

func check(t *testing.T, s Scenario, want answer) *Outcome {
	t.Helper()
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	o := Run(s)
	in := o.Seen()
	got := answer{o.Sends, o.Executions, o.Stored, in.Sees(), in.Cause, in.Of, o.Total}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	return o
}

// TestIssue holds the numbers that must come out.
func TestIssue(t *testing.T) {
	payment := func(retries int) Scenario {
		return with(func(s *Scenario) { s.Timeout, s.Service = ms(900), ms(1100); s.SetRetries(retries) })
	}
	for _, c := range []struct {
		name string
		s    Scenario
		want answer
	}{
		{"5 s under 1 s, defaults", with(func(s *Scenario) { s.Service = ms(5000) }),
			answer{3, 3, 3, "error", TimedOut, 0, ms(3000)}},
		{"payment, retries=1", payment(1), answer{2, 2, 2, "error", TimedOut, 0, ms(1800)}},
		{"payment, default", payment(2), answer{3, 3, 3, "error", TimedOut, 0, ms(2700)}},
		{"payment, retries=0", payment(0), answer{1, 1, 1, "error", TimedOut, 0, ms(900)}},
		{"retries=-1", payment(-1), answer{1, 1, 1, "error", TimedOut, 0, ms(900)}},
		{"retries=-5", payment(-5), answer{1, 1, 1, "error", TimedOut, 0, ms(900)}},
		{"retries=1 timeout=2000", with(func(s *Scenario) { s.SetRetries(1); s.Timeout, s.Service = ms(2000), ms(9000) }),
			answer{2, 2, 2, "error", TimedOut, 0, ms(4000)}},
		{"an exception of the service", with(func(s *Scenario) { s.Service, s.Throws = ms(300), Attempts{0} }),
			answer{1, 1, 0, "error", Exception, 0, ms(300)}},
		{"a transport error", with(func(s *Scenario) { s.Service, s.Unreachable = ms(300), Attempts{1} }),
			answer{1, 1, 1, "result", "", 2, ms(300)}},
		{"a connection that breaks", with(func(s *Scenario) { s.Service, s.Cut = ms(300), Attempts{1} }),
			answer{2, 2, 2, "result", "", 2, ms(600)}},
		{"timeout=0 is the default", with(func(s *Scenario) { s.Timeout, s.Service = 0, ms(5000) }),
			answer{3, 3, 3, "error", TimedOut, 0, ms(3000)}},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, c.s, c.want) })
	}
}

// TestLateCompletion: each execution of the payment ends after its caller has
// given up.
func TestLateCompletion(t *testing.T) {
	o := Run(with(func(s *Scenario) { s.Timeout, s.Service = ms(900), ms(1100) }))
	for i, a := range o.Attempts {
		if a.Start != ms(900*i) || a.End != a.Start+ms(900) || a.ExecutionEnd != a.Start+ms(1100) || !a.Stored || a.Outcome() != "timeout" {
			t.Errorf("attempt %+v", a)
		}
	}
	if o.End != ms(2900) {
		t.Errorf("the last execution ends at %v", o.End)
	}
}

// TestNextAttemptAtOnce: after a transport error no time passes.
func TestNextAttemptAtOnce(t *testing.T) {
	o := Run(with(func(s *Scenario) { s.Service, s.Unreachable, s.Busy = ms(300), Attempts{1}, Attempts{2} }))
	if len(o.Attempts) != 3 || o.Attempts[2].Start != 0 || o.Total != ms(300) || o.Sends != 2 || o.Executions != 1 {
		t.Errorf("%+v", o)
	}
}

// TestKeys holds the six conditions of key and dedupe, each reached by Dubbo's
// own retries and by a retry layer of the application.
func TestKeys(t *testing.T) {
	lost := func(key Key, dedupe Dedupe, which ...int) Scenario {
		return with(func(s *Scenario) {
			s.SetRetries(1)
			s.Service, s.Key, s.Dedupe, s.Lost = ms(100), key, dedupe, which
		})
	}
	again := ms(1100) // the first answer is waited for until the timeout
	for _, c := range []struct {
		name string
		s    Scenario
		want answer
	}{
		{"new key per retry", lost(PerAttempt, DedupeOn, 1), answer{2, 2, 2, "result", "", 2, again}},
		{"same key", lost(PerIntent, DedupeOn, 1), answer{2, 2, 1, "result", "", 1, ms(1000)}},
		{"two independent saves", with(func(s *Scenario) { s.Service, s.Key, s.Dedupe, s.Intents = ms(100), PerIntent, DedupeOn, 2 }),
			answer{2, 2, 2, "result", "", 2, ms(200)}},
		{"key reused with other input", with(func(s *Scenario) { s.Service, s.Key, s.Dedupe, s.OtherInput = ms(100), PerIntent, DedupeOn, true }),
			answer{2, 2, 1, "error", OtherInput, 0, ms(100)}},
		{"both responses lost", lost(PerIntent, DedupeOn, 1, 2), answer{2, 2, 1, "error", LostAnswer, 0, ms(2000)}},
		{"same key without dedupe", lost(PerIntent, DedupeOff, 1), answer{2, 2, 2, "result", "", 2, again}},
		{"same key, early return missing", lost(PerIntent, NoEarlyReturn, 1), answer{2, 2, 2, "result", "", 2, again}},
		{"dedupe without a key", lost(NoKey, DedupeOn, 1), answer{2, 2, 2, "result", "", 2, again}},
	} {
		t.Run(c.name, func(t *testing.T) {
			check(t, c.s, c.want)
			if c.s.Retries == 1 {
				c.s.SetRetries(0)
				c.s.Layers = []Layer{{Attempts: 2}}
				check(t, c.s, c.want)
			}
		})
	}
}

// TestOverlap: two executions with one key that run at the same time. The
// second finds no row when it begins, and the first one's when it writes.
func TestOverlap(t *testing.T) {
	o := check(t, with(func(s *Scenario) {
		s.Timeout, s.Service, s.Key, s.Dedupe = ms(900), ms(1100), PerIntent, DedupeOn
	}), answer{3, 3, 1, "result", "", 1, ms(1800)})
	if a := o.Attempts[1]; a.Stored || a.ExecutionEnd != ms(2000) {
		t.Errorf("second attempt: %+v", a)
	}
	if a := o.Attempts[2]; a.ExecutionEnd != ms(1800) {
		t.Errorf("the third did not return early: %+v", a)
	}
}

func TestClusters(t *testing.T) {
	slow := func(cluster string, change func(*Scenario)) Scenario {
		return with(func(s *Scenario) {
			s.Cluster, s.Timeout, s.Service = cluster, ms(500), ms(2500)
			if change != nil {
				change(s)
			}
		})
	}
	three := func(s *Scenario) { s.Providers, s.Forks = 3, 2 }
	for _, c := range []struct {
		name string
		s    Scenario
		want answer
	}{
		{"failfast", slow("failfast", nil), answer{1, 1, 1, "error", TimedOut, 0, ms(500)}},
		{"failsafe", slow("failsafe", nil), answer{1, 1, 1, "result", "", 0, ms(500)}},
		{"failsafe, exception", slow("failsafe", func(s *Scenario) { s.Service, s.Throws = ms(9), Attempts{1} }),
			answer{1, 1, 0, "error", Exception, 0, ms(9)}},
		{"available", slow("available", nil), answer{1, 1, 1, "error", TimedOut, 0, ms(500)}},
		{"none", slow(dubbo.NoCluster, nil), answer{1, 1, 1, "error", TimedOut, 0, ms(500)}},
		{"failback", slow("failback", nil), answer{4, 4, 4, "result", "", 0, ms(500)}},
		{"failback, retries=0", slow("failback", func(s *Scenario) { s.SetRetries(0) }), answer{1, 1, 1, "result", "", 0, ms(500)}},
		{"failback 2.7.8, retries=0", slow("failback", func(s *Scenario) { s.Version = dubbo.MustVersion("2.7.8"); s.SetRetries(0) }),
			answer{4, 4, 4, "result", "", 0, ms(500)}},
		{"failback 2.6.12", slow("failback", func(s *Scenario) {
			*s = Default(dubbo.MustVersion("2.6.12"))
			s.Cluster, s.Service = "failback", ms(2500)
		}),
			answer{2, 2, 2, "result", "", 0, ms(1000)}},
		{"forking, one provider", slow("forking", nil), answer{1, 1, 1, "error", TimedOut, 0, ms(500)}},
		{"forking", slow("forking", three), answer{2, 2, 2, "error", TimedOut, 0, ms(500)}},
		{"forking, first answer", slow("forking", func(s *Scenario) { three(s); s.Service, s.Lost = ms(100), Attempts{1} }),
			answer{2, 2, 2, "result", "", 2, ms(100)}},
		{"forking to all", slow("forking", func(s *Scenario) { three(s); s.Forks = 0 }), answer{3, 3, 3, "error", TimedOut, 0, ms(500)}},
		{"broadcast", slow("broadcast", three), answer{3, 3, 3, "error", TimedOut, 0, ms(1500)}},
		{"broadcast, one failure", slow("broadcast", func(s *Scenario) { three(s); s.Service, s.Unreachable = ms(100), Attempts{1} }),
			answer{2, 2, 2, "error", NoLine, 0, ms(200)}},
		{"broadcast, all answer", slow("broadcast", func(s *Scenario) { three(s); s.Service = ms(100) }), answer{3, 3, 3, "result", "", 3, ms(300)}},
		{"two nested loops", slow("failover", func(s *Scenario) { s.SetRetries(3); s.Rounds = 4 }), answer{16, 16, 16, "error", TimedOut, 0, ms(8000)}},
		{"async", slow("failover", func(s *Scenario) { s.Mode = "async" }), answer{1, 1, 1, "error", TimedOut, 0, ms(500)}},
		{"one-way", slow("failover", func(s *Scenario) { s.Mode = "oneway" }), answer{1, 1, 1, "result", "", 0, 0}},
		{"a local call", slow(dubbo.NoCluster, func(s *Scenario) { s.Local = true }), answer{1, 1, 1, "result", "", 1, ms(2500)}},
		{"failfast inside failover", slow("failfast", func(s *Scenario) { s.Rounds = 3 }), answer{3, 3, 3, "error", TimedOut, 0, ms(1500)}},
		{"mock force", slow("failover", func(s *Scenario) { s.Mock = ForceMock }), answer{0, 0, 0, "result", "", 0, 0}},
		{"mock fail", slow("failover", func(s *Scenario) { s.Mock = FailMock }), answer{3, 3, 3, "result", "", 0, ms(1500)}},
		{"mock with a direct url", slow("failover", func(s *Scenario) { s.Mock = MockCalls; s.SetRetries(1) }),
			answer{3, 3, 3, "error", MockFailure, 0, ms(1500)}},
		{"fails by configuration", slow("failover", func(s *Scenario) { s.Fails = lang.Verbatim("no such cluster") }), answer{0, 0, 0, "error", ByConfig, 0, 0}},
		{"transport only", slow("failover", func(s *Scenario) { s.TransportOnly, s.Idempotent = true, true }), answer{1, 1, 1, "error", TimedOut, 0, ms(500)}},
		{"transport only, no line", slow("failover", func(s *Scenario) {
			s.TransportOnly, s.Idempotent, s.Service, s.Unreachable = true, true, ms(100), Attempts{1}
		}), answer{1, 1, 1, "result", "", 2, ms(100)}},
		{"transport only, no line, not idempotent", slow("failover", func(s *Scenario) { s.TransportOnly, s.Unreachable = true, Attempts{1} }),
			answer{0, 0, 0, "error", NoLine, 0, 0}},
		{"an answer in the instant of the timeout", slow("failfast", func(s *Scenario) { s.Service = ms(500) }),
			answer{1, 1, 1, "error", TimedOut, 0, ms(500)}},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, c.s, c.want) })
	}
}

// TestFailbackTimes: the repeats follow 5 s after each failure, and nobody
// waits for them.
func TestFailbackTimes(t *testing.T) {
	o := Run(with(func(s *Scenario) { s.Cluster, s.Timeout, s.Service = "failback", ms(500), ms(2500) }))
	for i, a := range o.Attempts {
		if want := ms(5500 * i); a.Start != want || a.Background != (i > 0) {
			t.Errorf("attempt %d begins at %v, not %v: %+v", a.N, a.Start, want, a)
		}
	}
}

// TestLayers: layers multiply, and pause between their attempts only.
func TestLayers(t *testing.T) {
	o := check(t, with(func(s *Scenario) {
		s.Timeout, s.Service = ms(100), ms(200)
		s.Layers = []Layer{{Attempts: 3, Backoff: ms(10), Factor: 2}, {Attempts: 2, Backoff: ms(1000)}}
	}), answer{18, 18, 18, "error", TimedOut, 0, ms(2*(900+10+20) + 1000)})
	for n, want := range map[int]int{1: 0, 4: 310, 7: 630, 10: 1930} {
		if got := o.Attempts[n-1].Start; got != ms(want) {
			t.Errorf("attempt %d begins at %v, not %d ms", n, got, want)
		}
	}
}

// TestWriteAt: what a caller sees does not tell whether the row is there.
func TestWriteAt(t *testing.T) {
	s := with(func(s *Scenario) {
		s.Timeout, s.Service, s.WriteAt, s.Key, s.Dedupe = ms(900), ms(1100), ms(200), PerIntent, DedupeOn
	})
	check(t, s, answer{2, 2, 1, "result", "", 1, ms(900)})
	s.WriteAt = ms(1200)
	if s.Check() == nil {
		t.Error("a write after the end was accepted")
	}
}

func TestCheck(t *testing.T) {
	for name, change := range map[string]func(*Scenario){
		"retries":   func(s *Scenario) { s.Retries = MaxAttempts },
		"product":   func(s *Scenario) { s.Retries = 99; s.Layers = []Layer{{Attempts: 11}} },
		"overflow":  func(s *Scenario) { s.Retries, s.Intents = 1<<62, 1<<62 },
		"layer":     func(s *Scenario) { s.Layers = []Layer{{}} },
		"intents":   func(s *Scenario) { s.Intents = 0 },
		"providers": func(s *Scenario) { s.Providers = -1 },
		"service":   func(s *Scenario) { s.Service = -1 },
		"long":      func(s *Scenario) { s.Timeout = 2 * MaxDuration },
		"broadcast": func(s *Scenario) { s.Cluster, s.Providers = "broadcast", 1<<40 },
	} {
		if s := with(change); s.Check() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
