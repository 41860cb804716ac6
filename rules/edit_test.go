package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// applied writes a fix into the file of its first edit.
func applied(f finding.Fix) string {
	edits := slices.SortedFunc(slices.Values(f.Edits), func(a, b finding.Edit) int { return cmp.Compare(b.At.Lo, a.At.Lo) })
	text := string(edits[0].At.File.Text)
	for _, e := range edits {
		text = text[:e.At.Lo] + e.NewText + text[e.At.Hi:]
	}
	return text
}

func TestStopRetriesFixes(t *testing.T) {
	for _, tc := range []struct {
		name, version, form, text string
		methods                   []string
		want                      []string // "safe: text" or "unsafe: text"
	}{
		{"self-closing", "3.2.19", "xml", `<dubbo:reference id="a" interface="b"/>`, []string{"createOrder"},
			[]string{`safe: <dubbo:reference id="a" interface="b" retries="0"/>`}},
		{"spaces before the end", "3.2.19", "xml", "<d:reference\n  id='a'\n/>", []string{"createOrder"},
			[]string{"safe: <d:reference\n  id='a' retries=\"0\"\n/>"}},
		{"open tag", "3.2.19", "xml", `<dubbo:reference id="a">`, []string{"createOrder"},
			[]string{`safe: <dubbo:reference id="a" retries="0">`}},
		{"default namespace", "3.2.19", "xml", `<reference id="a"/>`, []string{"createOrder", "getOrder"},
			[]string{`safe: <reference id="a"><method name="createOrder" retries="0"/></reference>`, `unsafe: <reference id="a" retries="0"/>`}},
		{"reads beside, two writes", "3.2.19", "xml", `<dubbo:reference id="a"/>`, []string{"createOrder", "getOrder", "payOrder"},
			[]string{`safe: <dubbo:reference id="a"><dubbo:method name="createOrder" retries="0"/><dubbo:method name="payOrder" retries="0"/></dubbo:reference>`,
				`unsafe: <dubbo:reference id="a" retries="0"/>`}},
		{"reads beside an open tag", "3.2.19", "xml", `<dubbo:reference id="a">`, []string{"createOrder", "getOrder"},
			[]string{`safe: <dubbo:reference id="a"><dubbo:method name="createOrder" retries="0"/>`, `unsafe: <dubbo:reference id="a" retries="0">`}},
		{"method level is lost", "2.7.10", "xml", `<dubbo:reference id="a"/>`, []string{"createOrder", "getOrder"},
			[]string{`unsafe: <dubbo:reference id="a" retries="0"/>`}},
		{"unknown version", "", "xml", `<dubbo:reference id="a"/>`, []string{"createOrder"},
			[]string{`unsafe: <dubbo:reference id="a" retries="0"/>`}},
		{"bare annotation", "3.2.19", "annotation", `@DubboReference`, []string{"createOrder"}, []string{`safe: @DubboReference(retries = 0)`}},
		{"empty list", "3.2.19", "annotation", `@DubboReference( )`, []string{"createOrder"}, []string{`safe: @DubboReference( retries = 0)`}},
		{"arguments", "3.2.19", "annotation", `@org.apache.dubbo.config.annotation.Reference(check = false)`, []string{"createOrder"},
			[]string{`safe: @org.apache.dubbo.config.annotation.Reference(retries = 0, check = false)`}},
		{"several lines", "3.2.19", "annotation", "@DubboReference(\n    check = false\n)", []string{"createOrder"},
			[]string{"safe: @DubboReference(\n    retries = 0, check = false\n)"}},
		{"reads beside an annotation", "3.2.19", "annotation", `@DubboReference`, []string{"createOrder", "getOrder"},
			[]string{`safe: @DubboReference(methods = @org.apache.dubbo.config.annotation.Method(name = "createOrder", retries = 0))`, `unsafe: @DubboReference(retries = 0)`}},
		{"@Method is ignored", "2.7.3", "annotation", `@DubboReference`, []string{"createOrder", "getOrder"}, []string{`unsafe: @DubboReference(retries = 0)`}},
		{"0 is dropped here", "2.6.3", "annotation", `@Reference`, []string{"createOrder"}, []string{`safe: @Reference(retries = -1)`}},
		{"0 counts", "2.6.4", "annotation", `@Reference`, []string{"createOrder"}, []string{`safe: @Reference(retries = 0)`}},
		{"lone value", "3.2.19", "annotation", `@DubboReference("x")`, []string{"createOrder"}, nil},
		{"comment first", "3.2.19", "annotation", `@DubboReference(/* x */ check = false)`, []string{"createOrder"}, nil},
		{"code", "3.2.19", "api", `ReferenceConfig`, []string{"createOrder"}, nil},
		{"a bean is no dubbo element", "3.2.19", "bean", `<bean class="x.ReferenceBean">`, []string{"createOrder"}, nil},
		{"tag of another name", "3.2.19", "xml", `<bean class="x.ReferenceBean">`, []string{"createOrder"}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := &world{}
			r := refers(w.deployed("web", tc.version), orders)
			if tc.form == "annotation" {
				annotated(r, "")
			}
			r.Form, r.At = decl.Form(tc.form), placed("x", tc.text)
			for _, m := range tc.methods {
				w.method(r, m, nil)
			}
			p := &Pass{Model: &w.Model, Look: w.look()}
			var got []string
			for _, f := range p.stopRetriesFixes(r.Calls[0]) {
				if f != nil {
					got = append(got, map[bool]string{true: "safe: ", false: "unsafe: "}[f.Safe]+applied(*f))
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(tc.want) {
				t.Errorf("got\n%q\nwant\n%q", got, tc.want)
			}
		})
	}
}

func TestReplaceValue(t *testing.T) {
	for _, tc := range []struct{ text, raw, value, want string }{
		{"-1", "-1", "0", "0"},
		{`retries="-1"`, "-1", "0", `retries="0"`},
		{"retries = -1", "-1", "0", "retries = 0"},
		{"NO_RETRY", "-1", "0", ""},
		{"-10", "-1", "0", ""},
		{"x-1", "-1", "0", ""},
		{"0, 0", "0", "-1", ""},
		{"", "", "0", ""},
	} {
		e := replaceValue(placed("x", tc.text), tc.raw, tc.value)
		got := ""
		if e != nil {
			got = applied(finding.Fix{Edits: []finding.Edit{*e}})
		}
		if got != tc.want {
			t.Errorf("replaceValue(%q, %q) = %q, want %q", tc.text, tc.raw, got, tc.want)
		}
	}
}

// The fixes of the rules themselves, as a user would get them.
func TestRuleFixes(t *testing.T) {
	unknown := func(name string) *application.Config {
		f := file("a.xml", `<dubbo:reference `+name+`="0"/>`)
		return &application.Config{Tag: "reference", Form: decl.FormXML, At: span(f, string(f.Text)),
			Settings: []*application.Setting{{Name: name, Raw: "0", Value: "0", Known: true, NameAt: span(f, name), At: span(f, "0")}}}
	}
	for _, tc := range []struct {
		rule  string
		build func(*world)
		safe  bool
		want  string
	}{
		{"DA401", one("2.7.6", "createOrder", lostCluster("failfast", effective.AtReference, dubbo.ClusterReplaced)), true,
			`<dubbo:reference id="x" interface="com.acme.OrderService" retries="0"/>`},
		{"DA401", one("2.7.6", "createOrder", lostCluster("failback", effective.AtReference, dubbo.ClusterReplaced)), false,
			`<dubbo:reference id="x" interface="com.acme.OrderService" retries="0"/>`},
		{"DA402", one("3.2.19", "createOrder", lostRetries("0", effective.AtService, dubbo.ProviderRetriesIgnored)), true,
			`<dubbo:reference id="x" interface="com.acme.OrderService" retries="0"/>`},
		{"DA403", one("2.7.8", "createOrder", lostProviderCluster("failfast")), true,
			`<dubbo:reference id="x" interface="com.acme.OrderService" cluster="failfast"/>`},
		{"DA405", one("3.0.0", "createOrder", lostRetries("-1", effective.AtReference, dubbo.AnnotationDefaultDropped)), true, "0"},
		{"DA407", one("2.6.2", "createOrder", lostRetries("0", effective.AtReference, dubbo.AnnotationDefaultDropped)), true, "-1"},
		{"DA203", one("2.7.8", "createOrder", timeout(3, effective.AtReference)), false, "3000"},
		{"DA601", withConfig("2.7.8", unknown("retires")), true, `<dubbo:reference retries="0"/>`},
	} {
		w := &world{}
		tc.build(w)
		got := Run(&w.Model, w.look(), func(id string) bool { return id == tc.rule })
		if len(got) != 1 || len(got[0].Fixes) == 0 {
			t.Errorf("%s: %d findings, no fix", tc.rule, len(got))
			continue
		}
		fix := got[0].Fixes[0]
		if applied(fix) != tc.want || fix.Safe != tc.safe || fix.Title.IsZero() {
			t.Errorf("%s: %q, safe %v: %s", tc.rule, fix.Title, fix.Safe, applied(fix))
		}
	}
}

// A value that beats the reference's attribute is edited where it stands.
func TestRemedies(t *testing.T) {
	for _, tc := range []struct {
		name string
		from effective.Origin
		want string // the fixed text, "" for none
		says string
	}{
		{"method", effective.Origin{Level: effective.AtMethod}, "0", "Set it to 0 there."},
		{"parameter", effective.Origin{Level: effective.AtReference}, "0", "Set it to 0 there."},
		{"consumer", effective.Origin{Level: effective.AtConsumer}, `<dubbo:reference id="x" interface="com.acme.OrderService" retries="0"/>`, `Set retries="0" on the reference.`},
		{"consumer's property", effective.Origin{Level: effective.SpringEnv, Key: "dubbo.consumer.retries"}, `<dubbo:reference id="x" interface="com.acme.OrderService" retries="0"/>`, `Set retries="0" on the reference.`},
		{"reference's property", effective.Origin{Level: effective.SpringEnv, Key: "dubbo.reference.com.acme.OrderService.retries"}, "0", "Set it to 0 there."},
		{"provider's service", effective.Origin{Level: effective.AtService}, `<dubbo:reference id="x" interface="com.acme.OrderService" retries="0"/>`, `Set retries="0" on the reference.`},
		{"provider's method", effective.Origin{Level: effective.ProviderMethod}, `<dubbo:reference id="x" interface="com.acme.OrderService"><dubbo:method name="createOrder" retries="0"/></dubbo:reference>`,
			"Set retries to 0 for the method createOrder of the reference."},
	} {
		w := &world{}
		one("2.7.8", "createOrder", func(c *effective.Call) {
			tc.from.At = placed("value.xml", "3")
			c.Retries = effective.Value[int]{V: 3, Known: true, Raw: "3", From: tc.from}
		})(w)
		f := Run(&w.Model, w.look(), func(id string) bool { return id == "DA102" })[0]
		got := ""
		if len(f.Fixes) > 0 {
			got = applied(f.Fixes[0])
		}
		if got != tc.want || !strings.HasSuffix(f.Message.String(), tc.says) {
			t.Errorf("%s: %s\n%s", tc.name, got, f.Message)
		}
	}
}
