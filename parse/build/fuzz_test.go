package build

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// FuzzParse reads one file of any kind and resolves it: nothing may panic,
// and every place must lie in its file.
func FuzzParse(f *testing.F) {
	names, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range a.Files {
			f.Add(kindIndex(file.Name), file.Data)
		}
	}
	f.Add(kindIndex("dubbo-2.5.3.jar"), zipOf(f, "META-INF/MANIFEST.MF", "Implementation-Version: 2.5.3\n"))
	f.Fuzz(func(t *testing.T, index uint8, data []byte) {
		name := fuzzed[int(index)%len(fuzzed)]
		kind, _ := Is(name)
		var u *decl.Unit
		if kind == KindJar {
			u = ParseJar(name, bytes.NewReader(data), int64(len(data)))
		} else {
			src, _ := source.New(name, data, "")
			u = Parse(src, kind)
		}
		modules, _ := Resolve([]*decl.Unit{u}, Options{})
		for _, m := range modules {
			for _, d := range m.Deps {
				inFile(t, d.At)
				inFile(t, d.VersionAt)
			}
			for _, p := range m.Properties {
				inFile(t, p.ValueAt)
			}
		}
		for _, p := range u.Problems {
			inFile(t, p.At)
		}
	})
}

// fuzzed has one file name for each kind.
var fuzzed = []string{
	"pom.xml", "build.gradle", "settings.gradle.kts", "gradle.properties",
	"gradle/libs.versions.toml", "gradle.lockfile", "dubbo-2.5.3.jar",
}

func kindIndex(name string) uint8 {
	kind, _ := Is(name)
	for i, n := range fuzzed {
		if k, _ := Is(n); k == kind {
			return uint8(i)
		}
	}
	return 0
}

func inFile(t *testing.T, s source.Span) {
	if s.Valid() && (s.Lo < 0 || s.Lo > s.Hi || s.Hi > len(s.File.Text)) {
		t.Errorf("place %d-%d in a file of %d bytes", s.Lo, s.Hi, len(s.File.Text))
	}
}

// BenchmarkResolve resolves a tree like apache/dubbo-samples: 426 poms, most
// with a Dubbo BOM and ten dependencies.
func BenchmarkResolve(b *testing.B) {
	var units []*decl.Unit
	add := func(dir, parent, body string) {
		src, _ := source.New(dir+"/pom.xml", []byte("<project>"+parent+"<artifactId>"+filepath.Base(dir)+"</artifactId>"+body+"</project>"), "")
		units = append(units, Parse(src, KindMaven))
	}
	for i := range 71 {
		dir := fmt.Sprintf("sample-%d", i)
		add(dir, "<groupId>com.acme</groupId><version>1</version>", `<packaging>pom</packaging><properties><dubbo.version>3.3.1</dubbo.version></properties>
			<dependencyManagement><dependencies><dependency><groupId>org.apache.dubbo</groupId><artifactId>dubbo-bom</artifactId><version>${dubbo.version}</version><type>pom</type><scope>import</scope></dependency></dependencies></dependencyManagement>`)
		for j := range 5 {
			body := "<dependencies>"
			for k := range 10 {
				body += fmt.Sprintf("<dependency><groupId>org.apache.dubbo</groupId><artifactId>dubbo-%d</artifactId></dependency>", k)
			}
			add(fmt.Sprintf("%s/part-%d-%d", dir, i, j), fmt.Sprintf("<parent><groupId>com.acme</groupId><artifactId>%s</artifactId><version>1</version></parent>", dir), body+"</dependencies>")
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if modules, _ := Resolve(units, Options{}); len(modules) != len(units) {
			b.Fatal(len(modules))
		}
	}
}
