package report

import (
	"strconv"
	"time"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/lang"
)

// Explanation is what `dubboaudit explain` shows: the effective settings of
// every call, and what a repeated call would do.
type Explanation struct {
	Model *effective.Model
	// Verdict judges a call's method.
	Verdict func(*effective.Call) idempotency.Verdict
	// why is the setting whose places the text shows instead of the cards, ""
	// for none, and contests knows them.
	why      string
	contests *effective.Contests
}

// ContestSettings are the settings that can be asked for.
var ContestSettings = effective.ContestSettings

// Ask makes the text show every place that is looked at for one setting. It
// must be called before Model is narrowed.
func (x *Explanation) Ask(setting string) {
	x.why, x.contests = setting, effective.NewContests(x.Model)
}

// setting is an effective value of any type, made ready to be shown.
type setting struct {
	name     string
	value    any // nil where it is not decided
	text     lang.Text
	unknown  lang.Text
	from     effective.Origin
	shadowed []effective.Loser
	version  dubbo.Version
	// parse turns the text of a shadowed value into the value's type.
	parse func(string) any
}

// show turns an effective value of a reference into a setting.
func show[T any](r *effective.Reference, name string, v effective.Value[T], parse func(string) any, value func(T) (any, lang.Text)) setting {
	s := setting{name: name, unknown: v.Unknown, from: v.From, shadowed: v.Shadowed, version: versionOf(r), parse: parse, text: lang.Verbatim("?")}
	if v.Known {
		s.value, s.text = value(v.V)
	}
	return s
}

func word(v string) (any, lang.Text) {
	if v == "" || v == dubbo.NoCluster {
		return v, lang.T("none")
	}
	return v, lang.Verbatim(v)
}

func truth(v bool) (any, lang.Text) { return v, lang.Verbatim(strconv.FormatBool(v)) }
func number(v int) (any, lang.Text) { return v, lang.Verbatim(strconv.Itoa(v)) }

func parseWord(s string) any { return s }

func parseNumber(s string) any {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	return s
}

func parseFlag(s string) any {
	if b, err := strconv.ParseBool(s); err == nil {
		return b
	}
	return s
}

func checkOf(r *effective.Reference) setting { return show(r, "check", r.Check, parseFlag, truth) }

// coreSettings are the ones that decide what a lost answer does.
func coreSettings(c *effective.Call) []setting {
	return []setting{
		show(c.Ref, "retries", c.Retries, parseNumber, number),
		timeoutOf(c),
		show(c.Ref, "cluster", c.Cluster, parseWord, word),
	}
}

func timeoutOf(c *effective.Call) setting {
	return show(c.Ref, "timeout", c.Timeout, parseNumber, func(d time.Duration) (any, lang.Text) {
		return d.Milliseconds(), lang.T("%d ms", d.Milliseconds())
	})
}

// moreSettings are shown as text only where somebody wrote them.
func moreSettings(c *effective.Call) []setting {
	return []setting{
		show(c.Ref, "loadbalance", c.Loadbalance, parseWord, word),
		show(c.Ref, "async", c.Async, parseFlag, truth),
		show(c.Ref, "mock", c.Mock, parseWord, word),
		show(c.Ref, "forks", c.Forks, parseNumber, number),
	}
}

// executionsOf are shown with their origin only where a quirk adds to them.
func executionsOf(c *effective.Call) setting {
	return show(c.Ref, "executions", c.Executions, parseNumber, number)
}

// chained are the settings of a call whose origins are shown.
func chained(c *effective.Call) []setting {
	out := coreSettings(c)
	for _, s := range moreSettings(c) {
		if s.written() {
			out = append(out, s)
		}
	}
	switch c.Executions.From.Quirk {
	case dubbo.NestedFailover, dubbo.MockDirectURL:
		out = append(out, executionsOf(c))
	}
	return out
}

// written reports whether anybody set the value.
func (s setting) written() bool {
	return s.from.Level != effective.Default && s.from.Level != "" || len(s.shadowed) > 0
}

// startsWithoutProvider tells whether the application starts while no
// provider is there; nil where that is not decided. lazy changes nothing in
// it (measured on six versions).
func startsWithoutProvider(r *effective.Reference) *bool {
	if !r.Check.Known {
		return nil
	}
	starts := !r.Check.V
	return &starts
}
