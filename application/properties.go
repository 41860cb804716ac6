package application

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// setting makes a Setting of a text with its places.
func (r *resolver) setting(name, raw string, at, nameAt source.Span) *Setting {
	res := r.resolve(raw)
	return res.setting(name, raw, at, nameAt)
}

func (res result) setting(name, raw string, at, nameAt source.Span) *Setting {
	s := &Setting{Name: name, Raw: raw, Value: res.value, Known: res.known, At: at, NameAt: nameAt, Via: res.via}
	if !res.known {
		s.Unknown = res.why
	}
	return s
}

// properties fills App.Properties: what Dubbo may read of what the application
// sees.
func (d *deployable) properties() {
	d.userProperties(JVM, d.Options.SysProps)
	d.userProperties(Env, d.Options.Env)
	for _, test := range d.passes() {
		e := d.envOf(test)
		d.springProperties(e, test)
		d.dubboProperties(e, test)
	}
	d.userProperties(SpringEnv, d.Options.Properties)
}

// passes lists the kinds of sources that are read: main ones, and test ones
// where they are asked for.
func (d *deployable) passes() []bool {
	if d.Options.IncludeTests {
		return []bool{false, true}
	}
	return []bool{false}
}

// userRank is above the rank of any property of a file.
const userRank = 1 << 30

// userProperties adds the properties that the user names, sorted by name.
func (d *deployable) userProperties(src PropertySource, values map[string]string) {
	for _, key := range sortedKeys(values, map[string]string(nil)) {
		if !isDubboKey(key) && (src != JVM || !bareKeys[key]) {
			continue
		}
		d.app.Properties = append(d.app.Properties, &Property{
			Setting: Setting{Name: key, Raw: values[key], Value: values[key], Known: true},
			Source:  src, Rank: userRank,
		})
	}
}

// dubboProperties adds those of dubbo.properties.
func (d *deployable) dubboProperties(e *environment, test bool) {
	for rank, p := range e.dubbo {
		if p.from.test != test || !isDubboKey(p.Key) && !bareKeys[p.Key] {
			continue
		}
		r := e.resolver(p.from.mod, nil)
		r.dubbo = true
		d.app.Properties = append(d.app.Properties, &Property{
			Setting: *r.setting(p.Key, p.Value, p.ValueAt, p.KeyAt),
			Source:  DubboFile, Rank: rank, Tag: p.Tag, Test: test,
		})
	}
}

// springProperties adds those of Spring's Environment. A key that the
// scenarios do not agree on is one undecided property above all others.
func (d *deployable) springProperties(e *environment, test bool) {
	first := e.scenarios[0]
	for rank, p := range first.props {
		if !isDubboKey(p.Key) || p.from.test != test || !inAll(e.scenarios[1:], p) {
			continue
		}
		d.app.Properties = append(d.app.Properties, &Property{
			Setting: *e.resolver(p.from.mod, nil).setting(p.Key, p.Value, p.ValueAt, p.KeyAt),
			Source:  SpringEnv, Rank: rank, Tag: p.Tag, Test: test,
		})
	}
	for _, key := range e.disputed() {
		if p := e.settle(key); p != nil && (p.Test == test) {
			p.Rank += 1 << 20
			d.app.Properties = append(d.app.Properties, p)
		}
	}
}

func inAll(list []*scenario, p loaded) bool {
	for _, s := range list {
		if !slices.ContainsFunc(s.props, func(q loaded) bool { return q.Property == p.Property }) {
			return false
		}
	}
	return true
}

// disputed lists the Dubbo keys, in canonical form and sorted, for which
// different properties win in different scenarios.
func (e *environment) disputed() []string {
	if len(e.scenarios) == 1 {
		return nil
	}
	var keys []string
	seen := map[string]bool{}
	for _, s := range e.scenarios {
		for i := range s.props {
			if !isDubboKey(s.props[i].Key) {
				continue
			}
			key := Canonical(s.props[i].Key)
			if seen[key] {
				continue
			}
			seen[key] = true
			if e.differs(key) {
				keys = append(keys, key)
			}
		}
	}
	slices.Sort(keys)
	return keys
}

func (e *environment) differs(key string) bool {
	first, _ := e.scenarios[0].canonical(key)
	for _, s := range e.scenarios[1:] {
		if p, _ := s.canonical(key); p.Property != first.Property {
			return true
		}
	}
	return false
}

// canonical returns the winner of a canonical key.
func (s *scenario) canonical(key string) (loaded, bool) {
	if s.relaxed == nil {
		s.get("")
	}
	i, ok := s.relaxed[key]
	if !ok {
		return loaded{}, false
	}
	return s.props[i], true
}

// settle makes one property of a key that different files set in different
// scenarios: known where all come to the same value.
func (e *environment) settle(key string) *Property {
	all := make([]result, len(e.scenarios))
	var at loaded
	rank := 0
	for i, s := range e.scenarios {
		p, ok := s.canonical(key)
		if !ok {
			continue
		}
		r := e.resolver(p.from.mod, nil)
		all[i] = r.resolveIn(s, p.Value)
		if len(all[i].via) == 0 {
			all[i].via = []source.Span{p.ValueAt}
		}
		if i := s.relaxed[key]; at.Property == nil || i > rank {
			at, rank = p, i
		}
	}
	if at.Property == nil {
		return nil
	}
	res := agreed(e.scenarios, all)
	if res.known {
		res.via = slices.DeleteFunc(slices.Clone(res.via), func(s source.Span) bool { return s == at.ValueAt })
	}
	return &Property{
		Setting: *res.setting(at.Key, at.Value, at.ValueAt, at.KeyAt),
		Source:  SpringEnv, Rank: rank, Tag: at.Tag, Test: at.from.test,
	}
}
