package retrylayer

import (
	"slices"
	"strconv"

	"github.com/dubboaudit/dubboaudit/lang"
)

// A loop's attempts are counted by running it: the counter's first value, the
// steps that change it, and the conditions that end the loop, in the order of
// one round in which the call fails.

// maxRounds bounds the counting.
const maxRounds = 100_000

// event is one thing that a round does with the counter: it steps, ends where
// a comparison holds, or makes the call.
type event struct {
	step int
	op   string // "" for a step
	with int
	call bool
}

// attempts returns how often the loop makes a call that always fails, 0 with
// the reason where the code does not tell.
func (l *loop) attempts() (int, lang.Text) {
	c, n := l.c, l.node
	lo, hi := n.headLo, n.headHi
	init := -1
	if c.text(n.lo) == "for" {
		if init = c.semicolon(lo, hi); init < 0 {
			return 0, lang.T("it has no bound")
		}
		lo = init + 1
		if hi = c.semicolon(lo, n.headHi); hi < 0 {
			hi = n.headHi
		}
	}
	unknown := lang.T("nothing in the code bounds it")
	for _, name := range l.counters() {
		start, ok := l.start(name)
		if !ok {
			unknown = lang.T("where %s begins is not a number in the code", name)
			continue
		}
		r := &round{loop: l, name: name}
		switch {
		case n.post:
			r.body()
			r.condition(lo, hi, true)
		default:
			r.condition(lo, hi, true)
			r.body()
			if init >= 0 {
				r.steps(hi, n.headHi)
			}
		}
		if !r.unknown.IsZero() {
			unknown = r.unknown
			continue
		}
		if k := r.run(start); k > 0 {
			return k, lang.Text{}
		}
	}
	return 0, unknown
}

// counters are the names that the loop steps.
func (l *loop) counters() []string {
	var list []string
	for i := l.node.lo; i < l.node.hi; i++ {
		if t := l.c.text(i); t == "++" || t == "--" || t == "+=" || t == "-=" {
			name := l.c.text(i - 1)
			if !l.c.word(i - 1) {
				name = l.c.text(i + 1)
			}
			if name != "" && !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	return list
}

// start is the counter's first value: the last one given before the loop.
func (l *loop) start(name string) (int, bool) {
	c := l.c
	for i := l.node.bodyLo - 1; i > l.frame.body.lo; i-- {
		if c.text(i) == name && c.text(i+1) == "=" && c.text(i-1) != "." {
			end := i + 2
			for end < len(c.toks) && c.text(end) != ";" && c.text(end) != "," {
				end++
			}
			return l.number(l.frame.piece(i+2, end))
		}
	}
	return 0, false
}

// literal reads an int literal of Java.
func literal(text string) (int, bool) {
	if n := len(text); n > 1 && (text[n-1] == 'L' || text[n-1] == 'l') {
		text = text[:n-1]
	}
	v, err := strconv.ParseInt(text, 0, 64)
	return int(v), err == nil
}
