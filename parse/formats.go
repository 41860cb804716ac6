package parse

import (
	"io"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/build"
	"github.com/dubboaudit/dubboaudit/parse/class"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/java"
	"github.com/dubboaudit/dubboaudit/parse/mapper"
	"github.com/dubboaudit/dubboaudit/parse/properties"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/parse/springxml"
	"github.com/dubboaudit/dubboaudit/parse/sql"
	"github.com/dubboaudit/dubboaudit/parse/yaml"
)

// Readers returns the table of formats, one row each. The first row whose
// Match takes a file reads it, so names stand before extensions.
func Readers() []Reader {
	return []Reader{
		{Name: "build", Match: isBuildText, Encoding: springxml.DeclaredEncoding, Parse: parseBuild},
		{Name: "jar", Match: isJar, ParseAt: build.ParseJar},
		{Name: "java", Match: hasSuffix(".java"), Relevant: ofBytes(java.Relevant), Parse: java.Parse},
		{Name: "spring-xml", Match: hasSuffix(".xml"), Relevant: ofBytes(springxml.Relevant),
			Encoding: springxml.DeclaredEncoding, Parse: parseXML},
		{Name: "clusters", Match: hasSuffix(".dubbo.rpc.cluster.Cluster"), Parse: parseClusters},
		{Name: "properties", Match: hasSuffix(".properties"), Relevant: properties.Relevant, Parse: properties.Parse},
		{Name: "yaml", Match: hasSuffix(".yml", ".yaml"), Relevant: yaml.Relevant, Parse: parseYAML},
		{Name: "sql", Match: hasSuffix(".sql"), Parse: sql.ParseFile, OnDemand: true},
		{Name: "class", Match: hasSuffix(".class"), ParseAt: parseClass, OnDemand: true},
		{Name: "archive", Match: class.IsArchive, ParseAt: noUnit, OnDemand: true},
	}
}

func hasSuffix(suffixes ...string) func(string) bool {
	return func(path string) bool {
		for _, s := range suffixes {
			if strings.HasSuffix(path, s) {
				return true
			}
		}
		return false
	}
}

func ofBytes(relevant func([]byte) bool) func(string, []byte) bool {
	return func(_ string, raw []byte) bool { return relevant(raw) }
}

func isBuildText(path string) bool {
	kind, ok := build.Is(path)
	return ok && kind != build.KindJar
}

func isJar(path string) bool {
	kind, ok := build.Is(path)
	return ok && kind == build.KindJar
}

// parseXML reads the XML files that the Index asks for, whatever their root;
// in the walk only those of Spring are relevant.
func parseXML(f *source.File) *decl.Unit {
	switch root, _ := mapper.Sniff(f.Text); root {
	case "mapper", "sqlMap":
		return mapper.Parse(f)
	case "databaseChangeLog":
		return sql.ParseChangelog(f)
	}
	return springxml.Parse(f)
}

// parseClusters reads the names that an extension file registers, where Dubbo
// looks for it (2.7.8 ExtensionLoader: META-INF/dubbo, its folders, services). A
// line with a class alone takes its name from the class: "router" for
// com.acme.RouterCluster.
func parseClusters(f *source.File) *decl.Unit {
	u := properties.Parse(f)
	if !strings.Contains("/"+f.Path, "/META-INF/") || len(u.Docs) == 0 {
		return &decl.Unit{File: f}
	}
	for _, p := range u.Docs[0].Props {
		name := p.Key
		if p.Value == "" {
			name = strings.ToLower(strings.TrimSuffix(name[strings.LastIndexByte(name, '.')+1:], "Cluster"))
		}
		for one := range strings.SplitSeq(name, ",") {
			u.Clusters = append(u.Clusters, strings.TrimSpace(one))
		}
	}
	u.Docs = nil
	return u
}

func parseYAML(f *source.File) *decl.Unit {
	u := yaml.Parse(f)
	if sql.IsChangelog(u.Docs) {
		u.Schema = sql.Changelog(f, u.Docs)
	}
	return u
}

// parseClass reads a class without those nested in it; Index.Type finds these
// too.
func parseClass(path string, r io.ReaderAt, size int64) *decl.Unit {
	data, err := io.ReadAll(io.NewSectionReader(r, 0, min(size, class.MaxBytes)))
	if err != nil {
		return &decl.Unit{Problems: []source.Problem{{Path: path, Kind: source.Unreadable, Msg: reason(err), Minor: true}}}
	}
	return class.Parse(path, data, nil)
}

// noUnit is for archives, of which only the classes are read: see Index.Type.
func noUnit(string, io.ReaderAt, int64) *decl.Unit { return nil }

// parseBuild reads a pom, a script, a catalog and so on; only a pom can
// declare an encoding.
func parseBuild(f *source.File) *decl.Unit {
	kind, _ := build.Is(f.Path)
	return build.Parse(f, kind)
}
