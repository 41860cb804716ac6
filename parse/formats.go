package parse

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/build"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/java"
	"github.com/dubboaudit/dubboaudit/parse/properties"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/parse/springxml"
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
			Encoding: springxml.DeclaredEncoding, Parse: springxml.Parse},
		{Name: "properties", Match: hasSuffix(".properties"), Relevant: properties.Relevant, Parse: properties.Parse},
		{Name: "yaml", Match: hasSuffix(".yml", ".yaml"), Relevant: yaml.Relevant, Parse: yaml.Parse},
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

// parseBuild reads a pom, a script, a catalog and so on; only a pom can
// declare an encoding.
func parseBuild(f *source.File) *decl.Unit {
	kind, _ := build.Is(f.Path)
	return build.Parse(f, kind)
}
