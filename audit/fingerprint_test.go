package audit_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/dubboaudit/dubboaudit/audit"
)

// TestFingerprintOfSeveralPlaces: a finding that speaks for several places is
// the same finding as long as one of them is left.
func TestFingerprintOfSeveralPlaces(t *testing.T) {
	const pom = `<project><modelVersion>4.0.0</modelVersion><groupId>com.acme</groupId><artifactId>web</artifactId><version>1</version>
<dependencies><dependency><groupId>org.apache.dubbo</groupId><artifactId>dubbo</artifactId><version>2.7.23</version></dependency></dependencies></project>`
	prints := func(timeouts map[string]string) []string {
		t.Helper()
		fsys := fstest.MapFS{"pom.xml": {Data: []byte(pom)}}
		for name, timeout := range timeouts {
			fsys["src/main/resources/"+strings.ToLower(name)+".xml"] = &fstest.MapFile{Data: fmt.Appendf(nil,
				"<beans xmlns:dubbo=\"http://dubbo.apache.org/schema/dubbo\">\n  <dubbo:reference id=%q interface=\"com.acme.%sService\" timeout=%q retries=\"0\"/>\n</beans>", name, name, timeout)}
		}
		r, err := audit.Run(context.Background(), fsys, audit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, f := range r.Findings {
			if f.Rule.ID == "DA204" {
				out = append(out, f.Fingerprint())
			}
		}
		return out
	}
	all := prints(map[string]string{"A": "60000", "B": "60000", "C": "60000"})
	if len(all) != 1 {
		t.Fatalf("%d findings", len(all))
	}
	for _, left := range []map[string]string{{"A": "60000", "B": "60000"}, {"B": "60000", "C": "60000"}, {"B": "60000"}, {"B": "60000", "D": "60000"}} {
		if got := prints(left); len(got) != 1 || got[0] != all[0] {
			t.Errorf("%v left: fingerprints %v, want %v", left, got, all)
		}
	}
	if got := prints(map[string]string{"A": "60000", "B": "90000"}); len(got) != 2 || got[0] == got[1] {
		t.Errorf("two numbers have the fingerprints %v", got)
	}
}
