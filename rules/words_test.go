package rules

import (
	"strings"
	"testing"

	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

func TestSetTo(t *testing.T) {
	for _, tc := range []struct {
		form               decl.Form
		attr, value, wants string
	}{
		{decl.FormXML, "retries", "0", `Set retries="0" on the reference.`},
		{decl.FormAnnotation, "retries", "0", `Set retries = 0 in @DubboReference.`},
		{decl.FormAnnotation, "cluster", "failfast", `Set cluster = "failfast" in @DubboReference.`},
		{decl.FormAnnotation, "check", "false", `Set check = false in @DubboReference.`},
		{decl.FormAPI, "retries", "0", `Call setRetries(0) on the reference.`},
		{decl.FormAPI, "cluster", "failfast", `Call setCluster("failfast") on the reference.`},
		{decl.FormBean, "retries", "0", `Add <property name="retries" value="0"/> to the reference bean.`},
		{decl.FormBoot, "retries", "0", `Set dubbo.reference.com.acme.OrderService.retries=0.`},
	} {
		w := &world{}
		r := annotated(refers(w.deployed("web", "3.2.19"), orders), "")
		r.Form = tc.form
		if got := setTo(r, tc.attr, tc.value).String(); got != tc.wants {
			t.Errorf("%s: %s", tc.form, got)
		}
	}
}

// TestStopRetries: -1 needs a reason.
func TestStopRetries(t *testing.T) {
	for version, want := range map[string]string{
		"2.6.3": "Set retries = -1 in @Reference; 0 would be dropped as the annotation's default.",
		"2.6.4": "Set retries = 0 in @Reference.",
	} {
		w := &world{}
		if got := stopRetries(annotated(refers(w.deployed("web", version), orders), "")).String(); got != want {
			t.Errorf("%s: %s", version, got)
		}
	}
}

func TestToldBy(t *testing.T) {
	verb, key := idempotency.Evidence{Kind: "verb", Text: "verb pay"}, idempotency.Evidence{Kind: "key", Text: "field orderId"}
	for _, tc := range []struct {
		e    idempotency.Evidence
		v    idempotency.Verdict
		want string
	}{
		{verb, idempotency.Verdict{}, "judged a write: verb pay"},
		{key, idempotency.Verdict{}, "no idempotency key: field orderId"},
		{key, idempotency.Verdict{Key: "orderId"}, "idempotency key: field orderId"},
	} {
		if got := toldBy(tc.e, tc.v).String(); got != tc.want {
			t.Errorf("got %s, want %s", got, tc.want)
		}
	}
}

// TestSharing: which of two classes comes first is not known.
func TestSharing(t *testing.T) {
	w := &world{}
	a := w.deployed("web", "2.7.1")
	first, second := refers(a, orders), refers(a, orders)
	second.SharedWith = first
	if got := sharing(second).String(); !strings.HasPrefix(got, "may have no effect") {
		t.Error(got)
	}
	second.At.File = first.At.File
	if got := sharing(second).String(); !strings.HasPrefix(got, "has no effect") {
		t.Error(got)
	}
}
