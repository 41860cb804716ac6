package policy_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// made makes a finding of "RULE subject application file executions", "-" for
// what it does not have.
func made(text string) *finding.Finding {
	w := strings.Fields(text)
	for i := range w {
		w[i] = strings.TrimPrefix(w[i], "-")
	}
	f := &finding.Finding{Rule: &finding.Info{ID: w[0]}, Severity: finding.Error, Confidence: finding.High,
		Setting: "retries", Subject: w[1], Application: strings.ReplaceAll(w[2], ",", ", "), Message: lang.Verbatim(text)}
	if w[3] != "" {
		f.At.File = file(w[3], "0123456789")
	}
	if w[4] != "" {
		n := int(w[4][0] - '0')
		f.Facts = &finding.Facts{Executions: &n, Cluster: "failover"}
	}
	return f
}

func file(name, text string) *source.File {
	f, _ := source.New(name, []byte(text), "")
	return f
}

func all(list []string) []*finding.Finding {
	var out []*finding.Finding
	for _, text := range list {
		out = append(out, made(text))
	}
	return out
}

// states writes what became of each finding: "new", or the kind of its
// suppression; findings about the baseline are left out.
func states(found []*finding.Finding) []string {
	var out []string
	for _, f := range found {
		switch {
		case strings.HasPrefix(f.Rule.ID, "DA90"):
		case f.Suppressed == nil:
			out = append(out, "new "+f.Message.String())
		default:
			out = append(out, f.Suppressed.Kind+" "+f.Message.String())
		}
	}
	return out
}

func apply(p policy.Policy, list []string) []*finding.Finding { return p.Apply(all(list)) }

func TestBaseline(t *testing.T) {
	const pay = "DA101 a.B#pay shop"
	tests := []struct {
		name         string
		was, is, now []string // now: what is new, and what is stale
	}{
		{"nothing changed", []string{pay + " a.xml 3"}, []string{pay + " a.xml 3"}, nil},
		{"file moved", []string{pay + " a.xml 3"}, []string{pay + " conf/b.xml 3"}, nil},
		{"application renamed", []string{pay + " a.xml 3"}, []string{"DA101 a.B#pay market a.xml 3"}, nil},
		{"both", []string{pay + " a.xml 3"}, []string{"DA101 a.B#pay market b.xml 3"},
			[]string{"new DA101 a.B#pay market b.xml 3", "DA903 a.B#pay"}},
		{"one more of the same", []string{pay + " a.xml 3"}, []string{pay + " a.xml 3", pay + " a.xml 3"}, []string{"new " + pay + " a.xml 3"}},
		{"one more in another file", []string{pay + " a.xml 3"}, []string{pay + " a.xml 3", pay + " b.xml 3"}, []string{"new " + pay + " b.xml 3"}},
		{"one fewer", []string{pay + " a.xml 3", pay + " a.xml 3"}, []string{pay + " a.xml 3"}, []string{"DA903 a.B#pay"}},
		{"gone", []string{pay + " a.xml 3"}, nil, []string{"DA903 a.B#pay"}},
		{"another method", []string{pay + " a.xml 3"}, []string{"DA101 a.B#refund shop a.xml 3"},
			[]string{"new DA101 a.B#refund shop a.xml 3", "DA903 a.B#pay"}},
		{"another rule", []string{pay + " a.xml 3"}, []string{"DA102 a.B#pay shop a.xml 3"},
			[]string{"new DA102 a.B#pay shop a.xml 3", "DA903 a.B#pay"}},
		{"runs more often", []string{pay + " a.xml 3"}, []string{pay + " a.xml 6"}, []string{"new " + pay + " a.xml 6"}},
		{"one runs more often, one is gone", []string{pay + " a.xml 3", pay + " b.xml 3"}, []string{pay + " a.xml 6"},
			[]string{"new " + pay + " a.xml 6", "DA903 a.B#pay"}},
		{"runs less often", []string{pay + " a.xml 3"}, []string{pay + " a.xml 2"}, nil},
		{"the worse of two is new", []string{pay + " a.xml 3", pay + " b.xml 3"}, []string{pay + " a.xml 6", pay + " b.xml 3"},
			[]string{"new " + pay + " a.xml 6"}},
		{"each takes the entry that just covers it", []string{pay + " a.xml 2", pay + " b.xml 5"}, []string{pay + " c.xml 2", pay + " d.xml 5"}, nil},
		{"one more application includes the library", []string{"DA101 a.B#pay order,shop lib.xml 3"}, []string{"DA101 a.B#pay order,pay,shop lib2.xml 3"}, nil},
		{"another application", []string{"DA101 a.B#pay order lib.xml 3"}, []string{"DA101 a.B#pay stock x.xml 3"},
			[]string{"new DA101 a.B#pay stock x.xml 3", "DA903 a.B#pay"}},
		{"no subject, no place", []string{"DA416 - shop - -"}, []string{"DA416 - shop - -"}, nil},
		{"effect no longer known", []string{pay + " a.xml 3"}, []string{pay + " a.xml -"}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := reread(t, policy.NewBaseline(all(test.was), nil))
			var now []string
			for _, f := range apply(policy.Policy{Baseline: b}, test.is) {
				switch {
				case f.Rule.ID == "DA903":
					now = append(now, "DA903 "+f.Subject)
				case f.Suppressed == nil:
					now = append([]string{"new " + f.Message.String()}, now...)
				}
			}
			if diff := cmp.Diff(test.now, now); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			pruned, _ := b.Pruned()
			for _, f := range apply(policy.Policy{Baseline: reread(t, pruned)}, test.is) {
				if f.Rule.ID == "DA903" {
					t.Errorf("after pruning: %s", f.Message)
				}
			}
		})
	}
}

