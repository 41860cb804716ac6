package effective

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// TestGovernance: a rule makes a call unsure where the version lets it reach
// the call. Measured in governance-rule.
func TestGovernance(t *testing.T) {
	const both, timeout = "governance rule r.yml may override this at run time", "may override this at run time, retries=4 aside: "
	tests := []struct {
		version string
		sets    []string
		want    string // "" nothing is unsure
	}{
		{"2.7.8", []string{"retries=4"}, both},
		{"2.7.9", []string{"retries=4"}, ""},
		{"2.7.10", []string{"retries=4"}, both},
		{"3.0.4", []string{"retries=4"}, both},
		{"3.0.5", []string{"retries=4"}, ""},
		{"3.0.5", []string{"timeout=300"}, both},
		{"3.1.11", []string{"retries=4", "timeout=300"}, timeout},
		{"3.2.0", []string{"retries=4", "timeout=300"}, both},
	}
	for _, tt := range tests {
		b := newApp(tt.version)
		b.reference(decl.FormXML)
		b.Unread = []application.Unread{
			{What: "governance rule r.yml", Interface: iface, Sets: tt.sets},
			{What: "governance rule other.yml", Interface: "com.acme.Other", Sets: []string{"retries=9"}},
		}
		got := call(t, b).Unsure
		if tt.want == "" && len(got) > 0 || tt.want != "" && (len(got) != 1 || !strings.Contains(got[0].String(), tt.want)) {
			t.Errorf("%s %v: unsure %v, want %q", tt.version, tt.sets, got, tt.want)
		}
	}
}

func TestOverrides(t *testing.T) {
	b := newApp("2.7.9")
	reaches, lost := Overrides(application.Unread{Sets: []string{"retries=4", "loadbalance=random", "mock=true"}}, b.Version.Version)
	if d := cmp.Diff([][]string{{"loadbalance=random"}, {"retries=4", "mock=true"}}, [][]string{reaches, lost}); d != "" {
		t.Error(d)
	}
}
