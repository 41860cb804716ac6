package simulate

import "time"

// clock runs events in the order of their time; those of one instant run in
// the order in which they were planned.
type clock struct {
	now    time.Duration
	seq    int
	events []event // a binary heap, the next event first
}

type event struct {
	at  time.Duration
	seq int
	do  func()
}

func (e event) before(f event) bool {
	return e.at < f.at || e.at == f.at && e.seq < f.seq
}

// at plans an event; after plans it from now.
func (c *clock) at(t time.Duration, do func()) {
	c.seq++
	h := append(c.events, event{t, c.seq, do})
	for i := len(h) - 1; i > 0 && h[i].before(h[(i-1)/2]); i = (i - 1) / 2 {
		h[i], h[(i-1)/2] = h[(i-1)/2], h[i]
	}
	c.events = h
}

func (c *clock) after(d time.Duration, do func()) { c.at(c.now+d, do) }

// run goes through the events, and those that they plan, to the end.
func (c *clock) run() {
	for c.step() {
	}
}

// step runs the next event; false means that there is none.
func (c *clock) step() bool {
	if len(c.events) == 0 {
		return false
	}
	e := c.pop()
	c.now = e.at
	e.do()
	return true
}

func (c *clock) pop() event {
	h := c.events
	first, last := h[0], len(h)-1
	h[0], h[last] = h[last], event{} // drop the closure
	h = h[:last]
	for i := 0; ; {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < last; child++ {
			if h[child].before(h[least]) {
				least = child
			}
		}
		if least == i {
			break
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
	c.events = h
	return first
}
