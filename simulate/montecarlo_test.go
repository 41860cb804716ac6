package simulate

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func latency(t *testing.T, text string) *Latency {
	t.Helper()
	l, err := ParseLatency(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func guess(t *testing.T, s Scenario, text string, seed uint64) *Estimate {
	t.Helper()
	n, err := Guess(context.Background(), s, Load{Latency: latency(t, text), Calls: 20_000, Seed: seed, Threads: DefaultThreads})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestGuess compares with what can be worked out by hand: a call is late with
// the probability p, so it is tried again with p, and a third time with p².
func TestGuess(t *testing.T) {
	const spec = "p95=500 p99=1000 max=5000" // 1 % late under 1 s
	n := guess(t, with(func(*Scenario) {}), spec, 1)
	const p = 0.01
	if want := 1e6 * (p + p*p); math.Abs(n.Duplicates-want) > 1.5*n.Margin {
		t.Errorf("%.0f duplicates, not %.0f ± %.0f", n.Duplicates, want, n.Margin)
	}
	if want := 1 + p + p*p; math.Abs(n.Sends-want) > 0.002 {
		t.Errorf("%v sends", n.Sends)
	}
	if n.Errors > 20 || n.Errors != n.ErrorsStored {
		t.Errorf("%v errors, %v stored", n.Errors, n.ErrorsStored)
	}
	keyed := guess(t, with(func(s *Scenario) { s.Key, s.Dedupe = PerIntent, DedupeOn }), spec, 1)
	if keyed.Duplicates != 0 || keyed.Sends != n.Sends {
		t.Errorf("with a key: %+v", keyed)
	}
	once := guess(t, with(func(s *Scenario) { s.SetRetries(0) }), spec, 1)
	if once.Duplicates != 0 || math.Abs(once.Errors-1e4) > 1000 || once.Errors != once.ErrorsStored {
		t.Errorf("retries=0: %+v", once)
	}
}

// TestGuessSeed: the same seed gives the same numbers, another one does not.
func TestGuessSeed(t *testing.T) {
	s := with(func(*Scenario) {})
	a, b, c := guess(t, s, "p90=800 max=3000", 7), guess(t, s, "p90=800 max=3000", 7), guess(t, s, "p90=800 max=3000", 8)
	if diff := cmp.Diff(a, b); diff != "" {
		t.Error(diff)
	}
	if a.Duplicates == c.Duplicates {
		t.Error("the seed does not matter")
	}
}

// TestStorm: while there are threads the load is the demand times the attempts
// of a call; beyond the capacity every refused request is tried twice more.
func TestStorm(t *testing.T) {
	n := guess(t, with(func(*Scenario) {}), "p50=400 p80=900 max=3000", 1)
	if len(n.Points) != pointSteps {
		t.Fatal(len(n.Points))
	}
	half := n.Points[2] // 30 %: no thread is missing
	if want := half.Demand * n.Sends; math.Abs(half.Offered-want) > 0.03 {
		t.Errorf("offered %.3f, not %.3f", half.Offered, want)
	}
	full := n.Points[pointSteps-1]
	if full.Offered < 1.8*full.Demand || full.Answered > 1 || full.Answered < 0.5 {
		t.Errorf("in the storm: %+v", full)
	}
	once := guess(t, with(func(s *Scenario) { s.Cluster = "failfast" }), "p50=400 p80=900 max=3000", 1)
	if last := once.Points[pointSteps-1]; math.Abs(last.Offered-last.Demand) > 0.05 {
		t.Errorf("failfast: %+v, failover: %+v", last, full)
	}
	if c := 200 / n.Mean.Seconds(); math.Abs(n.Capacity-c) > 1e-9 {
		t.Errorf("capacity %v", n.Capacity)
	}
}

func TestGuessStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Guess(ctx, with(func(*Scenario) {}), Load{Latency: latency(t, "1"), Calls: 10, Threads: 1}); err == nil {
		t.Error("an ended context did not stop it")
	}
}

func TestParseLatency(t *testing.T) {
	for _, c := range []struct {
		text     string
		p        float64
		at, mean time.Duration
	}{
		{"100\n200 # slow\n300,400", 0.5, ms(300), ms(250)},
		{"1.5\n", 0.99, 1500 * time.Microsecond, 1500 * time.Microsecond},
		{"12ms 1.2s", 0.9, ms(1200), ms(606)},
		{"p50=100 max=300", 0.75, ms(200), ms(125)},
		{"min=100 p100 300", 0.5, ms(200), ms(200)},
		{"P50: 100\nmax: 300", 0.25, ms(50), ms(125)},
		{"p50,100\nmax,300", 1, ms(300), ms(125)},
		{"\ufeff0", 0, 0, 0},
	} {
		l := latency(t, c.text)
		if l.At(c.p) != c.at || l.Mean() != c.mean {
			t.Errorf("%q: %v at %v, mean %v", c.text, l.At(c.p), c.p, l.Mean())
		}
	}
	for _, text := range []string{"", "# nothing", "-1", "fast", "NaN", "Inf", "1e300", "p50=1", "p50=3 max=2", "p50=1 p50=2 max=3",
		"p101=3 max=4", "q50=1 max=3", "1 p50=1 max=2", "p50", strings.Repeat("9", 100), "p50=1=2 max=3"} {
		if _, err := ParseLatency(strings.NewReader(text)); err == nil {
			t.Errorf("%q: accepted", text)
		}
	}
}

func FuzzParseLatency(f *testing.F) {
	for _, s := range []string{"1\n2\n3", "p50=1 p99=2 max=3", "p50 1\nmax 9", "#", "p:", "=,="} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		l, err := ParseLatency(strings.NewReader(s))
		if err != nil {
			return
		}
		for _, p := range []float64{0, 0.5, 0.999, 1} {
			if d := l.At(p); d < 0 || d > MaxDuration {
				t.Errorf("%v at %v", d, p)
			}
		}
	})
}

func BenchmarkRun(b *testing.B) {
	s := with(func(s *Scenario) { s.Service = ms(100) })
	for b.Loop() {
		Run(s)
	}
}

func BenchmarkGuess(b *testing.B) {
	l, err := ParseLatency(strings.NewReader("p50=100 p99=900 max=5000"))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Guess(context.Background(), with(func(*Scenario) {}), Load{Latency: l, Calls: DefaultCalls, Seed: 1, Threads: DefaultThreads}); err != nil {
			b.Fatal(err)
		}
	}
}
