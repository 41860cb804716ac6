package application

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// loader reads the files of one scenario in Spring Boot's order.
type loader struct {
	*environment
	active []string
	props  []loaded
	// importing are the files being read, against imports in a circle.
	importing []*decl.Unit
	imports   int
}

// maxImports bounds spring.config.import in one scenario.
const maxImports = 200

// load returns the properties of a scenario, weakest first: @PropertySource,
// bootstrap, application on the class path, application outside, and in each
// of these the plain files before those of the profiles.
func (e *environment) load(active []string) *scenario {
	l := &loader{environment: e, active: active}
	for _, r := range e.sources {
		l.file(r)
	}
	names := active
	if len(names) == 0 {
		names = []string{"default"}
	}
	for group := range fileGroups {
		l.group(group, "")
		for _, profile := range names {
			l.group(group, profile)
		}
	}
	s := &scenario{active: active, props: l.props}
	s.index()
	return s
}

func (l *loader) group(group int, profile string) {
	for i := range l.files {
		if f := &l.files[i]; f.group == group && f.profile == profile {
			l.file(f.resource)
		}
	}
}

// file appends the documents of a file that the active profiles select, each
// followed by what it imports, which is stronger.
func (l *loader) file(r *resource) {
	for _, u := range l.importing {
		if u == r.unit {
			return
		}
	}
	l.importing = append(l.importing, r.unit)
	for _, doc := range r.unit.Docs {
		if !matchProfiles(doc.OnProfile, l.active) {
			continue
		}
		for i := range doc.Props {
			l.props = append(l.props, loaded{&doc.Props[i], r})
		}
		for i := range doc.Props {
			if isImport(&doc.Props[i]) {
				l.imported(doc.Props[i].Value, r)
			}
		}
	}
	l.importing = l.importing[:len(l.importing)-1]
}

func isImport(p *decl.Property) bool {
	if len(p.Key) < len("spring.config.import") || p.Tag == decl.TagList {
		return false
	}
	key, _, _ := strings.Cut(p.Key, "[")
	return Canonical(key) == "spring.config.import"
}

// imported reads the files that spring.config.import names, and their variants
// for the active profiles.
func (l *loader) imported(value string, from *resource) {
	for location := range strings.SplitSeq(value, ",") {
		location = strings.TrimPrefix(strings.TrimSpace(location), "optional:")
		if l.imports++; l.imports > maxImports || location == "" {
			return
		}
		if strings.ContainsAny(location, "$@") {
			location = l.early(location, from)
		}
		for _, r := range l.d.find(location, from) {
			l.file(r)
		}
		stem, ext, ok := cutLast(location, '.')
		if !ok || strings.Contains(ext, "/") {
			continue
		}
		for _, profile := range l.active {
			for _, r := range l.d.find(stem+"-"+profile+"."+ext, from) {
				l.file(r)
			}
		}
	}
}

// early resolves a placeholder with what was loaded so far.
func (l *loader) early(text string, from *resource) string {
	s := &scenario{active: l.active, props: l.props}
	s.index()
	sofar := &environment{d: l.d, test: l.test, scenarios: []*scenario{s}}
	if res := sofar.resolver(from.mod, nil).resolve(text); res.known {
		return res.value
	}
	return text
}

func (s *scenario) index() {
	s.exact = make(map[string]int, len(s.props))
	for i := range s.props {
		s.exact[s.props[i].Key] = i
	}
}

// get returns the property that Spring finds for a key: the exact key, else
// one that is equal in canonical form.
func (s *scenario) get(key string) (loaded, bool) {
	if i, ok := s.exact[key]; ok {
		return s.props[i], true
	}
	if s.relaxed == nil {
		s.relaxed = make(map[string]int, len(s.props))
		for i := range s.props {
			s.relaxed[Canonical(s.props[i].Key)] = i
		}
	}
	i, ok := s.relaxed[Canonical(key)]
	if !ok {
		return loaded{}, false
	}
	return s.props[i], true
}
