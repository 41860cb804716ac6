package simulate

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"github.com/dubboaudit/dubboaudit/lang"
)

// Load says how an estimate is made.
type Load struct {
	Latency *Latency
	// Calls is how many calls are drawn, Seed the seed: the same seed gives
	// the same numbers, on every machine.
	Calls int
	Seed  uint64
	// Threads are those of one provider. Dubbo's pool has 200 and no queue:
	// a request beyond them is refused at once (dubbo-common Constants
	// DEFAULT_THREADS and DEFAULT_QUEUES; read in the source, not measured).
	Threads int
}

// Dubbo's and our own defaults of an estimate.
const (
	DefaultThreads = 200
	DefaultCalls   = 100_000
	MaxCalls       = 10_000_000
	MaxThreads     = 100_000
)

// maxDrawn bounds the attempts of all calls that are drawn: some 20 seconds.
const maxDrawn = 40_000_000

// check returns why calls of so many attempts are not drawn, nil when they
// can be. Those of the load's points are drawn in any case.
func (l *Load) check(attempts int) error {
	switch most := maxDrawn/attempts - pointCalls*pointSteps; {
	case most < 1:
		return lang.Errorf("up to %d attempts in one call are too many to draw calls; at most %d", attempts, maxDrawn/(pointCalls*pointSteps+1))
	case l.Calls > most:
		return lang.Errorf("%d calls of up to %d attempts are too many to draw; at most %d such calls", l.Calls, attempts, most)
	}
	return nil
}

// Estimate is what becomes of many calls whose service times are drawn from a
// distribution.
type Estimate struct {
	Calls int
	Seed  uint64
	// Mean is the mean service time.
	Mean time.Duration
	// Duplicates are rows beyond the first, Errors calls of which the caller
	// sees an error, ErrorsStored those among them that are stored all the
	// same; each for a million calls. Margin is twice the standard error of
	// Duplicates.
	Duplicates, Margin   float64
	Errors, ErrorsStored float64
	// Sends and Executions are means for one call.
	Sends, Executions float64
	// Capacity is how many executions all providers complete in a second.
	Capacity float64
	// Points is the load on the providers by the demand.
	Points []Point
}

// Point is the load at one demand, all as shares of the capacity (1 is full).
type Point struct {
	// Demand is what users ask for, Offered what arrives at the providers
	// with all attempts, Answered what comes back in time.
	Demand, Offered, Answered float64
}

const million = 1_000_000

// Guess draws the calls of a scenario. Each call is alone here; the points
// then let them meet at the providers. It stops early, with the context's
// error, when the context ends.
func Guess(ctx context.Context, s Scenario, load Load) (*Estimate, error) {
	random := rand.New(rand.NewPCG(load.Seed, 0))
	s.times = func() time.Duration { return load.Latency.draw(random) }
	n := &Estimate{Calls: load.Calls, Seed: load.Seed, Mean: load.Latency.Mean()}
	var sends, executions, errors, stored int
	var duplicates, squares float64
	for i := range load.Calls {
		if i%1000 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		o := Run(s)
		sends += o.Sends
		executions += o.Executions
		duplicates += float64(o.Duplicates)
		squares += float64(o.Duplicates) * float64(o.Duplicates)
		for _, in := range o.Intents {
			if in.Cause != "" {
				errors++
				stored += min(in.Stored, 1)
			}
		}
	}
	calls := float64(load.Calls)
	mean := duplicates / calls
	n.Duplicates = mean * million
	n.Margin = 2 * math.Sqrt(max(squares/calls-float64(mean*mean), 0)/calls) * million
	n.Errors, n.ErrorsStored = float64(errors)/calls*million, float64(stored)/calls*million
	n.Sends, n.Executions = float64(sends)/calls, float64(executions)/calls
	return n, n.storm(ctx, s, load)
}
