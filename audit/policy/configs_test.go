package policy_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

func configTree(files map[string]string) fstest.MapFS {
	tree := fstest.MapFS{}
	for dir, text := range files {
		tree[dir+policy.ConfigName] = &fstest.MapFile{Data: []byte(text)}
	}
	return tree
}

func known(id string) bool { return strings.HasPrefix(id, "DA") }

func TestConfigs(t *testing.T) {
	configs := policy.NewConfigs(configTree(map[string]string{
		"":         "failOn: error\ndubboVersion: 2.7.8\nexclude: [gen/**]\nmethods: {write: ['*#push']}\nrules: {DA101: note, DA206: off}\nproperties: {a: 1, b: 1}",
		"orders/":  "dubboVersion: 3.2.4\nexclude: ['*.bak', src/it/**, ./doc/]\nrules: {DA206: warning}\nproperties: {b: 2}\noverrides: [{paths: ['src/**'], rules: {DA101: error}}]",
		"a/b/c/":   "failOn: never",
		"odd{[*]/": "exclude: [x/**]",
	}), known)
	tests := []struct {
		file, want string
	}{
		{"pom.xml", "error 2.7.8 [gen/**] [*#push] note off 1"},
		{"stock/src/a.xml", "error 2.7.8 [gen/**] [*#push] note off 1"},
		{"orders/a.xml", "error 3.2.4 [gen/** orders/**/*.bak orders/src/it/** orders/doc/**] [*#push] note on 2"},
		{"orders/x/y/a.xml", "error 3.2.4 [gen/** orders/**/*.bak orders/src/it/** orders/doc/**] [*#push] note on 2"},
		{"a/b/a.xml", "error 2.7.8 [gen/**] [*#push] note off 1"},
		{"a/b/c/d/a.xml", "never 2.7.8 [gen/**] [*#push] note off 1"},
		{"a/b/c/lib.jar!/META-INF/a.xml", "never 2.7.8 [gen/**] [*#push] note off 1"},
		{`odd{[*]/a.xml`, `error 2.7.8 [gen/** odd\{\[\*\]/x/**] [*#push] note off 1`},
		{"/abs/../x", "error 2.7.8 [gen/**] [*#push] note off 1"},
	}
	for _, test := range tests {
		c := configs.For(test.file)
		off := "on"
		if c.Rules["DA206"].Off {
			off = "off"
		}
		got := fmt.Sprint(c.FailOn, " ", c.DubboVersion, " ", c.Exclude, " ", c.Write, " ", c.Rules["DA101"].Severity, " ", off, " ", c.Properties["b"])
		if diff := cmp.Diff(test.want, got); diff != "" && !strings.HasPrefix(test.file, "/") {
			t.Errorf("%s (-want +got)\n%s", test.file, diff)
		}
	}
	if err := configs.Err(); err != nil {
		t.Error(err)
	}
	if !configs.Enabled("DA206") {
		t.Error("DA206 is on in orders")
	}
}

// The threshold is that of the folder with the finding; overrides are relative
// to their file.
func TestConfigsApply(t *testing.T) {
	configs := policy.NewConfigs(configTree(map[string]string{
		"":        "failOn: never",
		"orders/": "failOn: warning\noverrides: [{paths: ['src/**'], rules: {DA101: note}}]",
	}), known)
	gate := policy.Gate{FailOn: finding.Error, Configs: configs}
	for name, want := range map[string]int{
		"src/a.xml": policy.Passed, "stock/a.xml": policy.Passed, "orders/a.xml": policy.Found, "orders/src/a.xml": policy.Passed,
	} {
		p := policy.Policy{Configs: configs}
		found := p.Apply([]*finding.Finding{inside(t, file(name, "0"), "DA101", "0", "x.Y#pay")})
		if got := gate.Code(found, false); got != want {
			t.Errorf("%s: exit code %d, want %d", name, got, want)
		}
	}
}

func TestConfigsErrors(t *testing.T) {
	configs := policy.NewConfigs(configTree(map[string]string{"": "failOn: error", "b/": "x: 1", "a/": "failOn: [", "dir/.dubboaudit.yaml/x": ""}), known)
	for _, dir := range []string{"b", "a", "dir", "pom.xml/x"} {
		if got := configs.In(dir).FailOn; got != "error" {
			t.Errorf("%s: what stands above does not count: %q", dir, got)
		}
	}
	if err := configs.Err(); err == nil || !strings.HasPrefix(err.Error(), "a/.dubboaudit.yaml:1:1") {
		t.Error(err)
	}
	large := policy.NewConfigs(configTree(map[string]string{"": strings.Repeat("#", 2<<20)}), known)
	if large.In("."); large.Err() == nil {
		t.Error("a huge file was read")
	}
	var none *policy.Configs
	if none.In(".").FailOn != "" || none.Err() != nil || !none.Enabled("DA101") {
		t.Error("nil")
	}
}

// Of an earlier tree's config only the deployment counts.
func TestConfigsThen(t *testing.T) {
	now := policy.NewConfigs(configTree(map[string]string{"": "failOn: error\ndubboVersion: 3.2.4\nrules: {DA101: off}", "a/": "exclude: [b/**]"}), known)
	then := policy.NewConfigs(configTree(map[string]string{"": "failOn: note\ndubboVersion: 2.7.8\nprofiles: prod", "a/": "properties: {x: 1}"}), known)
	c := now.Then(then).In("a")
	if got := fmt.Sprint(c.FailOn, c.DubboVersion, c.Profiles, c.Properties, c.Exclude, c.Rules["DA101"].Off); got != "error2.7.8[prod] map[x:1] [a/b/**] true" {
		t.Error(got)
	}
}
