package rules

import (
	"testing"
	"time"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/lang"
)

// one makes a model of one reference with one method.
func one(version, method string, edit func(*effective.Call)) func(*world) {
	return func(w *world) { w.method(refers(w.deployed("web", version), orders), method, edit) }
}

// judged makes the same with a verdict of its own.
func judged(version, method string, verdict func(*idempotency.Verdict), edit func(*effective.Call)) func(*world) {
	return func(w *world) {
		w.judge(w.method(refers(w.deployed("web", version), orders), method, edit), verdict)
	}
}

func retries(n int, level effective.Level) func(*effective.Call) {
	return func(c *effective.Call) { c.Retries = given(n, level) }
}

func cluster(name string) func(*effective.Call) {
	return func(c *effective.Call) { c.Cluster = given(name, effective.AtReference) }
}

func key(v *idempotency.Verdict)      { v.Key = "requestNo" }
func doubtful(v *idempotency.Verdict) { v.Confidence = "low" }
func guard(v *idempotency.Verdict)    { v.Guard = lang.Verbatim("@Idempotent") }

var retryCases = map[string][]ruleCase{
	"DA101": {
		{"certain write", one("2.7.8", "createOrder", nil), []string{orders + "#createOrder error"}},
		{"never called", one("2.7.8", "createOrder", func(c *effective.Call) {
			c.Ref.Confined, c.Ref.Config.Calls = true, []application.CallSite{{Method: "getOrder"}}
		}), nil},
		{"likely write", one("2.7.8", "sendMail", nil), []string{orders + "#sendMail warning"}},
		{"oldest", one("2.5.3", "createOrder", nil), []string{orders + "#createOrder error"}},
		{"newest", one("3.3.6", "createOrder", nil), []string{orders + "#createOrder error"}},
		{"unknown version", one("", "createOrder", nil), []string{orders + "#createOrder error medium"}},
		{"fork", one("2.7.12-acme-v8-SNAPSHOT", "createOrder", nil), []string{orders + "#createOrder error medium"}},
		{"key", judged("2.7.8", "createOrder", key, nil), []string{orders + "#createOrder warning"}},
		{"guard", judged("2.7.8", "createOrder", guard, nil), []string{orders + "#createOrder warning"}},
		{"weak verdict", judged("2.7.8", "createOrder", func(v *idempotency.Verdict) { v.Confidence = "low" }, nil), []string{orders + "#createOrder error low"}},
		{"async", one("2.7.8", "createOrder", func(c *effective.Call) { c.Mode = effective.Async }), []string{orders + "#createOrder warning low"}},
		{"unsure", one("2.7.8", "createOrder", func(c *effective.Call) { c.Unsure = []lang.Text{lang.T("config center")} }), []string{orders + "#createOrder error medium"}},
		{"read", one("2.7.8", "getOrder", nil), nil},
		{"retries written", one("2.7.8", "createOrder", retries(0, effective.AtReference)), nil},
		{"provider's value counts", one("2.7.8", "createOrder", retries(2, effective.AtService)), nil},
		{"failfast", one("2.7.8", "createOrder", cluster("failfast")), nil},
		{"placeholder", one("2.7.8", "createOrder", func(c *effective.Call) { c.Retries = undecidedValue[int]("${x}") }), nil},
		{"fails anyway", one("2.7.8", "createOrder", func(c *effective.Call) { c.Fails = &effective.Failure{Msg: lang.T("x")} }), nil},
	},
	"DA102": {
		{"warning", one("2.7.8", "createOrder", retries(3, effective.AtReference)), []string{orders + "#createOrder warning"}},
		{"money", one("2.7.8", "pay", retries(3, effective.AtConsumer)), []string{orders + "#pay error"}},
		{"key", judged("2.7.8", "pay", key, retries(3, effective.AtConsumer)), []string{orders + "#pay note"}},
		{"guard", judged("2.7.8", "pay", guard, retries(3, effective.AtConsumer)), []string{orders + "#pay warning"}},
		{"provider side", one("2.7.8", "createOrder", retries(5, effective.AtProvider)), []string{orders + "#createOrder warning"}},
		{"none", one("2.7.8", "createOrder", retries(0, effective.AtReference)), nil},
		{"default", one("2.7.8", "createOrder", nil), nil},
		{"read", one("2.7.8", "getOrder", retries(3, effective.AtReference)), nil},
		{"async", one("2.7.8", "createOrder", func(c *effective.Call) {
			c.Retries, c.Mode = given(3, effective.AtReference), effective.Async
		}), nil},
	},
	"DA103": {
		{"forking", one("2.7.8", "createOrder", cluster("forking")), []string{orders + "#createOrder error"}},
		{"broadcast", one("2.7.8", "createOrder", cluster("broadcast")), []string{orders + "#createOrder warning"}},
		{"broadcast refresh", one("2.7.8", "refreshCache", cluster("broadcast")), nil},
		{"forking refresh", one("2.7.8", "refreshCache", cluster("forking")), []string{orders + "#refreshCache error"}},
		{"read", one("2.7.8", "getOrder", cluster("forking")), nil},
		{"failover", one("2.7.8", "createOrder", nil), nil},
	},
	"DA104": {
		{"write", one("2.7.8", "createOrder", failback(4)), []string{orders + "#createOrder error"}},
		{"2.6", one("2.6.12", "createOrder", failback(2)), []string{orders + "#createOrder error"}},
		{"doubtful write", judged("2.7.8", "createOrder", doubtful, failback(4)), []string{orders + " warning"}},
		{"read", one("2.7.8", "getOrder", failback(4)), []string{orders + " warning"}},
		{"many reads, one finding", func(w *world) {
			r := refers(w.deployed("web", "2.7.8"), orders)
			w.method(r, "getOrder", failback(4))
			w.method(r, "getPage", failback(4))
		}, []string{orders + " warning"}},
		{"stopped by retries=0 from 2.7.16", one("2.7.16", "createOrder", failback(1)), nil},
		{"not stopped before", one("2.7.15", "createOrder", failback(4)), []string{orders + "#createOrder error"}},
		{"failfast", one("2.7.8", "createOrder", cluster("failfast")), nil},
	},
	"DA109": {
		{"registries", one("2.7.8", "createOrder", nested(3, 16)), []string{orders + "#createOrder error"}},
		{"2.6", one("2.6.12", "createOrder", nested(3, 12)), []string{orders + "#createOrder error"}},
		{"explicit failover, last of the range", one("2.7.5", "createOrder", nested(2, 9)), []string{orders + "#createOrder error"}},
		{"read", one("2.7.8", "getOrder", nested(3, 16)), []string{orders + " warning"}},
		{"no retries", one("2.7.8", "createOrder", nested(0, 1)), nil},
		{"zone-aware outside", one("2.7.8", "createOrder", func(c *effective.Call) { c.OuterCluster = "zone-aware" }), nil},
	},
	"DA110": {
		{"ten", one("2.7.8", "getOrder", retries(10, effective.AtConsumer)), []string{orders + " error"}},
		{"write", one("2.7.8", "createOrder", retries(100, effective.AtConsumer)), []string{orders + "#createOrder error"}},
		{"nine", one("2.7.8", "getOrder", retries(9, effective.AtConsumer)), nil},
		{"failfast", one("2.7.8", "getOrder", func(c *effective.Call) {
			c.Retries, c.Cluster = given(10, effective.AtConsumer), given("failfast", effective.AtReference)
		}), nil},
	},
}

