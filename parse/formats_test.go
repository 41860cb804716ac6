package parse

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadersMatch(t *testing.T) {
	tests := map[string]string{
		"pom.xml":                       "build",
		"order/build.gradle.kts":        "build",
		"gradle.properties":             "build",
		"lib/dubbo-2.5.3.jar":           "jar",
		"lib/order-1.0.jar":             "archive",
		"web/order.war":                 "archive",
		"com/acme/X.class":              "class",
		"db/schema.sql":                 "sql",
		"src/main/java/com/acme/X.java": "java",
		"spring/a.xml":                  "spring-xml",
		"dubbo.properties":              "properties",
		"application-dev.yml":           "yaml",
		"rpc.yaml":                      "yaml",
		"README.md":                     "",
	}
	in := input{readers: Readers()}
	for path, want := range tests {
		got := ""
		if r, ok := in.readerOf(path); ok {
			got = in.readers[r].Name
		}
		if got != want {
			t.Errorf("%s is read by %q, want %q", path, got, want)
		}
	}
}

// TestReadersRelevant runs the real table: what is parsed in the walk.
func TestReadersRelevant(t *testing.T) {
	fsys := tree(
		"pom.xml: <project><artifactId>order</artifactId></project>",
		"lib/dubbo-2.5.3.jar: no archive",
		"src/main/java/com/acme/Web.java: package com.acme; import org.apache.dubbo.config.annotation.*; class Web { @DubboReference Order order; }",
		"src/main/java/com/acme/Order.java: package com.acme; public interface Order { void create(); }",
		"src/main/resources/dubbo.xml: <beans xmlns='http://www.springframework.org/schema/beans' xmlns:d='http://dubbo.apache.org/schema/dubbo'><d:application name='a'/></beans>",
		"src/main/resources/log4j.xml: <configuration/>",
		"src/main/resources/application.yml: server: {port: 80}",
		"src/main/resources/other.yml: server: {port: 80}",
		"src/main/resources/rpc.properties: dubbo.consumer.retries=0",
		"src/main/resources/messages.properties: hello=Hello",
	)
	r, err := Tree(context.Background(), Root{FS: fsys}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"lib/dubbo-2.5.3.jar", "pom.xml", "src/main/java/com/acme/Web.java", "src/main/resources/application.yml",
		"src/main/resources/dubbo.xml", "src/main/resources/rpc.properties",
	}
	if diff := cmp.Diff(want, paths(r.Units)); diff != "" {
		t.Errorf("units (-want +got):\n%s", diff)
	}
	if units := r.Index.Type("com.acme.Order"); len(units) != 1 {
		t.Errorf("%d units declare the interface", len(units))
	}
	if u := r.Index.File("src/main/resources/other.yml"); u == nil || len(u.Docs) != 1 {
		t.Errorf("the YAML file that an import names: %+v", u)
	}
}
