package simulate

import (
	"time"

	"github.com/dubboaudit/dubboaudit/lang"
)

// Outcome is what became of a scenario.
type Outcome struct {
	// Attempts in the order in which they were made, background repeats
	// included.
	Attempts []*Attempt
	// Sends counts the requests that left the client, Executions those that
	// ran the provider's method (also if dedupe ended it early), Stored the
	// rows written.
	Sends, Executions, Stored int
	// Duplicates are the rows beyond the first of each intent.
	Duplicates int
	// Intents are what the caller saw of each intent.
	Intents []Intent
	// Total is when the caller knew about the last intent.
	Total time.Duration
	// End is when the last thing ended, at the caller or at a provider.
	End time.Duration
}

// Seen is the intent that tells most of what the caller saw: the first that
// ended with an error, else the last.
func (o *Outcome) Seen() Intent {
	for _, in := range o.Intents {
		if in.Cause != "" {
			return in
		}
	}
	return o.Intents[len(o.Intents)-1]
}

// Intent is one thing that the user wanted done.
type Intent struct {
	Start, End time.Duration
	Answer
	// Stored are the rows that were written for it, also after its end.
	Stored int
}

// Sees is what the caller got, in JSON: "result" or "error".
func (a Answer) Sees() string {
	if a.Cause != "" {
		return "error"
	}
	return "result"
}

// Answer is what an attempt or a call came to.
type Answer struct {
	// Cause is why it failed, "" when it did not.
	Cause Cause
	// Of is the attempt whose row the result is about; 0 for an empty result.
	Of int
	// Mocked marks an answer that the mock gave, and Text one that has to be
	// told in words (a failure by configuration).
	Mocked bool
	Text   lang.Text
}

// Cause is why an attempt failed.
type Cause string

// The causes. The first five are failures that the cluster sees; Exception and
// OtherInput come back from the service, and Dubbo hands them to the caller.
const (
	TimedOut    Cause = "timeout"
	LostAnswer  Cause = "lost"
	Broken      Cause = "cut"
	Refused     Cause = "busy"
	NoLine      Cause = "unreachable"
	Exception   Cause = "exception"
	OtherInput  Cause = "other-input"
	ByConfig    Cause = "configuration"
	MockFailure Cause = "mock-error"
)

// Attempt is one request.
type Attempt struct {
	N, Intent int
	// Start and End bound the client's wait.
	Start, End time.Duration
	Answer
	// Sent and Executed say how far the request came; ExecutionEnd is when
	// the provider was done with it.
	Sent, Executed bool
	ExecutionEnd   time.Duration
	// Stored says that the execution wrote a row, at WrittenAt.
	Stored    bool
	WrittenAt time.Duration
	Key       string
	// Background marks a repeat that no caller waits for.
	Background bool
}

// Outcome is the attempt's outcome: timeout, ok, lost or error.
func (a *Attempt) Outcome() string {
	switch a.Cause {
	case "":
		return "ok"
	case TimedOut, LostAnswer:
		return string(a.Cause)
	}
	return "error"
}
