package application

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// centerContent adds what stands in a .properties file whose name says that it
// is the content of a config centre ("config-center.properties"), where the
// application has one. Whether the centre holds exactly this is not known, so
// the centre stays in Unread. What lies in a module of another application is
// that one's: each has its own content, in a centre of its own perhaps.
func (d *deployable) centerContent() {
	if !d.hasCenter() {
		return
	}
	own := func(r *resource) bool { return slices.Contains(d.modules, r.mod) }
	inside := slices.ContainsFunc(d.centerFiles(), own)
	for rank, r := range d.centerFiles() {
		if own(r) != inside || d.env.loads(r.unit) || d.belongsElsewhere(r.mod) {
			continue
		}
		for _, doc := range r.unit.Docs {
			for _, p := range doc.Props {
				if isDubboKey(p.Key) {
					d.app.Properties = append(d.app.Properties, &Property{
						Setting: *d.env.resolver(r.mod, nil).setting(p.Key, p.Value, p.ValueAt, p.KeyAt),
						Source:  Center, Rank: -rank, Test: r.test,
					})
				}
			}
		}
	}
}

// centerFiles are the files so named of all modules, found once.
func (a *assembler) centerFiles() []*resource {
	if a.centers == nil {
		a.centers = []*resource{}
		for _, m := range a.ordered {
			for _, r := range m.files {
				if namesCenter(r.name) && len(r.unit.Docs) > 0 {
					a.centers = append(a.centers, r)
				}
			}
		}
	}
	return a.centers
}

// belongsElsewhere reports whether a module is an application of its own, and
// none that this one stands in.
func (d *deployable) belongsElsewhere(m *module) bool {
	around := m.dir == "." || m.dir == "" || strings.HasPrefix(d.modules[0].dir, m.dir+"/")
	return m.isApp && !around && !slices.Contains(d.modules, m)
}

func (d *deployable) hasCenter() bool {
	for _, c := range d.app.Configs {
		if c.Tag == "config-center" && !c.Test {
			return true
		}
	}
	for _, p := range d.app.Properties {
		if strings.HasPrefix(Canonical(p.Name), "dubbo.configcenter.") {
			return true
		}
	}
	return false
}

func namesCenter(name string) bool {
	if !strings.HasSuffix(name, ".properties") {
		return false
	}
	base := Canonical(name[strings.LastIndexByte(name, '/')+1:])
	return strings.HasPrefix(base, "configcenter")
}

// loads reports whether a file is one of those that the application reads by
// itself.
func (e *environment) loads(u *decl.Unit) bool {
	from := func(p loaded) bool { return p.from != nil && p.from.unit == u }
	return slices.ContainsFunc(e.dubbo, from) ||
		slices.ContainsFunc(e.scenarios, func(s *scenario) bool { return slices.ContainsFunc(s.props, from) })
}
