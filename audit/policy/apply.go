package policy

import (
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// The kinds of suppression, as JSON has them.
const (
	Inline     = "inline"   // a comment or an annotation
	InConfig   = "config"   // the config file
	InBaseline = "baseline" // known since the baseline was written
	Older      = "older"    // there was the same at the revision of --new-from
)

// Policy is what decides about the findings of one audit.
type Policy struct {
	Configs *Configs
	// Ignores are those beside what they silence.
	Ignores []*Ignore
	// Baseline holds the findings that are known and do not count, nil for
	// none. Apply marks in it what it covered.
	Baseline *Baseline
	// Before holds the findings of an earlier revision, nil for none.
	Before *Baseline
	Today  time.Time
	// Judges reports whether the audit can tell that nothing is found any
	// more at a path, a file or a folder: it was audited as part of its folder
	// and understood. Nil: everywhere.
	Judges func(path string) bool
	// Rules reports whether there is a rule of an id, and whether it ran; nil:
	// all are known and ran.
	Rules func(id string) (known, ran bool)
}

// Apply gives each finding the severity that the config asks for, marks the
// suppressed ones, and adds what is wrong with ignores and baseline. Where the
// finding shown is suppressed and others met on the same call, the first of
// them that is not takes its place.
func (p *Policy) Apply(found []*finding.Finding) []*finding.Finding {
	a := &applied{Policy: p, uses: map[use]*outcome{}, inFile: map[*source.File][]*Ignore{}}
	for _, ig := range p.Ignores {
		a.inFile[ig.At.File] = append(a.inFile[ig.At.File], ig)
	}
	all := Flatten(found)
	for _, f := range all {
		a.settle(f)
	}
	about := a.aboutIgnores()
	all = append(all, about...)
	if p.Baseline != nil {
		p.Baseline.cover(all)
		about = append(about, a.aboutBaseline()...)
	}
	if p.Before != nil {
		p.Before.coverUnchanged(all)
	}
	out := about
	for _, f := range found {
		out = append(out, regroup(f)...)
	}
	slices.SortStableFunc(out, (*finding.Finding).Compare)
	return out
}

// Flatten lists findings with those of other rules that met with them.
func Flatten(found []*finding.Finding) []*finding.Finding {
	var all []*finding.Finding
	for _, f := range found {
		all = append(append(all, f), f.Others...)
	}
	return all
}

type applied struct {
	*Policy
	inFile map[*source.File][]*Ignore
	uses   map[use]*outcome
}

// use is one rule of one ignore.
type use struct {
	ignore *Ignore
	rule   string
}

// outcome is what a use came to.
type outcome struct {
	silenced           bool
	expired, unfounded []*finding.Finding
}

func (a *applied) settle(f *finding.Finding) {
	config := a.Configs.At(f.At)
	a.setLevel(f, config)
	byIgnore := false
	for _, list := range [][]*Ignore{a.inFile[f.At.File], config.Ignores} {
		for _, ig := range list {
			if ig.Covers(f) && a.tried(ig, f, config) && !byIgnore {
				f.Suppressed = &finding.Suppression{Kind: ig.kind(), Reason: ig.Reason, At: ig.At}
				byIgnore = true
			}
		}
	}
}

func (a *applied) setLevel(f *finding.Finding, config *Config) {
	level, from := config.level(f)
	switch {
	case level.Off:
		f.Suppressed = &finding.Suppression{Kind: InConfig, Reason: from}
	case level.Severity != 0:
		f.Severity = level.Severity
	}
}

// tried reports whether an ignore that covers a finding counts, and keeps
// what came of it.
func (a *applied) tried(ig *Ignore, f *finding.Finding, config *Config) bool {
	u := use{ig, f.Rule.ID}
	o := a.uses[u]
	if o == nil {
		o = &outcome{}
		a.uses[u] = o
	}
	switch {
	case ig.Expired(a.Today):
		o.expired = append(o.expired, f)
	case config.RequireReason && ig.Reason == "":
		o.unfounded = append(o.unfounded, f)
	default:
		o.silenced = true
		return true
	}
	return false
}

// regroup returns what to show of a finding and the others that met with it:
// the first that counts with the rest as its related lines, what a baseline or
// an earlier revision knows in the same way, and each one that was silenced by
// itself.
func regroup(f *finding.Finding) []*finding.Finding {
	var kinds [3][]*finding.Finding
	const live, known, silenced = 0, 1, 2
	for _, m := range append([]*finding.Finding{f}, f.Others...) {
		kind := live
		switch {
		case m.Suppressed == nil:
		case m.Suppressed.Kind == InBaseline || m.Suppressed.Kind == Older:
			kind = known
		default:
			kind = silenced
		}
		kinds[kind] = append(kinds[kind], m)
	}
	var out []*finding.Finding
	for kind, list := range kinds {
		switch {
		case len(list) == 0:
		case kind == silenced:
			for _, m := range list {
				out = append(out, alone(m))
			}
		case len(list) == 1+len(f.Others):
			out = append(out, f)
		default:
			out = append(out, lead(list))
		}
	}
	return out
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

// level returns what the config says of a finding, and by which entry.
func (c *Config) level(f *finding.Finding) (Level, string) {
	level, from := c.Rules[f.Rule.ID], "rules in the config file"
	iface, _, _ := strings.Cut(f.Subject, "#")
	for _, o := range c.Overrides {
		l, ok := o.Rules[f.Rule.ID]
		if !ok || len(o.Interfaces) > 0 && !matchAny(o.Interfaces, iface) {
			continue
		}
		if len(o.Paths) > 0 && (!f.At.Valid() || !matchPath(o.Paths, f.At.File.Path)) {
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

func matchPath(globs []string, path string) bool {
	return slices.ContainsFunc(globs, func(g string) bool {
		ok, err := doublestar.Match(wholePath(g), path)
		return err == nil && ok
	})
}
