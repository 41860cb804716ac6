package application_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestHostile holds input that is made to hang or to grow without end.
func TestHostile(t *testing.T) {
	var bomb strings.Builder
	bomb.WriteString("-- src/main/resources/dubbo.properties --\ndubbo.consumer.retries=${k0}\n")
	for i := range 60 {
		fmt.Fprintf(&bomb, "k%d=${k%d}${k%d}${k%d}\n", i, i+1, i+1, i+1)
	}
	bomb.WriteString("k60=" + strings.Repeat("x", 1000) + "\n")
	tests := []struct{ name, tree, want string }{
		{"placeholder bomb", bomb.String(), "retries unknown"},
		{"deep placeholder", "-- src/main/resources/dubbo.properties --\ndubbo.consumer.retries=" +
			strings.Repeat("${a:", 5000) + strings.Repeat("}", 5000) + "\n", "retries unknown"},
		{"imports in a circle", "-- src/main/resources/application.yml --\nspring.config.import: classpath:a.yml\ndubbo.consumer.check: true\n" +
			"-- src/main/resources/a.yml --\nspring.config.import: classpath:application.yml\ndubbo.consumer.retries: 1\n", "retries = 1"},
		{"xml imports in a circle", xmlFile("a.xml", `<import resource="b.xml"/><dubbo:consumer retries="4"/>`) +
			xmlFile("b.xml", `<import resource="a.xml"/><import resource="*.xml"/>`), "retries = 4"},
		{"parent of itself", xmlFile("a.xml", `<bean id="a" parent="b" class="com.alibaba.dubbo.config.ConsumerConfig"/>
			<bean id="b" parent="a" class="com.alibaba.dubbo.config.ConsumerConfig"><property name="retries" value="4"/></bean>`), "retries = 4"},
		{"constant of itself", "-- src/main/java/com/acme/A.java --\npackage com.acme;\nimport com.alibaba.dubbo.config.annotation.Reference;\n" +
			"class A { static final int X = A.Y, Y = A.X + 1; @Reference(retries = X) B b; }\n", "retries unknown"},
		{"constant that doubles", doubling(), "group unknown"},
		{"interface of itself", "-- src/main/java/com/acme/A.java --\npackage com.acme;\nimport com.alibaba.dubbo.config.annotation.*;\n" +
			"interface A extends B { }\n@Service class C extends C { @Reference A a; }\n-- src/main/java/com/acme/B.java --\npackage com.acme;\ninterface B extends A { int X = X; }\n", "com.acme.A"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			apps, problems := assemble(t, txtar.Parse([]byte(tt.tree)))
			for _, a := range apps {
				for _, c := range a.Configs {
					a.Types.Methods(c.Type)
				}
			}
			if got := dump(apps, problems); !strings.Contains(got, tt.want) {
				t.Errorf("no %q in\n%.2000s", tt.want, got)
			}
		})
	}
}

func xmlFile(name, body string) string {
	return fmt.Sprintf("-- src/main/resources/%s --\n<beans xmlns=\"http://www.springframework.org/schema/beans\" xmlns:dubbo=\"http://code.alibabatech.com/schema/dubbo\">%s</beans>\n", name, body)
}

func doubling() string {
	var b strings.Builder
	b.WriteString("-- src/main/java/com/acme/A.java --\npackage com.acme;\nimport com.alibaba.dubbo.config.annotation.Reference;\nclass A {\n")
	for i := range 40 {
		fmt.Fprintf(&b, "static final String K%d = K%d + K%d;\n", i, i+1, i+1)
	}
	b.WriteString("static final String K40 = \"x\"; @Reference(group = K0) B b; }\n")
	return b.String()
}
