package conformance

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
)

// subject is what a measurement is about.
type subject struct {
	quirk  dubbo.QuirkID
	aspect string
}

// sighting is a quirk by which a record was predicted.
type sighting struct {
	subject
	shown bool // the record would be another without it
}

// Measured works out which releases showed which quirk in which case: those
// with a record that the model predicts by the quirk, and whose numbers would
// be others without it. That the records agree is the replay's business.
func Measured(all []*Record, model func(*Record) (*effective.Model, error)) ([]dubbo.Measurement, error) {
	m := &measuring{seen: map[string]map[subject]map[string]bool{}, versions: map[string][]string{}}
	for _, rec := range all {
		mod, err := model(rec)
		if err != nil {
			return nil, err
		}
		m.add(rec, mod)
	}
	return m.rows(), nil
}

// row is what a row of the table is about.
type row struct {
	subject
	name string // of the case
}

// measuring collects by place, "case/reference#method".
type measuring struct {
	seen     map[string]map[subject]map[string]bool // by version: whether it was shown
	versions map[string][]string                    // those with a record of a call that can succeed
}

func (m *measuring) add(rec *Record, mod *effective.Model) {
	at := rec.Case + "/" + rec.Reference + "#" + rec.Method
	if !rec.Failed() && !refused(rec, mod) {
		m.versions[at] = append(m.versions[at], rec.Version)
	}
	if m.seen[at] == nil {
		m.seen[at] = map[subject]map[string]bool{}
	}
	for _, s := range sightings(rec, mod) {
		if m.seen[at][s.subject] == nil {
			m.seen[at][s.subject] = map[string]bool{}
		}
		m.seen[at][s.subject][rec.Version] = s.shown || m.seen[at][s.subject][rec.Version]
	}
}

// rows joins the places of a case. A release is absent where a place that
// shows the quirk on another one was predicted without it on this.
func (m *measuring) rows() []dubbo.Measurement {
	rows := map[row]*dubbo.Measurement{}
	for at, subjects := range m.seen {
		name, _, _ := strings.Cut(at, "/")
		for s, versions := range subjects {
			shown := slices.DeleteFunc(sortedKeys(versions), func(v string) bool { return !versions[v] })
			if len(shown) == 0 {
				continue
			}
			key := row{s, name}
			if rows[key] == nil {
				rows[key] = &dubbo.Measurement{Quirk: s.quirk, Aspect: s.aspect, Case: name}
			}
			r := rows[key]
			r.Shown = append(r.Shown, shown...)
			for _, v := range m.versions[at] {
				if _, named := versions[v]; !named {
					r.Absent = append(r.Absent, v)
				}
			}
		}
	}
	var out []dubbo.Measurement
	for _, r := range rows {
		shown := unique(r.Shown)
		absent := slices.DeleteFunc(unique(r.Absent), func(v string) bool { return slices.Contains(shown, v) })
		out = append(out, dubbo.Measurement{Quirk: r.Quirk, Aspect: r.Aspect, Case: r.Case, Shown: shown, Absent: absent})
	}
	slices.SortFunc(out, func(a, b dubbo.Measurement) int {
		return cmp.Or(cmp.Compare(a.Quirk, b.Quirk), cmp.Compare(a.Aspect, b.Aspect), cmp.Compare(a.Case, b.Case))
	})
	return out
}

func unique(versions []string) []string { return slices.Compact(sortVersions(versions)) }
