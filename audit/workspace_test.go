package audit_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/report"
)

const (
	workspacePom = `<project><groupId>com.acme</groupId><artifactId>shop</artifactId><version>1</version><dependencies>
<dependency><groupId>org.apache.dubbo</groupId><artifactId>dubbo</artifactId><version>%s</version></dependency></dependencies></project>`
	workspaceXML = `<beans xmlns:dubbo="http://dubbo.apache.org/schema/dubbo">
<dubbo:consumer %s/>
<!-- dubboaudit:ignore DA101 the provider checks the number -->
<dubbo:reference id="orders" interface="com.acme.OrderService" %s/>
</beans>`
	workspaceJava = "package com.acme;\npublic interface OrderService {\n    String createOrder(String item);\n    %s\n}\n"
)

// TestWorkspace changes files one after another: what an audit of the
// workspace finds is what a whole audit finds.
func TestWorkspace(t *testing.T) {
	fsys := fstest.MapFS{}
	write := func(name, text string) { fsys[name] = &fstest.MapFile{Data: []byte(text)} }
	const xml, java, pom = "src/main/resources/spring.xml", "src/main/java/com/acme/OrderService.java", "pom.xml"
	write(pom, fmt.Sprintf(workspacePom, "2.7.5"))
	write(xml, fmt.Sprintf(workspaceXML, `retries="2"`, ""))
	write(java, fmt.Sprintf(workspaceJava, ""))
	write("src/main/java/com/acme/Shop.java", "package com.acme;\nclass Shop {\n    OrderService orders;\n    void buy() { orders.createOrder(\"a\"); }\n}\n")
	w, err := audit.Open(context.Background(), fsys, workspaceOptions(fsys))
	if err != nil {
		t.Fatal(err)
	}
	steps := []struct{ name, file, text string }{
		{"as it is", pom, fmt.Sprintf(workspacePom, "2.7.5")},
		{"setting on the reference", xml, fmt.Sprintf(workspaceXML, `retries="2"`, `retries="0"`)},
		{"file cut off", xml, workspaceXML[:120]},
		{"file whole again", xml, fmt.Sprintf(workspaceXML, `retries="${r}" check="false"`, `cluster="failfast"`)},
		{"method added", java, fmt.Sprintf(workspaceJava, "void payOrder(String item);")},
		{"no Java", java, "{{{"},
		{"method renamed", java, strings.ReplaceAll(workspaceJava, "createOrder", "findOrder")},
		{"version raised", pom, fmt.Sprintf(workspacePom, "3.2.5")},
		{"no Dubbo", xml, "<beans/>"},
		{"empty", xml, ""},
		{"back", xml, fmt.Sprintf(workspaceXML, "", "")},
	}
	for _, step := range steps {
		write(step.file, step.text)
		if !w.Change(step.file) {
			t.Fatalf("%s: %s is not known", step.name, step.file)
		}
		got, err := w.Audit(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		fresh, err := audit.Open(context.Background(), fsys, workspaceOptions(fsys))
		if err != nil {
			t.Fatal(err)
		}
		want, err := fresh.Audit(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(written(t, want), written(t, got)); diff != "" {
			t.Errorf("%s (-whole +changed):\n%s", step.name, diff)
		}
	}
	if w.Change("src/main/resources/new.xml") {
		t.Error("a file that was not there counts as known")
	}
}

func workspaceOptions(fsys fs.FS) audit.Options {
	return audit.Options{Configs: policy.NewConfigs(fsys, func(string) bool { return true })}
}

// written is the report and the explanation, without the size of what was read.
func written(t *testing.T, r *report.Report) string {
	t.Helper()
	r.Summary.Bytes = 0
	var b bytes.Buffer
	if err := report.Named(report.Formats, "json").Write(&b, r); err != nil {
		t.Fatal(err)
	}
	if err := report.Named(report.ExplainFormats, "json").Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
