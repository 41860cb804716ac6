package dubbo

import (
	"fmt"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
)

// line is a line of releases: MAJOR.MINOR with its first and last number.
type line struct {
	name        string
	first, last int
	more        []string // beside them
}

// lines are the releases by their tags in apache/dubbo, up to the newest one
// that was run; 2.8 is dubbox, the fork that took over 2.5.3.
var lines = []line{
	{"2.0", 7, 14, nil}, {"2.1", 0, 2, []string{"2.1.5", "2.1.6", "2.1.7", "2.1.8"}}, {"2.2", 0, 2, nil}, {"2.3", 0, 7, nil},
	{"2.4", 0, 11, nil}, {"2.5", 0, 10, nil}, {"2.6", 0, 12, []string{"2.6.10.1"}}, {"2.7", 0, 23, []string{"2.7.4.1"}},
	{"2.8", 0, 5, nil}, {"3.0", 0, 15, []string{"3.0.2.1"}}, {"3.1", 0, 11, nil}, {"3.2", 0, 19, nil}, {"3.3", 0, 6, nil},
}

// Unreleased says what is known of a version that is no known release, with
// the releases next to it, and nothing of one that is. Snapshots, previews and
// forks are taken as they are, but for those of a version after the last
// release.
func Unreleased(v Version) lang.Text {
	if v.IsZero() {
		return lang.Text{}
	}
	var below, above string
	for text := range releases {
		switch w := MustVersion(text); {
		case w.core == v.core && v.Exact() && strings.Count(v.Text, ".") < 2:
			return lang.T("Dubbo %s is taken as %s", v.Text, text)
		case w.core == v.core:
			return lang.Text{}
		case w.core.compare(v.core) < 0 && (below == "" || MustVersion(below).core.compare(w.core) < 0):
			below = text
		case w.core.compare(v.core) > 0 && (above == "" || MustVersion(above).core.compare(w.core) > 0):
			above = text
		}
	}
	switch {
	case above == "":
		return lang.T("Dubbo %s is newer than the releases known here; the last one is %s", v, below)
	case !v.Exact():
		return lang.Text{}
	case below == "":
		return lang.T("no release %s of Dubbo is known; next to it: %s", v, above)
	}
	return lang.T("no release %s of Dubbo is known; next to it: %s and %s", v, below, above)
}

// Before returns the release before a known one, the zero Version for the first.
func Before(v Version) Version {
	var out Version
	for text := range releases {
		if w := MustVersion(text); w.core.compare(v.core) < 0 && (out.IsZero() || out.core.compare(w.core) < 0) {
			out = w
		}
	}
	return out
}

// releases yields the text of every release.
func releases(yield func(string) bool) {
	for _, l := range lines {
		for n := l.first; n <= l.last; n++ {
			if !yield(fmt.Sprintf("%s.%d", l.name, n)) {
				return
			}
		}
		for _, text := range l.more {
			if !yield(text) {
				return
			}
		}
	}
}
