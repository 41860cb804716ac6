package audit_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/audit/policy"
)

// monorepo holds three applications with one and the same defect, a root
// config, and one of its own in two of the folders.
func monorepo() fstest.MapFS {
	tree := fstest.MapFS{}
	for _, dir := range []string{"orders", "stock", "web"} {
		for name, text := range map[string]string{
			"pom.xml": `<project><groupId>com.acme</groupId><artifactId>` + dir + `</artifactId><version>1</version><dependencies><dependency>
<groupId>org.apache.dubbo</groupId><artifactId>dubbo</artifactId></dependency></dependencies></project>`,
			"src/main/java/com/acme/" + dir + "/OrderService.java": "package com.acme." + dir + ";\npublic interface OrderService {\n  String createOrder(String item);\n  String pushOrder(String item);\n}\n",
			"src/main/resources/dubbo.xml":                         `<beans xmlns:dubbo="http://dubbo.apache.org/schema/dubbo"><dubbo:reference id="o" interface="com.acme.` + dir + `.OrderService" timeout="3000" retries="${orders.retries}"/></beans>`,
			"src/main/resources/gen/dubbo-gen.xml":                 `<beans xmlns:dubbo="http://dubbo.apache.org/schema/dubbo"><dubbo:reference id="g" interface="com.acme.` + dir + `.OrderService" group="gen" timeout="3000"/></beans>`,
		} {
			tree[dir+"/"+name] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	for dir, text := range map[string]string{
		"":        "dubboVersion: 2.7.23\nproperties: {orders.retries: 2}\nmethods: {read: ['*#push*']}\nrules: {DA416: off}\nfailOn: error\n",
		"orders/": "dubboVersion: 3.2.16\nproperties: {orders.retries: 0}\nexclude: [src/main/resources/gen/]\n",
		"stock/":  "rules: {DA102: note}\nignores: [{rules: DA101, paths: src/main/resources/gen/, reason: generated}]\nmethods: {write: ['*#push*'], read: []}\n",
	} {
		tree[dir+policy.ConfigName] = &fstest.MapFile{Data: []byte(text)}
	}
	return tree
}

// state writes the findings below a folder.
func state(t *testing.T, tree fstest.MapFS, dir string, paths ...string) []string {
	t.Helper()
	r, err := audit.Run(context.Background(), tree, audit.Options{Paths: paths, Configs: policy.NewConfigs(tree, anyRule)})
	if err != nil {
		t.Fatal(err)
	}
	out := []string{}
	for _, f := range r.Findings {
		name := ""
		if f.At.Valid() {
			name = f.At.File.Path
		}
		kind := f.Severity.String()
		if f.Suppressed != nil {
			kind = f.Suppressed.Kind
		}
		if strings.HasPrefix(name, dir+"/") {
			version := ""
			if f.Facts != nil {
				version = f.Facts.DubboVersion
			}
			out = append(out, fmt.Sprintf("%s %s %s %s", f.Rule.ID, f.Subject[strings.LastIndex(f.Subject, ".")+1:], kind, version))
		}
	}
	slices.Sort(out)
	return out
}

func TestMonorepo(t *testing.T) {
	tests := []struct {
		dir  string
		want []string
	}{
		{"web", []string{
			"DA101 OrderService#createOrder error 2.7.23",
			"DA102 OrderService#createOrder warning 2.7.23"}},
		{"orders", []string{}},
		{"stock", []string{
			"DA101 OrderService#createOrder config 2.7.23",
			"DA101 OrderService#pushOrder config 2.7.23",
			"DA102 OrderService#createOrder note 2.7.23",
			"DA102 OrderService#pushOrder note 2.7.23"}},
	}
	for _, test := range tests {
		t.Run(test.dir, func(t *testing.T) {
			whole := state(t, monorepo(), test.dir)
			if diff := cmp.Diff(test.want, whole); diff != "" {
				t.Errorf("from the root (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(whole, state(t, monorepo(), test.dir, test.dir)); diff != "" {
				t.Errorf("the folder by itself (-root +folder)\n%s", diff)
			}
		})
	}
}

// A mistake in any config file of the tree ends the audit.
func TestMonorepoMistake(t *testing.T) {
	tree := monorepo()
	tree["web/src/"+policy.ConfigName] = &fstest.MapFile{Data: []byte("fail: x")}
	_, err := audit.Run(context.Background(), tree, audit.Options{Configs: policy.NewConfigs(tree, anyRule)})
	if err == nil || !strings.HasPrefix(err.Error(), "web/src/.dubboaudit.yaml:1:1") {
		t.Error(err)
	}
	if _, err := audit.Run(context.Background(), tree, audit.Options{Paths: []string{"orders"}, Configs: policy.NewConfigs(tree, anyRule)}); err != nil {
		t.Errorf("one that is not asked for: %v", err)
	}
}
