package application

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// mavenValue returns what the build puts for a property of its own: the
// properties and filter files of the profiles asked for, then those without
// profile. Where only profiles that nobody asked for tell, and differ, why
// says so.
func (d *deployable) mavenValue(m *module, name string) (v rawValue, why string, ok bool) {
	if m == nil || m.build == nil {
		return rawValue{}, "", false
	}
	b := m.build
	for _, profile := range d.Options.Profiles {
		if v, ok := d.filtered(m, b.ProfileFilters[profile], name); ok {
			return v, "", true
		}
		if p, ok := b.Profiles[profile][name]; ok {
			return rawValue{p.Value, p.ValueAt, m}, "", true
		}
	}
	if v, ok := d.filtered(m, b.Filters, name); ok {
		return v, "", true
	}
	if p, ok := b.Properties[name]; ok {
		return rawValue{p.Value, p.ValueAt, m}, "", true
	}
	switch name {
	case "project.artifactId", "pom.artifactId", "artifactId":
		return rawValue{b.Artifact, b.At, m}, "", b.Artifact != ""
	case "project.groupId", "pom.groupId":
		return rawValue{b.Group, b.At, m}, "", b.Group != ""
	case "project.version", "pom.version", "version":
		return rawValue{b.Version, b.At, m}, "", b.Version != ""
	}
	return d.profileValue(m, name)
}

// profileValue compares what the Maven profiles say that nobody asked for.
func (d *deployable) profileValue(m *module, name string) (v rawValue, why string, ok bool) {
	b := m.build
	var says []string
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
		word := profile + " says " + quoteEmpty(w.text)
		if w.at.Valid() {
			word += " (" + place(w.at) + ")"
		}
		says = append(says, word)
	}
	if !ok || same {
		return v, "", ok
	}
	if len(says) > 6 {
		says = append(says[:6], "...")
	}
	return rawValue{}, "depends on the Maven profile: " + strings.Join(says, ", "), false
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
