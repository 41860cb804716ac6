package build

import (
	"bytes"
	"path"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// gradleProperties is a gradle.properties file.
type gradleProperties struct {
	dir   string
	props map[string]text
}

// parseGradleProperties reads "key=value" lines; continuation lines and
// escapes do not occur in version numbers.
func parseGradleProperties(f *source.File) *gradleProperties {
	g := &gradleProperties{dir: path.Dir(f.Path), props: map[string]text{}}
	eachLine(f, func(line string, lo int) {
		if line[0] == '#' || line[0] == '!' {
			return
		}
		i := strings.IndexAny(line, "=: \t")
		if i < 0 {
			return
		}
		rest := strings.TrimLeft(line[i:], "=: \t")
		at := lo + len(line) - len(rest)
		g.props[line[:i]] = text{rest, source.Span{File: f, Lo: at, Hi: at + len(rest)}}
	})
	return g
}

// lock is a Gradle lock file: what a resolution really chose.
type lock struct {
	dir     string
	entries []lockEntry
}

type lockEntry struct {
	group, artifact string
	version         text
	scope           string
	at              source.Span
}

// parseLock reads "group:artifact:version=configurations" lines, also of the
// older form with one file for each configuration in gradle/dependency-locks.
func parseLock(f *source.File) *lock {
	l := &lock{dir: path.Dir(f.Path)}
	conf := strings.TrimSuffix(path.Base(f.Path), ".lockfile")
	if strings.HasSuffix(l.dir, "gradle/dependency-locks") {
		l.dir = path.Clean(strings.TrimSuffix(l.dir, "gradle/dependency-locks") + ".")
	}
	eachLine(f, func(line string, lo int) {
		if line[0] == '#' {
			return
		}
		name, confs, ok := strings.Cut(line, "=")
		if !ok {
			confs = conf
		}
		parts := strings.Split(name, ":")
		if len(parts) != 3 {
			return
		}
		at := lo + len(parts[0]) + 1 + len(parts[1]) + 1
		l.entries = append(l.entries, lockEntry{
			group: parts[0], artifact: parts[1], scope: lockScope(confs),
			version: text{parts[2], source.Span{File: f, Lo: at, Hi: at + len(parts[2])}},
			at:      source.Span{File: f, Lo: lo, Hi: lo + len(name)},
		})
	})
	return l
}

// lockScope puts the configurations of a lock entry into Maven's words.
func lockScope(confs string) string {
	scope := "test"
	for _, c := range strings.Split(confs, ",") {
		switch {
		case strings.HasPrefix(c, "test"):
		case strings.HasSuffix(c, "ompileClasspath"):
			return "compile"
		default:
			scope = "runtime"
		}
	}
	return scope
}

// eachLine calls back with every line that is not blank, trimmed, and its offset.
func eachLine(f *source.File, yield func(line string, lo int)) {
	for lo := 0; lo < len(f.Text); {
		n := bytes.IndexByte(f.Text[lo:], '\n')
		if n < 0 {
			n = len(f.Text) - lo
		}
		raw := string(f.Text[lo : lo+n])
		line := strings.TrimLeft(raw, " \t")
		off := lo + len(raw) - len(line)
		if line = strings.TrimRight(line, " \t\r"); line != "" {
			yield(line, off)
		}
		lo += n + 1
	}
}
