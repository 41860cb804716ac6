package simulate_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/simulate"
)

// model audits references of com.acme.OrderService and com.acme.StockService.
func model(t *testing.T, version, references string) *effective.Model {
	t.Helper()
	l, err := audit.Load(context.Background(), fstest.MapFS{
		"src/main/java/com/acme/OrderService.java": {Data: []byte("package com.acme;\npublic interface OrderService { String createOrder(String a); String getOrder(String id); }")},
		"src/main/java/com/acme/StockService.java": {Data: []byte("package com.acme;\npublic interface StockService { void deduct(int n); }")},
		"src/main/resources/dubbo.xml": {Data: []byte(`<beans xmlns:dubbo="http://dubbo.apache.org/schema/dubbo">` + "\n" +
			`<dubbo:application name="shop"/>` + "\n" + references + "\n</beans>")},
	}, audit.Options{Deployment: application.Options{ForceDubboVersion: version}})
	if err != nil {
		t.Fatal(err)
	}
	return l.Model
}

const two = `<dubbo:reference id="orders" interface="com.acme.OrderService" timeout="900"/>
<dubbo:reference id="fastOrders" interface="com.acme.OrderService" group="fast" cluster="failfast"/>
<dubbo:reference id="stock" interface="com.acme.StockService" retries="5"/>`

