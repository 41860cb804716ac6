package audit

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/parse"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/rules"
)

// What counts in a folder: the command line joined with the config files.

// walk joins the globs of the command line with those of the config files: a
// narrower choice replaces the file's, what is left out is left out.
func (o *Options) walk() parse.Options {
	return parse.Options{Jobs: o.Jobs, Include: o.Include, Exclude: o.Exclude, ScopeFile: policy.ConfigName,
		Scope: func(dir string) (include, exclude []string) {
			config := o.Configs.In(dir)
			include, exclude = o.Include, slices.Concat(o.Exclude, config.Exclude)
			if len(include) == 0 {
				include = config.Include
			}
			return include, exclude
		}}
}

// deployment joins what the config files say with the command line, which wins.
func (o *Options) deployment(dir string) application.Options {
	d, c := o.Deployment, o.Configs.In(dir)
	if d.DubboVersion == "" {
		d.DubboVersion = c.DubboVersion
	}
	if len(d.Profiles) == 0 {
		d.Profiles = c.Profiles
	}
	if d.Properties == nil {
		d.Properties = c.Properties
	}
	return d
}

// judge makes the verdict on a call's method, by the lists of the config that
// counts where the reference stands. It is safe for concurrent use.
func judge(configs *policy.Configs, graphOf func(*application.Types) *callgraph.Graph) func(*effective.Call) idempotency.Verdict {
	judgeFor := once(func(c *policy.Config) *idempotency.Judge {
		return idempotency.NewJudge(idempotency.Lists{Write: c.Write, Read: c.Read, Idempotent: c.Idempotent})
	})
	configFor := once(func(r *effective.Reference) *policy.Config {
		if r.At.Valid() {
			return configs.At(r.At)
		}
		return configs.In(r.App.Root)
	})
	return func(c *effective.Call) idempotency.Verdict {
		s := idempotency.Subject{
			Interface: c.Ref.Name(), Method: c.Method, Decls: c.Overloads, Type: c.DeclType,
			Lookup: lookup(c.Ref.App.Types),
		}
		graph := graphOf(c.Ref.App.Types)
		for _, p := range c.Ref.Providers {
			if p.ImplType == nil {
				continue
			}
			of := graphOf(p.App.Types)
			has := len(of.Methods(p.ImplType, c.Method)) > 0 // a ref may name a bean of another class
			if has || s.ImplType == nil {
				s.ImplType, graph = p.ImplType, of
			}
			if has {
				break
			}
		}
		s.Effects = func(m *decl.Method) *callgraph.Result {
			impl := s.ImplType
			if impl == nil {
				impl = graph.Implementation(c.Ref.Type)
			}
			return graph.Explore(impl, m.Name, len(m.Params))
		}
		return judgeFor(configFor(c.Ref)).Judge(s)
	}
}

// graphs makes the call graph of each application once.
func graphs(trees *callgraph.Trees) func(*application.Types) *callgraph.Graph {
	return once(func(types *application.Types) *callgraph.Graph { return callgraph.New(types, trees) })
}

// upgradeRule runs only where a version to come is given.
const upgradeRule = "DA415"

// ran reports whether there is a rule of that id, and whether it ran.
func (o *Options) ran(id string) (known, ran bool) {
	known = slices.ContainsFunc(rules.All, func(r *rules.Rule) bool { return r.ID == id })
	for _, info := range policy.Infos {
		known = known || info.ID == id
	}
	return known, known && o.Configs.Enabled(id) && (id != upgradeRule || !o.Target.IsZero())
}

// judges tells at which paths the audit knows that nothing is found any more:
// below an audited folder (a file named by itself misses what decides about
// it), in what was understood, and where no glob of the command line narrows
// the audit.
func (l *Loaded) judges(fsys fs.FS, opt *Options) func(string) bool {
	var folders []string
	for _, p := range opt.Paths {
		if info, err := fs.Stat(fsys, path.Clean(p)); err == nil && info.IsDir() {
			folders = append(folders, path.Clean(p))
		}
	}
	if len(opt.Paths) == 0 && opt.Stdin == nil {
		folders = []string{"."}
	}
	broken := map[string]bool{}
	for _, p := range l.Problems {
		if name := problemPath(p); !p.Minor {
			broken[name] = true
		}
	}
	read := map[string]bool{}
	narrowed := len(opt.Include)+len(opt.Exclude) > 0
	if narrowed {
		for _, u := range l.tree.Units {
			read[u.File.Path] = true
		}
	}
	return func(name string) bool {
		return !broken[name] && (!narrowed || read[name]) && (opt.Deployment.IncludeTests || !parse.IsTest(name)) &&
			slices.ContainsFunc(folders, func(dir string) bool { return dir == "." || name == dir || strings.HasPrefix(name, dir+"/") })
	}
}
