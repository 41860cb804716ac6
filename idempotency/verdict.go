// Package idempotency judges whether a repeated execution of a method does
// harm, and says on what evidence.
package idempotency

import (
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Kind is the judgement. Its values are part of the JSON output.
type Kind string

// The kinds.
const (
	Write      Kind = "write"      // a second execution does harm
	Read       Kind = "read"       // changes nothing
	Idempotent Kind = "idempotent" // changes something, but a second time changes nothing more
	Unknown    Kind = "unknown"
)

// Text is what people read in place of the kind.
func (k Kind) Text() lang.Text {
	switch k {
	case Write:
		return lang.T("write")
	case Read:
		return lang.T("read")
	case Idempotent:
		return lang.T("idempotent")
	}
	return lang.T("unknown")
}

// Strength grades a write.
type Strength uint8

// The strengths: A certain or costly, B likely. NoStrength goes with the
// other kinds.
const (
	NoStrength Strength = iota
	B
	A
)

// Verdict is the judgement on one method.
type Verdict struct {
	Kind     Kind
	Strength Strength
	// Money is set for verbs of money and stock (pay, refund, deduct ...).
	Money bool
	// Key is the idempotency key among the parameters, "" when there is
	// none: a write with a key is safe only if the provider enforces it.
	Key string
	// Guard is what drops repeated calls, or claims to: "@Idempotent", "the
	// lookup selectByNo"; zero when there is none.
	Guard lang.Text
	// Annotated is set where Guard is an annotation.
	Annotated bool
	// Confidence is "high", "medium" or "low".
	Confidence string
	Evidence   []Evidence
}

// Mitigated reports whether something speaks for repetition being harmless
// although the method writes: a key parameter, or an annotation that claims
// to drop repeated calls. Neither proves it, so rules go one level down and
// not silent.
func (v Verdict) Mitigated() bool { return v.Key != "" || !v.Guard.IsZero() }

// worse reports whether v should decide over w when overloads differ: the
// settings of a reference are by name, so the most harmful one counts.
func (v Verdict) worse(w Verdict) bool {
	if r, s := v.rank(), w.rank(); r != s {
		return r > s
	}
	return !v.Mitigated() && w.Mitigated()
}

func (v Verdict) rank() int {
	switch v.Kind {
	case Write:
		return 3 + int(v.Strength)
	case Unknown:
		return 2
	case Idempotent:
		return 1
	}
	return 0
}

// Evidence is one reason for a verdict.
type Evidence struct {
	// Kind is "verb", "interface", "parameter", "sql", "http", "annotation",
	// "key", "return" or "config".
	Kind string
	Text lang.Text
	At   source.Span
}
