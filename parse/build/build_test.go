package build

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

var update = flag.Bool("update", false, "write what came out into the trees of testdata")

func TestIs(t *testing.T) {
	tests := map[string]string{
		"pom.xml": KindMaven, "a/b/pom.xml": KindMaven, "a/x-1.0.pom": KindMaven, "a/pom.xml.bak": "",
		"build.gradle": KindGradle, "a/build.gradle.kts": KindGradle, "gradle/deps.gradle": KindGradle,
		"settings.gradle": KindGradleSettings, "a/settings.gradle.kts": KindGradleSettings,
		"gradle.properties": KindGradleProperties, "a/application.properties": "",
		"gradle/libs.versions.toml": KindVersionCatalog, "Cargo.toml": "",
		"gradle.lockfile": KindGradleLock, "gradle/dependency-locks/compileClasspath.lockfile": KindGradleLock,
		"lib/dubbo-2.5.3.jar": KindJar, "lib/dubbox-2.8.4.jar": KindJar, "lib/dubbo.jar": KindJar,
		"lib/dubbo-spring-boot-starter-2.7.3.jar": KindJar, "lib/dubbokeeper-1.0.jar": "", "lib/my-dubbo-1.0.jar": "",
	}
	for name, want := range tests {
		if got, ok := Is(name); got != want || ok != (want != "") {
			t.Errorf("Is(%q) = %q, %v; want %q", name, got, ok, want)
		}
	}
}

func TestResolve(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no trees", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			units, want := tree(a)
			modules, problems := Resolve(units, Options{})
			got := describe(modules)
			for _, u := range units {
				problems = append(problems, u.Problems...)
			}
			for _, p := range problems {
				got += "problem " + p.String() + "\n"
			}
			if *update {
				write(t, name, a, got)
				return
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("modules (-want +got):\n%s", diff)
			}
		})
	}
}

// tree parses the files of an archive; the file "want" is the answer.
func tree(a *txtar.Archive) (units []*decl.Unit, want string) {
	for _, f := range a.Files {
		if f.Name == "want" {
			want = string(f.Data)
		}
		if kind, ok := Is(f.Name); ok {
			src, _ := source.New(f.Name, f.Data, "")
			units = append(units, Parse(src, kind))
		}
	}
	return units, want
}

func write(t *testing.T, name string, a *txtar.Archive, got string) {
	a.Files = slices.DeleteFunc(a.Files, func(f txtar.File) bool { return f.Name == "want" })
	a.Files = append(a.Files, txtar.File{Name: "want", Data: []byte(got)})
	if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
		t.Fatal(err)
	}
}

func describe(modules []*decl.Module) string {
	var b strings.Builder
	for _, m := range modules {
		fmt.Fprintf(&b, "%s %s %s:%s:%s %s %v\n", m.Dir, m.Kind, m.Group, m.Artifact, m.Version, m.Packaging, m.Modules)
		for _, d := range m.Deps {
			version := d.Version
			if !d.Known {
				version = "?"
			}
			fmt.Fprintf(&b, "  %s:%s:%s %s at %s, version %s", d.Group, d.Artifact, version, d.Scope, place(d.At), place(d.VersionAt))
			if d.Managed {
				b.WriteString(" managed")
			}
			if d.Dir != "" {
				b.WriteString(" is " + d.Dir)
			}
			if len(d.Exclusions) > 0 {
				fmt.Fprintf(&b, " without %v", d.Exclusions)
			}
			b.WriteString("\n")
		}
		describeProperties(&b, "property", m.Properties)
		for _, f := range m.Filters {
			fmt.Fprintf(&b, "  filter %s\n", f)
		}
		for _, id := range sortedKeys(m.Profiles) {
			describeProperties(&b, "profile "+id, m.Profiles[id])
		}
		for _, id := range sortedKeys(m.ProfileFilters) {
			fmt.Fprintf(&b, "  profile %s filters %v\n", id, m.ProfileFilters[id])
		}
	}
	return b.String()
}

func describeProperties(b *strings.Builder, what string, props map[string]decl.Property) {
	for _, key := range sortedKeys(props) {
		if !strings.HasPrefix(key, "project.") {
			fmt.Fprintf(b, "  %s %s=%s at %s\n", what, key, props[key].Value, place(props[key].ValueAt))
		}
	}
}

// place writes a span as path:line "text".
func place(s source.Span) string {
	if !s.Valid() {
		return "-"
	}
	return fmt.Sprintf("%s:%d %q", s.File.Path, s.Start().Line, s.Text())
}