func text(t *testing.T, b *policy.Baseline) string {
	t.Helper()
	var out bytes.Buffer
	if err := b.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func reread(t *testing.T, b *policy.Baseline) *policy.Baseline {
	t.Helper()
	out, err := policy.ReadBaseline("baseline.json", []byte(text(t, b)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(text(t, b), text(t, out)); diff != "" {
		t.Errorf("read back (-written +read)\n%s", diff)
	}
	return out
}

func TestBaselineFile(t *testing.T) {
	found := []string{"DA416 - shop - -", "DA101 a.B#pay shop b.xml 3", "DA101 a.B#pay shop a.xml 3", "DA101 a.B#pay shop a.xml 3", "DA101 a.B<T>#pay shop a.xml 2"}
	const want = `{
  "schemaVersion": "1.0",
  "tool": "dubboaudit",
  "findings": [
    {"rule":"DA416","setting":"retries","application":"shop"},
    {"rule":"DA101","subject":"a.B#pay","setting":"retries","application":"shop","file":"a.xml","executions":3,"count":2},
    {"rule":"DA101","subject":"a.B<T>#pay","setting":"retries","application":"shop","file":"a.xml","executions":2},
    {"rule":"DA101","subject":"a.B#pay","setting":"retries","application":"shop","file":"b.xml","executions":3}
  ]
}
`
	first := policy.NewBaseline(all(found), nil)
	if diff := cmp.Diff(want, text(t, first)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	// A person adds a reason; the file moves, and the call gets worse.
	withReason := strings.Replace(want, `"file":"b.xml","executions":3`, `"file":"b.xml","executions":3,"reason":"known & <fine>"`, 1)
	old, err := policy.ReadBaseline("", []byte(withReason))
	if err != nil {
		t.Fatal(err)
	}
	again := text(t, policy.NewBaseline(all([]string{"DA101 a.B#pay shop a.xml 3", "DA101 a.B#pay shop a.xml 3", "DA101 a.B#pay shop c.xml 6"}), old))
	if !strings.Contains(again, `"file":"c.xml","executions":6,"reason":"known & <fine>"}`) || strings.Contains(again, "DA416") {
		t.Error(again)
	}
	if got := text(t, policy.NewBaseline(nil, nil)); !strings.Contains(got, `"findings": []`) {
		t.Error(got)
	}
}

// What the audit could not judge stays in the file.
func TestBaselineOutside(t *testing.T) {
	b := reread(t, policy.NewBaseline(all([]string{"DA101 a.B#pay shop shop/a.xml 3", "DA101 a.B#pay stock stock/a.xml 3"}), nil))
	p := policy.Policy{Baseline: b, Judges: func(path string) bool { return strings.HasPrefix(path, "shop/") }}
	found := apply(p, nil)
	if len(found) != 1 || found[0].Rule.ID != "DA903" || found[0].At.Start().Line != 5 {
		t.Errorf("%d findings", len(found))
	}
	pruned, gone := b.Pruned()
	if got := text(t, pruned); gone != 1 || !strings.Contains(got, "stock/a.xml") || strings.Contains(got, "shop/a.xml") {
		t.Errorf("%d gone, left:\n%s", gone, got)
	}
	if got := text(t, policy.NewBaseline(nil, b)); !strings.Contains(got, "stock/a.xml") {
		t.Error(got)
	}
}

func TestReadBaselineErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "line 1: not a baseline: EOF"},
		{"[]", `"schemaVersion" and "findings"`},
		{"{}", `"schemaVersion" and "findings"`},
		{`{"schemaVersion":"2.0","findings":[]}`, `"2.0" is not known`},
		{"{\"schemaVersion\":\"1.0\",\n\"findings\":[\n{\"rule\":3}]}", "line 3"},
		{`{"schemaVersion":"1.0","findings":[{"rule":"DA101","count":-1}]}`, "count above 0"},
		{`{"schemaVersion":"1.0","findings":[{"subject":"a"}]}`, "needs a rule"},
		{`{"schemaVersion":"1.0","findings":[`, "not a baseline"},
	} {
		_, err := policy.ReadBaseline("b.json", []byte(test.text))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.text, err)
		}
	}
	b, err := policy.ReadBaseline("b.json", []byte(`{"later":{"x":[1]},"schemaVersion":"1.7","findings":[{"rule":"DA101","later":1}]}`))
	if err != nil || b.Len() != 1 {
		t.Errorf("a later version: %v", err)
	}
}

