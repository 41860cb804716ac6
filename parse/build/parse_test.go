package build

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

func parseText(name, text string) *decl.Unit {
	kind, _ := Is(name)
	f, _ := source.New(name, []byte(text), "")
	return Parse(f, kind)
}

func TestProblems(t *testing.T) {
	deep := strings.Repeat("<a>", 100_000)
	tests := map[string]struct{ name, text, want string }{
		"cut off":                {"pom.xml", "<project>\n <artifactId>a", "pom.xml:2:15: pom: element <artifactId> is not closed"},
		"wrong end":              {"pom.xml", "<project>\n <a></b>\n</project>", "pom.xml:2:9: pom: unexpected </b>"},
		"no project":             {"pom.xml", "<beans/>", "pom.xml:1:1: pom: no <project> element"},
		"empty":                  {"pom.xml", "", "pom.xml:1:1: pom: no root element"},
		"no markup":              {"pom.xml", "version = 1", "pom.xml:1:1: pom: no root element"},
		"deep":                   {"pom.xml", deep, "pom.xml:1:604: pom: elements nested too deeply"},
		"deep script":            {"build.gradle", strings.Repeat("a {", 100_000), "build.gradle:1:601: gradle script: blocks nested too deeply"},
		"broken table":           {"gradle/libs.versions.toml", "[versions]\na = \"1", "gradle/libs.versions.toml:2:1: version catalog: no \"key = value\" in table \"versions\""},
		"too long":               {"build.gradle", strings.Repeat("a = 1\n", maxText/6+1), "build.gradle:349526:3: too long for a build file; the rest is not read"},
		"html entity":            {"pom.xml", "<project><name>&copy; caf&eacute;</name></project>", ""},
		"no quote":               {"build.gradle", "a = \"x\nb = 'y\n", ""},
		"foreign code":           {"build.gradle", "]]]) } } [ { ( ] }", ""},
		"cut off in a block":     {"build.gradle", "dependencies {\n  implementation 'a:b:1'\n", "build.gradle:1:14: gradle script: the file ends before this { is closed"},
		"cut off in a call":      {"build.gradle.kts", "dependencies {\n  implementation(", "build.gradle.kts:2:17: gradle script: the file ends before this ( is closed"},
		"cut off in a text":      {"build.gradle", "dependencies {\n  implementation 'org.apache.du", "build.gradle:2:18: gradle script: the file ends before this string or comment is closed"},
		"cut off in a long text": {"build.gradle", "a = \"\"\"x\n", "build.gradle:1:5: gradle script: the file ends before this string or comment is closed"},
		"cut off in a comment":   {"settings.gradle", "include 'a'\n/* b\n", "settings.gradle:2:1: gradle script: the file ends before this string or comment is closed"},
		"line comment":           {"build.gradle", "a {\n}\n// {", ""},
		"patterns":               {"build.gradle", "a = b.replaceAll(/\\/[{(\"]/, '') =~ $/ { ' /$\nc = 4 / 2\n", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			u := parseText(tt.name, tt.text)
			got := ""
			if len(u.Problems) > 0 {
				got = u.Problems[0].String()
			}
			if got != tt.want {
				t.Errorf("problem %q, want %q", got, tt.want)
			}
			Resolve([]*decl.Unit{u}, Options{})
		})
	}
}

func TestPartialPom(t *testing.T) {
	u := parseText("pom.xml", `<project><groupId>com.acme</groupId><artifactId>a</artifactId><dependencies><dependency>
		<groupId>com.alibaba</groupId><artifactId>dubbo</artifactId><version>2.5.3</version></dependency></dependencies></wrong>`)
	modules, _ := Resolve([]*decl.Unit{u}, Options{})
	if len(u.Problems) != 1 || len(modules) != 1 || len(modules[0].Deps) != 1 || modules[0].Deps[0].Version != "2.5.3" {
		t.Errorf("what stands before the mistake is lost: %v %v", u.Problems, describe(modules))
	}
}

