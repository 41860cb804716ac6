package simulate

import (
	"strconv"
	"time"

	"github.com/dubboaudit/dubboaudit/effective"
)

// engine plays one scenario on a clock.
type engine struct {
	*clock
	s   *Scenario
	out *Outcome
	// rows holds the row that each key stands for; nil where dedupe is not on.
	rows map[string]row
	// pool are the providers' threads; nil means that there are always enough.
	pool *pool
}

// row is a stored row: the attempt that wrote it, and for which input.
type row struct{ attempt, input int }

// pool counts free threads of the providers.
type pool struct{ free int }

// intent is what one intent sends.
type intent struct {
	n          int
	key        string // of PerIntent
	input      int
	background bool
}

// Run plays a scenario. Scenario.Check must have found nothing wrong.
func Run(s Scenario) *Outcome {
	e := &engine{clock: &clock{}, s: &s}
	e.start(func() {})
	e.run()
	e.finish()
	return e.out
}

// send makes one attempt and gives its answer to done.
func (e *engine) send(in intent, done func(Answer)) {
	a := &Attempt{N: len(e.out.Attempts) + 1, Intent: in.n, Start: e.now, Background: in.background}
	e.out.Attempts = append(e.out.Attempts, a)
	switch e.s.Key {
	case PerIntent:
		a.Key = in.key
	case PerAttempt:
		a.Key = "k" + strconv.Itoa(a.N)
	}
	a.Sent = !e.s.Unreachable.Has(a.N)
	switch {
	case !a.Sent:
		e.end(a, e.now, Answer{Cause: NoLine}, done)
	case e.s.Busy.Has(a.N), e.pool != nil && e.pool.free == 0:
		e.end(a, e.now, Answer{Cause: Refused}, done)
	default:
		e.execute(a, in, done)
	}
}

// end plans the end of the client's wait.
func (e *engine) end(a *Attempt, at time.Duration, answer Answer, done func(Answer)) {
	e.at(at, func() {
		a.End, a.Answer = e.now, answer
		done(answer)
	})
}

// execute runs the provider's method for an attempt.
func (e *engine) execute(a *Attempt, in intent, done func(Answer)) {
	a.Executed = true
	answer := &Answer{Of: a.N}
	length := e.s.draw()
	prior, found := e.rows[a.Key]
	switch {
	case found:
		length, *answer = 0, prior.answer(in.input)
	case e.s.Throws.Has(a.N):
		*answer = Answer{Cause: Exception}
	default:
		e.after(e.s.writeAt(length), func() { e.write(a, in, answer) })
	}
	a.ExecutionEnd = e.now + length
	if e.pool != nil {
		e.pool.free--
		e.at(a.ExecutionEnd, func() { e.pool.free++ })
	}
	e.wait(a, length, answer, done)
}

// wait plans the end of the client's wait for an execution. An answer that
// would arrive in the very instant of the timeout is too late: on a real wire
// it still has a way to go.
func (e *engine) wait(a *Attempt, length time.Duration, answer *Answer, done func(Answer)) {
	timeout := e.s.timeout()
	switch {
	case e.s.Mode == effective.Oneway:
		e.end(a, e.now, Answer{}, done)
	case length >= timeout && !e.s.Local:
		e.end(a, e.now+timeout, Answer{Cause: TimedOut}, done)
	case e.s.Cut.Has(a.N):
		e.end(a, e.now+length, Answer{Cause: Broken}, done)
	case e.s.Lost.Has(a.N):
		e.end(a, e.now+timeout, Answer{Cause: LostAnswer}, done)
	default:
		e.after(length, func() { // the write may have changed the answer by then
			a.End, a.Answer = e.now, *answer
			done(*answer)
		})
	}
}

// write stores the row of an execution, unless its key is taken by now.
func (e *engine) write(a *Attempt, in intent, answer *Answer) {
	if a.Key != "" && e.rows != nil {
		if prior, found := e.rows[a.Key]; found {
			*answer = prior.answer(in.input)
			return
		}
		e.rows[a.Key] = row{a.N, in.input}
	}
	a.Stored, a.WrittenAt = true, e.now
}

// answer is what a repeated request gets: the first one's result, or a refusal
// where the input is another one.
func (r row) answer(input int) Answer {
	if r.input != input {
		return Answer{Cause: OtherInput}
	}
	return Answer{Of: r.attempt}
}
