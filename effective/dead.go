package effective

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
)

// dead returns the properties that look like Dubbo's and that no object of
// this version reads: a key of the reference without interface on 2.7, a key
// of an interface that nobody references. Keys of other shapes are the
// application's own business.
func (r *resolver) dead() []*application.Property {
	var out []*application.Property
	for _, p := range r.app.Properties {
		if !r.props.read[p] && !r.props.read[r.spring[p]] && r.looksLikeDubbo(p.Name) {
			out = append(out, p)
		}
	}
	return out
}

func (r *resolver) looksLikeDubbo(name string) bool {
	tag, owner, attr := dubboKey(name)
	return settingNames[attr] && (owner == "" || tag == "reference" && r.isReferenced(owner))
}

// dubboKey takes a key of references or consumers apart: "reference",
// "com.acme.orderservice" (canonical, "" where there is none) and "retries".
func dubboKey(name string) (tag, owner, attr string) {
	key := canonical(application.SpringEnv, name)
	if strings.HasPrefix(name, "DUBBO_") {
		key = strings.ReplaceAll(strings.ToLower(name), "_", ".")
	}
	for _, tag := range []string{"reference", "consumer"} {
		for _, prefix := range []string{"dubbo." + tag + ".", "dubbo." + tag + "s."} {
			if rest, ok := strings.CutPrefix(key, prefix); ok {
				owner, attr := splitKey(rest)
				return tag, owner, attr
			}
		}
	}
	return "", "", ""
}

// settingNames are the attributes whose loss an owner would want to know.
var settingNames = map[string]bool{
	"retries": true, "timeout": true, "cluster": true, "loadbalance": true, "check": true,
	"async": true, "mock": true, "lazy": true, "init": true, "url": true,
}

// isReferenced reports whether the text is the interface or the id of a
// reference, in any spelling, perhaps with a method behind it.
func (r *resolver) isReferenced(text string) bool {
	return slices.ContainsFunc(r.configs("reference"), func(c *application.Config) bool { return owns(c, text) })
}

// owns reports whether a canonical text names the config object.
func owns(c *application.Config, text string) bool {
	for _, name := range []string{c.ID, c.Field, interfaceName(c)} {
		n := canonical(application.SpringEnv, name)
		if n != "" && (text == n || strings.HasPrefix(text, n+".")) {
			return true
		}
	}
	return false
}

func interfaceName(c *application.Config) string {
	if c.Interface == nil {
		return ""
	}
	return c.Interface.Value
}