// Properties that double at every step must not be expanded to the end.
func TestExpansionBomb(t *testing.T) {
	var b strings.Builder
	b.WriteString("<project><artifactId>a</artifactId><properties><p0>aaaaaaaaaaaaaaaa</p0>")
	for i := range 60 {
		p := string(rune('0'+i/10)) + string(rune('0'+i%10))
		q := string(rune('0'+(i+1)/10)) + string(rune('0'+(i+1)%10))
		b.WriteString("<x" + q + ">${x" + p + "}${x" + p + "}</x" + q + ">")
	}
	b.WriteString("<x00>aaaaaaaa</x00></properties><dependencies><dependency><groupId>com.alibaba</groupId><artifactId>dubbo</artifactId><version>${x60}</version></dependency></dependencies></project>")
	modules, _ := Resolve([]*decl.Unit{parseText("pom.xml", b.String())}, Options{})
	if d := modules[0].Deps[0]; d.Known {
		t.Errorf("version of %d bytes", len(d.Version))
	}
}

// Hostile shapes must take time in proportion to their size.
func TestLargeScripts(t *testing.T) {
	const n = 1 << 18
	for _, s := range []string{
		strings.Repeat("(", n), strings.Repeat("[", n), strings.Repeat("a(", n/2), strings.Repeat("a.", n/2),
		strings.Repeat("${", n/2), `a = "` + strings.Repeat("${", n/2), strings.Repeat("a{}", n/3), strings.Repeat("'", n),
		"dependencies {" + strings.Repeat("a b,", n/4), strings.Repeat("x = [", n/5), strings.Repeat("/*", n/2),
		strings.Repeat(`"""`, n/3), strings.Repeat("a + ", n/4), strings.Repeat("val ", n/4),
	} {
		for _, name := range []string{"build.gradle", "settings.gradle", "gradle/libs.versions.toml", "gradle.properties", "pom.xml"} {
			start := time.Now()
			Resolve([]*decl.Unit{parseText(name, s)}, Options{})
			if d := time.Since(start); d > 10*time.Second {
				t.Errorf("%s of %.20q...: %v", name, s, d)
			}
		}
	}
}

func TestLocalRepository(t *testing.T) {
	repo := fstest.MapFS{
		"com/acme/corporate/7/corporate-7.pom": {Data: []byte(`<project><groupId>com.acme</groupId><artifactId>corporate</artifactId><version>7</version>
			<properties><dubbo.version>2.7.6</dubbo.version></properties>
			<dependencyManagement><dependencies><dependency><groupId>org.apache.dubbo</groupId><artifactId>dubbo</artifactId><version>${dubbo.version}</version></dependency></dependencies></dependencyManagement></project>`)},
	}
	u := parseText("pom.xml", `<project><parent><groupId>com.acme</groupId><artifactId>corporate</artifactId><version>7</version></parent><artifactId>a</artifactId>
		<dependencies><dependency><groupId>org.apache.dubbo</groupId><artifactId>dubbo</artifactId></dependency></dependencies></project>`)
	for _, tt := range []struct {
		opt  Options
		want string
	}{{Options{}, ""}, {Options{LocalRepo: repo}, "2.7.6"}} {
		modules, _ := Resolve([]*decl.Unit{u}, tt.opt)
		if d := modules[0].Deps[0]; d.Version != tt.want || d.Known != (tt.want != "") {
			t.Errorf("version %q, want %q", d.Version, tt.want)
		} else if d.Known && d.VersionAt.Text() != "7" {
			t.Errorf("version at %q, want the version of the parent element", d.VersionAt.Text())
		}
	}
	for _, bad := range []string{"../..", "a/b", `a\b`, "", ".hidden", "a b"} {
		if isCoordinate(bad) {
			t.Errorf("%q may lead out of the repository", bad)
		}
	}
}

func TestCircleOfParents(t *testing.T) {
	pom := func(dir, parent string) *decl.Unit {
		return parseText(dir+"/pom.xml", "<project><parent><groupId>g</groupId><artifactId>"+parent+"</artifactId><version>1</version></parent><artifactId>"+dir+"</artifactId></project>")
	}
	modules, problems := Resolve([]*decl.Unit{pom("a", "b"), pom("b", "c"), pom("c", "a"), pom("d", "d")}, Options{})
	if len(modules) != 4 || len(problems) != 2 {
		t.Errorf("%d modules, problems %v", len(modules), problems)
	}
}

