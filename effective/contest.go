package effective

import (
	"slices"
	"strconv"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
)

// Rung is one place at which a version looks for a setting of a call.
type Rung struct {
	// Level is the config object: method, reference, consumer ...
	Level Level
	// Where is what is asked there: an attribute, a parameter, a property.
	Where lang.Text
	// Unread says why the version does not look there; nothing where it does.
	Unread lang.Text
	// Elsewhere is set where the value stands at another reference.
	Elsewhere bool
	// Found is what stands there, the strongest first.
	Found []Candidate
}

// Candidate is a value that somebody wrote.
type Candidate struct {
	// Raw is the text as written.
	Raw  string
	From Origin
	// Wins is set for the value that counts; the others have a Reason where one
	// is known, and the quirk that defeats them.
	Wins   bool
	Quirk  dubbo.QuirkID
	Reason lang.Text
}

// ContestSettings are the settings whose contest can be shown.
var ContestSettings = []string{"retries", "timeout", "cluster", "loadbalance", "async", "mock", "forks", "check"}

// Contests tells for any setting which places were looked at, and in which
// order. It holds what Resolve throws away.
type Contests struct {
	references map[*application.Config]contestant
	providers  map[providerSide]*defaults
}

// providerSide is an application that provides, as a version resolves it.
type providerSide struct {
	app     *App
	version string
}

// contestant is a reference with what is needed to resolve it again.
type contestant struct {
	*resolver
	ref *Reference
}

// NewContests resolves the applications of a model once more.
func NewContests(m *Model) *Contests {
	cs := &Contests{references: map[*application.Config]contestant{}, providers: map[providerSide]*defaults{}}
	var apps []*App
	for _, a := range m.Apps {
		apps = append(apps, &App{App: a.App})
	}
	e := newExports(apps)
	for _, a := range apps {
		if v := a.App.Version.Version; !v.IsZero() {
			r := resolveApp(a, newBinder(a.App, v), e.byInterface(v))
			for _, ref := range a.References {
				cs.references[ref.Config] = contestant{r, ref}
			}
		}
	}
	return cs
}

// Of lists the rungs for a setting of a call, strongest first, and behind them
// the places that this version does not read and where something stands. It is
// nil where the Dubbo version is not known, for each has its own order.
func (cs *Contests) Of(c *Call, name string) []Rung {
	x, ok := cs.references[c.Ref.Config]
	if !ok {
		return nil
	}
	twin := x.ref.Calls[slices.IndexFunc(x.ref.Calls, func(t *Call) bool { return t.Method == c.Method })]
	l := &ladder{query: x.query(twin), contests: cs, name: name}
	l.climb()
	o := l.result()
	if o.from.Level == VersionQuirk {
		l.rungs = append([]Rung{{Level: VersionQuirk, Where: lang.T("the version itself"), Found: []Candidate{{From: o.from}}}}, l.rungs...)
	}
	l.add(Rung{Level: Default, Where: lang.T("Dubbo's default"), Found: []Candidate{{Raw: builtIn[name], From: Origin{Level: Default}}}})
	l.unread = append(l.unread, l.dead()...)
	l.judge(o)
	return append(l.rungs, l.unread...)
}

// builtIn are the values of settings that nobody makes.
var builtIn = map[string]string{
	"retries": strconv.Itoa(dubbo.DefaultRetries), "timeout": strconv.FormatInt(dubbo.DefaultTimeout.Milliseconds(), 10),
	"cluster": dubbo.DefaultCluster, "loadbalance": dubbo.DefaultLoadbalance, "async": "false", "mock": "none",
	"forks": strconv.Itoa(dubbo.DefaultForks), "check": "true",
}

// providersOf are the provider configs around a service. One without a known
// version is taken to run its consumer's.
func (cs *Contests) providersOf(s *Service, consumer dubbo.Version) *defaults {
	v := s.App.Version.Version
	if v.IsZero() {
		v = consumer
	}
	side := providerSide{s.App, v.String()}
	if cs.providers[side] == nil {
		cs.providers[side] = newBinder(s.App.App, v).newDefaults("provider", AtProvider)
	}
	return cs.providers[side]
}

// result is the settled value, whatever its type.
func (l *ladder) result() settled {
	c := l.call
	switch l.name {
	case "retries":
		return settledOf(c.Retries)
	case "timeout":
		return settledOf(c.Timeout)
	case "cluster":
		return settledOf(c.Cluster)
	case "loadbalance":
		return settledOf(c.Loadbalance)
	case "async":
		return settledOf(c.Async)
	case "mock":
		return settledOf(c.Mock)
	case "forks":
		return settledOf(c.Forks)
	}
	return settledOf(c.Ref.Check)
}

// settled is where a value came from and what it beat.
type settled struct {
	from     Origin
	shadowed []Loser
}

func settledOf[T any](v Value[T]) settled { return settled{v.From, v.Shadowed} }

// judge marks the winner and gives the losers their reasons. A value that is
// found at several places, as a key without prefix is, stands at the first one;
// what lost and stands at none comes behind them.
func (l *ladder) judge(o settled) {
	var seen []Origin
	left := slices.Clone(o.shadowed)
	for _, rungs := range [][]Rung{l.rungs, l.unread} {
		for i := range rungs {
			r := &rungs[i]
			r.Found = slices.DeleteFunc(r.Found, func(c Candidate) bool {
				return slices.ContainsFunc(seen, func(at Origin) bool { return samePlace(at, c.From) })
			})
			for j := range r.Found {
				seen = append(seen, r.Found[j].From)
				left = r.Found[j].judge(o.from, left)
			}
		}
	}
	l.unread = slices.DeleteFunc(l.unread, func(r Rung) bool { return len(r.Found) == 0 })
	for _, x := range left {
		l.unread = append(l.unread, Rung{Level: x.From.Level, Where: lang.Verbatim(x.From.Key), Unread: lang.T("stands elsewhere"), Elsewhere: true,
			Found: []Candidate{{Raw: x.Raw, From: x.From, Quirk: x.Quirk, Reason: x.Reason}}})
	}
}

// judge tells whether the candidate won or why it lost, and returns the losers
// that are left.
func (c *Candidate) judge(winner Origin, losers []Loser) []Loser {
	c.Wins = samePlace(c.From, winner)
	same := func(x Loser) bool { return samePlace(x.From, c.From) }
	if n := slices.IndexFunc(losers, same); n >= 0 {
		c.Quirk, c.Reason = losers[n].Quirk, losers[n].Reason
	}
	return slices.DeleteFunc(losers, same)
}
