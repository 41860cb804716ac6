// Package build reads build files of Maven and Gradle and Dubbo's own jars,
// and works out which versions each module of the audited trees gets.
//
// Nothing is downloaded and nothing is guessed: a version that only an
// outside parent, BOM or script can tell stays unknown.
package build

import (
	"path"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// The kinds of build file, as in decl.BuildFile.Kind.
const (
	KindMaven            = "maven"
	KindGradle           = "gradle"
	KindGradleSettings   = "gradle-settings"
	KindGradleProperties = "gradle-properties"
	KindVersionCatalog   = "version-catalog"
	KindGradleLock       = "gradle-lock"
	KindJar              = "jar"
)

// Is tells by the path alone whether a file belongs to a build, and its kind.
// Jars are only those whose name begins with "dubbo" ("dubbo-2.5.3.jar",
// "dubbox-2.8.4.jar"): for them call ParseJar, for all others Parse.
func Is(name string) (kind string, ok bool) {
	base := path.Base(name)
	switch {
	case base == "pom.xml" || strings.HasSuffix(base, ".pom"):
		return KindMaven, true
	case base == "settings.gradle" || base == "settings.gradle.kts":
		return KindGradleSettings, true
	case strings.HasSuffix(base, ".gradle") || strings.HasSuffix(base, ".gradle.kts"):
		return KindGradle, true
	case base == "gradle.properties":
		return KindGradleProperties, true
	case strings.HasSuffix(base, ".versions.toml"):
		return KindVersionCatalog, true
	case strings.HasSuffix(base, ".lockfile"):
		return KindGradleLock, true
	case strings.HasSuffix(base, ".jar") && isDubboJar(base):
		return KindJar, true
	}
	return "", false
}

func isDubboJar(base string) bool {
	rest, ok := strings.CutPrefix(base, "dubbo")
	if !ok {
		return false
	}
	rest = strings.TrimPrefix(rest, "x")
	return rest == ".jar" || strings.HasPrefix(rest, "-")
}

// Parse reads one text build file of the kind that Is gave. It never fails:
// what cannot be understood is a problem of the unit, and the rest is kept.
// It may be called from several goroutines.
func Parse(f *source.File, kind string) *decl.Unit {
	u := &decl.Unit{File: f, Build: &decl.BuildFile{Kind: kind}}
	f, cut := shorten(f)
	switch kind {
	case KindMaven:
		u.Build.Raw, u.Problems = parsePom(f)
	case KindGradle, KindGradleSettings:
		u.Build.Raw, u.Problems = parseScript(f)
	case KindGradleProperties:
		u.Build.Raw = parseGradleProperties(f)
	case KindVersionCatalog:
		u.Build.Raw, u.Problems = parseCatalog(f)
	case KindGradleLock:
		u.Build.Raw = parseLock(f)
	}
	u.Problems = append(u.Problems, cut...)
	return u
}

// maxText bounds one build file; the longest seen has 200 kB. Trees of
// tokens take some twenty times as much.
const maxText = 2 << 20

// shorten cuts off what is too long to be a build file.
func shorten(f *source.File) (*source.File, []source.Problem) {
	if len(f.Text) <= maxText {
		return f, nil
	}
	short := &source.File{Path: f.Path, Encoding: f.Encoding, Text: f.Text[:maxText:maxText]}
	at := source.Span{File: f, Lo: maxText, Hi: maxText}
	return short, []source.Problem{{Path: f.Path, At: at, Kind: source.TooLarge, Msg: lang.T("too long for a build file; the rest is not read")}}
}

// text is a value as written, with its place.
type text struct {
	s  string
	at source.Span
}

// version is the outcome of looking for a version. It is "" unless known.
type version struct {
	s     string
	known bool
	at    source.Span
	// decl is the declaration the version came with, where that is not the
	// dependency itself.
	decl source.Span
}

// exact makes a version of an expanded text. Ranges, floating versions and
// what still holds a placeholder are not known.
func exact(s string, at source.Span) version {
	s = strings.TrimSpace(s)
	if strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") && !strings.Contains(s, ",") {
		s = s[1 : len(s)-1] // Maven: exactly this one
	}
	if s == "" || s == "LATEST" || s == "RELEASE" || strings.HasPrefix(s, "latest.") || strings.ContainsAny(s, "[](),+${}@ \t\r\n") {
		return version{at: at}
	}
	return version{s: s, known: true, at: at}
}

// aboutDubbo tells whether a managed artifact is kept although the module
// does not depend on it directly: it may decide a transitive Dubbo.
func aboutDubbo(group, artifact string) bool {
	return strings.Contains(artifact, "dubbo") || strings.Contains(group, "dubbo")
}
