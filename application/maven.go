package application

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// mavenValue returns what the build puts for a property of its own: the
// properties and filter files of the profiles asked for, then those without
// profile. Where only profiles that nobody asked for tell, and differ, why
// says so.
func (d *deployable) mavenValue(m *module, name string) (v rawValue, why lang.Text, ok bool) {
	if m == nil || m.build == nil {
		return rawValue{}, lang.Text{}, false
	}
	b := m.build
	for _, profile := range d.Options.Profiles {
		if v, ok := d.filtered(m, b.ProfileFilters[profile], name); ok {
			return v, lang.Text{}, true
		}
		if p, ok := b.Profiles[profile][name]; ok {
			return rawValue{p.Value, p.ValueAt, m}, lang.Text{}, true
		}
	}
	if v, ok := d.filtered(m, b.Filters, name); ok {
		return v, lang.Text{}, true
	}
	if p, ok := b.Properties[name]; ok {
		return rawValue{p.Value, p.ValueAt, m}, lang.Text{}, true
	}
	switch name {
	case "project.artifactId", "pom.artifactId", "artifactId":
		return rawValue{b.Artifact, b.At, m}, lang.Text{}, b.Artifact != ""
	case "project.groupId", "pom.groupId":
		return rawValue{b.Group, b.At, m}, lang.Text{}, b.Group != ""
	case "project.version", "pom.version", "version":
		return rawValue{b.Version, b.At, m}, lang.Text{}, b.Version != ""
	}
	return d.profileValue(m, name)
}

// profileValue compares what the Maven profiles say that nobody asked for.
func (d *deployable) profileValue(m *module, name string) (v rawValue, why lang.Text, ok bool) {
	b := m.build
	var says []lang.Text
	same := true
	for _, profile := range sortedKeys(b.Profiles, b.ProfileFilters) {
		w, has := d.filtered(m, b.ProfileFilters[profile], name)
		if p, inPOM := b.Profiles[profile][name]; !has && inPOM {
			w, has = rawValue{p.Value, p.ValueAt, m}, true
		}
		if !has {
			continue
		}
		if !ok {
			v, ok = w, true
		}
		same = same && w.text == v.text
		word := lang.T("%s says %s", profile, quoteEmpty(w.text))
		if w.at.Valid() {
			word = word.Then(lang.T(" (%s)", place(w.at)))
		}
		says = append(says, word)
	}
	if !ok || same {
		return v, lang.Text{}, ok
	}
	return rawValue{}, lang.T("depends on the Maven profile: %s", firstOf(says)), false
}

// filtered looks a key up in Maven's filter files, of which the last counts.
func (d *deployable) filtered(m *module, files []string, name string) (rawValue, bool) {
	for _, file := range slices.Backward(files) {
		u := d.sources.File(file)
		if u == nil {
			continue
		}
		if p := lastProperty(u, name); p != nil {
			return rawValue{p.Value, p.ValueAt, m}, true
		}
	}
	return rawValue{}, false
}

// lastProperty returns the last property of that exact key in a file.
func lastProperty(u *decl.Unit, key string) *decl.Property {
	var last *decl.Property
	for _, doc := range u.Docs {
		for i := range doc.Props {
			if doc.Props[i].Key == key {
				last = &doc.Props[i]
			}
		}
	}
	return last
}

func sortedKeys[V, W any](a map[string]V, b map[string]W) []string {
	var keys []string
	for k := range a {
		keys = append(keys, k)
	}
	for k := range b {
		if _, ok := a[k]; !ok {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	return keys
}
