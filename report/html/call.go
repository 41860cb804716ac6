package html

import (
	"strconv"
	"strings"
	"time"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/report"
)

// call adds a row of the table of methods.
func (b *builder) call(c *effective.Call) {
	r := c.Ref
	row := call{Ref: len(b.doc.Refs) - 1, Method: report.Clean(c.Signature), CalledAt: places(c.CalledAt), Runs: none, WorstMs: c.WorstCase.Milliseconds(), Sees: report.Clean(c.CallerSees.String()),
		Mode: string(c.Mode), More: []int{}, Unsure: []string{}, Verdict: none}
	row.Timeline, row.Assumed = b.timeline(c)
	if row.Method == "" {
		row.Method = report.Clean(c.Method)
	}
	if c.Executions.Known {
		row.Runs, row.MaxRuns = c.Executions.V, max(c.MaxExecutions, c.Executions.V)
	}
	if c.Fails != nil {
		row.Fails = report.Clean(c.Fails.Msg.String())
	}
	where := b.doc.Refs[row.Ref].Name + "#" + row.Method + ", " + b.doc.Refs[row.Ref].Place
	b.settingsOf(c, &row, where)
	for _, text := range c.Unsure {
		row.Unsure = append(row.Unsure, report.Clean(text.String()))
		b.undecided(unsure, text.String(), where)
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
		show("retries", c.Retries, strconv.Itoa), show("timeout", c.Timeout, millis),
		show("cluster", c.Cluster, word), show("check", c.Ref.Check, strconv.FormatBool),
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
		show("loadbalance", c.Loadbalance, word), show("async", c.Async, strconv.FormatBool),
		show("mock", c.Mock, word), show("forks", c.Forks, strconv.Itoa),
	} {
		if s.Origin != string(effective.Default) && s.Origin != "" || len(s.Lost) > 0 {
			row.More = append(row.More, b.setting(s, where))
		}
	}
}

func number[N int | int64](n N) *int64 {
	v := int64(n)
	return &v
}

func word(s string) string {
	if s == "" {
		return "none"
	}
	return report.Clean(s)
}

func (b *builder) setting(s setting, where string) int {
	if s.Unknown != "" {
		b.undecided(s.Name, s.Unknown, where)
	}
	return b.settings.add(s)
}

// show makes an effective value ready to be shown.
func show[T any](name string, v effective.Value[T], text func(T) string) setting {
	s := setting{Name: name, Value: "?", Unknown: report.Clean(v.Unknown.String()), Via: places(v.From.Via), Lost: []loser{}}
	if v.Known {
		s.Value, s.Unknown = text(v.V), ""
	}
	s.Origin, s.Place = origin(v.From)
	for _, l := range v.Shadowed {
		x := loser{Value: report.Clean(l.Text()), Reason: report.Clean(l.Reason.String())}
		x.Origin, x.Place = origin(l.From)
		s.Lost = append(s.Lost, x)
	}
	return s
}

func origin(o effective.Origin) (level, at string) {
	level = string(o.Level)
	if o.Quirk != "" {
		level += " " + string(o.Quirk)
	}
	return level, place(o.At)
}

func (b *builder) verdict(v idempotency.Verdict) int {
	x := verdict{Kind: string(v.Kind), Evidence: []string{}}
	parts := []string{strings.TrimSpace(string(v.Kind) + " " + [...]string{"", "B", "A"}[min(v.Strength, idempotency.A)])}
	if v.Money {
		parts = append(parts, "money")
	}
	if v.Key != "" {
		parts = append(parts, "key "+report.Clean(v.Key))
	}
	if v.Guard != "" {
		parts = append(parts, report.Clean(v.Guard))
	}
	x.Text = strings.Join(parts, ", ") + " (" + v.Confidence + ")"
	for _, e := range v.Evidence {
		text := e.Kind + ": " + report.Clean(e.Text)
		if e.At.Valid() {
			text += ", " + place(e.At)
		}
		x.Evidence = append(x.Evidence, text)
	}
	return b.verdicts.add(x)
}
