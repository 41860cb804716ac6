package application

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// unread names the sources of configuration outside the audited files: config
// centres of Dubbo and of Spring Cloud.
func (d *deployable) unread() {
	seen := map[string]bool{}
	add := func(u Unread) {
		if what := u.What.String(); !seen[what] {
			seen[what] = true
			d.app.Unread = append(d.app.Unread, u)
		}
	}
	for _, c := range d.app.Configs {
		if c.Tag == "config-center" && !c.Test {
			add(configCenter(c.Value("address"), c.At))
		}
	}
	for _, p := range d.app.Properties {
		if key := Canonical(p.Name); !p.Test && (key == "dubbo.configcenter.address" || key == "dubbo.configcenter.protocol") {
			add(configCenter(p.Value, p.At))
		}
	}
	for i := range d.env.scenarios[0].props {
		p := &d.env.scenarios[0].props[i]
		if isImport(p.Property) {
			for location := range strings.SplitSeq(p.Value, ",") {
				location = strings.TrimPrefix(strings.TrimSpace(location), "optional:")
				if scheme, _, ok := strings.Cut(location, ":"); ok && scheme != "classpath" && scheme != "file" {
					add(configCenter(location, p.ValueAt))
				}
			}
		}
	}
	d.cloudConfig(add)
}

// configCenter is a config center with its address, as far as that is written.
func configCenter(address string, at source.Span) Unread {
	u := Unread{What: lang.T("config center"), At: at, Center: true}
	if address = strings.TrimSpace(address); address != "" {
		u.What, u.Name = lang.T("config center %s", address), lang.Verbatim(address)
	}
	return u
}

// cloudClients are the artifacts that make Spring Cloud read a config centre.
var cloudClients = map[string]string{
	"spring-cloud-starter-alibaba-nacos-config": "Nacos", "nacos-config-spring-boot-starter": "Nacos",
	"spring-cloud-starter-config": "Spring Cloud Config", "spring-cloud-starter-consul-config": "Consul",
	"spring-cloud-starter-zookeeper-config": "ZooKeeper", "apollo-client": "Apollo",
	"apollo-client-config-data": "Apollo",
}

func (d *deployable) cloudConfig(add func(Unread)) {
	for _, m := range d.modules {
		if m.build == nil {
			continue
		}
		for i := range m.build.Deps {
			dep := &m.build.Deps[i]
			if name := cloudClients[dep.Artifact]; name != "" && !dep.Managed && runs(dep.Scope) {
				add(Unread{What: lang.T("config center of %s", name), At: dep.At, Center: true, Name: lang.T("of %s", name)})
			}
		}
	}
	for _, r := range d.xml {
		for _, e := range r.unit.XML {
			if e.Tag == "property-source" && !r.test {
				add(Unread{What: lang.T("external property source"), At: e.At})
			}
		}
	}
}
