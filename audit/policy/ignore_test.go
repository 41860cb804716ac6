package policy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/audit/policy"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var today = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// inside makes a finding of a rule at the place of a text in a file.
func inside(t testing.TB, f *source.File, id, at, subject string) *finding.Finding {
	t.Helper()
	lo := strings.Index(string(f.Text), at)
	if lo < 0 {
		t.Fatalf("%s has no %q", f.Path, at)
	}
	return &finding.Finding{Rule: &finding.Info{ID: id}, Severity: finding.Error, Confidence: finding.High,
		Subject: subject, Setting: "retries", Message: lang.Verbatim(at), At: source.Span{File: f, Lo: lo, Hi: lo + len(at)}}
}

func TestSuppressWarnings(t *testing.T) {
	const code = `package com.acme;
import java.util.List;
class Caller {
    // don't count this brace {
    @DubboReference(retries = 3) /*before*/
    @SuppressWarnings("dubboaudit:DA101 the provider drops repeats")
    private OrderService before;

    @SuppressWarnings(value = {"unchecked", "dubboaudit:DA101,DA206 until=2027-01-01 known"})
    @DubboReference(methods = {@Method(name = "a;b")}) /*after*/
    private OrderService after;

    @DubboReference private OrderService next; /*next*/

    @SuppressWarnings("dubboaudit:DA101 in the method")
    void pay() throws Exception {
        String s = "}"; char c = '}'; // }
        if (s.isEmpty()) { orders.inMethod(); }
        orders.lastInMethod();
    }
    void outside() { orders.outsideOfIt(); }

    Object o = f("dubboaudit:DA101 no annotation");
    @Other("dubboaudit:DA101 another annotation") OrderService other; /*other*/
    @SuppressWarnings("all") OrderService all = g("dubboaudit:DA101 closed before"); /*closed*/
    @SuppressWarnings("dubboaudit: no rule") OrderService none; /*none*/
}
@SuppressWarnings("dubboaudit:DA101 a class speaks for its head only")
@DubboService /*head*/
class Service {
    OrderService inClass;
}
`
	f := file("src/Caller.java", code)
	tests := []struct {
		at   string
		want string
	}{
		{"@DubboReference(retries", "the provider drops repeats"},
		{"private OrderService before", "the provider drops repeats"},
		{"@DubboReference(methods", "known"},
		{"private OrderService after", "known"},
		{"private OrderService next", ""},
		{"orders.inMethod", "in the method"},
		{"orders.lastInMethod", "in the method"},
		{"orders.outsideOfIt", ""},
		{"OrderService other", ""},
		{"OrderService all", ""},
		{"OrderService none", ""},
		{"@DubboService", "a class speaks for its head only"},
		{"OrderService inClass", ""},
	}
	ignores := policy.Ignores(f)
	for _, test := range tests {
		got := ""
		for _, ig := range ignores {
			if ig.Covers(inside(t, f, "DA101", test.at, "")) {
				got = ig.Reason
			}
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.at, got, test.want)
		}
	}
	if got := policy.Ignores(file("a.txt", `@SuppressWarnings("dubboaudit:DA101 x") int a;`)); len(got) > 0 {
		t.Error("an annotation outside of Java")
	}
}

