package dubbo

import "testing"

// TestCompare: Maven's own ComparableVersion gives the same order, but for
// "preview", which counts as before the release, and forks, which are equal
// to their base.
func TestCompare(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{
		{"2.7.4", "2.7.4.1", -1},
		{"2.7.4.1", "2.7.5", -1},
		{"2.7.6.RELEASE", "2.7.6", 0},
		{"2.7.15.GA", "2.7.15", 0},
		{"2.7.6-SNAPSHOT", "2.7.6", -1},
		{"2.7.8-release", "2.7.10", -1},
		{"3.0.0.preview", "3.0.0", -1},
		{"3.2.0-beta.2", "3.2.0-beta.10", -1},
		{"3.2.0-beta.2", "3.2.0-rc1", -1},
		{"2.7.12-acme-v8-SNAPSHOT", "2.7.12", 0},
		{"2.7.3.fixed", "2.7.3", 0},
		{"3.0.2.1", "3.0.3", -1},
	}
	for _, tt := range tests {
		a, b := MustVersion(tt.a), MustVersion(tt.b)
		if got := a.Compare(b); got != tt.want {
			t.Errorf("Compare(%s, %s) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
		if got := b.Compare(a); got != -tt.want {
			t.Errorf("Compare(%s, %s) = %d, want %d", tt.b, tt.a, got, -tt.want)
		}
	}
}

func TestParseVersion(t *testing.T) {
	kinds := map[string]VersionKind{
		"2.7.8": Release, "2.7.8.RELEASE": Release, "3.0.0.preview": PreRelease, "3.2.0-beta.2": PreRelease,
		"2.7.8-SNAPSHOT": Snapshot, "2.7.1-acme-SNAPSHOT": Fork, " 2.6.2 ": Release,
	}
	for text, want := range kinds {
		if v, err := ParseVersion(text); err != nil || v.Kind != want {
			t.Errorf("ParseVersion(%q) = kind %d, %v, want kind %d", text, v.Kind, err, want)
		}
	}
	for _, text := range []string{"", "${dubbo.version}", "latest.release", "RELEASE", "0.0"} {
		if v, err := ParseVersion(text); err == nil || !v.IsZero() {
			t.Errorf("ParseVersion(%q) = %v, want an error", text, v)
		}
	}
}

func TestRange(t *testing.T) {
	tests := []struct {
		r       Range
		in, out []string
		text    string
	}{
		{Range{"2.7.6", "2.7.7"}, []string{"2.7.6", "2.7.7", "2.7.7-SNAPSHOT", "2.7.6-acme"}, []string{"2.7.5", "2.7.8", "2.7.4.1"}, "2.7.6-2.7.7"},
		{Range{"", "3.0.2.1"}, []string{"2.5.3", "3.0.2.1"}, []string{"3.0.3"}, "up to 3.0.2.1"},
		{Range{"3.0.3", ""}, []string{"3.0.3", "3.3.6"}, []string{"3.0.2.1"}, "3.0.3 and later"},
		{Range{}, []string{"2.5.3"}, nil, "every version"},
	}
	for _, tt := range tests {
		for _, v := range tt.in {
			if !tt.r.Contains(MustVersion(v)) {
				t.Errorf("%v does not contain %s", tt.r, v)
			}
		}
		for _, v := range tt.out {
			if tt.r.Contains(MustVersion(v)) {
				t.Errorf("%v contains %s", tt.r, v)
			}
		}
		if tt.r.Contains(Version{}) {
			t.Errorf("%v contains the unknown version", tt.r)
		}
		if tt.r.String() != tt.text {
			t.Errorf("String() = %q, want %q", tt.r.String(), tt.text)
		}
	}
}

// TestQuirks: every row has a range, a reason and a proof, its source was read
// in a version that it applies to, and the ids are unique.
func TestQuirks(t *testing.T) {
	seen := map[QuirkID]bool{}
	for _, q := range Quirks {
		if seen[q.ID] || len(q.Versions) == 0 || q.Reason.IsZero() || q.Proof(plain).IsZero() {
			t.Errorf("quirk %q is incomplete or stands twice", q.ID)
		}
		for _, s := range q.Source {
			if !q.Versions.Contain(MustVersion(s.Tag)) {
				t.Errorf("quirk %q: source %s is of a version without it", q.ID, s)
			}
		}
		seen[q.ID] = true
	}
}

// TestOrders: every version has an order for every kind of object.
func TestOrders(t *testing.T) {
	for _, text := range []string{"2.5.3", "2.6.12", "2.7.0", "2.7.3", "2.7.5", "2.7.6", "2.7.8", "2.7.23", "3.0.0", "3.1.3", "3.1.4", "3.2.19", "3.3.0", "3.3.6"} {
		for _, kind := range []ObjectKind{GeneralObject, EndObject, MethodObject} {
			for _, id := range []bool{true, false} {
				if OrderOf(kind, MustVersion(text), id, false) == nil {
					t.Errorf("no order of kind %d for %s", kind, text)
				}
			}
		}
	}
}

func TestDefaultOf(t *testing.T) {
	const reference, service = "com.alibaba.dubbo.config.annotation.Reference", "com.alibaba.dubbo.config.annotation.Service"
	tests := []struct {
		annotation, attr, version, want string
	}{
		{reference, "retries", "2.6.3", "0"},
		{reference, "retries", "2.6.4", "2"},
		{"org.apache.dubbo.config.annotation.DubboReference", "retries", "3.0.0", "-1"},
		{reference, "check", "2.5.5", "false"},
		{reference, "check", "2.5.6", "true"},
		{service, "retries", "2.6.12", "0"},
		{service, "retries", "2.7.3", "0"},
		{"org.apache.dubbo.config.annotation.Service", "retries", "2.7.3", "2"},
		{"Method", "retries", "2.7.8", "-1"},
		{reference, "cluster", "2.7.8", ""},
	}
	for _, tt := range tests {
		if got, _ := DefaultOf(tt.annotation, tt.attr, MustVersion(tt.version)); got != tt.want {
			t.Errorf("DefaultOf(%s, %s, %s) = %q, want %q", tt.annotation, tt.attr, tt.version, got, tt.want)
		}
	}
}
