// Package dubbo holds what Dubbo does, as data: versions, attribute names,
// defaults, source orders, quirks by version range, cluster kinds. Every row
// cites its proof: a recorded run of the real version, or tag, file and line.
package dubbo

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	goversion "github.com/hashicorp/go-version"

	"github.com/dubboaudit/dubboaudit/lang"
)

// Version is a Dubbo version as found in a build, normalised for comparison.
type Version struct {
	// Text is the version as written.
	Text string
	// Base is the release it is compared as ("2.7.12" for the fork
	// "2.7.12-acme-v8-SNAPSHOT"), "" for the zero Version.
	Base string
	// Kind says what the suffix means.
	Kind VersionKind

	core core
}

// core is the numeric part, padded with zeros. The zero core is no version:
// Dubbo never had a 0.
type core [4]int

func (c core) compare(d core) int { return slices.Compare(c[:], d[:]) }

// bounds keeps the cores of the versions written in this program: they are
// compared many times for every call.
var bounds sync.Map // string -> core

func bound(text string) core {
	if c, ok := bounds.Load(text); ok {
		return c.(core)
	}
	c := MustVersion(text).core
	bounds.Store(text, c)
	return c
}

// VersionKind is the kind of a version's suffix.
type VersionKind uint8

// The kinds, in the order Maven sorts them.
const (
	PreRelease VersionKind = iota // alpha, beta, rc, milestone, preview
	Snapshot                      // may already hold what the release changes
	Release                       // none, or GA, FINAL, RELEASE
	Fork                          // an unknown suffix: compared as its base
)

var (
	coreDigits = regexp.MustCompile(`^[vV]?(\d+(?:\.\d+){0,3})(.*)$`)
	preSuffix  = regexp.MustCompile(`(?i)^(alpha|beta|rc|cr|m|milestone|preview)[-.]?(\d*)$`)
)

// ParseVersion normalises a version. It refuses text without leading digits
// and unresolved properties ("${dubbo.version}").
func ParseVersion(text string) (Version, error) {
	m := coreDigits.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return Version{}, lang.Errorf("%q is not a version", text)
	}
	parsed, err := goversion.NewVersion(m[1])
	if err != nil {
		return Version{}, lang.Errorf("%q is not a version: %v", text, err)
	}
	v := Version{Text: strings.TrimSpace(text), Base: m[1], Kind: suffixKind(m[2])}
	copy(v.core[:], parsed.Segments())
	if v.core == (core{}) {
		return Version{}, lang.Errorf("%q is not a version of Dubbo", text)
	}
	return v, nil
}

func suffixKind(s string) VersionKind {
	s = strings.TrimLeft(s, "-._+")
	switch low := strings.ToLower(s); {
	case s == "", low == "ga", low == "final", low == "release":
		return Release
	case low == "snapshot":
		return Snapshot
	case preSuffix.MatchString(s):
		return PreRelease
	}
	return Fork
}

// MustVersion is ParseVersion for versions written in this program.
func MustVersion(text string) Version {
	v, err := ParseVersion(text)
	if err != nil {
		panic(err)
	}
	return v
}

// IsZero reports whether the version is unknown.
func (v Version) IsZero() bool { return v.core == core{} }

// String returns the version as written.
func (v Version) String() string { return v.Text }

// Exact reports whether v is a release whose behaviour was published. Of
// snapshots, previews and forks the base's behaviour is assumed, with less
// confidence.
func (v Version) Exact() bool { return v.Kind == Release }

// Compare orders two known versions as Maven does: by number, then previews,
// snapshots, releases. A fork is equal to its base release.
func (v Version) Compare(w Version) int {
	if c := v.core.compare(w.core); c != 0 {
		return c
	}
	if c := cmp.Compare(min(v.Kind, Release), min(w.Kind, Release)); c != 0 || v.Kind != PreRelease {
		return c
	}
	return comparePre(v.Text, w.Text)
}

func comparePre(a, b string) int {
	rank := func(s string) (int, int) {
		m := preSuffix.FindStringSubmatch(strings.TrimLeft(coreDigits.FindStringSubmatch(s)[2], "-._+"))
		order := map[string]int{"preview": 0, "alpha": 1, "beta": 2, "m": 3, "milestone": 3, "rc": 4, "cr": 4}
		n, _ := strconv.Atoi(m[2])
		return order[strings.ToLower(m[1])], n
	}
	ar, an := rank(a)
	br, bn := rank(b)
	return cmp.Or(cmp.Compare(ar, br), cmp.Compare(an, bn))
}

// AtLeast reports whether v's base is text or later. It is false for an
// unknown version.
func (v Version) AtLeast(text string) bool {
	return !v.IsZero() && v.core.compare(bound(text)) >= 0
}

// Before reports whether v's base is earlier than text. It is false for an
// unknown version.
func (v Version) Before(text string) bool {
	return !v.IsZero() && v.core.compare(bound(text)) < 0
}

// Range is an inclusive range of releases; "" leaves an end open.
type Range struct{ From, To string }

// Contains reports whether the base of a known version lies in the range.
func (r Range) Contains(v Version) bool {
	return !v.IsZero() && (r.From == "" || v.AtLeast(r.From)) &&
		(r.To == "" || v.core.compare(bound(r.To)) <= 0)
}

// String writes the range as in "2.7.6-2.7.7", "up to 2.6.3", "3.0.3 and later".
func (r Range) String() string {
	switch {
	case r.From == "" && r.To == "":
		return "every version"
	case r.From == "":
		return "up to " + r.To
	case r.To == "":
		return r.From + " and later"
	case r.From == r.To:
		return r.From
	}
	return r.From + "-" + r.To
}

// Ranges is a union of ranges.
type Ranges []Range

// Contain reports whether a known version lies in one of the ranges.
func (rs Ranges) Contain(v Version) bool {
	for _, r := range rs {
		if r.Contains(v) {
			return true
		}
	}
	return false
}
