package simulate

import (
	"context"
	"math/rand/v2"
	"time"
)

// The size of one point: enough calls that it moves by a percent or two from
// seed to seed, and a sample of the threads where there are more. (More
// threads are smoother: the sample refuses a little more near the capacity.)
const (
	pointCalls   = 5000
	pointThreads = 200
	pointSteps   = 15
)

// storm lets the calls of a scenario meet at providers with a limited number
// of threads, at demands from a tenth to one and a half of their capacity.
// Calls arrive at random (a Poisson stream). An execution keeps its thread to
// the end, whether or not its caller still waits: that is what turns retries
// into a storm. Service times do not grow with the load here, as they would
// at a database; the real curve bends earlier.
func (n *Estimate) storm(ctx context.Context, s Scenario, load Load) error {
	if n.Mean <= 0 {
		return nil
	}
	threads := load.Threads * s.Providers
	n.Capacity = float64(threads) / n.Mean.Seconds()
	threads = min(threads, pointThreads)
	for step := 1; step <= pointSteps; step++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		random := rand.New(rand.NewPCG(load.Seed, uint64(step)))
		s.times = func() time.Duration { return load.Latency.draw(random) }
		capacity := float64(threads) / n.Mean.Seconds()
		p := meet(&s, random, float64(step)/10*capacity, &pool{threads})
		n.Points = append(n.Points, Point{float64(step) / 10, p.Offered / capacity, p.Answered / capacity})
	}
	return nil
}

// meet runs the calls of one point on one clock and one pool. The result is in
// intents and requests for each second.
func meet(s *Scenario, random *rand.Rand, demand float64, p *pool) Point {
	c := &clock{}
	calls := make([]*engine, 0, pointCalls)
	pause := float64(s.intents()) / demand * float64(time.Second)
	var arrive func()
	arrive = func() {
		e := &engine{clock: c, s: s, pool: p}
		e.start(func() {})
		if calls = append(calls, e); len(calls) < pointCalls {
			c.after(time.Duration(random.ExpFloat64()*pause), arrive)
		}
	}
	var last time.Duration
	c.after(0, arrive)
	for c.step() {
		if len(calls) < pointCalls {
			last = c.now
		}
	}
	return measure(calls, last/4, last)
}

// measure counts what began or was answered between two times: after the
// providers have filled, and before the last call arrives.
func measure(calls []*engine, from, to time.Duration) Point {
	sends, answered := 0, 0
	for _, e := range calls {
		for _, a := range e.out.Attempts {
			if a.Sent && a.Start >= from && a.Start < to {
				sends++
			}
		}
		for _, in := range e.out.Intents {
			if in.Cause == "" && in.End >= from && in.End < to {
				answered++
			}
		}
	}
	seconds := (to - from).Seconds()
	return Point{Offered: float64(sends) / seconds, Answered: float64(answered) / seconds}
}
