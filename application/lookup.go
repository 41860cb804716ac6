package application

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// rawValue is the raw value of a key with its place.
type rawValue struct {
	text string
	at   source.Span
	mod  *module // of the file it stands in
}

// find looks a key up where a placeholder looks: the user's own values, system
// properties, environment variables, Spring's Environment, then the files of
// the context's placeholder configurers. Configurers with local-override and
// the old PropertyPlaceholderConfigurer ask their files first. What Maven's
// filtering may have replaced comes last.
func (x *expander) find(key string, m *module) (rawValue, bool) {
	opt := &x.env.d.Options
	if v, ok := opt.Properties[key]; ok {
		return rawValue{text: v, mod: m}, true
	}
	if v, ok := x.configured(key, true); ok {
		return v, true
	}
	if v, ok := opt.SysProps[key]; ok {
		return rawValue{text: v, mod: m}, true
	}
	for _, name := range []string{key, envName(key)} {
		if v, ok := opt.Env[name]; ok {
			return rawValue{text: v, mod: m}, true
		}
	}
	if key == "spring.profiles.active" && len(x.s.active) > 0 {
		return rawValue{text: strings.Join(x.s.active, ","), mod: m}, true
	}
	if x.dubbo {
		if i, ok := x.env.dubboKey[key]; ok {
			return x.env.dubbo[i].raw(), true
		}
	}
	if p, ok := x.s.get(key); ok {
		return p.raw(), true
	}
	if v, ok := x.configured(key, false); ok {
		return v, true
	}
	if v, _, ok := x.env.d.mavenValue(m, key); ok {
		return v, true
	}
	return rawValue{}, false
}

// configured asks the placeholder configurers: those of the file's own context,
// then those of the application's other contexts, since a web application has
// a root context that the files do not join to the others.
func (x *expander) configured(key string, first bool) (rawValue, bool) {
	for _, list := range [][]*configurer{x.local, x.env.d.configurers} {
		for _, c := range list {
			if c.first != first || c.test && !x.env.test {
				continue
			}
			if v, ok := c.get(key); ok {
				return v, true
			}
		}
	}
	return rawValue{}, false
}

func (p loaded) raw() rawValue {
	v := rawValue{text: p.Value, at: p.ValueAt}
	if p.from != nil {
		v.mod = p.from.mod
	}
	return v
}

// tokens fills in Maven's "@x@". Text between two @ that is no property of the
// build stays as it is, unless it is all of the value.
func (x *expander) tokens(text string, m *module) (string, bool) {
	for from := 0; ; {
		i := strings.IndexByte(text[from:], '@')
		if i < 0 {
			return text, true
		}
		i += from
		n := strings.IndexByte(text[i+1:], '@')
		if n < 0 {
			return text, true
		}
		name := text[i+1 : i+1+n]
		if !isToken(name) {
			from = i + 1
			continue
		}
		v, why, ok := x.env.d.mavenValue(m, name)
		switch {
		case ok && !slices.Contains(x.stack, "@"+name):
			if v.at.Valid() {
				x.via = append(x.via, v.at)
			}
			x.stack = append(x.stack, "@"+name)
			value, ok := x.expand(v.text, v.mod)
			x.stack = x.stack[:len(x.stack)-1]
			if !ok || len(text)+len(value) > maxExpanded {
				return x.fail("Maven token @%s@ has no plain value", name)
			}
			text = text[:i] + value + text[i+n+2:]
			from = i + len(value)
		case !why.IsZero():
			return x.fail("%s", why)
		case i == 0 && n+2 == len(text):
			return x.fail("Maven token @%s@ has no value in the build files", name)
		default:
			from = i + 1
		}
	}
}

func isToken(name string) bool {
	if name == "" {
		return false
	}
	for i := range len(name) {
		c := name[i]
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '.' || c == '-' || c == '_') {
			return false
		}
	}
	return true
}