func FuzzReadBaseline(f *testing.F) {
	f.Add([]byte(`{"schemaVersion":"1.0","findings":[{"rule":"DA101","subject":"a.B#c","setting":"retries","count":2}]}`))
	f.Add([]byte("\xef\xbb\xbf{\"findings\":[{}]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := policy.ReadBaseline("b.json", data)
		if err != nil {
			return
		}
		reread(t, b)
		for _, g := range (&policy.Policy{Baseline: b}).Apply(nil) {
			_ = g.At.Text()
		}
	})
}

// Where several rules met, each is known by itself: a new one shows through.
func TestBaselineMeeting(t *testing.T) {
	meet := func() *finding.Finding {
		f, o := made("DA104 a.B#pay shop a.xml 3"), made("DA101 a.B#pay shop a.xml 3")
		f.Others = []*finding.Finding{o}
		f.Related = []finding.Related{{Rule: o.Rule.ID, At: o.At, Message: o.Message}}
		return f
	}
	whole := reread(t, policy.NewBaseline([]*finding.Finding{meet()}, nil))
	found := (&policy.Policy{Baseline: whole}).Apply([]*finding.Finding{meet()})
	if diff := cmp.Diff([]string{"baseline DA104 a.B#pay shop a.xml 3"}, states(found)); diff != "" {
		t.Error(diff)
	}
	if len(found[0].Others) != 1 || len(found[0].Related) != 1 {
		t.Error("the meeting was taken apart")
	}
	part := reread(t, policy.NewBaseline(all([]string{"DA104 a.B#pay shop a.xml 3"}), nil))
	found = (&policy.Policy{Baseline: part}).Apply([]*finding.Finding{meet()})
	if diff := cmp.Diff([]string{"new DA101 a.B#pay shop a.xml 3", "baseline DA104 a.B#pay shop a.xml 3"}, states(found)); diff != "" {
		t.Error(diff)
	}
	accepted := policy.Accept((&policy.Policy{}).Apply([]*finding.Finding{meet()}))
	if fmt.Sprint(states(accepted)) != "[baseline DA104 a.B#pay shop a.xml 3]" {
		t.Error(states(accepted))
	}
}

