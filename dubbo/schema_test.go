package dubbo

import "testing"

func TestNearestAttr(t *testing.T) {
	for _, tc := range []struct{ element, name, want string }{
		{"reference", "retry", "retries"},
		{"reference", "retires", "retries"},
		{"reference", "retrie", "retries"},
		{"reference", "time-out", "timeout"},
		{"reference", "timeOut", "timeout"},
		{"reference", "tiemout", "timeout"},
		{"reference", "clutser", "cluster"},
		{"reference", "loadbalnce", "loadbalance"},
		{"consumer", "chekc", "check"},
		{"service", "retry", "retries"},
		{"reference", "port", ""},
		{"reference", "tenant", ""},
		{"reference", "xx", ""},
		{"nonsense", "retry", ""},
	} {
		if got := NearestAttr(tc.element, tc.name); got != tc.want {
			t.Errorf("NearestAttr(%s, %s) = %q, want %q", tc.element, tc.name, got, tc.want)
		}
	}
}

func TestKnownAttr(t *testing.T) {
	for _, tc := range []struct {
		element, name string
		attr, prop    bool
	}{
		{"reference", "retries", true, true},
		{"reference", "retry", false, false},
		{"method", "retry", true, true},
		{"reference", "time-out", false, true},
		{"reference", "interfaceClass", false, true},
		{"reference", "providedBy", false, true},
		{"reference", "provided-by", true, true},
		{"consumer", "cluster", true, true},
		{"method", "cluster", false, false},
	} {
		if got := KnownAttr(tc.element, tc.name); got != tc.attr {
			t.Errorf("KnownAttr(%s, %s) = %v", tc.element, tc.name, got)
		}
		if got := KnownProperty(tc.element, tc.name); got != tc.prop {
			t.Errorf("KnownProperty(%s, %s) = %v", tc.element, tc.name, got)
		}
	}
}

func TestAttrIn(t *testing.T) {
	for _, tc := range []struct {
		element, name string
		apache        bool
		version       string
		want          bool
	}{
		{"reference", "tag", true, "2.7.1", false},
		{"reference", "tag", true, "2.7.2", true},
		{"reference", "retries", true, "2.6.1", false}, // the namespace itself is younger
		{"reference", "retries", false, "2.5.3", true},
		{"reference", "retries", false, "3.3.6", true},
		{"reference", "serialization", false, "2.7.23", true},
		{"reference", "serialization", false, "3.0.7", false},
		{"@DubboReference", "retries", true, "2.7.6", false},
		{"@DubboReference", "retries", true, "2.7.7", true},
	} {
		if got := AttrIn(tc.element, tc.name, tc.apache, MustVersion(tc.version)); got != tc.want {
			t.Errorf("AttrIn(%s, %s, %v, %s) = %v", tc.element, tc.name, tc.apache, tc.version, got)
		}
	}
}
