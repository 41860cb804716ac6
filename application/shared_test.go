package application_test

import (
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestSharedField finds the calls on a reference in a field that other classes
// see.
func TestSharedField(t *testing.T) {
	const pom = "<project><modelVersion>4.0.0</modelVersion><groupId>com.acme</groupId><artifactId>shop</artifactId><version>1</version></project>\n"
	for name, tc := range map[string]struct {
		modifier, class string
		want            []string
	}{
		"through an object":   {"public", "class Web { Rpc rpc; void a() { rpc.orders.create(); this.rpc.orders.cancel(); } }", []string{"create", "cancel"}},
		"through a parameter": {"public", "class Web { void a(Rpc rpc) { rpc.orders.create(); } }", []string{"create"}},
		"in a subclass":       {"protected", "class Web extends Rpc { void a() { orders.create(); } }", []string{"create"}},
		"in a nested class":   {"", "class Web { Rpc rpc; class Job { void a() { rpc.orders.create(); } } }", []string{"create"}},
		"a hidden field":      {"protected", "class Web extends Rpc { Other orders; void a() { orders.create(); } }", nil},
		"a private field":     {"private", "class Web { Rpc rpc; void a() { rpc.orders.create(); } }", nil},
		"another class":       {"public", "class Web { com.elsewhere.Rpc rpc; void a() { rpc.orders.create(); } }", nil},
		"another field":       {"public", "class Web { Rpc rpc; void a() { rpc.other.create(); } }", nil},
	} {
		t.Run(name, func(t *testing.T) {
			apps, _ := assemble(t, txtar.Parse([]byte("-- pom.xml --\n"+pom+
				"-- src/main/java/com/acme/Rpc.java --\npackage com.acme;\nimport org.apache.dubbo.config.annotation.DubboReference;\n"+
				"class Rpc { @DubboReference "+tc.modifier+" OrderService orders; Other other; }\n"+
				"-- src/main/java/com/acme/Web.java --\npackage com.acme;\n"+tc.class+"\n")))
			var got []string
			for _, c := range apps[0].Configs[0].Calls {
				got = append(got, c.Method)
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("calls %q, want %q", got, tc.want)
			}
		})
	}
}
