package dubbo

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/lang"
)

// Change is one thing that the same configuration means in another way after
// a change of version.
type Change struct {
	Topic, Before, After, Proof lang.Text
}

// Changes lists what changes its meaning between two known versions.
func Changes(from, to Version) []Change {
	var out []Change
	for _, q := range Quirks {
		if a, b := q.Versions.Contain(from), q.Versions.Contain(to); a != b && !told[q.ID] {
			out = append(out, Change{q.Topic, q.side(a), q.side(b), q.Proof(plain)})
		}
	}
	for _, x := range behaviours {
		if a, b := x.in(from), x.in(to); !a.Equal(b) {
			out = append(out, Change{x.topic, a, b, x.proof})
		}
	}
	out = append(out, clusterChanges(from, to)...)
	out = append(out, defaultChanges(from, to)...)
	return append(out, orderChanges(from, to)...)
}

func plain(name string) string { return name }

func (q *Quirk) side(applies bool) lang.Text {
	if applies {
		return q.Reason
	}
	return lang.T("does not happen")
}

// clusterChanges lists the cluster names that one of the versions knows.
func clusterChanges(from, to Version) []Change {
	var out []Change
	text := map[bool]lang.Text{true: lang.T("a cluster of that name"), false: lang.T("no such cluster: start or first use fails")}
	for _, c := range clusterNames {
		if a, b := c.versions.Contains(from), c.versions.Contains(to); a != b {
			out = append(out, Change{lang.Verbatim("cluster=" + c.name), text[a], text[b],
				lang.T("META-INF/dubbo/internal of the releases; measured: case bad-cluster on 2.5.10-3.3.6")})
		}
	}
	return out
}

// defaultChanges lists the annotation values that count as not written in one
// of the versions only.
func defaultChanges(from, to Version) []Change {
	var out []Change
	var seen []string
	for _, d := range annotationDefaults {
		key := "@" + d.Type + "(" + d.Attr + ")"
		if slices.Contains(seen, key) {
			continue
		}
		seen = append(seen, key)
		a, _ := DefaultOf(d.Type, d.Attr, from)
		b, _ := DefaultOf(d.Type, d.Attr, to)
		if a != b {
			proof := lang.T("read in the annotation of 31 tags and by javap in 27 jars")
			if d.Type == "Reference" && d.Attr == "retries" {
				proof = QuirkByID(AnnotationDefaultDropped).Proof(plain)
			}
			out = append(out, Change{lang.Verbatim(key), lang.T("%s counts as not written", a), lang.T("%s counts as not written", b), proof})
		}
	}
	return out
}
