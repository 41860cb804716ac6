package effective

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
)

// table looks properties up by source and key, in any of the spellings that
// Dubbo and Spring accept (case, hyphens, underscores), and remembers which
// were read.
type table struct {
	bySource map[application.PropertySource]map[string][]*application.Property
	read     map[*application.Property]bool
}

func newTable(props []*application.Property) *table {
	t := &table{
		bySource: map[application.PropertySource]map[string][]*application.Property{},
		read:     map[*application.Property]bool{},
	}
	for _, p := range props {
		m := t.bySource[p.Source]
		if m == nil {
			m = map[string][]*application.Property{}
			t.bySource[p.Source] = m
		}
		k := canonical(p.Source, p.Name)
		m[k] = append(m[k], p)
	}
	for _, m := range t.bySource {
		for _, list := range m {
			slices.SortStableFunc(list, func(a, b *application.Property) int { return b.Rank - a.Rank })
		}
	}
	return t
}

// canonical folds the spellings of a key into one. Environment variables
// cannot keep dots, so theirs are dropped too.
func canonical(src application.PropertySource, key string) string {
	drop := "-_"
	if src == application.Env {
		drop = "-_."
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(drop, r) {
			return -1
		}
		return r
	}, strings.ToLower(key))
}

// find returns the properties of a key in one source, strongest first.
func (t *table) find(src application.PropertySource, key string) []*application.Property {
	list := t.bySource[src][canonical(src, key)]
	for _, p := range list {
		t.read[p] = true
	}
	return list
}

// hasPrefix reports whether any of the sources has a key below the prefix.
func (t *table) hasPrefix(prefix string, sources ...application.PropertySource) bool {
	for _, src := range sources {
		want := canonical(src, prefix+".")
		if src == application.Env {
			want = canonical(src, prefix)
		}
		for k := range t.bySource[src] {
			if strings.HasPrefix(k, want) && len(k) > len(want) {
				return true
			}
		}
	}
	return false
}

// below returns the properties of one source whose key is prefix + "." + one
// name, by that name, strongest first.
func (t *table) below(src application.PropertySource, prefix string) map[string][]*application.Property {
	out := map[string][]*application.Property{}
	want := canonical(src, prefix+".")
	for k, list := range t.bySource[src] {
		if name, ok := strings.CutPrefix(k, want); ok && name != "" && !strings.Contains(name, ".") {
			out[name] = list
		}
	}
	return out
}

// sourceOf maps a layer to its property source, its level and which prefix it
// uses.
func sourceOf(l dubbo.Layer) (src application.PropertySource, level Level, id, fill bool) {
	switch l {
	case dubbo.JVMID:
		return application.JVM, JVMProperty, true, false
	case dubbo.JVM:
		return application.JVM, JVMProperty, false, false
	case dubbo.JVMFill:
		return application.JVM, JVMProperty, false, true
	case dubbo.EnvID:
		return application.Env, Environment, true, false
	case dubbo.Env, dubbo.EnvIfBean:
		return application.Env, Environment, false, false
	case dubbo.EnvFill:
		return application.Env, Environment, false, true
	case dubbo.CenterID:
		return application.Center, ConfigCenter, true, false
	case dubbo.Center:
		return application.Center, ConfigCenter, false, false
	case dubbo.CenterFill:
		return application.Center, ConfigCenter, false, true
	case dubbo.SpringID:
		return application.SpringEnv, SpringEnv, true, false
	case dubbo.Spring:
		return application.SpringEnv, SpringEnv, false, false
	case dubbo.SpringFill:
		return application.SpringEnv, SpringEnv, false, true
	case dubbo.FileID:
		return application.DubboFile, DubboProps, true, false
	case dubbo.FileFill:
		return application.DubboFile, DubboProps, false, true
	}
	return application.DubboFile, DubboProps, false, false
}