// One finding may speak for several places: a fix of one makes none of the
// others new, and one more place is new.
func TestBaselineSame(t *testing.T) {
	same := func(places ...string) []*finding.Finding {
		if len(places) == 1 {
			return all(places)
		}
		f := made("DA202 - shop a.xml 3")
		f.Same = all(places)
		return []*finding.Finding{f}
	}
	const a, b, c = "DA202 a.A shop a.xml 3", "DA202 a.B shop b.xml 3", "DA202 a.C shop c.xml 3"
	tests := []struct {
		name    string
		was, is []string
		new     bool
		stale   int
	}{
		{"nothing changed", []string{a, b}, []string{a, b}, false, 0},
		{"the first was fixed", []string{a, b}, []string{b}, false, 1},
		{"another was fixed", []string{a, b, c}, []string{a, c}, false, 1},
		{"a second place", []string{a}, []string{a, b}, true, 0},
		{"a third place", []string{a, b}, []string{a, b, c}, true, 0},
		{"one place for another", []string{a, b}, []string{a, c}, true, 1},
	}
	for _, test := range tests {
		baseline := reread(t, policy.NewBaseline(same(test.was...), nil))
		if baseline.Len() != len(test.was) {
			t.Errorf("%s: %d entries", test.name, baseline.Len())
		}
		stale := 0
		for _, f := range (&policy.Policy{Baseline: baseline}).Apply(same(test.is...)) {
			if f.Rule.ID == "DA903" {
				stale++
			} else if f.Suppressed == nil != test.new {
				t.Errorf("%s: new %t", test.name, f.Suppressed == nil)
			}
		}
		if stale != test.stale {
			t.Errorf("%s: %d stale entries, want %d", test.name, stale, test.stale)
		}
		before := policy.Policy{Before: policy.Snapshot(same(test.was...))}
		if f := before.Apply(same(test.is...))[0]; f.Suppressed == nil != test.new {
			t.Errorf("%s: new since %t", test.name, f.Suppressed == nil)
		}
	}
}

// A finding is older only if its effect was no milder.
func TestBefore(t *testing.T) {
	const pay = "DA101 a.B#pay shop a.xml "
	change := func(text string, change func(*finding.Finding)) *finding.Finding {
		f := made(text)
		change(f)
		return f
	}
	tests := []struct {
		name string
		was  *finding.Finding
		is   *finding.Finding
		want string
	}{
		{"the same", made(pay + "3"), made(pay + "3"), "older"},
		{"moved", made(pay + "3"), made("DA101 a.B#pay shop b.xml 3"), "older"},
		{"runs more often", made(pay + "3"), made(pay + "4"), "new"},
		{"runs less often", made(pay + "3"), made(pay + "2"), "older"},
		{"it was not known how often", made(pay + "-"), made(pay + "3"), "new"},
		{"another cluster", change(pay+"3", func(f *finding.Finding) { f.Facts.Cluster = "failsafe" }), made(pay + "3"), "new"},
		{"more severe", change(pay+"3", func(f *finding.Finding) { f.Severity = finding.Warning }), made(pay + "3"), "new"},
		{"surer", change(pay+"3", func(f *finding.Finding) { f.Confidence = finding.Low }), made(pay + "3"), "new"},
		{"it was suppressed", change(pay+"3", func(f *finding.Finding) { f.Suppressed = &finding.Suppression{Kind: policy.Inline} }), made(pay + "3"), "older"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := policy.Policy{Before: policy.Snapshot([]*finding.Finding{test.was})}
			got := states(p.Apply([]*finding.Finding{test.is}))[0]
			if !strings.HasPrefix(got, test.want+" ") {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}
