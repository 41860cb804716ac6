// Package retrylayer finds what runs a Dubbo call again: annotations, retry
// libraries, loops, jobs, redelivered messages, in the method that makes the
// call and in those that call it; and where the call's arguments are born,
// inside or outside of what runs again. What the files do not tell stays
// unknown: a layer is only named where it surely encloses the call and is run
// again by the exception that Dubbo throws.
package retrylayer

import (
	"time"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Kind is what runs a call again. Its values are part of the JSON output.
type Kind string

// The kinds.
const (
	Retryable    Kind = "spring-retryable"
	Template     Kind = "spring-retry-template"
	Resilience4j Kind = "resilience4j"
	Guava        Kind = "guava-retrying"
	Failsafe     Kind = "failsafe"
	Reactor      Kind = "reactor"
	Loop         Kind = "loop"
	// Redelivery is a broker that delivers a message again after an exception.
	Redelivery Kind = "redelivery"
	// Schedule is a job that runs again and again, whether or not it failed.
	Schedule Kind = "schedule"
)

// Layer is one thing that runs a call again.
type Layer struct {
	Kind Kind
	// Name is how it is written: "@Retryable", "RetryTemplate", "the loop".
	Name lang.Text
	// Attempts is how often it runs the call in all, 0 where that is not
	// known; then Unknown says why.
	Attempts int
	Unknown  lang.Text
	// From says where a known number comes from: "maxAttempts", "its default".
	From lang.Text
	// Delay is the pause before the second attempt, Budget the time after
	// which the layer gives up; 0 where there is none or it is not known.
	Delay, Budget time.Duration
	// Method is the method in which the layer stands: "OrderFacade.submit".
	Method string
	// At is the annotation, the call of the wrapper, the loop's keyword.
	At source.Span

	step   int         // of the way, whose method it stands in
	region source.Span // what runs again in that method, invalid for all of it
}

// EntryKind is how a way begins.
type EntryKind string

// The kinds of entry.
const (
	Web      EntryKind = "web"       // a controller's method
	Message  EntryKind = "message"   // a listener's method
	Job      EntryKind = "job"       // a scheduled method
	Service  EntryKind = "service"   // the implementation of a Dubbo service
	NoEntry  EntryKind = ""          // nothing calls it, as far as found
	CutShort EntryKind = "cut short" // more methods call it, further out
)

// Step is one method on a way, with the call in it that leads on to the Dubbo
// call.
type Step struct {
	Type, Method string // qualified name of the type, name of the method
	At           source.Span
}

// Way is one way through the code to a Dubbo call.
type Way struct {
	// Steps are the methods, the one that makes the Dubbo call first.
	Steps []Step
	// Layers are what runs the call again on this way, innermost first.
	Layers []*Layer
	Entry  EntryKind
	// Swallowed is where an exception is caught and not thrown again, so that
	// nothing further out is run again; invalid where none is.
	Swallowed source.Span
	// Detached is where the call is handed to something that may run it on
	// another thread, or later; invalid where it is not.
	Detached source.Span
	// Transaction is the annotation of a distributed transaction around.
	Transaction *Transaction

	frames []*frame
}

// Transaction is an annotation of a framework for distributed transactions.
type Transaction struct {
	Name   string // "@GlobalTransactional"
	Method string
	// Fenced is set where the framework itself drops a second execution.
	Fenced bool
	At     source.Span
}

// Key is an argument of a Dubbo call, or a field of one, that is made new each
// time the code that makes it runs.
type Key struct {
	// Name is the parameter's or the field's: "requestNo".
	Name string
	// Field is set for a field of an argument, Unnamed for a parameter of which
	// a class file keeps no name: it may be no key.
	Field, Unnamed bool
	// Maker is the call that makes it: "UUID.randomUUID", MakerAt its place.
	Maker   string
	MakerAt source.Span
	// Method is the method of the way in which that happens, At the place:
	// that of the maker, or of the call of a helper.
	Method string
	At     source.Span
	// Inside is the innermost layer whose every attempt makes a new one, nil
	// where it is made before all of them.
	Inside *Layer
}
