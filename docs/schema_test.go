package docs_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/report"
)

func readSchema(t *testing.T, name string) map[string]any {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return doc
}

func compile(t *testing.T, doc map[string]any) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestConfigSchema: the schema and the program agree on which config files
// are right.
func TestConfigSchema(t *testing.T) {
	schema := compile(t, readSchema(t, "config.schema.json"))
	examples := map[string]string{"configuration.md": example(t)}
	files, err := filepath.Glob("testdata/config/*/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		examples[filepath.ToSlash(name)] = string(text)
	}
	for name, text := range examples {
		bad := strings.Contains(name, "/bad/")
		if err := schema.Validate(decode(t, text)); (err != nil) != bad {
			t.Errorf("%s: schema: %v", name, err)
		}
		_, err := policy.ParseConfig(name, []byte(text), func(id string) bool { return strings.HasPrefix(id, "DA") })
		if (err != nil) != bad {
			t.Errorf("%s: program: %v", name, err)
		}
	}
}

// example is the config file shown in configuration.md.
func example(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```yaml\n")
	text, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("configuration.md shows no example")
	}
	return text
}

// decode turns YAML into what a JSON schema is about; an empty file is an
// empty object.
func decode(t *testing.T, text string) any {
	t.Helper()
	var doc any = map[string]any{}
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	out, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestConfigKeys: the schema has the keys of the config's fields, no more and
// no fewer, and the example shows every one.
func TestConfigKeys(t *testing.T) {
	schema := readSchema(t, "config.schema.json")
	properties := schema["properties"].(map[string]any)
	keys := map[string]bool{}
	for key := range properties {
		keys[key] = true
	}
	delete(keys, "methods")
	for key := range properties["methods"].(map[string]any)["properties"].(map[string]any) {
		keys[key] = true
	}
	if diff := cmp.Diff(fieldKeys(policy.Config{}), keys); diff != "" {
		t.Errorf("keys (-program +schema):\n%s", diff)
	}
	override := properties["overrides"].(map[string]any)["items"].(map[string]any)["properties"].(map[string]any)
	keys = map[string]bool{}
	for key := range override {
		keys[key] = true
	}
	if diff := cmp.Diff(fieldKeys(policy.Override{}), keys); diff != "" {
		t.Errorf("override keys (-program +schema):\n%s", diff)
	}
	ignore := properties["ignores"].(map[string]any)["items"].(map[string]any)["properties"].(map[string]any)
	keys = map[string]bool{"at": true}
	for key := range ignore {
		keys[key] = true
	}
	if diff := cmp.Diff(fieldKeys(policy.Ignore{}), keys); diff != "" {
		t.Errorf("ignore keys (-program +schema):\n%s", diff)
	}
	for key := range fieldKeys(policy.Config{}) {
		if !strings.Contains(example(t), key+":") {
			t.Errorf("configuration.md does not show %s", key)
		}
	}
}

func fieldKeys(v any) map[string]bool {
	keys := map[string]bool{}
	for field := range reflect.TypeOf(v).Fields() {
		if field.IsExported() {
			keys[strings.ToLower(field.Name[:1])+field.Name[1:]] = true
		}
	}
	return keys
}

// TestJSONSchema holds real output against the schema, and, with the schema
// made strict, finds keys that it does not describe.
func TestJSONSchema(t *testing.T) {
	doc := readSchema(t, "json.schema.json")
	schema := compile(t, doc)
	strict := compile(t, closed(readSchema(t, "json.schema.json")).(map[string]any))
	explained, err := audit.Explain(context.Background(), os.DirFS(".."), audit.Options{Paths: []string{"testdata/demo"}})
	if err != nil {
		t.Fatal(err)
	}
	upgrade, err := audit.Run(context.Background(), os.DirFS(".."),
		audit.Options{Paths: []string{"testdata/demo"}, Target: dubbo.MustVersion("3.3.6")})
	if err != nil {
		t.Fatal(err)
	}
	traced := func(subject string) *report.Report {
		r, err := audit.Trace(context.Background(), os.DirFS(".."), audit.Options{Paths: []string{"testdata/trace"}}, subject)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	outputs := map[string][]byte{
		"upgrade":  write(t, report.Formats, "json", upgrade),
		"findings": write(t, report.Formats, "json", demo(t)),
		"problems": write(t, report.Formats, "json", auditTree(t, brokenTree)),
		"empty":    write(t, report.Formats, "json", auditTree(t, fstest.MapFS{})),
		"explain":  write(t, report.ExplainFormats, "json", explained),
		"trace":    write(t, report.TraceFormats, "json", traced("OrderService#payOrder")),
		"traces":   write(t, report.TraceFormats, "json", traced("OrderService")),
	}
	for name, out := range outputs {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if err := strict.Validate(v); err != nil {
			t.Errorf("%s: not described: %v", name, err)
		}
	}
}

var brokenTree = fstest.MapFS{
	"dubbo.xml": {Data: []byte(`<beans xmlns:dubbo="http://dubbo.apache.org/schema/dubbo"><dubbo:reference id="a" interface="com.acme.A" retries="${r}"/></bean>`)},
	"pom.xml":   {Data: []byte(`<project><artifactId>dubbo`)},
	"big.yml":   {Data: append([]byte("dubbo:\n"), bytes.Repeat([]byte("# filler\n"), 1<<18)...)},
}

func auditTree(t *testing.T, tree fstest.MapFS) *report.Report {
	t.Helper()
	r, err := audit.Run(context.Background(), tree, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// closed forbids other keys in every object that has properties.
func closed(schema any) any {
	switch s := schema.(type) {
	case map[string]any:
		for k, v := range s {
			s[k] = closed(v)
		}
		if s["type"] == "object" && s["properties"] != nil {
			s["additionalProperties"] = false
		}
	case []any:
		for i, v := range s {
			s[i] = closed(v)
		}
	}
	return schema
}
