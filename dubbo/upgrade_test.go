package dubbo

import (
	"slices"
	"strings"
	"testing"
)

func TestChanges(t *testing.T) {
	tests := []struct {
		from, to string
		want     []string // topics that must be there
		not      []string
	}{
		{"2.7.5", "2.7.6", []string{"cluster replaced", "provider cluster ignored"}, []string{"@Reference(retries)"}},
		{"2.7.7", "2.7.8", []string{"cluster replaced", "direct urls crash"}, nil},
		{"2.7.23", "3.3.6", []string{"@Reference(retries)", "direct url failover", "provider retries ignored", "timeout of both sides"}, []string{"cluster replaced"}},
		{"2.6.3", "2.6.4", []string{"@Reference(retries)"}, []string{"@Service(retries)"}},
		{"2.6.12", "2.7.8", []string{"@Service(retries)", "consumer-wide against the provider's service"}, []string{"@Reference(retries)"}},
		{"3.2.16", "3.2.19", nil, []string{"@Reference(retries)", "direct url failover"}},
	}
	for _, tt := range tests {
		got := map[string]Change{}
		for _, c := range Changes(MustVersion(tt.from), MustVersion(tt.to)) {
			if c.Before.Equal(c.After) || c.Before.IsZero() || c.After.IsZero() || c.Proof.IsZero() {
				t.Errorf("%s to %s: %+v is no change or has no proof", tt.from, tt.to, c)
			}
			got[c.Topic.String()] = c
		}
		for _, topic := range tt.want {
			if _, ok := got[topic]; !ok {
				t.Errorf("%s to %s: %q is missing", tt.from, tt.to, topic)
			}
		}
		for _, topic := range tt.not {
			if _, ok := got[topic]; ok {
				t.Errorf("%s to %s: %q does not change", tt.from, tt.to, topic)
			}
		}
	}
	if c := Changes(MustVersion("3.3.6"), MustVersion("3.3.6")); len(c) > 0 {
		t.Errorf("a version differs from itself: %v", c)
	}
}

// Every row that holds in some versions only is told where it begins or ends.
func TestChangesTellEveryRow(t *testing.T) {
	told := map[string]bool{}
	for text := range releases {
		if before := Before(MustVersion(text)); !before.IsZero() {
			for _, c := range Changes(before, MustVersion(text)) {
				told[c.Topic.String()] = true
			}
		}
	}
	var want []string
	for _, q := range Quirks {
		if !slices.Equal(q.Versions, Ranges{{}}) && q.ID != TwoConsumers {
			want = append(want, q.Topic.String())
		}
	}
	for _, b := range behaviours {
		want = append(want, b.topic.String())
	}
	for _, c := range clusterNames {
		if c.versions != (Range{}) {
			want = append(want, "cluster="+c.name)
		}
	}
	for _, d := range annotationDefaults {
		if d.Versions != (Range{}) {
			want = append(want, "@"+d.Type+"("+d.Attr+")")
		}
	}
	for _, topic := range want {
		if !told[topic] {
			t.Errorf("no upgrade tells %q", topic)
		}
	}
}

func TestOrderChanges(t *testing.T) {
	got := orderChanges(MustVersion("2.7.8"), MustVersion("3.3.6"))
	if len(got) != 6 || !strings.HasPrefix(got[0].Before.String(), "-D > environment > config center > the written attribute") {
		t.Errorf("got %d: %v", len(got), got)
	}
	if c := orderChanges(MustVersion("3.3.0"), MustVersion("3.3.6")); len(c) > 0 {
		t.Errorf("3.3.0 to 3.3.6: %v", c)
	}
}
