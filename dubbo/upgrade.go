package dubbo

import (
	"fmt"
	"slices"
	"strings"
)

// Change is one thing that the same configuration means in another way after
// a change of version.
type Change struct {
	Topic  string `json:"topic"`
	Before string `json:"before"`
	After  string `json:"after"`
	Proof  string `json:"proof"`
}

// Changes lists what changes its meaning between two known versions.
func Changes(from, to Version) []Change {
	var out []Change
	for _, q := range Quirks {
		if a, b := q.Versions.Contain(from), q.Versions.Contain(to); a != b && !told[q.ID] {
			out = append(out, Change{strings.ReplaceAll(string(q.ID), "-", " "), q.side(a), q.side(b), q.Proof(plain)})
		}
	}
	for _, x := range behaviours {
		if a, b := x.in(from), x.in(to); a != b {
			out = append(out, Change{x.topic, a, b, x.proof})
		}
	}
	out = append(out, clusterChanges(from, to)...)
	out = append(out, defaultChanges(from, to)...)
	return append(out, orderChanges(from, to)...)
}

func plain(name string) string { return name }

func (q *Quirk) side(applies bool) string {
	if applies {
		return q.Reason
	}
	return "does not happen"
}

// clusterChanges lists the cluster names that one of the versions knows.
func clusterChanges(from, to Version) []Change {
	var out []Change
	text := map[bool]string{true: "a cluster of that name", false: "no such cluster: start or first use fails"}
	for _, c := range clusterNames {
		if a, b := c.versions.Contains(from), c.versions.Contains(to); a != b {
			out = append(out, Change{"cluster=" + c.name, text[a], text[b],
				"META-INF/dubbo/internal of the releases; measured: case bad-cluster on 2.5.10-3.3.6"})
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
			proof := "read in the annotation of 31 tags and by javap in 27 jars"
			if d.Type == "Reference" && d.Attr == "retries" {
				proof = QuirkByID(AnnotationDefaultDropped).Proof(plain)
			}
			out = append(out, Change{key, fmt.Sprintf("%s counts as not written", a), fmt.Sprintf("%s counts as not written", b), proof})
		}
	}
	return out
}
