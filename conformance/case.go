package conformance

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing/fstest"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

//go:embed shared.txtar cases/*.txtar
var texts embed.FS

// Java is the harness's own Java, with @PKG@ for Dubbo's package.
//
//go:embed java
var Java embed.FS

// Case is a small repository: what Dubbo runs is what the auditor reads.
type Case struct {
	Name string
	// Versions are the releases that have what the case needs.
	Versions dubbo.Range
	// Not are single releases among them that do not have it.
	Not []string
	// Settle is how long to wait after the calls, for background repeats.
	Settle time.Duration
	// Boot is set where the consumer is a Spring Boot application.
	Boot bool
	// Options are the JVM's (-D), Environment its variables (K=V).
	Options, Environment []string
	files                []txtar.File
}

// Shared is the interface under test and the provider beside every case.
func Shared() (*Case, error) { return parse("shared", "shared.txtar") }

// Cases returns every case by name.
func Cases() ([]*Case, error) {
	names, err := fs.Glob(texts, "cases/*.txtar")
	if err != nil {
		return nil, err
	}
	var out []*Case
	for _, name := range names {
		c, err := parse(strings.TrimSuffix(path.Base(name), ".txtar"), name)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

func parse(name, file string) (*Case, error) {
	text, err := texts.ReadFile(file)
	if err != nil {
		return nil, err
	}
	c, err := ParseCase(name, text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return c, nil
}

// ParseCase reads a case: lines of directives and prose, then files.
func ParseCase(name string, text []byte) (*Case, error) {
	a := txtar.Parse(text)
	c := &Case{Name: name, files: a.Files, Settle: time.Second}
	for line := range strings.Lines(string(a.Comment)) {
		if err := c.directive(strings.Fields(line)); err != nil {
			return nil, err
		}
	}
	for _, f := range a.Files {
		switch f.Name {
		case "jvm.options":
			c.Options = strings.Fields(string(f.Data))
		case "environment":
			c.Environment = strings.Fields(string(f.Data))
		case "consumer/pom.xml":
			c.Boot = strings.Contains(string(f.Data), "@STARTER@")
		}
	}
	return c, nil
}

// directive reads a line of the comment: "@from 2.7.3", "@to 2.6.12",
// "@not 2.7.0", "@settle 27s". Other lines are prose.
func (c *Case) directive(words []string) error {
	if len(words) != 2 || !strings.HasPrefix(words[0], "@") {
		return nil
	}
	switch words[0] {
	case "@from":
		c.Versions.From = words[1]
	case "@to":
		c.Versions.To = words[1]
	case "@not":
		c.Not = append(c.Not, words[1])
	case "@settle":
		d, err := time.ParseDuration(words[1])
		c.Settle = d
		return err
	default:
		return fmt.Errorf("unknown directive %s", words[0])
	}
	return nil
}

// AppliesTo reports whether a release can run the case.
func (c *Case) AppliesTo(v dubbo.Version) bool {
	return c.Versions.Contains(v) && !slices.Contains(c.Not, v.Text)
}

// Files returns the files for one version, by path.
func (c *Case) Files(v dubbo.Version) map[string]string {
	out := map[string]string{}
	r := replacer(v)
	for _, f := range c.files {
		out[f.Name] = r.Replace(string(f.Data))
	}
	return out
}

// Has reports whether the case has the file, or a file in the folder.
func (c *Case) Has(name string) bool {
	return slices.ContainsFunc(c.files, func(f txtar.File) bool { return f.Name == name || strings.HasPrefix(f.Name, name+"/") })
}

// replacer fills in what differs between the versions: the XML namespace, the
// package, the annotations' names, and the Spring Boot starter.
func replacer(v dubbo.Version) *strings.Replacer {
	namespace, pkg, group := "http://dubbo.apache.org/schema/dubbo", "org.apache.dubbo", "org.apache.dubbo"
	if v.Before("2.7.0") {
		namespace, pkg, group = "http://code.alibabatech.com/schema/dubbo", "com.alibaba.dubbo", "com.alibaba"
	}
	reference, service := "DubboReference", "DubboService"
	if v.Before("2.7.7") {
		reference, service = "Reference", "Service"
	}
	g, a, sv := Starter(v)
	return strings.NewReplacer(
		`xmlns:dubbo="@NS@"`, `xmlns:dubbo="`+namespace+`" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" `+
			`xsi:schemaLocation="http://www.springframework.org/schema/beans http://www.springframework.org/schema/beans/spring-beans.xsd `+
			namespace+" "+namespace+`/dubbo.xsd"`,
		"@NS@", namespace, "@PKGGROUP@", group, "@PKG@", pkg, "@REFERENCE@", reference, "@SERVICE@", service, "@VERSION@", v.Text,
		"@STARTER@", fmt.Sprintf("<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version></dependency>", g, a, sv))
}

// Starter returns group, artifact and version of the Spring Boot starter that
// goes with a release.
func Starter(v dubbo.Version) (group, artifact, version string) {
	if v.Before("2.7.0") {
		if v.Before("2.6.5") {
			return "com.alibaba.boot", "dubbo-spring-boot-starter", "0.2.0"
		}
		return "com.alibaba.boot", "dubbo-spring-boot-starter", "0.2.1.RELEASE"
	}
	return "org.apache.dubbo", "dubbo-spring-boot-starter", v.Text
}

// Model audits the case as a repository, for one version.
func (c *Case) Model(v dubbo.Version) (*effective.Model, []source.Problem, error) {
	return c.Upgrade(v, dubbo.Version{})
}

// Upgrade audits the files for one version, and compares with another, as
// --target-version does; the zero Version is no other.
func (c *Case) Upgrade(v, target dubbo.Version) (*effective.Model, []source.Problem, error) {
	shared, err := Shared()
	if err != nil {
		return nil, nil, err
	}
	tree := fstest.MapFS{}
	for _, part := range []*Case{shared, c} {
		for name, text := range part.Files(v) {
			if name != "jvm.options" && name != "environment" {
				tree[name] = &fstest.MapFile{Data: []byte(text)}
			}
		}
	}
	l, err := audit.Load(context.Background(), tree, audit.Options{
		Target:     target,
		Deployment: application.Options{ForceDubboVersion: v.Text, SysProps: pairs(c.Options, "-D"), Env: pairs(c.Environment, "")},
	})
	if err != nil {
		return nil, nil, err
	}
	return l.Model, l.Problems, nil
}

func pairs(list []string, prefix string) map[string]string {
	out := map[string]string{}
	for _, line := range list {
		k, v, _ := strings.Cut(strings.TrimPrefix(line, prefix), "=")
		out[k] = v
	}
	return out
}
