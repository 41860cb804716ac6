package application

import (
	"cmp"
	"slices"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Input is what the readers found, before anything is put together.
type Input struct {
	// Units is everything that was parsed.
	Units []*decl.Unit
	// Modules are the build modules, resolved.
	Modules []*decl.Module
	// Sources finds files that were not parsed. It may be nil: then only
	// Units are looked at.
	Sources Sources
	Options Options
	// OptionsFor returns the options of an application by its folder, where
	// they differ between applications; nil: Options are those of all. Only
	// IncludeTests may not differ.
	OptionsFor func(dir string) Options
}

// Options is what the user says about the deployment.
type Options struct {
	// Profiles are the active profiles of Spring and of Maven.
	Profiles []string
	// SysProps are JVM system properties (-D), Env environment variables.
	SysProps, Env map[string]string
	// Properties are values of the tool's own configuration file. They rank
	// above every file of the application.
	Properties map[string]string
	// DubboVersion is used where the files do not tell, ForceDubboVersion
	// whatever they tell.
	DubboVersion, ForceDubboVersion string
	// IncludeTests keeps what test sources and test resources declare.
	IncludeTests bool
}

// assembler is the state of putting all applications together.
type assembler struct {
	Input
	sources  Sources
	modules  map[string]*module // by folder
	ordered  []*module          // sorted by folder
	metas    map[string]*meta   // Dubbo annotations of the trees' own, by qualified name
	mentions map[string][]*decl.Unit
	versions map[string]dubbo.Version // by artifact and text
	problems []source.Problem
	reported map[string]bool
	clusters []string          // that extension files register
	centers  []*resource       // files named as the content of a config centre
	rules    []*governanceRule // of all trees
}

// Assemble groups what was read into applications, sorted by folder. Problems
// are files that are named but not there, and refused options.
func Assemble(in Input) ([]*App, []source.Problem) {
	a := &assembler{
		Input: in, sources: in.Sources,
		modules:  map[string]*module{},
		mentions: map[string][]*decl.Unit{},
		versions: map[string]dubbo.Version{},
		reported: map[string]bool{},
	}
	if a.sources == nil {
		a.sources = newUnitSources(in.Units)
	}
	a.layout()
	a.metas = a.findMetas()
	var apps []*App
	for _, mods := range a.deployables() {
		apps = append(apps, a.assemble(mods)...)
	}
	slices.SortStableFunc(apps, func(x, y *App) int {
		return cmp.Or(cmp.Compare(x.Root, y.Root), cmp.Compare(x.Name, y.Name))
	})
	return apps, a.problems
}

// deployable is an application on its way: its modules and what was worked
// out about them.
type deployable struct {
	*assembler
	// Options are those of this application.
	Options Options
	app     *App
	// modules is the class path: the application's own module first, then
	// its libraries, the nearest first.
	modules  []*module
	boot     bool // Spring Boot loads application.properties
	cloud    bool // Spring Cloud loads bootstrap.properties
	env      *environment
	testEnv  *environment               // with test resources first, where tests are included
	xml      []*resource                // the XML files in definition order
	located  map[string][]*resource     // what find found
	imported map[*decl.Unit][]*resource // by XML file
	viewers  map[*decl.Type][]viewer    // of the fields of a class
	// configurers are the placeholder configurers of all XML contexts.
	configurers []*configurer
}

// assemble makes the Apps of a class path: one, unless its XML contexts are
// those of several applications. There is none where nothing is of Dubbo.
func (a *assembler) assemble(mods []*module) []*App {
	if !relevant(mods) {
		return nil
	}
	for _, m := range mods {
		a.openSpring(m)
	}
	d := &deployable{assembler: a, Options: a.optionsFor(mods[0].dir), modules: mods, located: map[string][]*resource{}, imported: map[*decl.Unit][]*resource{}}
	d.app = &App{Root: mods[0].dir, Types: d.newTypes(), Clusters: a.clusters}
	d.framework()
	d.xml = d.xmlFiles()
	d.env = d.environment(false)
	d.testEnv = d.env
	if a.Options.IncludeTests {
		d.testEnv = d.environment(true)
	}
	contexts := d.contexts()
	for _, c := range contexts {
		d.configurers = append(d.configurers, c.configurers...)
	}
	var apps []*App
	parts := d.split(contexts)
	for i := range parts {
		if app := d.part(&parts[i], len(parts) > 1); app != nil {
			apps = append(apps, app)
		}
	}
	return apps
}

func (a *assembler) optionsFor(dir string) Options {
	if a.OptionsFor == nil {
		return a.Options
	}
	return a.OptionsFor(dir)
}

// part assembles one application of a class path.
func (d *deployable) part(p *part, several bool) *App {
	one := *d
	d = &one
	d.app = &App{Root: d.app.Root, Types: d.app.Types, Clusters: d.app.Clusters, Boot: d.app.Boot, Unread: slices.Clone(d.app.Unread),
		resolver: d.env.resolver(d.modules[0], nil)}
	d.properties()
	d.xmlConfigs(p.contexts)
	d.javaConfigs(p)
	empty := len(d.app.Configs) == 0 && len(d.app.Inert) == 0
	if empty && (several || !d.hasFileProperties()) {
		return nil
	}
	d.app.Version, d.app.Versions = d.version()
	d.calls()
	d.centerContent()
	d.unread()
	d.app.Mains = d.mains(p)
	d.app.Name = d.name()
	d.governanceRules()
	return d.app
}

// hasFileProperties reports whether a file (not an option of the user) holds
// a property of Dubbo.
func (d *deployable) hasFileProperties() bool {
	return slices.ContainsFunc(d.app.Properties, func(p *Property) bool { return p.At.Valid() })
}

// envOf is the environment that a file's placeholders see.
func (d *deployable) envOf(test bool) *environment {
	if test {
		return d.testEnv
	}
	return d.env
}

// problem reports something once.
func (a *assembler) problem(p source.Problem) {
	if key := p.String(); !a.reported[key] {
		a.reported[key] = true
		a.problems = append(a.problems, p)
	}
}
