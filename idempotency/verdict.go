// Package idempotency judges whether a repeated execution of a method does
// harm, and says on what evidence.
package idempotency

import "github.com/dubboaudit/dubboaudit/parse/source"

// Kind is the judgement. Its values are part of the JSON output.
type Kind string

// The kinds.
const (
	Write      Kind = "write"      // a second execution does harm
	Read       Kind = "read"       // changes nothing
	Idempotent Kind = "idempotent" // changes something, but a second time changes nothing more
	Unknown    Kind = "unknown"
)

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
	// Confidence is "high", "medium" or "low".
	Confidence string
	Evidence   []Evidence
}

// Evidence is one reason for a verdict.
type Evidence struct {
	// Kind is "verb", "sql", "http", "annotation", "key", "return" or "config".
	Kind string
	Text string
	At   source.Span
}
