package html

import (
	"strconv"
	"time"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/report"
)

// call adds a row of the table of methods.
func (b *builder) call(c *effective.Call) {
	r := c.Ref
	row := call{Ref: len(b.doc.Refs) - 1, Method: report.Clean(c.Signature), CalledAt: b.places(c.CalledAt), Runs: none, WorstMs: c.WorstCase.Milliseconds(), Sees: b.say(c.CallerSees),
		Mode: b.say(c.Mode), More: []int{}, Unsure: []string{}, Verdict: none}
	row.Timeline, row.Assumed = b.timeline(c)
	if row.Method == "" {
		row.Method = report.Clean(c.Method)
	}
	if c.Executions.Known {
		row.Runs, row.MaxRuns = c.Executions.V, max(c.MaxExecutions, c.Executions.V)
	}
	if c.Fails != nil {
		row.Fails = b.say(c.Fails.Msg)
	}
	where := b.doc.Refs[row.Ref].Name + "#" + row.Method + ", " + b.doc.Refs[row.Ref].Place
	b.settingsOf(c, &row, where)
	for _, text := range c.Unsure {
		row.Unsure = append(row.Unsure, b.say(text))
		b.undecided(unsure, text, where)
	}
	row.Verdict = b.verdict(b.report.Explain.Verdict(c))
	key := callKey{r.App.Name, r.Name() + "#" + c.Method}
	b.calls[key] = append(b.calls[key], len(b.doc.Calls))
	b.doc.Calls = append(b.doc.Calls, row)
	b.spans = append(b.spans, r.At)
}

func referenceName(r *effective.Reference) string {
	name := r.Name()
	for _, part := range []string{r.Group, r.Version} {
		if part != "" {
			name += " " + part
		}
	}
	return report.Clean(name)
}

func (b *builder) settingsOf(c *effective.Call, row *call, where string) {
	millis := func(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) + " ms" }
	core := []setting{
		show(b, "retries", c.Retries, strconv.Itoa), show(b, "timeout", c.Timeout, millis),
		show(b, "cluster", c.Cluster, b.word), show(b, "check", c.Ref.Check, strconv.FormatBool),
	}
	if c.Retries.Known {
		core[0].Number = number(c.Retries.V)
	}
	if c.Timeout.Known {
		core[1].Number = number(c.Timeout.V.Milliseconds())
	}
	for _, s := range core {
		row.Core = append(row.Core, b.setting(s, where))
	}
	for _, s := range []setting{
		show(b, "loadbalance", c.Loadbalance, b.word), show(b, "async", c.Async, strconv.FormatBool),
		show(b, "mock", c.Mock, b.word), show(b, "forks", c.Forks, strconv.Itoa),
	} {
		if s.written {
			row.More = append(row.More, b.setting(s, where))
		}
	}
}

func number[N int | int64](n N) *int64 {
	v := int64(n)
	return &v
}

func (b *builder) word(s string) string {
	if s == "" {
		return b.say(lang.T("none"))
	}
	return report.Clean(s)
}

func (b *builder) setting(s setting, where string) int {
	if s.Unknown != "" {
		b.undecided(s.Name, s.why, where)
	}
	return b.settings.add(s)
}

// show makes an effective value ready to be shown.
func show[T any](b *builder, name string, v effective.Value[T], text func(T) string) setting {
	s := setting{Name: name, Value: "?", Unknown: b.say(v.Unknown), Via: b.places(v.From.Via), Lost: []loser{},
		why: v.Unknown, written: v.From.Level != effective.Default && v.From.Level != "" || len(v.Shadowed) > 0}
	if v.Known {
		s.Value, s.Unknown = text(v.V), ""
	}
	s.Origin, s.Place = b.origin(v.From)
	for _, l := range v.Shadowed {
		x := loser{Value: b.say(l.Text()), Reason: b.say(l.Reason)}
		x.Origin, x.Place = b.origin(l.From)
		s.Lost = append(s.Lost, x)
	}
	return s
}

func (b *builder) origin(o effective.Origin) (level, at string) {
	level = b.say(o.Level)
	if o.Quirk != "" {
		level += " " + string(o.Quirk)
	}
	return level, place(o.At)
}

func (b *builder) verdict(v idempotency.Verdict) int {
	x := verdict{Kind: b.say(v.Kind.Text()), Text: b.say(report.VerdictText(v)), Evidence: []string{}}
	for _, e := range v.Evidence {
		text := lang.T("%s: %s", evidenceKind(e.Kind), e.Text)
		x.Evidence = append(x.Evidence, b.say(lang.List(text, lang.Verbatim(place(e.At)))))
	}
	return b.verdicts.add(x)
}
