package simulate

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
)

// TestInvariants runs scenarios of all kinds, drawn with a fixed seed, and
// checks what holds for each of them.
func TestInvariants(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		s := drawn(r)
		if s.Check() != nil {
			continue
		}
		o := Run(s)
		if msg := broken(&s, o); msg != "" {
			t.Fatalf("%s: %+v: %+v", msg, s, o)
		}
	}
}

func pick[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

func drawn(r *rand.Rand) Scenario {
	s := Default(pick(r, dubbo.MustVersion("2.6.12"), dubbo.MustVersion("2.7.8"), dubbo.MustVersion(NewestMeasured)))
	s.Cluster = pick(r, "failover", "failfast", "failsafe", "failback", "forking", "broadcast", "available", dubbo.NoCluster)
	s.SetRetries(r.IntN(5) - 1)
	s.Timeout, s.Service = ms(r.IntN(300)), ms(r.IntN(400))
	s.WriteAt = pick(r, AtEnd, s.Service, s.Service/2, 0)
	s.Providers, s.Forks, s.Rounds = 1+r.IntN(3), r.IntN(4), 1+r.IntN(2)
	s.Mode = pick(r, effective.Sync, effective.Sync, effective.Async, effective.Oneway)
	s.Mock = pick(r, NoMock, NoMock, NoMock, FailMock, ForceMock, MockCalls)
	s.TransportOnly, s.Idempotent = r.IntN(4) == 0, r.IntN(2) == 0
	some := func() Attempts { return pick(r, nil, nil, Attempts{1}, Attempts{2, 3}, Attempts{0}) }
	s.Lost, s.Cut, s.Busy, s.Unreachable, s.Throws = some(), some(), some(), some(), some()
	for range r.IntN(3) {
		s.Layers = append(s.Layers, Layer{1 + r.IntN(3), ms(r.IntN(50)), r.IntN(3)})
	}
	s.Key, s.Dedupe = pick(r, NoKey, PerAttempt, PerIntent), pick(r, DedupeOff, DedupeOn, NoEarlyReturn)
	s.Intents, s.OtherInput = 1+r.IntN(3), r.IntN(3) == 0
	if r.IntN(2) == 0 {
		s.times = func() time.Duration { return ms(r.IntN(500)) }
	}
	return s
}

// broken returns the invariant that an outcome breaks, "" for none.
func broken(s *Scenario, o *Outcome) string {
	most := s.tries() * s.intents() * s.Rounds
	for _, l := range s.Layers {
		most *= l.Attempts
	}
	rows := 0
	for i, a := range o.Attempts {
		switch {
		case a.N != i+1 || i > 0 && a.Start < o.Attempts[i-1].Start:
			return "the attempts are not in order"
		case a.End < a.Start || a.End-a.Start > s.timeout():
			return "an attempt waits longer than its timeout"
		case a.Executed && !a.Sent || a.Stored && !a.Executed:
			return "stored without an execution, or executed without a send"
		case a.Stored && (a.WrittenAt < a.Start || a.WrittenAt > a.ExecutionEnd):
			return "written outside the execution"
		case a.Cause == "" && a.Of > 0 && !o.Attempts[a.Of-1].Stored:
			return "the result of an attempt that stored nothing"
		}
		if a.Stored {
			rows++
		}
	}
	keyed := s.Key == PerIntent && s.Dedupe == DedupeOn
	switch {
	case s.Mock == NoMock && len(o.Attempts) > most:
		return "more attempts than the settings allow"
	case o.Stored != rows || o.Executions > o.Sends || o.Sends > len(o.Attempts) || o.Stored > o.Executions:
		return "wrong counts"
	case keyed && o.Duplicates > 0, keyed && s.OtherInput && o.Stored > 1:
		return "a key was stored twice"
	case o.Total > o.End:
		return "the caller knows after the end"
	}
	for i, in := range o.Intents {
		if in.End < in.Start || i > 0 && in.Start != o.Intents[i-1].End {
			return "the intents do not follow one another"
		}
	}
	return ""
}
