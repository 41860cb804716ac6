package application_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/properties"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// dep makes a dependency of "group:artifact:version", with flags behind:
// "managed", "provided", "test", "in=DIR", "not=GROUP:ARTIFACT".
func dep(text string) decl.Dependency {
	words := strings.Fields(text)
	part := strings.Split(words[0]+"::", ":")
	d := decl.Dependency{Group: part[0], Artifact: part[1], Version: part[2], Known: part[2] != "", Scope: "compile"}
	for _, w := range words[1:] {
		switch key, value, _ := strings.Cut(w, "="); key {
		case "managed":
			d.Managed = true
		case "in":
			d.Dir = value
		case "not":
			d.Exclusions = append(d.Exclusions, value)
		default:
			d.Scope = w
		}
	}
	return d
}

func TestVersion(t *testing.T) {
	const starter = "org.apache.dubbo:dubbo-spring-boot-starter:"
	tests := []struct {
		name string
		deps string // of "app", one a line
		lib  string // of "lib"
		opt  application.Options
		want string // the versions, the chosen one first
	}{
		{name: "literal", deps: "com.alibaba:dubbo:2.6.12", want: "2.6.12 pom"},
		{name: "nothing", deps: "org.springframework:spring-core:5.0", want: ""},
		{name: "version unknown", deps: "com.alibaba:dubbo", want: " "},
		{name: "dubbox", deps: "com.alibaba:dubbo:2.8.4", want: "2.8.4=2.5.3 pom"},
		{name: "fork", deps: "run.acme:dubbo:2.7.12-acme-v8-SNAPSHOT", want: "2.7.12-acme-v8-SNAPSHOT=2.7.12 pom"},
		{name: "starter", deps: starter + "3.2.14", want: "3.2.14 pom"},
		{name: "old starter", deps: "com.alibaba.boot:dubbo-spring-boot-starter:0.2.0", want: "2.6.2 pom"},
		{name: "oldest starter", deps: "com.alibaba.boot:dubbo-spring-boot-starter:0.1.0", want: "2.5.10 pom"},
		{name: "starter that brings none", deps: starter + "2.7.1", want: " "},
		{name: "explicit beats starter", deps: starter + "2.7.3\norg.apache.dubbo:dubbo:2.7.13", want: "2.7.13 pom, 2.7.3 pom"},
		{name: "excluded in the starter", deps: "com.alibaba.spring.boot:dubbo-spring-boot-starter:1.0.0 not=com.alibaba:dubbo\ncom.alibaba:dubbo:2.6.1", want: "2.6.1 pom"},
		{name: "all excluded", deps: "com.alibaba.spring.boot:dubbo-spring-boot-starter:1.0.0 not=*:*", want: ""},
		{name: "managed beats the starter's", deps: starter + "2.7.8\norg.apache.dubbo:dubbo:2.7.15 managed", want: "2.7.15 pom, 2.7.8 pom"},
		{name: "cloud starter", deps: "com.alibaba.cloud:spring-cloud-starter-dubbo:2.2.1", want: " "},
		{name: "cloud starter with bom", deps: "com.alibaba.cloud:spring-cloud-starter-dubbo:2.2.1\norg.apache.dubbo:dubbo-bom:2.7.6 managed import", want: "2.7.6 pom"},
		{name: "outside artifact, managed version", deps: "com.acme:rpc:1.0\ncom.alibaba:dubbo:2.6.0 managed", want: "2.6.0 pom"},
		{name: "of a library", deps: "com.acme:lib:1 in=lib", lib: "com.alibaba:dubbo:2.6.4", want: "2.6.4 pom"},
		{name: "nearest wins", deps: "com.acme:lib:1 in=lib\ncom.alibaba:dubbo:2.6.5", lib: "com.alibaba:dubbo:2.6.4", want: "2.6.5 pom, 2.6.4 pom"},
		{name: "not a library's provided one", deps: "com.acme:lib:1 in=lib", lib: "com.alibaba:dubbo:2.6.4 provided", want: ""},
		{name: "own provided one", deps: "com.alibaba:dubbo:2.6.4 provided", want: "2.6.4 pom"},
		{name: "not the test one", deps: "com.alibaba:dubbo:2.6.4 test", want: ""},
		{name: "excluded from a library", deps: "com.acme:lib:1 in=lib not=com.alibaba:dubbo", lib: "com.alibaba:dubbo:2.6.4", want: ""},
		{name: "part", deps: "org.apache.dubbo:dubbo-config-spring:3.0.9", want: "3.0.9 pom"},
		{name: "whole before part", deps: "org.apache.dubbo:dubbo-registry-nacos:2.7.5\norg.apache.dubbo:dubbo:2.7.8", want: "2.7.8 pom, 2.7.5 pom"},
		{name: "other numbering", deps: "com.alibaba:dubbo-registry-nacos:0.0.2", want: ""},
		{name: "flag fills", deps: "com.alibaba:dubbo", opt: application.Options{DubboVersion: "2.7.7"}, want: "2.7.7 flag,  "},
		{name: "flag does not overrule", deps: "com.alibaba:dubbo:2.6.2", opt: application.Options{DubboVersion: "2.7.7"}, want: "2.6.2 pom"},
		{name: "force overrules", deps: "com.alibaba:dubbo:2.6.2", opt: application.Options{ForceDubboVersion: "2.7.7"}, want: "2.7.7 flag, 2.6.2 pom"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			modules := []*decl.Module{
				{Kind: "maven", Dir: "app", Artifact: "app", Deps: deps(tt.deps)},
				{Kind: "maven", Dir: "lib", Artifact: "lib", Deps: deps(tt.lib)},
			}
			f, _ := source.New("app/src/main/resources/dubbo.properties", []byte("dubbo.consumer.check=false\n"), "")
			apps, _ := application.Assemble(application.Input{
				Units: []*decl.Unit{properties.Parse(f)}, Modules: modules, Options: tt.opt,
			})
			if len(apps) != 1 {
				t.Fatalf("%d applications", len(apps))
			}
			var got []string
			for _, v := range apps[0].Versions {
				text := v.Text
				if v.Base != v.Text && !strings.HasPrefix(v.Text, v.Base+".") {
					text += "=" + v.Base
				}
				got = append(got, fmt.Sprintf("%s %s", text, v.Origin))
			}
			if s := strings.Join(got, ", "); s != tt.want {
				t.Errorf("got %q, want %q", s, tt.want)
			}
		})
	}
}

// Applications may be told different things.
func TestOptionsFor(t *testing.T) {
	var units []*decl.Unit
	var modules []*decl.Module
	for _, dir := range []string{"a", "b"} {
		f, _ := source.New(dir+"/src/main/resources/dubbo.properties", []byte("dubbo.consumer.check=false\n"), "")
		units = append(units, properties.Parse(f))
		modules = append(modules, &decl.Module{Kind: "maven", Dir: dir, Artifact: dir})
	}
	apps, _ := application.Assemble(application.Input{
		Units: units, Modules: modules, Options: application.Options{DubboVersion: "2.7.7"},
		OptionsFor: func(dir string) application.Options {
			return application.Options{DubboVersion: map[string]string{"a": "2.6.5", "b": "3.2.4"}[dir]}
		},
	})
	for i, want := range []string{"2.6.5", "3.2.4"} {
		if got := apps[i].Version.Text; got != want {
			t.Errorf("%s has Dubbo %s, not %s", apps[i].Name, got, want)
		}
	}
}

func deps(text string) []decl.Dependency {
	var list []decl.Dependency
	for line := range strings.Lines(text) {
		list = append(list, dep(line))
	}
	return list
}
