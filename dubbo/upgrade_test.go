package dubbo

import "testing"

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
			if c.Before == c.After || c.Before == "" || c.After == "" || c.Proof == "" {
				t.Errorf("%s to %s: %+v is no change or has no proof", tt.from, tt.to, c)
			}
			got[c.Topic] = c
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
