package rules

import (
	"testing"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

var clusterCases = map[string][]ruleCase{
	"DA501": {
		{"failsafe with a result", one("2.7.8", "getOrder", cluster("failsafe")), []string{orders + " warning"}},
		{"failback on a write", one("2.7.8", "createOrder", cluster("failback")), []string{orders + "#createOrder warning"}},
		{"void", one("2.7.8", "createOrder", both(cluster("failsafe"), void)), nil},
		{"unknown declaration", one("2.7.8", "createOrder", both(cluster("failsafe"), func(c *effective.Call) { c.Decl = nil })), nil},
		{"failfast", one("2.7.8", "getOrder", cluster("failfast")), nil},
	},
	"DA502": {
		{"force", one("2.7.8", "getOrder", mock("force")), []string{orders + " warning"}},
		{"return null", one("2.7.8", "getOrder", mock("fail:return null")), []string{orders + " warning"}},
		{"class", one("2.7.8", "getOrder", mock("com.acme.OrderServiceMock")), nil},
		{"test", func(w *world) {
			r := refers(w.deployed("web", "2.7.8"), orders)
			r.Test = true
			w.method(r, "getOrder", mock("force"))
		}, nil},
		{"none", one("2.7.8", "getOrder", nil), nil},
	},
	"DA503": {
		{"private", checked("2.7.8", "getOrder", directURL("dubbo://10.1.2.3:20880")), []string{orders + " warning"}},
		{"localhost", checked("2.7.8", "getOrder", directURL("dubbo://localhost:20880/com.acme.OrderService")), []string{orders + " warning"}},
		{"public", checked("2.7.8", "getOrder", directURL("dubbo://pay.acme.com:20880")), []string{orders + " note"}},
		{"test", checked("2.7.8", "getOrder", func(r *effective.Reference) { r.Test = true; directURL("dubbo://localhost:20880")(r) }), nil},
		{"from a property", checked("2.7.8", "getOrder", func(r *effective.Reference) {
			directURL("dubbo://localhost:20880")(r)
			r.URL.From.Via = []source.Span{placed("a.properties", "x")}
		}), nil},
		{"registry", checked("2.7.8", "getOrder", directURL("registry://localhost:2181")), nil},
	},
	"DA504": {
		{"broadcast", withConfig("2.7.8", config("registry", decl.FormXML, "cluster", "broadcast")), []string{"- note"}},
		{"2.7.6", withConfig("2.7.6", config("registry", decl.FormXML, "cluster", "failfast")), []string{"- note"}},
		{"zone-aware", withConfig("2.7.8", config("registry", decl.FormXML, "cluster", "zone-aware")), nil},
		{"none", withConfig("2.7.8", config("registry", decl.FormXML, "address", "N/A")), nil},
	},
	"DA505": {
		{"failfast", one("2.6.0", "getOrder", both(cluster("failfast"), retries(1, effective.AtReference))), []string{orders + " note"}},
		{"both at the consumer", one("2.7.8", "getOrder", both(func(c *effective.Call) { c.Cluster = given("failfast", effective.AtConsumer) }, retries(1, effective.AtConsumer))), []string{"- note"}},
		{"consumer's retries under one reference's cluster", one("2.7.8", "getOrder", both(cluster("failfast"), retries(1, effective.AtConsumer))), nil},
		{"zero", one("2.7.8", "getOrder", both(cluster("failfast"), retries(0, effective.AtReference))), nil},
		{"failover", one("2.7.8", "getOrder", retries(1, effective.AtReference)), nil},
	},
}

func void(c *effective.Call) {
	c.Decl = &decl.Method{Name: c.Method, Return: decl.TypeRef{Name: "void"}}
}

func TestPrivateHost(t *testing.T) {
	for url, want := range map[string]bool{
		"dubbo://127.0.0.1:20880": true, "dubbo://192.168.0.9": true, "dubbo://172.16.0.1:1/x": true,
		"dubbo://[::1]:20880": true, "localhost:20880": true, "dubbo://0.0.0.0:20880": true,
		"dubbo://172.32.0.1:20880": false, "dubbo://8.8.8.8:20880": false, "dubbo://pay:20880": false, "": false,
	} {
		if got := privateHost(url); got != want {
			t.Errorf("privateHost(%q) = %v", url, got)
		}
	}
}
