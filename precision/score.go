package precision

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/dubboaudit/dubboaudit/idempotency"
)

// question is something the auditor says of some methods and not of others.
type question struct {
	name string
	// asks tells the cases that the question is about, says what the auditor
	// answers, and is what is true.
	asks func(*Case) bool
	says func(Opinion) bool
	is   func(Truth) bool
}

var questions = []question{
	{"DA101 errors", func(c *Case) bool { return c.Exposed }, func(o Opinion) bool { return o.Error }, isA},
	{"A-write verdicts", clear, saysA, isA},
	{"read verdicts", clear, func(o Opinion) bool { return o.Verdict.Kind == idempotency.Read }, func(t Truth) bool { return t == Read }},
}

func clear(*Case) bool { return true }

func isA(t Truth) bool { return t == A }

// saysA tells the verdicts of a certain write. One that the implementation
// guards, as far as the auditor sees, is none.
func saysA(o Opinion) bool {
	v := o.Verdict
	return v.Kind == idempotency.Write && v.Strength == idempotency.A && v.Guard.IsZero()
}

// Score counts how often an answer was right.
type Score struct{ Right, Said, True int }

// Precision is the share of what was said that is true, and Recall the share
// of what is true that was said. Both write "-" where there was nothing.
func (s Score) Precision() string { return share(s.Right, s.Said) }

// Recall is told at Precision.
func (s Score) Recall() string { return share(s.Right, s.True) }

func share(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3f (%d/%d)", float64(n)/float64(of), n, of)
}

// score counts the answers to a question.
func (q *question) score(cases []Case, opinion func(*Case) Opinion) Score {
	var s Score
	for i := range cases {
		c := &cases[i]
		if c.Truth == Unclear || !q.asks(c) {
			continue
		}
		said, is := q.says(opinion(c)), q.is(c.Truth)
		s.Said += one(said)
		s.True += one(is)
		s.Right += one(said && is)
	}
	return s
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

func byName(c *Case) Opinion { return c.ByName }
func judged(c *Case) Opinion { return c.Judged }

// misses returns the cases of which the auditor answers a question wrongly,
// with evidence.
func (q *question) misses(cases []Case) []Case {
	var list []Case
	for _, c := range cases {
		if c.Truth != Unclear && q.asks(&c) && q.says(c.Judged) != q.is(c.Truth) {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b Case) int { return cmp.Compare(a.Truth, b.Truth) })
	return list
}
