package dubbo

import "testing"

func TestUnreleased(t *testing.T) {
	tests := []struct{ version, want string }{
		{"2.7.8", ""},
		{"2.7.4.1", ""},
		{"v3.3.6", ""},
		{"2.6.10.1", ""},
		{"2.7.12-acme-v8-SNAPSHOT", ""},
		{"3.3.6-SNAPSHOT", ""},
		{"2.7.99-SNAPSHOT", ""},
		{"3.2-SNAPSHOT", ""},
		{"3.3.7-SNAPSHOT", "Dubbo 3.3.7-SNAPSHOT is newer than the releases known here; the last one is 3.3.6"},
		{"3.4.0-beta.1", "Dubbo 3.4.0-beta.1 is newer than the releases known here; the last one is 3.3.6"},
		{"3.4.0-acme", "Dubbo 3.4.0-acme is newer than the releases known here; the last one is 3.3.6"},
		{"2.8.4", ""},
		{"2.7.99", "no release 2.7.99 of Dubbo is known; next to it: 2.7.23 and 2.8.0"},
		{"2.6.13", "no release 2.6.13 of Dubbo is known; next to it: 2.6.12 and 2.7.0"},
		{"2.7.8.1", "no release 2.7.8.1 of Dubbo is known; next to it: 2.7.8 and 2.7.9"},
		{"1.0", "no release 1.0 of Dubbo is known; next to it: 2.0.7"},
		{"3.3.7", "Dubbo 3.3.7 is newer than the releases known here; the last one is 3.3.6"},
		{"4.0.0", "Dubbo 4.0.0 is newer than the releases known here; the last one is 3.3.6"},
	}
	for _, tt := range tests {
		if got := Unreleased(MustVersion(tt.version)).String(); got != tt.want {
			t.Errorf("Unreleased(%s) = %q, want %q", tt.version, got, tt.want)
		}
	}
}

// Every version that the rows name was released.
func TestRowsNameReleases(t *testing.T) {
	check := func(what string, r Range) {
		for _, text := range []string{r.From, r.To} {
			if text != "" && !Unreleased(MustVersion(text)).IsZero() {
				t.Errorf("%s: %s", what, Unreleased(MustVersion(text)))
			}
		}
	}
	for _, q := range Quirks {
		for _, r := range q.Versions {
			check(string(q.ID), r)
		}
	}
	for _, s := range behaviours {
		for _, say := range s.says {
			for _, r := range say.versions {
				check(s.topic.String(), r)
			}
		}
	}
	for _, d := range annotationDefaults {
		check(d.Type+" "+d.Attr, d.Versions)
	}
}
