package application_test

import (
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

func TestConfined(t *testing.T) {
	for name, tc := range map[string]struct {
		class string
		want  bool
	}{
		"calls only":          {"class Orders { @DubboReference private OrderService orders; void a() { orders.find(); this.orders\n .create(); } }", true},
		"method reference":    {"class Orders { @DubboReference private OrderService orders; Object a() { return map(orders::find); } }", true},
		"unused":              {"class Orders { @DubboReference private OrderService orders; }", true},
		"in a text":           {"class Orders { @DubboReference private OrderService orders; void a() { log(\"no orders \\\" here\", '\"'); orders.find(); } }", true},
		"in comments":         {"class Orders { @DubboReference private OrderService orders; /* the orders */ // orders\n void a() { orders.find(); } }", true},
		"behind a text block": {"class Orders { @DubboReference private OrderService orders; void a() { orders.find(\"\"\"\n x \"orders\" \"\"\"); b(orders); } }", false},
		"a call not found":    {"class Orders { @DubboReference private OrderService orders; void a() { (orders).find(); } }", false},
		"part of another":     {"class Orders { @DubboReference private OrderService orders; int orders2; void a(int myorders) { orders.find(); } }", true},
		"package-private":     {"class Orders { @DubboReference OrderService orders; void a() { orders.find(); } }", false},
		"handed on":           {"class Orders { @DubboReference private OrderService orders; void a() { orders.find(); new Job(orders).run(); } }", false},
		"returned":            {"class Orders { @DubboReference private OrderService orders; OrderService a() { return orders; } }", false},
		"a getter is made":    {"@lombok.Data class Orders { @DubboReference private OrderService orders; void a() { orders.find(); } }", false},
		"a getter of its own": {"class Orders { @DubboReference @Getter private OrderService orders; void a() { orders.find(); } }", false},
	} {
		t.Run(name, func(t *testing.T) {
			apps, _ := assemble(t, txtar.Parse([]byte("-- pom.xml --\n"+
				"<project><modelVersion>4.0.0</modelVersion><groupId>com.acme</groupId><artifactId>shop</artifactId><version>1</version></project>\n"+
				"-- src/main/java/com/acme/Orders.java --\npackage com.acme;\nimport org.apache.dubbo.config.annotation.DubboReference;\n"+tc.class+"\n")))
			if len(apps) != 1 || len(apps[0].Configs) != 1 {
				t.Fatalf("%d applications", len(apps))
			}
			if got := apps[0].Configs[0].Confined; got != tc.want {
				t.Errorf("confined %v, want %v", got, tc.want)
			}
		})
	}
}