func failback(most int) func(*effective.Call) {
	return func(c *effective.Call) {
		c.Cluster, c.MaxExecutions = given("failback", effective.AtReference), most
	}
}

func nested(retries, executions int) func(*effective.Call) {
	return func(c *effective.Call) {
		c.Retries, c.OuterCluster = given(retries, effective.AtReference), "failover"
		c.Executions = effective.Value[int]{V: executions, Known: true, From: effective.Origin{Quirk: dubbo.NestedFailover}}
	}
}

func TestDefaultRetriesMessage(t *testing.T) {
	for _, tc := range []struct {
		name string
		edit func(*effective.Call)
		want string
	}{
		{"nothing set", func(c *effective.Call) { c.Timeout = given(3*time.Second, effective.AtConsumer) },
			`createOrder may run 3 times (3 x 3000 ms): retries=2 is Dubbo's default; no retries at method, reference or consumer. Set retries="0" on the reference.`},
		{"no timeout either", nil,
			`createOrder may run 3 times (3 x 1000 ms): retries=2 is Dubbo's default; no retries at method, reference or consumer; no timeout is set either. Set retries="0" on the reference.`},
		{"lost at the provider", func(c *effective.Call) {
			c.Timeout = given(3*time.Second, effective.AtConsumer)
			c.Retries = beats(c.Retries, "0", effective.AtService, dubbo.ProviderRetriesIgnored)
		}, `createOrder may run 3 times (3 x 3000 ms): retries=2 is Dubbo's default; retries=0, which is set at the provider's service, has no effect. Set retries="0" on the reference.`},
	} {
		w := &world{}
		one("3.2.19", "createOrder", tc.edit)(w)
		got := Run(&w.Model, w.look(), func(id string) bool { return id == "DA101" })
		if len(got) != 1 || got[0].Message.String() != tc.want {
			t.Errorf("%s:\ngot  %v\nwant %s", tc.name, got[0].Message, tc.want)
		}
	}
}

func TestFactsAndPlaces(t *testing.T) {
	w := &world{}
	one("2.7.8", "createOrder", retries(3, effective.AtConsumer))(w)
	f := Run(&w.Model, w.look(), func(id string) bool { return id == "DA102" })[0]
	if *f.Facts.Retries != 3 || *f.Facts.Executions != 4 || *f.Facts.TimeoutMs != 1000 || *f.Facts.WorstCaseMs != 4000 ||
		f.Facts.RetriesOrigin != "consumer" || f.Facts.DubboVersion != "2.7.8" || f.Facts.Cluster != "failover" {
		t.Errorf("facts: %+v", f.Facts)
	}
	if len(f.Related) != 1 || f.Related[0].At.File.Path != "consumer.xml" {
		t.Errorf("related: %v", f.Related)
	}
	if len(f.Flow) != 2 || f.Flow[0].At.File.Path != "consumer.xml" || f.Flow[1].At != f.At {
		t.Errorf("flow: %v", f.Flow)
	}
}
