package dubbo

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/lang"
)

// Source is a place in Dubbo's own source.
type Source struct {
	Tag   string // "2.7.8"
	Place string // "RegistryProtocol:453"
}

// String writes the place as the pages cite it.
func (s Source) String() string { return s.Tag + " " + s.Place }

// ProofKind says what a statement rests on. The texts are part of the JSON
// output.
type ProofKind string

// The kinds, best first.
const (
	Measured  ProofKind = "measured" // a recorded run of a release
	InSource  ProofKind = "source"   // read in Dubbo's source
	Reported  ProofKind = "reported" // an issue, or a run that is not recorded
	NotProved ProofKind = "none"
)

// Proof is what the statement that a quirk applies to one version rests on.
type Proof struct {
	Kind ProofKind
	// Exact is set where it is about that very version; otherwise Versions
	// are the nearest ones.
	Exact    bool
	Versions []string
	// Cases of conformance/ that were recorded, for Measured.
	Cases []string
	// Source are the places that were read, for InSource.
	Source []Source
}

// Text completes "this is …".
func (p Proof) Text() lang.Text {
	switch p.Kind {
	case Measured:
		return lang.T("measured on %s", p.versions())
	case InSource:
		return lang.T("read in the source of %s", p.versions())
	case Reported:
		return lang.T("reported, not measured")
	}
	return lang.T("not measured")
}

// versions names the one version, or the two that are nearest.
func (p Proof) versions() lang.Text {
	if len(p.Versions) == 2 {
		return lang.T("%s and %s", p.Versions[0], p.Versions[1])
	}
	return lang.Names(p.Versions)
}

// ProofFor returns what is known about the quirk on a known version: a record
// of it, its source, the nearest records, the nearest source, in this order.
func (id QuirkID) ProofFor(aspect string, v Version) Proof {
	shown, absent := id.measured(aspect)
	q := QuirkByID(id)
	i := slices.IndexFunc(q.Source, func(s Source) bool { return v.is(s.Tag) })
	near := nearest(shown, absent, q.rangeOf(v), v)
	switch {
	case len(near) == 1 && v.is(near[0]):
		return Proof{Kind: Measured, Exact: true, Versions: near, Cases: id.cases(aspect, near)}
	case i >= 0:
		return Proof{Kind: InSource, Exact: true, Versions: []string{q.Source[i].Tag}, Source: q.Source[i : i+1]}
	case len(near) > 0:
		return Proof{Kind: Measured, Versions: near, Cases: id.cases(aspect, near)}
	case len(q.Source) > 0:
		s := slices.MinFunc(q.Source, func(a, b Source) int { return v.distance(a.Tag) - v.distance(b.Tag) })
		return Proof{Kind: InSource, Versions: []string{s.Tag}, Source: []Source{s}}
	case len(q.Reported) > 0:
		return Proof{Kind: Reported}
	}
	return Proof{Kind: NotProved}
}

// is reports whether v is that release, and no fork or snapshot of it.
func (v Version) is(text string) bool { return v.Exact() && v.core == bound(text) }

// distance orders tags by how far they are: line, minor and patch count in
// this order.
func (v Version) distance(tag string) int {
	d := 0
	for i, n := range bound(tag) {
		d = d*100 + max(n-v.core[i], v.core[i]-n)
	}
	return d
}

// nearest returns the version itself where it was measured, else the measured
// neighbours, as far as nothing between says otherwise.
func nearest(shown, absent []string, within Range, v Version) []string {
	var low, high string
	for _, s := range shown {
		switch c := bound(s).compare(v.core); {
		case !within.Contains(MustVersion(s)):
		case c == 0:
			return []string{s}
		case c < 0:
			low = s
		case high == "":
			high = s
		}
	}
	for _, s := range absent {
		if low != "" && bound(s).compare(bound(low)) > 0 && bound(s).compare(v.core) <= 0 {
			low = ""
		}
		if high != "" && bound(s).compare(v.core) >= 0 && bound(s).compare(bound(high)) < 0 {
			high = ""
		}
	}
	return slices.DeleteFunc([]string{low, high}, func(s string) bool { return s == "" })
}

func (q *Quirk) rangeOf(v Version) Range {
	for _, r := range q.Versions {
		if r.Contains(v) {
			return r
		}
	}
	return Range{}
}
