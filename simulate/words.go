package simulate

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/dubboaudit/dubboaudit/effective"
)

// causeText says in words why an attempt or a call failed.
var causeText = map[Cause]string{
	TimedOut:    "timeout",
	LostAnswer:  "timeout, the answer was lost",
	Broken:      "connection lost",
	Refused:     "the provider is busy",
	NoLine:      "no connection",
	Exception:   "exception of the service",
	OtherInput:  "key used with another input",
	MockFailure: "mock error",
}

// Result says in words what the caller got: the reason of an error, or whose
// result it is.
func (in Intent) Result() string {
	switch {
	case in.Text != "":
		return clean(in.Text)
	case in.Cause != "":
		return causeText[in.Cause]
	case in.Mocked:
		return "the mock's answer"
	case in.Of == 0:
		return "null"
	}
	return fmt.Sprintf("result of attempt %d", in.Of)
}

// sight says what the caller sees and when: "error after 3000 ms: timeout".
func (o *Outcome) sight() string {
	in := o.Seen()
	return fmt.Sprintf("%s after %s ms: %s", in.Sees(), millis(o.Total), in.Result())
}

// fate says what became of an attempt: "timeout at 1000 ms, stored at 5000 ms".
func (a *Attempt) fate() string {
	text := "answered"
	if a.Cause != "" {
		text = causeText[a.Cause]
	}
	text += " at " + millis(a.End)
	switch {
	case a.Stored:
		text += ", row written at " + millis(a.WrittenAt)
	case a.Executed && a.Of != 0 && a.Of != a.N:
		text += fmt.Sprintf(", row of attempt %d found", a.Of)
	case !a.Executed:
		text += ", not executed"
	}
	return text
}

// settings says what is configured: "failover, retries 2, timeout 1000 ms".
func (s *Scenario) settings() string {
	parts := []string{clean(s.Cluster)}
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	switch s.Cluster {
	case "failover":
		add("retries %d", s.Retries)
	case "failback":
		add("%d repeats in the background", s.Repeats)
	case "forking":
		add("%d forks", s.forks())
	case "broadcast":
		add("%d providers", s.Providers)
	}
	if s.Local {
		add("local call without timeout")
	} else {
		add("timeout %s ms", millis(s.timeout()))
	}
	if s.Rounds > 1 {
		add("inside another loop of %d", s.Rounds)
	}
	if s.Mode != effective.Sync && s.Mode != "" {
		add("%s", s.Mode)
	}
	if s.Mock != NoMock {
		add("mock %s", s.Mock)
	}
	for _, l := range s.Layers {
		add("application retry of %d attempts, pause %s ms", l.Attempts, millis(l.Backoff))
	}
	if s.Key != NoKey {
		add("key %s, dedupe %s", s.Key, s.Dedupe)
	}
	return strings.Join(parts, ", ")
}

// work says what the provider does, and what goes wrong on the way.
func (s *Scenario) work() string {
	text := fmt.Sprintf("service time %s ms, row written at %s ms", millis(s.Service), millis(s.writeAt(s.Service)))
	for _, x := range []struct {
		what string
		of   Attempts
	}{
		{"answer lost", s.Lost}, {"connection lost", s.Cut}, {"provider busy", s.Busy}, {"no connection", s.Unreachable}, {"exception of the service", s.Throws},
	} {
		if len(x.of) > 0 {
			text += fmt.Sprintf(", %s in attempt %s", x.what, x.of)
		}
	}
	if n := s.intents(); n > 1 {
		text += fmt.Sprintf(", %d intents", n)
	}
	if s.OtherInput {
		text += ", the key reused with another input"
	}
	return text
}

// String writes the set as it is given: "1,2" or "all".
func (a Attempts) String() string {
	var parts []string
	for _, n := range a {
		if n == 0 {
			return "all"
		}
		parts = append(parts, fmt.Sprint(n))
	}
	return strings.Join(parts, ",")
}

// title names the call.
func (s *Scenario) title() string {
	text := "Dubbo " + clean(s.Version.String())
	if s.Assumed {
		text = "Dubbo version unknown, taken as " + clean(s.Version.String())
	}
	if s.Subject != "" {
		text = clean(s.Subject) + ", " + text
	}
	return text
}

// clean makes a text of an audited file safe to show: what is not printable,
// moves the cursor or changes the direction of text is replaced.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}

// longest is the end of the column that ends last: all columns are drawn on
// one scale, so that they can be compared.
func longest(columns []Column) time.Duration {
	var end time.Duration
	for _, c := range columns {
		end = max(end, c.Outcome.End)
	}
	return end
}

// scale maps times to a width in columns or pixels.
type scale struct {
	end   time.Duration
	width int
}

// at is the position of a time, between 0 and the width.
func (s scale) at(t time.Duration) int {
	if s.end <= 0 {
		return 0
	}
	return int(min(float64(t)/float64(s.end), 1) * float64(s.width))
}