// Input that is made to cost time does not.
func TestHostileIgnores(t *testing.T) {
	for name, text := range map[string]string{
		"a.java": strings.Repeat(`@SuppressWarnings("dubboaudit:DA101 `, 100_000),
		"b.java": strings.Repeat("// dubboaudit:ignore DA101 (\n", 100_000),
		"c.xml":  strings.Repeat("<!-- dubboaudit:ignore DA101 ", 100_000),
		"d.java": "@SuppressWarnings(\"dubboaudit:DA101\") void a() {" + strings.Repeat("{\"", 1_000_000),
	} {
		f := file(name, text)
		start := time.Now()
		policy.Ignores(f)
		t.Logf("%s took %v", name, time.Since(start))
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
}

func FuzzIgnores(f *testing.F) {
	f.Add("A.java", "@SuppressWarnings(\"dubboaudit:DA101 x\") void a() { \"\"\"}\"\"\"; '}' /* } */ }")
	f.Add("a.xml", "<!-- dubboaudit:ignore DA101 until=2027-01-01 x --><a b='>'/>")
	f.Fuzz(func(t *testing.T, name, text string) {
		file := file(name, text)
		for _, ig := range policy.Ignores(file) {
			ig.Covers(&finding.Finding{Rule: &finding.Info{ID: "DA101"}, At: ig.At})
			_ = ig.At.Text()
		}
	})
}

// parse reads a config as the file in a folder.
func parse(t testing.TB, text string) *policy.Config {
	t.Helper()
	c, err := policy.ParseConfig(policy.ConfigName, []byte(text), func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestConfigIgnores(t *testing.T) {
	tests := []struct {
		name, ignore string
		want         []string // of the subjects below, those that still count
	}{
		{"rule", "rules: [DA101]", nil},
		{"another rule", "rules: [DA102]", []string{"com.acme.A#pay", "com.acme.A#get", "com.acme.B#pay", "com.acme.B"}},
		{"interface", `{rules: DA101, interfaces: "*.A"}`, []string{"com.acme.B#pay", "com.acme.B"}},
		{"method", "{rules: DA101, methods: p*}", []string{"com.acme.A#get", "com.acme.B"}},
		{"subject", `{rules: DA101, methods: "com.acme.B#pay"}`, []string{"com.acme.A#pay", "com.acme.A#get", "com.acme.B"}},
		{"both", "{rules: DA101, interfaces: com.acme.B, methods: pay}", []string{"com.acme.A#pay", "com.acme.A#get", "com.acme.B"}},
		{"path", "{rules: DA101, paths: conf/}", nil},
		{"name of a file", "{rules: DA101, paths: a.xml}", nil},
		{"another path", "{rules: DA101, paths: a.xml/**/b}", []string{"com.acme.A#pay", "com.acme.A#get", "com.acme.B#pay", "com.acme.B"}},
		{"not expired", "{rules: DA101, until: 2026-06-01}", nil},
		{"expired", "{rules: DA101, until: 2026-05-31}", []string{"com.acme.A#pay", "com.acme.A#get", "com.acme.B#pay", "com.acme.B"}},
	}
	f := file("conf/a.xml", "0123456789")
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ignore := test.ignore
			if !strings.HasPrefix(ignore, "{") {
				ignore = "{" + ignore + "}"
			}
			p := policy.Policy{Today: today, Configs: policy.Fixed(parse(t, "ignores:\n  - "+ignore))}
			var found []*finding.Finding
			for _, subject := range []string{"com.acme.A#pay", "com.acme.A#get", "com.acme.B#pay", "com.acme.B"} {
				found = append(found, inside(t, f, "DA101", "0", subject))
			}
			var got []string
			for _, g := range p.Apply(found) {
				if g.Rule.ID == "DA101" && g.Suppressed == nil {
					got = append(got, g.Subject)
				}
			}
			slices.Sort(got)
			slices.Sort(test.want)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// What is wrong with ignores is told where they stand.
func TestAboutIgnores(t *testing.T) {
	f := file("a.xml", `<beans>
  <!-- dubboaudit:ignore DA101 good -->
  <a/>
  <!-- dubboaudit:ignore DA101 DA206 half of it -->
  <b/>
  <!-- dubboaudit:ignore DA101 until=2020-01-01 past -->
  <c/>
  <!-- dubboaudit:ignore DA101 until=soon no date -->
  <d/>
  <!-- dubboaudit:ignore DA101 -->
  <e/>
  <!-- dubboaudit:ignore DA999 -->
  <f/>
  <!-- dubboaudit:ignore DA416 until=2020-01-01 did not run -->
  <g/>
  <!-- dubboaudit:ignore DA902 about policy -->
  <h/>
</beans>
`)
	var found []*finding.Finding
	for _, at := range []string{"<a/>", "<b/>", "<c/>", "<d/>", "<e/>"} {
		found = append(found, inside(t, f, "DA101", at, "x.Y#pay"))
	}
	p := policy.Policy{
		Ignores: policy.Ignores(f), Today: today,
		Configs: policy.Fixed(parse(t, "requireReason: true\nrules: {DA904: error}\nignores:\n  - {rules: [DA102], reason: nothing}\n")),
		Rules:   func(id string) (known, ran bool) { return id != "DA999", id != "DA416" },
	}
	var got []string
	for _, g := range p.Apply(found) {
		state := "counts"
		if g.Suppressed != nil {
			state = g.Suppressed.Kind
		}
		got = append(got, fmt.Sprintf("%s:%d %s %s %s: %s", g.At.File.Path, g.At.Start().Line, g.Rule.ID, g.Severity, state, g.Message))
	}
	want := []string{
		".dubboaudit.yaml:4 DA902 note counts: this ignore of DA102 silences nothing: there is no such finding.",
		"a.xml:3 DA101 error inline: <a/>",
		"a.xml:4 DA902 note counts: this ignore of DA206 silences nothing: there is no such finding.",
		"a.xml:5 DA101 error inline: <b/>",
		"a.xml:6 DA904 error counts: the ignore of DA101 ended with 2020-01-01: 1 finding counts again.",
		"a.xml:7 DA101 error counts: <c/>",
		`a.xml:8 DA904 error counts: the ignore of DA101 has no last day ("soon" is not YYYY-MM-DD): 1 finding counts again.`,
		"a.xml:9 DA101 error counts: <d/>",
		"a.xml:10 DA902 note counts: this ignore of DA101 has no reason, which the config file requires (requireReason): 1 finding counts.",
		"a.xml:11 DA101 error counts: <e/>",
		"a.xml:12 DA902 note counts: this ignore silences nothing: there is no rule DA999.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	p.Judges = func(string) bool { return false }
	for _, g := range p.Apply(found) {
		if strings.Contains(g.Message.String(), "no such finding") {
			t.Errorf("judged all the same: %s", g.Message)
		}
	}
}
