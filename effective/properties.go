package effective

import (
	"slices"
	"strings"
	"unicode"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
)

// table looks properties up by source and key, in any of the spellings that
// Dubbo and Spring accept (case, hyphens, underscores), and remembers which
// were read.
type table struct {
	// groups holds the properties of a source by canonical prefix and last
	// name; environment variables, which have no dots, all have the prefix "".
	groups map[application.PropertySource]map[string]group
	read   map[*application.Property]bool
	// exact is set for versions that take Dubbo's own keys as they are
	// written (measured: case props-case on 2.7.8 and 3.2.19). The others, 3.x,
	// read Spring's keys by themselves, name by name (splitName); before, Spring
	// Boot's relaxed binding reads them.
	exact bool
}

// group is the properties of one prefix by their last name, strongest first.
type group map[string][]*application.Property

func newTable(props []*application.Property, exact bool) *table {
	t := &table{
		exact:  exact,
		groups: map[application.PropertySource]map[string]group{},
		read:   map[*application.Property]bool{},
	}
	for _, p := range props {
		if t.groups[p.Source] == nil {
			t.groups[p.Source] = map[string]group{}
		}
		prefix, name := splitKey(t.canonical(p.Source, p.Name))
		g := t.groups[p.Source][prefix]
		if g == nil {
			g = group{}
			t.groups[p.Source][prefix] = g
		}
		g[name] = append(g[name], p)
	}
	for _, m := range t.groups {
		for _, g := range m {
			for _, list := range g {
				slices.SortStableFunc(list, func(a, b *application.Property) int { return b.Rank - a.Rank })
			}
		}
	}
	return t
}

func splitKey(key string) (prefix, name string) {
	i := strings.LastIndexByte(key, '.')
	return key[:max(i, 0)], key[i+1:]
}

// canonical is the spelling under which a key of a source is kept.
func (t *table) canonical(src application.PropertySource, key string) string {
	switch {
	case t.exact && src != application.Env && src != application.SpringEnv:
		return key
	case !t.exact && src == application.SpringEnv:
		prefix, name := splitKey(key)
		return t.prefix(src, prefix) + "." + splitName(name)
	}
	return canonical(src, key)
}

// prefix is the same for a key without its last name.
func (t *table) prefix(src application.PropertySource, prefix string) string {
	if t.exact && src != application.Env && src != application.SpringEnv {
		return prefix
	}
	return canonical(src, prefix)
}

// splitName writes a name as 3.x does before it compares: camel case and
// underscores become hyphens, a hyphen that is too many stays (3.2.19
// StringUtils.convertToSplitName; measured: case boot-relaxed).
func splitName(name string) string {
	if strings.Contains(name, "_") || name == strings.ToLower(name) || name == strings.ToUpper(name) {
		return strings.ReplaceAll(strings.ToLower(name), "_", "-")
	}
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
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
	if len(t.groups[src]) == 0 {
		return nil
	}
	prefix, name := splitKey(t.canonical(src, key))
	list := t.groups[src][prefix][name]
	for _, p := range list {
		t.read[p] = true
	}
	return list
}

// view is one prefix in one source, ready for many look-ups.
type view struct {
	table *table
	src   application.PropertySource
	group group
	// prefix stands before the name in a group of environment variables.
	prefix string
}

// view returns nil where the source has nothing below the prefix.
func (t *table) view(src application.PropertySource, prefix string) *view {
	if len(t.groups[src]) == 0 || prefix == "" {
		return nil
	}
	p := t.prefix(src, prefix)
	if src == application.Env {
		return &view{t, src, t.groups[src][""], p}
	}
	if g := t.groups[src][p]; g != nil {
		return &view{t, src, g, ""}
	}
	return nil
}

// bare returns the keys of -D or dubbo.properties that have no prefix.
func (t *table) bare(src application.PropertySource) *view {
	if g := t.groups[src][""]; g != nil && (src == application.JVM || src == application.DubboFile) {
		return &view{t, src, g, ""}
	}
	return nil
}

func (v *view) find(name string) []*application.Property {
	if v.src != application.SpringEnv || v.table.exact {
		name = canonicalName(name)
	}
	list := v.group[v.prefix+name]
	for _, p := range list {
		v.table.read[p] = true
	}
	return list
}

// canonicalName is canonical for an attribute's XML name, which has nothing
// but lower-case letters and hyphens.
func canonicalName(name string) string {
	if strings.IndexByte(name, '-') < 0 {
		return name
	}
	return strings.ReplaceAll(name, "-", "")
}

// hasPrefix reports whether any of the sources has a key below the prefix.
func (t *table) hasPrefix(prefix string, sources ...application.PropertySource) bool {
	for _, src := range sources {
		if len(t.groups[src]) == 0 {
			continue
		}
		want := t.prefix(src, prefix)
		for p, g := range t.groups[src] {
			if p == want || strings.HasPrefix(p, want+".") {
				return true
			}
			if src == application.Env && hasName(g, want) {
				return true
			}
		}
	}
	return false
}

func hasName(g group, prefix string) bool {
	for name := range g {
		if strings.HasPrefix(name, prefix) && len(name) > len(prefix) {
			return true
		}
	}
	return false
}

// below returns the properties of one source whose key is prefix + "." + one
// name, by that name, strongest first.
func (t *table) below(src application.PropertySource, prefix string) group {
	return t.groups[src][t.prefix(src, prefix)]
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
