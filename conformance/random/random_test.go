package random

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/conformance"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
)

// TestReplay predicts every record of the random runs.
func TestReplay(t *testing.T) {
	all, err := Runs()
	if err != nil {
		t.Fatal(err)
	}
	agree, total := 0, 0
	for _, r := range all {
		v := dubbo.MustVersion(r.Version)
		for i, c := range r.Configs {
			m := model(t, c, v, i)
			for _, rec := range r.Records[c.Name] {
				total++
				if msg := conformance.Compare(rec, m); msg != "" {
					t.Errorf("%s: %s [%s %v]", rec.Key(), msg, rec.Outcome, rec.Clusters)
					continue
				}
				agree++
			}
		}
	}
	// Scripts look for this line.
	t.Logf("agreement %d of %d", agree, total)
	if total < 2000 {
		t.Errorf("only %d records", total)
	}
}

func model(t *testing.T, c *Config, v dubbo.Version, i int) *effective.Model {
	t.Helper()
	k, err := c.Case(21000 + i)
	if err != nil {
		t.Fatal(err)
	}
	m, problems, err := k.Model(v)
	if err != nil || len(problems) > 0 {
		t.Fatalf("%s on %s: %v %v", c.Name, v, problems, err)
	}
	return m
}

// TestDraw: a seed gives the same configurations each time, and every drawn
// reference is one that the auditor finds, with the methods that are called.
func TestDraw(t *testing.T) {
	for _, version := range []string{"2.5.10", "2.6.12", "2.7.8", "3.3.6"} {
		v := dubbo.MustVersion(version)
		configs := Draw(7, v, 200)
		if d := cmp.Diff(configs, Draw(7, v, 200)); d != "" {
			t.Fatal(d)
		}
		for i, c := range configs {
			m := model(t, c, v, i)
			for _, r := range c.Refs {
				if !called(m, r) {
					t.Errorf("%s: no such call: %v in\n%s", version, r, c)
				}
			}
		}
	}
}

func called(m *effective.Model, r Ref) bool {
	for _, a := range m.Apps {
		for _, ref := range a.References {
			if ref.ID == r.Name() || ref.Field == r.Name() {
				return !slices.ContainsFunc(r.Methods, func(name string) bool {
					return !slices.ContainsFunc(ref.Calls, func(c *effective.Call) bool { return c.Method == name })
				})
			}
		}
	}
	return false
}

// TestOptions: every option is drawn sooner or later.
func TestOptions(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(100) {
		for _, version := range []string{"2.6.12", "2.7.8", "3.3.6"} {
			for _, c := range Draw(seed, dubbo.MustVersion(version), 200) {
				seen[string(c.Form)] = true
				for _, x := range c.Choices {
					seen[string(x.Place)+" "+x.Key] = true
				}
			}
		}
	}
	for _, list := range [][]option{ofReference, ofService, ofApplication, ofNamed, at(Properties, keys), at(YAML, keys), at(Profile, keys), at(Center, keys), at(Sysprop, keys), variables} {
		for _, o := range list {
			if !seen[string(o.place)+" "+o.key] {
				t.Errorf("%s %s was never drawn", o.place, o.key)
			}
		}
	}
	for _, f := range []Form{XML, Annotation, Java, API, Boot} {
		if !seen[string(f)] {
			t.Errorf("%s was never drawn", f)
		}
	}
}

// TestParse: what String writes is read back.
func TestParse(t *testing.T) {
	want := Draw(3, dubbo.MustVersion("2.7.8"), 100)
	var text strings.Builder
	for _, c := range want {
		text.WriteString(c.String())
	}
	got, err := Parse(text.String(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if _, err := Parse("case a xml\nreference r1", nil); err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
		t.Errorf("a line that says nothing: %v", err)
	}
}

// TestSmaller: each step is smaller, and steps have names of their own.
func TestSmaller(t *testing.T) {
	c := Draw(3, dubbo.MustVersion("2.7.8"), 10)[0].Alone("r1")
	if len(c.Refs) == 0 || slices.ContainsFunc(c.Choices, func(x Choice) bool { return x.Of == "r9" }) {
		t.Errorf("not alone:\n%s", c)
	}
	names := map[string]bool{}
	for _, s := range c.Smaller() {
		if len(s.String()) >= len(c.String())+len(s.Name)-len(c.Name) {
			t.Errorf("not smaller:\n%s", s)
		}
		names[s.Name] = true
	}
	if len(names) != len(c.Smaller()) || len(names) < len(c.Choices) {
		t.Errorf("%d names, %d steps, %d choices", len(names), len(c.Smaller()), len(c.Choices))
	}
}
