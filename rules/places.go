package rules

import (
	"fmt"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// setting is one effective setting of a call in the form in which places and
// flows are told.
type setting struct {
	name, value string
	known       bool
	from        effective.Origin
	shadowed    []effective.Loser
}

// settings lists the three that decide how often and how long a call runs.
func settings(c *effective.Call) []setting {
	return []setting{
		{"retries", fmt.Sprint(c.Retries.V), c.Retries.Known, c.Retries.From, c.Retries.Shadowed},
		{"timeout", fmt.Sprint(c.Timeout.V.Milliseconds()), c.Timeout.Known, c.Timeout.From, c.Timeout.Shadowed},
		{"cluster", c.Cluster.V, c.Cluster.Known, c.Cluster.From, c.Cluster.Shadowed},
	}
}

// places lists where the settings come from, what they beat, and, for a finding
// about retries, where their default could have been replaced.
func places(c *effective.Call, about string) []finding.Related {
	var out []finding.Related
	related := func(at source.Span, format string, args ...any) {
		if at.Valid() {
			out = append(out, finding.Related{At: at, Message: lang.T(format, args...)})
		}
	}
	for _, s := range settings(c) {
		if s.known {
			related(s.from.At, "%s=%s comes from here", s.name, s.value)
		}
		for _, l := range s.shadowed {
			related(l.From.At, "%s=%s has no effect: %s", s.name, l.Text(), reason(l))
		}
	}
	if about == "retries" && c.Retries.IsDefault() && c.Ref.Consumer != nil {
		related(c.Ref.Consumer.At, "retries could also be set here, for all references of this consumer")
	}
	if len(c.CalledAt) > 0 {
		related(c.CalledAt[0], "%s is called here", c.Method)
	}
	return out
}

func reason(l effective.Loser) lang.Text {
	if why := l.Reason; !why.IsZero() {
		return why
	}
	return lang.T("another setting wins")
}

// flow leads from where the number of retries was born to the call.
func flow(c *effective.Call) []finding.Related {
	from := c.Retries.From
	out := []finding.Related{{At: from.At, Message: retriesFrom(c)}}
	if !c.Retries.Known {
		out = out[:0]
	}
	for _, via := range from.Via {
		out = append(out, finding.Related{At: via, Message: lang.T("passed on here")})
	}
	out = append(out, finding.Related{At: c.Ref.At, Message: lang.T("reference to %s", nameOf(c.Ref))})
	for _, at := range c.CalledAt[:min(1, len(c.CalledAt))] {
		out = append(out, finding.Related{At: at, Message: lang.T("%s is called here", c.Method)})
	}
	return out
}

// facts copies the effective numbers of a call.
func facts(c *effective.Call) *finding.Facts {
	f := &finding.Facts{Cluster: c.Cluster.V, RetriesOrigin: string(c.Retries.From.Level), TimeoutOrigin: string(c.Timeout.From.Level)}
	if !c.Ref.App.Version.IsZero() {
		f.DubboVersion = c.Ref.App.Version.String()
	}
	if c.Retries.Known {
		f.Retries = &c.Retries.V
	}
	if c.Timeout.Known {
		ms := c.Timeout.V.Milliseconds()
		f.TimeoutMs = &ms
	}
	if c.Executions.Known {
		f.Executions = &c.Executions.V
	}
	if c.MaxExecutions > 0 {
		f.MaxExecutions = &c.MaxExecutions
	}
	if c.WorstCase > 0 {
		ms := c.WorstCase.Milliseconds()
		f.WorstCaseMs = &ms
	}
	return f
}
