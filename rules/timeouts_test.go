package rules

import (
	"fmt"
	"time"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
)

func timeout(ms int, level effective.Level) func(*effective.Call) {
	return func(c *effective.Call) { c.Timeout = given(time.Duration(ms)*time.Millisecond, level) }
}

// inverted makes a consumer's timeout and a provider that declares another.
func inverted(method, declared string, edit func(*effective.Call)) func(*world) {
	return func(w *world) {
		r := refers(w.deployed("web", "2.7.8"), orders)
		r.Providers = []*effective.Service{exports(w.deployed("stock", "2.7.8"), orders, "timeout", declared)}
		w.method(r, method, edit)
	}
}

var timeoutCases = map[string][]ruleCase{
	"DA201": {
		{"write retried", inverted("createOrder", "5000", timeout(1000, effective.AtReference)), []string{orders + "#createOrder error"}},
		{"write once", inverted("createOrder", "5000", func(c *effective.Call) {
			c.Timeout, c.Retries = given(time.Second, effective.AtReference), given(0, effective.AtReference)
		}), []string{orders + "#createOrder warning"}},
		{"read", inverted("getOrder", "5000", timeout(1000, effective.AtReference)), []string{orders + " warning"}},
		{"equal", inverted("createOrder", "5000", timeout(5000, effective.AtReference)), nil},
		{"provider's own", inverted("createOrder", "5000", timeout(5000, effective.AtService)), nil},
		{"one process", inverted("createOrder", "5000", func(c *effective.Call) {
			c.Cluster = effective.Value[string]{V: dubbo.NoCluster, Known: true, From: effective.Origin{Level: effective.VersionQuirk, Quirk: dubbo.LocalCall}}
		}), nil},
		{"no provider known", one("2.7.8", "createOrder", timeout(10, effective.AtReference)), nil},
	},
	"DA203": {
		{"three", one("2.7.8", "getOrder", timeout(3, effective.AtReference)), []string{orders + " warning"}},
		{"consumer, once for all", func(w *world) {
			a := w.deployed("web", "2.7.8")
			at := given(30*time.Millisecond, effective.AtConsumer)
			for _, n := range []string{"com.acme.A", "com.acme.B"} {
				w.method(refers(a, n), "getOrder", func(c *effective.Call) { c.Timeout = at })
			}
		}, []string{"- warning"}},
		{"service", func(w *world) { exports(w.deployed("stock", "2.7.8"), orders, "timeout", "5") }, []string{orders + " warning"}},
		{"forty-nine", one("2.7.8", "getOrder", timeout(49, effective.AtMethod)), []string{orders + "#getOrder warning"}},
		{"fifty", one("2.7.8", "getOrder", timeout(50, effective.AtReference)), nil},
		{"default", one("2.7.8", "getOrder", nil), nil},
	},
	"DA204": {
		{"a minute", one("2.7.8", "getOrder", timeout(60000, effective.AtReference)), []string{orders + " note"}},
		{"ten minutes", one("2.7.8", "getOrder", timeout(600000, effective.AtReference)), []string{orders + " warning"}},
		{"service", func(w *world) { exports(w.deployed("stock", "2.7.8"), orders, "timeout", "600000") }, []string{orders + " warning"}},
		{"two of a kind and another", func(w *world) {
			a := w.deployed("web", "2.7.8")
			for i, ms := range []int{60000, 60000, 70000} {
				w.method(refers(a, fmt.Sprintf("com.acme.S%d", i)), "getOrder", timeout(ms, effective.AtReference))
			}
			for i, r := range a.References { // a place of its own for each
				r.Calls[0].Timeout.From.At = placed(fmt.Sprintf("%d.xml", i), "timeout")
			}
		}, []string{"- note", "com.acme.S2 note"}},
		{"less", one("2.7.8", "getOrder", timeout(59999, effective.AtReference)), nil},
	},
	"DA205": {
		{"minus one", one("2.7.8", "getOrder", nonPositive("-1", dubbo.NonPositiveTimeout)), []string{orders + " warning"}},
		{"zero in XML", one("2.7.8", "getOrder", nonPositive("0", dubbo.XMLNoOp)), []string{orders + " warning"}},
		{"zero in an annotation", one("2.7.8", "getOrder", nonPositive("0", dubbo.AnnotationDefaultDropped)), []string{orders + " warning"}},
		{"@Method is DA406", one("2.7.8", "getOrder", nonPositive("-1", dubbo.MethodDefaultDropped)), nil},
		{"positive", one("2.7.8", "getOrder", nonPositive("500", dubbo.SourceOrder)), nil},
	},
	"DA206": {
		{"write", one("2.7.8", "createOrder", nil), []string{orders + "#createOrder note"}},
		{"timeout set", one("2.7.8", "createOrder", timeout(3000, effective.AtConsumer)), nil},
		{"runs once", one("2.7.8", "createOrder", retries(0, effective.AtReference)), nil},
		{"read", one("2.7.8", "getOrder", nil), nil},
	},
}

func nonPositive(raw string, q dubbo.QuirkID) func(*effective.Call) {
	return func(c *effective.Call) { c.Timeout = beats(c.Timeout, raw, effective.AtReference, q) }
}
