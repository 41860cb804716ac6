package conformance

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
)

// sightings lists the quirks by which a record was predicted.
func sightings(rec *Record, mod *effective.Model) []sighting {
	out := byHand(rec)
	if Left(rec) != "" {
		return out
	}
	if !rec.Failed() && slices.ContainsFunc(mod.Apps, func(a *effective.App) bool { return len(a.Dead) > 0 }) {
		out = append(out, sighting{subject{quirk: dubbo.DeadProperty}, true})
	}
	for _, ref := range references(mod) {
		if rec.Reference == "-" || ref.ID == rec.Reference || ref.Field == rec.Reference {
			out = append(out, inReference(rec, ref)...)
		}
	}
	return out
}

// byHand lists the quirks that name the record's reference in their row.
func byHand(rec *Record) []sighting {
	var out []sighting
	v := dubbo.MustVersion(rec.Version)
	for _, q := range dubbo.Quirks {
		other := q.ID == dubbo.ClusterOverridesRetries && dubbo.ClusterReplaced.Has(v) // no such cluster is run
		if slices.Contains(q.Cases, rec.Case+"/"+rec.Reference) && q.Versions.Contain(v) && !other {
			out = append(out, sighting{subject{quirk: q.ID}, true})
		}
	}
	return out
}

func inReference(rec *Record, ref *effective.Reference) []sighting {
	out := inFailure(ref.Fails)
	for _, c := range ref.Calls {
		switch {
		case c.Method != rec.Method:
		case c.Fails == nil:
			out = append(out, inCall(rec, c)...)
		case c.Fails != ref.Fails:
			out = append(out, inFailure(c.Fails)...)
		}
	}
	return out
}

// refused reports whether the configuration makes the call fail: then it shows
// nothing about other quirks.
func refused(rec *Record, mod *effective.Model) bool {
	return slices.ContainsFunc(references(mod), func(ref *effective.Reference) bool {
		return (ref.ID == rec.Reference || ref.Field == rec.Reference) &&
			slices.ContainsFunc(ref.Calls, func(c *effective.Call) bool { return c.Method == rec.Method && c.Fails != nil })
	})
}

func inFailure(f *effective.Failure) []sighting {
	if f == nil || f.Quirk == "" {
		return nil
	}
	return []sighting{{subject{quirk: f.Quirk}, true}}
}

// inCall looks at the settings on which the number of executions, the time or
// the outcome depends, as far as the method takes its time.
func inCall(rec *Record, c *effective.Call) []sighting {
	slow := !answers(rec.Method)
	retried := c.Cluster.V == "failover" || c.Cluster.V == "failback"
	waited := c.Timeout.Known && attempt(rec) == int(c.Timeout.V.Truncate(step).Milliseconds())
	mocked := !strings.HasSuffix(rec.Outcome, " timeout")
	out := slices.Concat(
		quirksOf("retries", c.Retries, slow && retried),
		quirksOf("cluster", c.Cluster, slow),
		quirksOf("timeout", c.Timeout, slow && waited),
		quirksOf("mock", c.Mock, slow && mocked == (c.Mock.V != "")))
	if q := c.Executions.From.Quirk; q != "" && q != c.Retries.From.Quirk {
		out = append(out, sighting{subject{quirk: q}, slow})
	}
	return out
}

// quirksOf lists the quirk that made a value, and those that defeated another.
func quirksOf[T any](name string, v effective.Value[T], shows bool) []sighting {
	var out []sighting
	if q := v.From.Quirk; q != "" {
		out = append(out, sighting{subject{q, effective.Aspect(q, name, v.From.Level, "")}, shows})
	}
	for _, l := range v.Shadowed {
		if l.Quirk != "" {
			s := subject{l.Quirk, effective.Aspect(l.Quirk, name, v.From.Level, l.From.Level)}
			out = append(out, sighting{s, shows && l.Text() != text(v.V)})
		}
	}
	return out
}

// text writes a value as a configuration does.
func text(v any) string {
	if d, ok := v.(time.Duration); ok {
		return strconv.FormatInt(d.Milliseconds(), 10)
	}
	return fmt.Sprint(v)
}
