package policy

import (
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// Enabled reports whether a rule runs at all: it is not off everywhere.
func (c *Config) Enabled(id string) bool {
	if !c.Rules[id].Off {
		return true
	}
	return slices.ContainsFunc(c.Overrides, func(o Override) bool {
		l, ok := o.Rules[id]
		return ok && !l.Off
	})
}

// Apply gives each finding the severity that the config asks for and marks
// the suppressed ones. Where the finding shown is suppressed and others met
// on the same call, the first of them that is not takes its place.
func Apply(found []*finding.Finding, c *Config, ignores []*Ignore, now time.Time) []*finding.Finding {
	p := &applied{config: c, ignores: ignores, now: now}
	out := make([]*finding.Finding, 0, len(found))
	for _, f := range found {
		out = append(out, p.group(f)...)
	}
	slices.SortStableFunc(out, (*finding.Finding).Compare)
	return out
}

type applied struct {
	config  *Config
	ignores []*Ignore
	now     time.Time
}

// group settles a finding and the others that met with it, and returns the
// ones to show: the first that counts with the rest as its related lines, and
// the suppressed ones by themselves.
func (p *applied) group(f *finding.Finding) []*finding.Finding {
	members := append([]*finding.Finding{f}, f.Others...)
	var live, out []*finding.Finding
	for _, m := range members {
		p.settle(m)
		if m.Suppressed == nil {
			live = append(live, m)
		} else {
			out = append(out, alone(m))
		}
	}
	if len(live) == 0 {
		return out
	}
	if live[0] == f && len(out) == 0 {
		return []*finding.Finding{f}
	}
	return append(out, lead(live))
}

// alone returns a copy without the related lines of other rules.
func alone(f *finding.Finding) *finding.Finding {
	g := *f
	g.Others = nil
	g.Related = slices.DeleteFunc(slices.Clone(f.Related), func(r finding.Related) bool { return r.Rule != "" })
	return &g
}

// lead makes the first finding the one shown and the others its related lines.
func lead(live []*finding.Finding) *finding.Finding {
	f := alone(live[0])
	for _, m := range live[1:] {
		f.Others = append(f.Others, m)
		f.Related = append(f.Related, finding.Related{Rule: m.Rule.ID, At: m.At, Message: m.Message})
	}
	return f
}

func (p *applied) settle(f *finding.Finding) {
	level, from := p.config.level(f)
	switch {
	case level.Off:
		f.Suppressed = &finding.Suppression{Kind: "config", Reason: from}
	case level.Severity != 0:
		f.Severity = level.Severity
	}
	for _, ig := range p.ignores {
		if ig.Covers(f.Rule.ID, f.At) && !ig.Expired(p.now) {
			f.Suppressed = &finding.Suppression{Kind: "inline", Reason: ig.Reason, At: ig.At}
			return
		}
	}
}

// level returns what the config says of a finding, and by which entry.
func (c *Config) level(f *finding.Finding) (Level, string) {
	level, from := c.Rules[f.Rule.ID], "rules in the config file"
	iface, _, _ := strings.Cut(f.Subject, "#")
	for _, o := range c.Overrides {
		l, ok := o.Rules[f.Rule.ID]
		if !ok || len(o.Interfaces) > 0 && !matchAny(o.Interfaces, iface) {
			continue
		}
		if len(o.Paths) > 0 && (!f.At.Valid() || !matchAny(o.Paths, f.At.File.Path)) {
			continue
		}
		level, from = l, "overrides in the config file"
	}
	return level, from
}

func matchAny(globs []string, text string) bool {
	return slices.ContainsFunc(globs, func(g string) bool {
		ok, err := doublestar.Match(g, text)
		return err == nil && ok
	})
}

// Gate decides the exit code (see docs/exit-codes.md).
type Gate struct {
	FailOn     finding.Severity // 0: never
	Strict     bool
	AllowEmpty bool
}

// Exit codes.
const (
	Passed     = 0
	Found      = 1
	Misused    = 2
	Incomplete = 3
)

// Fails reports whether one finding, not suppressed, asks for Found.
func (g Gate) Fails(f *finding.Finding) bool {
	return f.Suppressed == nil && g.FailOn != 0 && f.Severity >= g.FailOn && (g.Strict || f.Confidence > finding.Low)
}

// Code returns Found, Incomplete or Passed. A finding of low confidence counts
// only when strict; a value that cannot be decided makes a strict audit
// incomplete.
func (g Gate) Code(found []*finding.Finding, incomplete bool) int {
	for _, f := range found {
		if f.Suppressed != nil {
			continue
		}
		if g.Fails(f) {
			return Found
		}
		if g.Strict && f.Rule.ID == "DA901" {
			incomplete = true
		}
	}
	if incomplete {
		return Incomplete
	}
	return Passed
}