func TestProfilesAskedFor(t *testing.T) {
	u := parseText("pom.xml", `<project><artifactId>a</artifactId><groupId>g</groupId>
		<profiles><profile><id>dev</id><activation><activeByDefault>true</activeByDefault></activation><properties><v>1.0</v></properties></profile>
		<profile><id>prod</id><properties><v>2.0</v></properties></profile></profiles></project>`)
	for profile, want := range map[string]string{"": "1.0", "prod": "2.0", "none": "1.0"} {
		modules, _ := Resolve([]*decl.Unit{u}, Options{Profiles: []string{profile}})
		if got := modules[0].Properties["v"].Value; got != want {
			t.Errorf("profile %q: v = %q, want %q", profile, got, want)
		}
	}
}

func TestProfilesByFolder(t *testing.T) {
	const text = `<project><artifactId>a</artifactId><groupId>g</groupId>
		<profiles><profile><id>prod</id><properties><v>2.0</v></properties></profile></profiles></project>`
	modules, _ := Resolve([]*decl.Unit{parseText("a/pom.xml", text), parseText("b/pom.xml", text)}, Options{
		ProfilesFor: func(dir string) []string {
			if dir == "b" {
				return []string{"prod"}
			}
			return nil
		},
	})
	if a, b := modules[0].Properties["v"].Value, modules[1].Properties["v"].Value; a != "" || b != "2.0" {
		t.Errorf("a %q, b %q", a, b)
	}
}

func zipOf(t testing.TB, members ...string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		m, err := w.Create(members[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Write([]byte(members[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestParseJar(t *testing.T) {
	bomb := strings.Repeat("Implementation-Version", 1<<18)
	shaded := "version=4.1.51\ngroupId=io.netty\nartifactId=netty-all\n"
	tests := map[string]struct {
		name    string
		members []string
		want    string
	}{
		"name alone":      {"lib/dubbo-2.5.3.jar", nil, ":dubbo:2.5.3"},
		"long name":       {"lib/dubbo-spring-boot3-starter-3.3.0-SNAPSHOT.jar", nil, ":dubbo-spring-boot3-starter:3.3.0-SNAPSHOT"},
		"manifest":        {"lib/dubbo.jar", []string{"META-INF/MANIFEST.MF", "Manifest-Version: 1.0\r\nImplementation-Version: 2.5.6\r\n", "com/alibaba/dubbo/A.class", ""}, "com.alibaba:dubbo:2.5.6"},
		"pom.properties":  {"lib/dubbo-x.jar", []string{"META-INF/maven/com.alibaba/dubbo-x/pom.properties", "version=2.8.4\ngroupId=com.alibaba\nartifactId=dubbo-x\n"}, "com.alibaba:dubbo-x:2.8.4"},
		"shaded":          {"lib/dubbo-2.7.8.jar", []string{"META-INF/maven/io.netty/netty-all/pom.properties", shaded, "com/alibaba/dubbo/A.class", "", "org/apache/dubbo/A.class", ""}, "org.apache.dubbo:dubbo:2.7.8"},
		"member too long": {"lib/dubbo-2.6.2.jar", []string{"META-INF/MANIFEST.MF", bomb}, ":dubbo:2.6.2"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			data := zipOf(t, tt.members...)
			u := ParseJar(tt.name, bytes.NewReader(data), int64(len(data)))
			modules, _ := Resolve([]*decl.Unit{u}, Options{})
			m := modules[0]
			if got := m.Group + ":" + m.Artifact + ":" + m.Version; got != tt.want || m.Dir != "lib" {
				t.Errorf("got %s in %s, want %s; %v", got, m.Dir, tt.want, u.Problems)
			}
		})
	}
	u := ParseJar("dubbo-2.5.3.jar", strings.NewReader("no archive"), 10)
	if len(u.Problems) != 1 || u.Problems[0].Kind != source.ArchiveSyntax {
		t.Errorf("problems of what is no archive: %v", u.Problems)
	}
}
