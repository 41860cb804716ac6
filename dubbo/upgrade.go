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

// switches are behaviours that are no quirk: neither side ignores anything.
var switches = []struct {
	topic    string
	versions Ranges
	inside   string // what happens inside the range
	outside  string
	proof    string
}{
	{"timeout of both sides", Ranges{{"3.0.0", ""}},
		"with application-level discovery the consumer's reference timeout ranks over the provider's method timeout",
		"the provider's method timeout ranks over the consumer's reference timeout",
		"measured: case provider-side (s_methodRef1000) on 21 versions"},
	{"consumer-wide against the provider's service", Ranges{{"", "2.7.1"}},
		"the provider's service value ranks over <dubbo:consumer> (timeout, retries)",
		"<dubbo:consumer> ranks over the provider's service value",
		"measured: case provider-side-consumer-wide on 2.6.2, 2.6.12, 2.7.3, 2.7.8, 2.7.23, 3.2.19, 3.3.6; source for the turning point 2.7.2"},
	{"start without a provider, XML, check on", Ranges{{"3.0.0", ""}},
		"the application does not start", "the context starts, the first use of the bean fails",
		"measured: case check-default on 2.6.2-2.7.8, 3.2.19, 3.3.6"},
	{"dubbo.reference.<attribute> without an interface", Ranges{{"", "2.6.12"}, {"3.1.4", ""}},
		"read", "never read",
		"measured: case props-reference-global on 2.6.2, 2.7.8, 2.7.23, 3.2.19, 3.3.6; source for 3.1.4"},
	{"dubbo.reference.<interface>.<attribute>", Ranges{{"2.7.0", ""}}, "read", "not read (the id takes its place)",
		"measured: case props-reference-interface on 2.6.2, 2.7.8, 3.2.19, 3.3.6"},
	{"application.yml against a written annotation or XML attribute", Ranges{{"3.0.0", ""}},
		"application.yml wins", "the written attribute wins, application.yml fills what is open",
		"measured: Spring Boot table on 2.6.2-3.3.6"},
	{"attribute against <dubbo:parameter> of the same key (retries, timeout)", Ranges{{"3.0.0", ""}},
		"the parameter wins", "the attribute wins", "measured: case precedence on 19 versions"},
	{"two <dubbo:consumer> without default", Ranges{{"", "2.7.4.1"}},
		"the application does not start", "the first one is taken silently",
		"measured: case consumers-two-plain on 2.6.2, 2.7.8, 3.2.19, 3.3.6; source for 2.7.4.1"},
}

// Changes lists what changes its meaning between two known versions.
func Changes(from, to Version) []Change {
	var out []Change
	for _, q := range Quirks {
		if a, b := q.Versions.Contain(from), q.Versions.Contain(to); a != b {
			out = append(out, Change{strings.ReplaceAll(string(q.ID), "-", " "), q.side(a), q.side(b), q.Proof(plain)})
		}
	}
	for _, s := range switches {
		if a, b := s.versions.Contain(from), s.versions.Contain(to); a != b {
			text := map[bool]string{true: s.inside, false: s.outside}
			out = append(out, Change{s.topic, text[a], text[b], s.proof})
		}
	}
	return append(out, defaultChanges(from, to)...)
}

func plain(name string) string { return name }

func (q *Quirk) side(applies bool) string {
	if applies {
		return q.Reason
	}
	return "does not happen"
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
			out = append(out, Change{key, fmt.Sprintf("%s counts as not written", a), fmt.Sprintf("%s counts as not written", b),
				QuirkByID(AnnotationDefaultDropped).Proof(plain)})
		}
	}
	return out
}
