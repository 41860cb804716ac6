package audit

import (
	"cmp"
	"context"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
)

// Survey is what a config file for the trees could hold.
type Survey struct {
	// Versions are the Dubbo versions of the applications with the names of
	// those; the version is "" where the files do not tell it.
	Versions []Named
	// Profiles are those for which there are property files.
	Profiles []string
	// Placeholders are keys that no file defines and settings need.
	Placeholders []string
	// Doubtful are methods, as interface#method, that are called with repeats
	// and of which the files tell little: whether they write is a guess.
	Doubtful []Named
}

// Named is a thing with the names that belong to it.
type Named struct {
	Name string
	Of   []string
}

// Look surveys the trees.
func Look(ctx context.Context, fsys fs.FS, opt Options) (*Survey, error) {
	opt.AllowEmpty = true
	l, err := Load(ctx, fsys, opt)
	if err != nil {
		return nil, err
	}
	s := &Survey{Profiles: l.profiles()}
	versions, doubtful := groups{}, groups{}
	keys := map[string]bool{}
	for _, app := range l.Model.Apps {
		if len(app.References)+len(app.Services) > 0 {
			versions.add(app.Version.Text, app.Name)
		}
		for _, ref := range app.References {
			for _, c := range ref.Calls {
				l.doubt(c, doubtful)
				for _, why := range []string{c.Retries.Unknown.String(), c.Timeout.Unknown.String(), c.Cluster.Unknown.String()} {
					for _, m := range placeholder.FindAllStringSubmatch(why, -1) {
						keys[m[1]] = true
					}
				}
			}
		}
	}
	s.Versions, s.Doubtful = versions.sorted(), doubtful.sorted()
	for key := range keys {
		s.Placeholders = append(s.Placeholders, key)
	}
	slices.Sort(s.Placeholders)
	return s, nil
}

// placeholder is one without a default, as messages name it.
var placeholder = regexp.MustCompile(`\$\{([^${}:]+)\}`)

// doubt adds a call that may run more than once and whose verdict is a guess.
func (l *Loaded) doubt(c *effective.Call, to groups) {
	if c.Fails != nil || c.Method == "*" || !c.Executions.Known || max(c.Executions.V, c.MaxExecutions) < 2 {
		return
	}
	v := l.Verdict(c)
	switch {
	case v.Kind == idempotency.Unknown:
		to.add(c.Ref.Name()+"#"+c.Method, "unknown")
	case v.Kind == idempotency.Write && v.Confidence == "low":
		to.add(c.Ref.Name()+"#"+c.Method, "taken for a write")
	}
}

// groups gathers names by a key.
type groups map[string][]string

func (g groups) add(key, name string) {
	if !slices.Contains(g[key], name) {
		g[key] = append(g[key], name)
	}
}

func (g groups) sorted() []Named {
	var out []Named
	for key, names := range g {
		slices.Sort(names)
		out = append(out, Named{key, names})
	}
	slices.SortFunc(out, func(a, b Named) int {
		return cmp.Or(cmp.Compare(len(b.Of), len(a.Of)), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// profiles are the endings of files such as application-prod.yml.
func (l *Loaded) profiles() []string {
	seen := map[string]bool{}
	for _, pattern := range []string{"**/application-*.properties", "**/application-*.yml", "**/application-*.yaml"} {
		for _, name := range l.tree.Index.Match(pattern) {
			base := path.Base(name)
			profile := strings.TrimPrefix(strings.TrimSuffix(base, path.Ext(base)), "application-")
			if profile != "" && !strings.ContainsAny(profile, "*{}$@ ") {
				seen[profile] = true
			}
		}
	}
	var out []string
	for p := range seen {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}
