package rules

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var oldPrefix = &Rule{
	Info: finding.Info{
		ID: "DA604", Name: "old-prefix", Severity: finding.Warning,
		Summary: "spring.dubbo.* is the prefix of another starter, this one reads dubbo.*",
		Doc: `The first Alibaba starter read spring.dubbo.*. The starters of org.apache.dubbo read dubbo.* only; the old
keys are ignored in silence, timeouts and retries with them.`,
		Before:   `spring.dubbo.consumer.retries=0`,
		After:    `dubbo.consumer.retries=0`,
		Versions: "org.apache.dubbo starters (2.7.0 and later)",
		Guards:   []string{"silent: the old starter com.alibaba.spring.boot is on the class path, or no org.apache starter is"},
		Proof:    []string{"source: 2.7.23 DubboConfigConfiguration (prefixes dubbo.*)", "met in 3 of 57 public projects (82 keys)"},
		Fix:      "Drop spring. from the keys.",
	},
	Check: func(p *Pass) {
		for _, app := range p.Model.Apps {
			if !apacheStarter(app) {
				continue
			}
			var old []*application.Property
			for _, prop := range app.Properties {
				if strings.HasPrefix(prop.Name, "spring.dubbo.") {
					old = append(old, prop)
				}
			}
			if len(old) > 0 {
				p.aboutApp(app, finding.Warning, "spring.dubbo", "%s is read by the old starter only, this one reads dubbo.* (%s of that prefix). Drop spring. from the keys.",
					old[0].Name, lang.N(len(old), "1 key", "%d keys")).at(old[0].NameAt)
			}
		}
	},
}

func apacheStarter(app *effective.App) bool {
	for _, v := range app.Versions {
		if strings.HasPrefix(v.Artifact, "com.alibaba.spring.boot:") {
			return false
		}
	}
	return app.Boot && app.Version.AtLeast("2.7.0")
}

var mixedAnnotations = &Rule{
	Info: finding.Info{
		ID: "DA605", Name: "mixed-annotations", Severity: finding.Warning,
		Summary: "Annotations of com.alibaba and of org.apache in one application",
		Doc: `Both packages have @Reference and @Service with different defaults: the com.alibaba @Service inside 2.7
drops retries=0, the org.apache one does not. From 3.0 on the old ones are not there at all. A mixture hides which
rule applies to which class.`,
		Before:   `import com.alibaba.dubbo.config.annotation.Service; // next to org.apache.dubbo.config.annotation.Reference`,
		After:    `import org.apache.dubbo.config.annotation.DubboService;`,
		Versions: "every version (both packages exist in 2.7)",
		Guards:   []string{"silent: one package only"},
		Proof:    []string{"annotation defaults of 31 tags (2.7.3 and 2.7.4.1 jars for com.alibaba's @Service)"},
		Fix:      "Use the annotations of org.apache.dubbo.",
	},
	Check: func(p *Pass) {
		for _, app := range p.Model.Apps {
			var old, apache *application.Config
			for _, c := range app.Configs {
				switch {
				case c.Tag != "reference" && c.Tag != "service":
				case old == nil && strings.HasPrefix(c.Annotation, "com.alibaba.dubbo."):
					old = c
				case apache == nil && strings.HasPrefix(c.Annotation, "org.apache.dubbo."):
					apache = c
				}
			}
			if old != nil && apache != nil {
				p.aboutApp(app, finding.Warning, "annotation", "%s stands next to %s: their defaults differ. Use the annotations of org.apache.dubbo.", old.Annotation, apache.Annotation).
					at(old.At).also(apache.At, "the annotation of org.apache.dubbo")
			}
		}
	},
}

var twoVersions = &Rule{
	Info: finding.Info{
		ID: "DA607", Name: "two-versions", Severity: finding.Warning,
		Summary: "Two Dubbo versions on one class path",
		Doc: `A starter brings its own Dubbo, next to the one that is declared. Which one runs depends on the build tool's
mediation, and with it everything that this audit reports by version.`,
		Before: `dubbo 2.7.13 and dubbo-spring-boot-starter 2.7.3`,
		After:  `dubbo 2.7.23 and dubbo-spring-boot-starter 2.7.23`,

		Versions: "every version",
		Guards:   []string{"silent: equal base versions (2.7.8 and 2.7.8.RELEASE)", "silent: a BOM, which manages versions and is on no class path", "silent: a version forced by the user, who knows better than the files"},
		Proof:    []string{"met in public projects (2.7.13 with starter 2.7.3)"},
		Fix:      "Give the starter and dubbo one version, best through the dubbo BOM.",
	},
	Check: func(p *Pass) {
		for _, app := range p.Model.Apps {
			if app.Version.Origin == "flag" {
				continue
			}
			for _, v := range app.Versions {
				if v.IsZero() || app.Version.IsZero() || v.Base == app.Version.Base || strings.HasSuffix(v.Artifact, "-bom") {
					continue
				}
				p.aboutApp(app, finding.Warning, "version", "%s %s is on one class path with Dubbo %s (told by %s), which the audit takes. Give both one version.",
					v.Artifact, v, app.Version, app.Version.Artifact).at(v.At).
					also(app.Version.At, "%s is declared here", app.Version)
				break
			}
		}
	},
}

var annotationWithoutEffect = &Rule{
	Info: finding.Info{
		ID: "DA606", Name: "annotation-without-effect", Severity: finding.Warning,
		Summary: "A Dubbo annotation stands where Dubbo never looks",
		Doc: `@Reference on a method of an interface compiles and does nothing: Dubbo looks at the fields and setters of
beans. Retries and timeouts written there hold for nobody.`,
		Before:   `interface BillingService { @Reference(retries = 0) Bill create(Order order); }`,
		After:    `class Billing { @DubboReference(retries = 0) BillingService billing; }`,
		Versions: "every version",
		Guards:   []string{"silent: fields and setters of classes, @Bean methods"},
		Proof:    []string{"source: the annotation processors inject fields and methods of bean classes only (2.6.12, 3.2.16 ReferenceAnnotationBeanPostProcessor)", "met 22 times in one public project"},
		Fix:      "Put the annotation on the field that holds the reference.",
	},
	Check: func(p *Pass) {
		for _, app := range p.Model.Apps {
			for _, at := range app.Inert {
				p.aboutApp(app, finding.Warning, "annotation", "this annotation has no effect: Dubbo looks at fields and setters of beans, not at methods of an interface. Put it on the field that holds the reference.").at(at)
			}
		}
	},
}
