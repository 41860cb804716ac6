package rules

import (
	"testing"

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
		if got := setTo(r, tc.attr, tc.value); got != tc.wants {
			t.Errorf("%s: %s", tc.form, got)
		}
	}
}