func TestFind(t *testing.T) {
	m := model(t, "2.7.8", two)
	for _, c := range []struct{ reference, method, want, err string }{
		{"orders", "createOrder", "orders createOrder", ""},
		{"shop/fastOrders", "getOrder", "fastOrders getOrder", ""},
		{"src/main/resources/dubbo.xml:3", "getOrder", "orders getOrder", ""},
		{"com.acme.StockService", "deduct", "stock deduct", ""},
		{"StockService", "", "stock deduct", ""},
		{"stok", "deduct", "", `no reference is named "stok"; did you mean stock?`},
		{"com.acme.StokService", "deduct", "", `did you mean com.acme.StockService?`},
		{"nothing.like.that", "deduct", "", `there are com.acme.OrderService, com.acme.StockService, orders, `},
		{"", "deduct", "", "a reference is needed: com.acme.OrderService"},
		{"OrderService", "getOrder", "", `several references are named "OrderService": write one of orders, fastOrders`},
		{"orders", "", "", "a method of com.acme.OrderService is needed: createOrder, getOrder"},
		{"orders", "createOrdr", "", "did you mean createOrder?"},
	} {
		call, err := simulate.Find(m, c.reference, c.method)
		switch {
		case err != nil && (c.err == "" || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%s#%s: %v", c.reference, c.method, err)
		case err == nil && call.Ref.ID+" "+call.Method != c.want:
			t.Errorf("%s#%s: found %s#%s", c.reference, c.method, call.Ref.ID, call.Method)
		}
	}
}

// TestWhatIf: the payment of 1.1 s under 900 ms, and what would change it.
func TestWhatIf(t *testing.T) {
	for _, c := range []struct {
		version, reference string
		want               map[string][3]int // sends, stored, ms until the caller knows
	}{
		{"2.7.8", `<dubbo:reference id="pay" interface="com.acme.StockService" timeout="900"/>`, map[string][3]int{
			"as configured": {3, 3, 2700}, "retries=0": {1, 1, 900}, "cluster=failfast": {1, 1, 900}, "timeout=1800": {1, 1, 1100},
			"idempotency key": {3, 1, 1800}, "transport errors only": {1, 1, 900},
		}},
		// 2.7.6 ignores failfast.
		{"2.7.6", `<dubbo:reference id="pay" interface="com.acme.StockService" timeout="900"/>`, map[string][3]int{
			"as configured": {3, 3, 2700}, "cluster=failfast": {3, 3, 2700}, "retries=0": {1, 1, 900},
		}},
		// One direct url: 2.7 never tries again, 3.x always does.
		{"2.7.23", `<dubbo:reference id="pay" interface="com.acme.StockService" timeout="900" url="dubbo://10.0.0.1:20880"/>`, map[string][3]int{
			"as configured": {1, 1, 900}, "cluster=failfast": {1, 1, 900},
		}},
		{"3.2.19", `<dubbo:reference id="pay" interface="com.acme.StockService" timeout="900" url="dubbo://10.0.0.1:20880" cluster="failfast"/>`, map[string][3]int{
			"as configured": {3, 3, 2700}, "cluster=failfast": {3, 3, 2700}, "retries=0": {1, 1, 900},
		}},
		{"2.7.8", `<dubbo:reference id="pay" interface="com.acme.StockService" timeout="900" cluster="failback"/>`, map[string][3]int{
			"as configured": {4, 4, 900}, "retries=0": {4, 4, 900}, "cluster=failfast": {1, 1, 900},
		}},
		{"2.7.8", `<dubbo:reference id="pay" interface="com.acme.StockService" timeout="900" mock="force:return null"/>`, map[string][3]int{
			"as configured": {0, 0, 0},
		}},
		{"2.7.8", `<dubbo:reference id="pay" interface="com.acme.StockService" cluster="nonsense"/>`, map[string][3]int{
			"as configured": {0, 0, 0},
		}},
	} {
		call, err := simulate.Find(model(t, c.version, c.reference), "pay", "deduct")
		if err != nil {
			t.Fatal(err)
		}
		s, open := simulate.FromCall(call)
		if len(open) > 0 {
			t.Fatalf("%s: %v", c.reference, open)
		}
		s.Service = 1100 * time.Millisecond
		columns := simulate.WhatIf(s, call)
		if err := simulate.Evaluate(context.Background(), columns, nil); err != nil {
			t.Fatal(err)
		}
		for _, col := range columns {
			o := col.Outcome
			got := [3]int{o.Sends, o.Stored, int(o.Total.Milliseconds())}
			if want, ok := c.want[col.Name.String()]; ok && got != want {
				t.Errorf("%s %s, %s: %v, not %v", c.version, c.reference, col.Name, got, want)
			}
			delete(c.want, col.Name.String())
		}
		if len(c.want) > 0 {
			t.Errorf("%s %s: no columns %v", c.version, c.reference, c.want)
		}
	}
}

// TestUndecided: what the files do not tell is named, never guessed.
func TestUndecided(t *testing.T) {
	call, err := simulate.Find(model(t, "2.7.8", `<dubbo:reference id="pay" interface="com.acme.StockService" retries="${pay.retries}"/>`), "pay", "deduct")
	if err != nil {
		t.Fatal(err)
	}
	_, open := simulate.FromCall(call)
	if len(open) != 1 || open[0].Setting != "retries" || open[0].Why.String() == "" {
		t.Errorf("%+v", open)
	}
}

// TestUnknownVersion: the newest measured version stands in, and it is said.
func TestUnknownVersion(t *testing.T) {
	call, err := simulate.Find(model(t, "", `<dubbo:reference id="pay" interface="com.acme.StockService" retries="1" timeout="900" cluster="failover"/>`), "pay", "deduct")
	if err != nil {
		t.Fatal(err)
	}
	if s, _ := simulate.FromCall(call); !s.Assumed || s.Version.Compare(dubbo.MustVersion(simulate.NewestMeasured)) != 0 {
		t.Errorf("%+v", s)
	}
}

func TestSelect(t *testing.T) {
	m := model(t, "2.7.8", two)
	for _, c := range []struct{ reference, method, want, err string }{
		{"orders", "", "orders createOrder, orders getOrder", ""},
		{"OrderService", "getOrder", "orders getOrder, fastOrders getOrder", ""},
		{"", "deduct", "stock deduct", ""},
		{"stok", "", "", `did you mean stock?`},
		{"stock", "getOrder", "", `no method is named "getOrder"; there are deduct`},
	} {
		part, err := simulate.Select(m, c.reference, c.method)
		if err != nil {
			if c.err == "" || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s#%s: %v", c.reference, c.method, err)
			}
			continue
		}
		var got []string
		for _, a := range part.Apps {
			for _, r := range a.References {
				for _, call := range r.Calls {
					got = append(got, r.ID+" "+call.Method)
				}
			}
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s#%s: %s, want %s", c.reference, c.method, s, c.want)
		}
	}
	if n := len(m.Apps[0].References[0].Calls); n != 2 {
		t.Errorf("the model was changed: %d calls", n)
	}
}
