package dubbo

import (
	"slices"
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	shown, absent := []string{"2.7.10", "2.7.12", "2.7.23", "3.0.7"}, []string{"2.7.15"}
	tests := []struct {
		version string
		within  Range
		want    []string
	}{
		{"2.7.12", Range{}, []string{"2.7.12"}},
		{"2.7.12-acme", Range{}, []string{"2.7.12"}},
		{"2.7.11", Range{}, []string{"2.7.10", "2.7.12"}},
		{"2.7.9", Range{}, []string{"2.7.10"}},
		{"2.7.13", Range{}, []string{"2.7.12"}}, // 2.7.15 does not show it
		{"2.7.15", Range{}, nil},
		{"2.7.16", Range{}, []string{"2.7.23"}},
		{"3.1.0", Range{}, []string{"3.0.7"}},
		{"3.0.0", Range{"3.0.0", ""}, []string{"3.0.7"}}, // 2.7.23 is of another range
		{"2.7.11", Range{"2.7.11", "2.7.11"}, nil},
	}
	for _, tt := range tests {
		if got := nearest(shown, absent, tt.within, MustVersion(tt.version)); !slices.Equal(got, tt.want) {
			t.Errorf("nearest to %s in %s: %v, want %v", tt.version, tt.within, got, tt.want)
		}
	}
}

func TestProofFor(t *testing.T) {
	tests := []struct {
		quirk                 QuirkID
		aspect, version, text string
		exact                 bool
	}{
		{ClusterReplaced, "", "2.7.6", "measured on 2.7.6", true},
		{ClusterReplaced, "", "2.7.6-acme", "measured on 2.7.6", false},
		{DirectURLFailover, "", "3.0.3", "measured on 3.0.3", true},
		{GroupMergeable, "", "3.3.1", "read in the source of 3.3.1", true},
		{NotTransmitted, "", "2.7.22", "read in the source of 2.7.23", false},
		{SourceOrder, "governance-rule over default", "3.2.19", "read in the source of 3.2.16", false},
		{MethodDefaultDropped, "", "2.7.8", "reported, not measured", false},
	}
	for _, tt := range tests {
		p := tt.quirk.ProofFor(tt.aspect, MustVersion(tt.version))
		if p.Text().String() != tt.text || p.Exact != tt.exact {
			t.Errorf("%s on %s: %q (exact: %v), want %q (%v)", tt.quirk, tt.version, p.Text(), p.Exact, tt.text, tt.exact)
		}
		if p.Kind == Measured && len(p.Cases) == 0 || p.Kind == InSource && len(p.Source) == 0 {
			t.Errorf("%s on %s: %+v names nothing", tt.quirk, tt.version, p)
		}
	}
}

// TestMeasurements: the table is about rows that exist.
func TestMeasurements(t *testing.T) {
	if len(Measurements()) == 0 {
		t.Fatal("no measurements")
	}
	for _, m := range Measurements() {
		if QuirkByID(m.Quirk) == nil || m.Case == "" || len(m.Shown) == 0 {
			t.Errorf("%+v is about nothing", m)
		}
	}
}

// TestTopics: a row is called by its id in words.
func TestTopics(t *testing.T) {
	for _, q := range Quirks {
		if want := strings.ReplaceAll(string(q.ID), "-", " "); q.Topic.String() != want {
			t.Errorf("%s is called %q", q.ID, q.Topic)
		}
	}
}
