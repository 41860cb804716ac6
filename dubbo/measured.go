package dubbo

import (
	"cmp"
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/dubboaudit/dubboaudit/lang"
)

// Measurement is what the recorded runs of a case say about a quirk.
type Measurement struct {
	Quirk QuirkID
	// Aspect tells apart what is measured for itself: a property over an
	// attribute proves nothing about the environment. "" for most quirks.
	Aspect, Case string
	// Shown are the releases that do it, Absent those that do not although
	// the case would show it; both in order.
	Shown, Absent []string
}

// measuredText is generated from conformance/records by make docs.
//
//go:embed measured.tsv
var measuredText string

// Measurements are all rows of the generated table.
var Measurements = sync.OnceValue(func() []Measurement {
	var out []Measurement
	for line := range strings.Lines(measuredText) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || len(f) < 5 {
			continue
		}
		out = append(out, Measurement{QuirkID(f[0]), f[1], f[2], strings.Fields(f[3]), strings.Fields(f[4])})
	}
	return out
})

// MeasurementRow writes a row of the generated table.
func MeasurementRow(m Measurement) string {
	return strings.Join([]string{string(m.Quirk), m.Aspect, m.Case, strings.Join(m.Shown, " "), strings.Join(m.Absent, " ")}, "\t") + "\n"
}

// measured returns the releases that show the quirk, and those that were
// measured not to.
func (id QuirkID) measured(aspect string) (shown, absent []string) {
	for _, m := range Measurements() {
		if m.Quirk == id && m.Aspect == aspect {
			shown, absent = append(shown, m.Shown...), append(absent, m.Absent...)
		}
	}
	return ordered(shown), ordered(absent)
}

func (id QuirkID) cases(aspect string, versions []string) []string {
	var out []string
	for _, m := range Measurements() {
		if m.Quirk == id && m.Aspect == aspect && slices.ContainsFunc(versions, func(v string) bool { return slices.Contains(m.Shown, v) }) {
			out = append(out, m.Case)
		}
	}
	return out
}

// ordered sorts releases and drops what stands twice.
func ordered(list []string) []string {
	slices.SortFunc(list, func(a, b string) int { return bound(a).compare(bound(b)) })
	return slices.Compact(list)
}

// Proof cites all that the row rests on; cite writes the name of a case.
func (q *Quirk) Proof(cite func(string) string) lang.Text {
	parts := []lang.Text{q.runs(cite)}
	if len(q.Source) > 0 {
		var places []string
		for _, s := range q.Source {
			places = append(places, s.String())
		}
		parts = append(parts, lang.T("source: %s", lang.Names(places)))
	}
	if len(q.Reported) > 0 {
		parts = append(parts, lang.T("reported: %s", lang.Names(q.Reported)))
	}
	return lang.Join(append(parts, q.Note), lang.T("; "))
}

// runs says where the quirk was measured, and where its absence was.
func (q *Quirk) runs(cite func(string) string) lang.Text {
	var shown, absent []string
	cases := map[string]int{} // the releases that each shows
	for _, m := range Measurements() {
		if m.Quirk == q.ID {
			shown, absent = append(shown, m.Shown...), append(absent, m.Absent...)
			cases[m.Case] += len(m.Shown)
		}
	}
	if len(shown) == 0 {
		return lang.Text{}
	}
	var names []string
	for _, name := range widest(cases) {
		names = append(names, cite(name))
	}
	in := lang.Names(names)
	absent = slices.DeleteFunc(absent, func(v string) bool { return slices.Contains(shown, v) })
	if len(absent) > 0 {
		return lang.T("measured on %s, not so on %s (case %s)", namesOf(shown), namesOf(absent), in)
	}
	return lang.T("measured on %s (case %s)", namesOf(shown), in)
}

// widest names the cases that show most releases.
func widest(cases map[string]int) []string {
	const most = 3
	names := slices.SortedFunc(maps.Keys(cases), func(a, b string) int {
		return cmp.Or(cmp.Compare(cases[b], cases[a]), cmp.Compare(a, b))
	})
	return names[:min(most, len(names))]
}

// namesOf names a few releases, or counts many.
func namesOf(list []string) lang.Text {
	const few = 6
	list = ordered(list)
	if n := len(list); n > few {
		return lang.T("%d releases from %s to %s", n, list[0], list[n-1])
	}
	return lang.Names(list)
}
