package application

import (
	"slices"
	"strings"
)

// maxScenarios bounds the profiles that are played through.
const maxScenarios = 16

// findScenarios works out the active profiles. Where the user or the files
// name them there is one scenario; where they are named by something that is
// not known here, or not at all, there is one for each profile that the files
// speak of (and one for none, where nothing says that there is any).
func (e *environment) findScenarios() []*scenario {
	base := e.load(nil)
	active, open, set := e.activeProfiles(base)
	names := e.profileNames()
	names = slices.DeleteFunc(names, func(n string) bool { return slices.Contains(active, n) })
	if !open && set || len(names) == 0 {
		return []*scenario{e.expanded("", active)}
	}
	var list []*scenario
	if !set {
		list = append(list, e.expanded("", active))
	}
	for _, name := range names[:min(len(names), maxScenarios)] {
		list = append(list, e.expanded(name, append(slices.Clone(active), name)))
	}
	return list
}

// activeProfiles returns the profiles that are active for sure. open is set
// when some of the names could not be resolved, set when anything names any.
func (e *environment) activeProfiles(base *scenario) (active []string, open, set bool) {
	opt := &e.d.Options
	text, from := "", e.d.modules[0]
	if p, ok := base.get("spring.profiles.active"); ok {
		text = p.Value
		if p.from != nil {
			from = p.from.mod
		}
	}
	switch {
	case len(opt.Profiles) > 0:
		active = append(active, opt.Profiles...)
		if !strings.Contains(text, "@") {
			return active, false, true
		}
	case opt.SysProps["spring.profiles.active"] != "":
		return splitList(opt.SysProps["spring.profiles.active"]), false, true
	case opt.Env["SPRING_PROFILES_ACTIVE"] != "":
		return splitList(opt.Env["SPRING_PROFILES_ACTIVE"]), false, true
	}
	if strings.TrimSpace(text) == "" {
		return nil, false, false
	}
	sofar := &environment{d: e.d, test: e.test, scenarios: []*scenario{base}}
	r := sofar.resolver(from, nil)
	for _, part := range splitOutside(text) {
		res := r.resolve(part)
		if !res.known {
			open = true
			continue
		}
		for _, name := range splitList(res.value) {
			if !slices.Contains(active, name) {
				active = append(active, name)
			}
		}
	}
	return active, open && len(opt.Profiles) == 0, true
}

// splitOutside splits at commas that stand outside of braces.
func splitOutside(s string) []string {
	var parts []string
	depth, start := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			depth--
		case ',':
			if depth <= 0 {
				parts = append(parts, s[start:i])
				start = i + 1
			}
		}
	}
	return append(parts, s[start:])
}

// profileNames lists the profiles that the files speak of, sorted.
func (e *environment) profileNames() []string {
	var names []string
	add := func(list ...string) {
		for _, n := range list {
			if n != "default" && !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	for _, f := range e.files {
		if f.profile != "" {
			add(f.profile)
		}
		for _, doc := range f.unit.Docs {
			add(profileNames(doc.OnProfile)...)
		}
	}
	for _, r := range e.d.xml {
		if r.test && !e.test {
			continue
		}
		for _, el := range r.unit.XML {
			for _, p := range el.Profiles {
				add(profileNames(p)...)
			}
		}
	}
	slices.Sort(names)
	return names
}

// expanded loads a scenario with the profiles that its own name: those of
// spring.profiles.include come first, the members of a group behind it.
func (e *environment) expanded(profile string, active []string) *scenario {
	s := e.load(active)
	for range 8 { // each round may bring files that include further profiles
		next := s.expand(active)
		if slices.Equal(next, s.active) {
			break
		}
		s = e.load(next)
	}
	s.profile = profile
	return s
}

func (s *scenario) expand(active []string) []string {
	var out []string
	var add func(name string)
	add = func(name string) {
		if name == "" || slices.Contains(out, name) || len(out) > 100 {
			return
		}
		out = append(out, name)
		for _, member := range s.list("spring.profiles.group." + name) {
			add(member)
		}
	}
	for _, name := range s.list("spring.profiles.include") {
		add(name)
	}
	for _, name := range active {
		add(name)
	}
	return out
}

// list returns the entries of a list, of all files that set it.
func (s *scenario) list(key string) []string {
	var out []string
	key = Canonical(key)
	for i := range s.props {
		p := &s.props[i]
		name, _, _ := strings.Cut(p.Key, "[")
		if len(p.Key) < len(key) || Canonical(name) != key || strings.Contains(p.Value, "${") {
			continue
		}
		for _, v := range splitList(p.Value) {
			if !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}
