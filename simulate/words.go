package simulate

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
)

// causeText says why an attempt or a call failed.
var causeText = map[Cause]lang.Text{
	TimedOut:    lang.T("timeout"),
	LostAnswer:  lang.T("timeout, the answer was lost"),
	Broken:      lang.T("connection lost"),
	Refused:     lang.T("the provider is busy"),
	NoLine:      lang.T("no connection"),
	Exception:   lang.T("exception of the service"),
	OtherInput:  lang.T("key used with another input"),
	MockFailure: lang.T("mock error"),
}

// What the pictures say as text and as SVG.
var (
	clientWaits   = lang.T("the client waits")
	providerWorks = lang.T("the provider works, nobody waits")
)

// Result says what the caller got: the reason of an error, or whose result it
// is.
func (in Intent) Result() lang.Text {
	switch {
	case !in.Text.IsZero():
		return in.Text
	case in.Cause != "":
		return causeText[in.Cause]
	case in.Mocked:
		return lang.T("the mock's answer")
	case in.Of == 0:
		return lang.Verbatim("null")
	}
	return lang.T("result of attempt %d", in.Of)
}

// sight says what the caller sees and when: "error after 3000 ms: timeout".
func (o *Outcome) sight() lang.Text {
	in := o.Seen()
	if in.Cause != "" {
		return lang.T("error after %s ms: %s", millis(o.Total), in.Result())
	}
	return lang.T("result after %s ms: %s", millis(o.Total), in.Result())
}

// fate says how the caller's wait for one intent ended.
func (in Intent) fate() lang.Text {
	if in.Cause != "" {
		return lang.T("error after %s: %s", millis(in.End), in.Result())
	}
	return lang.T("result after %s: %s", millis(in.End), in.Result())
}

// caller names who waits for the nth of several intents.
func caller(n, of int) lang.Text {
	if of == 1 {
		return lang.T("caller")
	}
	return lang.T("caller %d", n+1)
}

// counts says how far the requests came.
func (o *Outcome) counts() lang.Text {
	return lang.T("%d sent, %d executed, %d stored", o.Sends, o.Executions, o.Stored)
}

// name is what the timeline calls an attempt.
func (a *Attempt) name() lang.Text {
	if a.Background {
		return lang.T("repeat %d", a.N)
	}
	return lang.T("attempt %d", a.N)
}

// fate says what became of an attempt: "timeout at 1000, row written at 5000".
func (a *Attempt) fate() lang.Text {
	end := lang.T("answered at %s", millis(a.End))
	if a.Cause != "" {
		end = lang.T("%[1]s at %[2]s", causeText[a.Cause], millis(a.End))
	}
	var row lang.Text
	switch {
	case a.Stored:
		row = lang.T("row written at %s", millis(a.WrittenAt))
	case a.Executed && a.Of != 0 && a.Of != a.N:
		row = lang.T("row of attempt %d found", a.Of)
	case !a.Executed:
		row = lang.T("not executed")
	}
	return lang.List(end, row)
}

// settings says what is configured: "failover, retries 2, timeout 1000 ms".
func (s *Scenario) settings() lang.Text {
	parts := []lang.Text{lang.Verbatim(s.Cluster)}
	setting := func(format string, args ...any) { parts = append(parts, lang.T(format, args...)) }
	switch s.Cluster {
	case "failover":
		setting("retries %d", s.Retries)
	case "failback":
		setting("%d repeats in the background", s.Repeats)
	case "forking":
		setting("%d forks", s.forks())
	case "broadcast":
		setting("%d providers", s.Providers)
	}
	if s.Local {
		setting("local call without timeout")
	} else {
		setting("timeout %s ms", millis(s.timeout()))
	}
	if s.Rounds > 1 {
		setting("inside another loop of %d", s.Rounds)
	}
	if s.Mode != effective.Sync {
		parts = append(parts, lang.Verbatim(string(s.Mode)))
	}
	if s.Mock != NoMock {
		setting("mock %s", s.Mock)
	}
	for _, l := range s.Layers {
		setting("application retry of %d attempts, pause %s ms", l.Attempts, millis(l.Backoff))
	}
	if s.Key != NoKey {
		setting("key %s, dedupe %s", s.Key, s.Dedupe)
	}
	return lang.List(parts...)
}

// work says what the provider does, and what goes wrong on the way.
func (s *Scenario) work() lang.Text {
	parts := []lang.Text{lang.T("service time %s ms, row written at %s ms", millis(s.Service), millis(s.writeAt(s.Service)))}
	for _, x := range []struct {
		of   Attempts
		text lang.Text
	}{
		{s.Lost, lang.T("answer lost in attempt %s", s.Lost.text())},
		{s.Cut, lang.T("connection lost in attempt %s", s.Cut.text())},
		{s.Busy, lang.T("provider busy in attempt %s", s.Busy.text())},
		{s.Unreachable, lang.T("no connection in attempt %s", s.Unreachable.text())},
		{s.Throws, lang.T("exception of the service in attempt %s", s.Throws.text())},
	} {
		if len(x.of) > 0 {
			parts = append(parts, x.text)
		}
	}
	if n := s.intents(); n > 1 {
		parts = append(parts, lang.T("%d intents", n))
	}
	if s.OtherInput {
		parts = append(parts, lang.T("the key reused with another input"))
	}
	return lang.List(parts...)
}

// text says the set to people.
func (a Attempts) text() lang.Text {
	if a.Has(0) {
		return lang.T("all")
	}
	return lang.Verbatim(a.String())
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
func (s *Scenario) title() lang.Text {
	version := lang.Verbatim("Dubbo " + s.Version.String())
	if s.Assumed {
		version = lang.T("Dubbo version unknown, taken as %s", s.Version)
	}
	return lang.List(lang.Verbatim(s.Subject), version)
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
