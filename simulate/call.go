package simulate

import (
	"strconv"
	"time"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
)

// start plans the intents, one after the other, and then done.
func (e *engine) start(done func()) {
	e.out = &Outcome{Intents: make([]Intent, e.s.intents())}
	if e.s.Dedupe == DedupeOn {
		e.rows = map[string]row{}
	}
	e.after(0, func() { e.intent(0, done) })
}

func (e *engine) intent(i int, done func()) {
	if i == len(e.out.Intents) {
		e.out.Total = e.now
		done()
		return
	}
	in := intent{n: i + 1, key: "k" + strconv.Itoa(i+1), input: i + 1}
	if e.s.OtherInput {
		in.key = "k1"
	}
	start := e.now
	e.layer(len(e.s.Layers)-1, in, func(a Answer) {
		e.out.Intents[i] = Intent{Start: start, End: e.now, Answer: a}
		e.intent(i+1, done)
	})
}

// layer runs the ith retry layer of the application; below the innermost one
// is the call.
func (e *engine) layer(i int, in intent, done func(Answer)) {
	if i < 0 {
		e.call(in, done)
		return
	}
	l := e.s.Layers[i]
	var try func(left int, pause time.Duration)
	try = func(left int, pause time.Duration) {
		e.layer(i-1, in, func(a Answer) {
			if a.Cause == "" || left <= 1 {
				done(a)
				return
			}
			next := min(pause*time.Duration(max(l.Factor, 1)), MaxDuration)
			e.after(pause, func() { try(left-1, next) })
		})
	}
	try(l.Attempts, l.Backoff)
}

// call is one call of the reference: what mock and configuration leave to the
// cluster.
func (e *engine) call(in intent, done func(Answer)) {
	switch {
	case !e.s.Fails.IsZero():
		done(Answer{Cause: ByConfig, Text: e.s.Fails})
		return
	case e.s.Mock == ForceMock:
		done(Answer{Mocked: true})
		return
	}
	e.rounds(e.s.Rounds, in, func(a Answer) {
		switch {
		case !e.seen(a.Cause) || e.s.Mock == NoMock:
			done(a)
		case e.s.Mock == FailMock:
			done(Answer{Mocked: true})
		default: // MockCalls
			e.send(in, func(a Answer) {
				if a.Cause != "" {
					a = Answer{Cause: MockFailure}
				}
				done(a)
			})
		}
	})
}

// rounds runs the cluster again as long as it fails and there are rounds left.
func (e *engine) rounds(left int, in intent, done func(Answer)) {
	e.cluster(in, func(a Answer) {
		if e.again(a.Cause) && left > 1 {
			e.rounds(left-1, in, done)
			return
		}
		done(a)
	})
}

// cluster is one run of the cluster; those that are not named make one attempt
// and pass its failure on.
func (e *engine) cluster(in intent, done func(Answer)) {
	switch e.s.Cluster {
	case "failover":
		e.failover(max(e.s.Retries, 0), in, done)
	case "failsafe":
		e.send(in, func(a Answer) { done(e.swallow(a)) })
	case "failback":
		e.failback(in, done)
	case "forking":
		e.forking(in, done)
	case "broadcast":
		e.broadcast(e.s.Providers, in, Answer{}, done)
	default:
		e.send(in, done)
	}
}

// seen reports whether the cluster gets to see a failure. The service's own
// exceptions come back as results; and of a call that nobody waits for, only
// the failure to send it is seen.
func (e *engine) seen(c Cause) bool {
	switch c {
	case NoLine:
		return true
	case TimedOut, LostAnswer, Broken, Refused:
		return e.s.Mode == effective.Sync || e.s.Mode == ""
	}
	return false
}

// again reports whether failover tries again after a failure.
func (e *engine) again(c Cause) bool {
	if e.s.TransportOnly {
		return (c == NoLine || c == Broken) && e.s.Idempotent
	}
	return e.seen(c)
}

// swallow makes an empty result of a failure that the cluster sees.
func (e *engine) swallow(a Answer) Answer {
	if e.seen(a.Cause) {
		return Answer{}
	}
	return a
}

// failover: the next attempt follows at once, on the same provider if there is
// only one.
func (e *engine) failover(left int, in intent, done func(Answer)) {
	e.send(in, func(a Answer) {
		if e.again(a.Cause) && left > 0 {
			e.failover(left-1, in, done)
			return
		}
		done(a)
	})
}

// failback: an empty result after the first failure, and repeats in the
// background, dubbo.FailbackPeriod after each failure.
func (e *engine) failback(in intent, done func(Answer)) {
	e.send(in, func(a Answer) {
		if e.seen(a.Cause) {
			in.background = true
			e.repeat(e.s.Repeats, in)
		}
		done(e.swallow(a))
	})
}

func (e *engine) repeat(left int, in intent) {
	if left <= 0 {
		return
	}
	e.after(dubbo.FailbackPeriod, func() {
		e.send(in, func(a Answer) {
			if e.seen(a.Cause) {
				e.repeat(left-1, in)
			}
		})
	})
}

// forking calls several providers at once. The first answer counts; a failure
// counts only when all have failed.
func (e *engine) forking(in intent, done func(Answer)) {
	left, answered := e.s.forks(), false
	for range left {
		e.send(in, func(a Answer) {
			left--
			if answered || e.seen(a.Cause) && left > 0 {
				return
			}
			answered = true
			done(a)
		})
	}
}

// broadcast calls every provider, one after the other; the last failure is
// the caller's.
func (e *engine) broadcast(left int, in intent, failure Answer, done func(Answer)) {
	e.send(in, func(a Answer) {
		if a.Cause != "" {
			failure = a
		}
		switch {
		case left > 1:
			e.broadcast(left-1, in, failure, done)
		case failure.Cause != "":
			done(failure)
		default:
			done(a)
		}
	})
}

// finish counts.
func (e *engine) finish() {
	o := e.out
	o.End = o.Total
	for _, a := range o.Attempts {
		if a.Sent {
			o.Sends++
		}
		if a.Executed {
			o.Executions++
		}
		if a.Stored {
			o.Stored++
			o.Intents[a.Intent-1].Stored++
		}
		o.End = max(o.End, a.End, a.ExecutionEnd)
	}
	for _, in := range o.Intents {
		o.Duplicates += max(in.Stored-1, 0)
	}
}
