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
	// Provider is the release of the case's provider, "" for the consumer's.
	Provider string
	// Nodes are what stands in ZooKeeper before anything starts.
	Nodes []Node
	files []txtar.File
}

// Node is a node of ZooKeeper: at Port and Path, with the content of File.
type Node struct{ File, Port, Path string }

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
		case centerFile:
			// Each case has a file of its own there, named after it: 2.7.0
			// has no groups.
			c.Nodes = append(c.Nodes, Node{f.Name, "2183", "/dubbo/config/dubbo/" + name + ".properties"})
		}
	}
	return c, nil
}

// centerFile is the content of the config center of a case.
const centerFile = "consumer/src/main/resources/config-center.properties"

// directive reads a line of the comment: "@from 2.7.3", "@to 2.6.12",
// "@not 2.7.0", "@settle 27s", "@provider 2.7.1", "@node FILE PORT PATH".
// Other lines are prose.
func (c *Case) directive(words []string) error {
	if len(words) == 0 || !strings.HasPrefix(words[0], "@") {
		return nil
	}
	switch name, args := words[0], words[1:]; {
	case name == "@node" && len(args) == 3:
		c.Nodes = append(c.Nodes, Node{args[0], args[1], args[2]})
	case len(args) != 1:
		return fmt.Errorf("%s with %d arguments", name, len(args))
	case name == "@from":
		c.Versions.From = args[0]
	case name == "@to":
		c.Versions.To = args[0]
	case name == "@not":
		c.Not = append(c.Not, args[0])
	case name == "@provider":
		c.Provider = args[0]
	case name == "@settle":
		d, err := time.ParseDuration(args[0])
		c.Settle = d
		return err
	default:
		return fmt.Errorf("unknown directive %s", name)
	}
	return nil
}

// withoutStarter are releases whose Spring Boot starter, or its parent pom,
// Maven Central does not serve.
var withoutStarter = []string{"2.7.2", "2.7.17", "2.7.19", "2.7.20", "3.0.15"}

// AppliesTo reports whether a release can run the case.
func (c *Case) AppliesTo(v dubbo.Version) bool {
	return c.Versions.Contains(v) && !slices.Contains(c.Not, v.Text) && !(c.Boot && slices.Contains(withoutStarter, v.Text))
}

// Files returns the files for one version, by path.
func (c *Case) Files(v dubbo.Version) map[string]string {
	out := map[string]string{}
	r := replacer(v)
	for _, f := range c.files {
		out[f.Name] = strings.ReplaceAll(r.Replace(string(f.Data)), "@PROVIDER@", c.Provider)
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
	tree, deployment, err := c.Tree(v)
	if err != nil {
		return nil, nil, err
	}
	l, err := audit.Load(context.Background(), tree, audit.Options{Target: target, Deployment: deployment})
	if err != nil {
		return nil, nil, err
	}
	return l.Model, l.Problems, nil
}

// Tree is what the auditor is given for one version: the files of the case and
// of the standard provider, and what only the deployment knows.
func (c *Case) Tree(v dubbo.Version) (fstest.MapFS, application.Options, error) {
	shared, err := Shared()
	if err != nil {
		return nil, application.Options{}, err
	}
	tree := fstest.MapFS{}
	for _, part := range []*Case{shared, c} {
		for name, text := range part.Files(v) {
			if name != "jvm.options" && name != "environment" {
				tree[name] = &fstest.MapFile{Data: []byte(text)}
			}
		}
	}
	deployment := application.Options{ForceDubboVersion: v.Text, SysProps: pairs(c.Options, "-D"), Env: pairs(c.Environment, "")}
	if c.Provider != "" {
		// The provider's pom tells another version.
		deployment.ForceDubboVersion, deployment.DubboVersion = "", v.Text
	}
	return tree, deployment, nil
}

// With returns the case under another name and with other files: those of one
// version, in which nothing is left to fill in.
func (c *Case) With(name string, files map[string]string) *Case {
	out := *c
	out.Name, out.files = name, nil
	for _, f := range c.files {
		out.files = append(out.files, txtar.File{Name: f.Name, Data: []byte(files[f.Name])})
	}
	return &out
}

func pairs(list []string, prefix string) map[string]string {
	out := map[string]string{}
	for _, line := range list {
		k, v, _ := strings.Cut(strings.TrimPrefix(line, prefix), "=")
		out[k] = v
	}
	return out
}
