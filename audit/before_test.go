package audit_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/report"
)

// shop is a small application: a write that Dubbo repeats by default, and a
// reference that is right.
func shop() fstest.MapFS {
	return files(map[string]string{
		"pom.xml": `<project><groupId>com.acme</groupId><artifactId>shop</artifactId><version>1</version><dependencies><dependency>
<groupId>org.apache.dubbo</groupId><artifactId>dubbo</artifactId><version>2.7.23</version></dependency></dependencies></project>`,
		"src/main/java/com/acme/OrderService.java": "package com.acme;\npublic interface OrderService {\n  String createOrder(String item);\n  String getOrder(String id);\n}\n",
		"src/main/java/com/acme/StockService.java": "package com.acme;\npublic interface StockService {\n  int getStock(String item);\n}\n",
		"src/main/resources/dubbo.xml": `<beans xmlns:dubbo="http://dubbo.apache.org/schema/dubbo">
  <dubbo:reference id="orders" interface="com.acme.OrderService" timeout="3000"/>
  <dubbo:reference id="stock" interface="com.acme.StockService" timeout="3000" cluster="failfast"/>
</beans>
`,
		"src/main/resources/dubbo.properties": "dubbo.application.name=shop\n",
	})
}

func files(texts map[string]string) fstest.MapFS {
	out := fstest.MapFS{}
	for name, text := range texts {
		out[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

// edit replaces text in a file of a tree.
func edit(name, old, new string) func(fstest.MapFS) {
	return func(tree fstest.MapFS) {
		tree[name] = &fstest.MapFile{Data: []byte(strings.Replace(string(tree[name].Data), old, new, 1))}
	}
}

func add(name, text string) func(fstest.MapFS) {
	return func(tree fstest.MapFS) { tree[name] = &fstest.MapFile{Data: []byte(text)} }
}

func move(from, to string) func(fstest.MapFS) {
	return func(tree fstest.MapFS) {
		tree[to] = tree[from]
		delete(tree, from)
	}
}

func then(edits ...func(fstest.MapFS)) func(fstest.MapFS) {
	return func(tree fstest.MapFS) {
		for _, e := range edits {
			e(tree)
		}
	}
}

// counted lists the findings that count, as "RULE subject", and those that are
// older as "(RULE subject)".
func counted(r *report.Report) []string {
	var out []string
	for _, f := range r.Findings {
		text := f.Rule.ID + " " + f.Subject
		switch {
		case f.Suppressed == nil:
			out = append(out, text)
		case f.Suppressed.Kind == policy.Older:
			out = append(out, "("+text+")")
		default:
			out = append(out, f.Suppressed.Kind+" "+text)
		}
	}
	slices.Sort(out)
	return out
}

func anyRule(id string) bool { return strings.HasPrefix(id, "DA") }

func compare(t *testing.T, was, is fstest.MapFS, opt audit.Options) *report.Report {
	t.Helper()
	opt.Configs = policy.NewConfigs(is, anyRule)
	opt.Before = &audit.Before{FS: was, Name: "main", Configs: policy.NewConfigs(was, anyRule)}
	r, err := audit.Run(context.Background(), is, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestBefore(t *testing.T) {
	const (
		xml    = "src/main/resources/dubbo.xml"
		create = "DA101 com.acme.OrderService#createOrder"
	)
	tests := []struct {
		name   string
		before func(fstest.MapFS) // of both trees
		change func(fstest.MapFS)
		want   []string
	}{
		{name: "nothing", change: then(), want: []string{"(" + create + ")"}},
		{name: "lines and formatting", change: edit(xml, `  <dubbo:reference id="orders" interface="com.acme.OrderService"`,
			"\n\n<!-- x -->\n<dubbo:reference\n\tinterface='com.acme.OrderService'\n id='orders'"), want: []string{"(" + create + ")"}},
		{name: "file moved", change: move(xml, "src/main/resources/spring/consumer.xml"), want: []string{"(" + create + ")"}},
		{name: "the finding fixed", change: edit(xml, `timeout="3000"/>`, `timeout="3000" retries="0"/>`), want: []string{}},
		{name: "a default in another file", change: add("src/main/resources/dubbo.properties", "dubbo.application.name=shop\ndubbo.consumer.retries=5\n"),
			want: []string{"DA102 com.acme.OrderService#createOrder"}},
		{name: "a raised version", change: edit("pom.xml", "2.7.23", "2.7.6"), want: []string{"(" + create + ")", "DA401 com.acme.StockService"}},
		{name: "a new method on an interface", change: edit("src/main/java/com/acme/OrderService.java", "getOrder", "submitOrder(String id);\n  String getOrder"),
			want: []string{"(" + create + ")", "DA101 com.acme.OrderService#submitOrder"}},
		{name: "a second reference with the same defect", change: edit(xml, "</beans>", `<dubbo:reference id="more" group="b" interface="com.acme.OrderService" timeout="3000"/></beans>`),
			want: []string{"(" + create + ")", create}},
		{name: "an ignore taken away", before: edit(xml, "\n  <dubbo:ref", "\n<!-- dubboaudit:ignore DA101 x -->\n  <dubbo:ref"),
			change: edit(xml, "<!-- dubboaudit:ignore DA101 x -->", ""), want: []string{"(" + create + ")"}},
		{name: "a rule switched on", before: add(".dubboaudit.yaml", "rules: {DA101: off}"), change: add(".dubboaudit.yaml", ""), want: []string{"(" + create + ")"}},
		{name: "a version in the config file", before: then(edit("pom.xml", "<version>2.7.23</version>", ""), add(".dubboaudit.yaml", "dubboVersion: 2.7.23")),
			change: add(".dubboaudit.yaml", "dubboVersion: 2.7.6"), want: []string{"(" + create + ")", "DA401 com.acme.StockService"}},
		{name: "a broken config file of then", before: add(".dubboaudit.yaml", "x: 1"), change: add(".dubboaudit.yaml", ""), want: []string{"(" + create + ")"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			was, is := shop(), shop()
			if test.before != nil {
				test.before(was)
				test.before(is)
			}
			test.change(is)
			got := counted(compare(t, was, is, audit.Options{}))
			got = slices.DeleteFunc(got, func(s string) bool { return strings.Contains(s, "DA416") })
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// Paths that were not there are new as a whole; the file on standard input is
// compared with the one of its name.
func TestBeforePaths(t *testing.T) {
	was, is := shop(), shop()
	for name, f := range shop() {
		is["web/"+name] = f
	}
	r := compare(t, was, is, audit.Options{Paths: []string{"web"}})
	if got := counted(r); !slices.Contains(got, "DA101 com.acme.OrderService#createOrder") {
		t.Error(got)
	}
	xml := string(is["src/main/resources/dubbo.xml"].Data)
	for text, want := range map[string]bool{xml: false, strings.Replace(xml, "3000", "3", 1): true} {
		r := compare(t, was, is, audit.Options{Stdin: strings.NewReader(text), StdinName: "src/main/resources/dubbo.xml",
			Paths: []string{"pom.xml", "src"}})
		got := slices.Contains(counted(r), "DA203 com.acme.OrderService")
		if got != want {
			t.Errorf("%v: %v", want, counted(r))
		}
	}
}

// What could not be understood before is told, and fails nothing.
func TestBeforeBroken(t *testing.T) {
	was, is := shop(), shop()
	was["src/main/resources/dubbo.xml"] = &fstest.MapFile{Data: []byte(`<beans xmlns:dubbo="http://dubbo.apache.org/schema/dubbo"><dubbo:reference`)}
	r := compare(t, was, is, audit.Options{})
	if r.Incomplete() || len(r.Problems) != 1 || !strings.HasPrefix(r.Problems[0].Msg.String(), "in main: ") || r.Problems[0].Kind != source.XMLSyntax {
		t.Error(r.Problems)
	}
	if got := counted(r); !slices.Contains(got, "DA101 com.acme.OrderService#createOrder") {
		t.Error(got)
	}
}
