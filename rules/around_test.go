package rules

import (
	"testing"
	"time"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/retrylayer"
)

// layer makes a layer in a method of its own place.
func layer(kind retrylayer.Kind, name string, attempts int) *retrylayer.Layer {
	l := &retrylayer.Layer{Kind: kind, Name: name, Attempts: attempts, From: "its default", Method: "Gateway.create", At: placed("Gateway.java", name)}
	if attempts == 0 {
		l.From, l.Unknown = "", "its bound is not a number in the code"
	}
	return l
}

func retryable(n int) *retrylayer.Layer { return layer(retrylayer.Retryable, "@Retryable", n) }

func job() *retrylayer.Layer { return layer(retrylayer.Schedule, "the schedule of the job", 0) }

// through makes a way of one method with layers.
func through(layers ...*retrylayer.Layer) *retrylayer.Way {
	return &retrylayer.Way{Steps: []retrylayer.Step{{Type: "com.acme.Gateway", Method: "create", At: placed("Gateway.java", "orders.create")}}, Layers: layers}
}

// wrapped makes a model of one call with ways to it.
func wrapped(method string, edit func(*effective.Call), ways ...*retrylayer.Way) func(*world) {
	return func(w *world) {
		c := w.method(refers(w.deployed("web", "2.7.8"), orders), method, edit)
		for _, way := range ways {
			w.way(c, way)
		}
	}
}

// made makes the same with a key.
func made(method string, way *retrylayer.Way, k retrylayer.Key) func(*world) {
	return func(w *world) {
		wrapped(method, retries(0, effective.AtReference), way)(w)
		k.Maker, k.Method, k.At = "UUID.randomUUID", "Gateway.create", placed("Gateway.java", "randomUUID")
		w.keys = map[*effective.Call][]retrylayer.Key{w.Apps[0].References[0].Calls[0]: {k}}
	}
}

func inLayer(name string, l *retrylayer.Layer, method string) func(*world) {
	return made(method, through(l), retrylayer.Key{Name: name, Inside: l})
}

// linked makes a chain web -> OrderService -> StockService; edit changes the
// second call.
func linked(method string, edit func(*effective.Call), way *retrylayer.Way) func(*world) {
	return func(w *world) {
		web, shop := w.deployed("web", "2.7.8"), w.deployed("shop", "2.7.8")
		s := exports(shop, orders)
		s.Impl = "com.acme.OrderServiceImpl"
		first := refers(web, orders)
		first.Providers = []*effective.Service{s}
		w.method(first, "createOrder", func(c *effective.Call) { c.CalledAt = []source.Span{placed("Web.java", "createOrder")} })
		way.Entry = retrylayer.Service
		way.Steps = append(way.Steps, retrylayer.Step{Type: s.Impl, Method: "createOrder", At: placed("OrderServiceImpl.java", "stock")})
		w.way(w.method(refers(shop, "com.acme.StockService"), method, edit), way)
	}
}

const stock = "com.acme.StockService"

func swallowed() *retrylayer.Way {
	w := through()
	w.Swallowed = placed("Gateway.java", "catch")
	return w
}

func detached() *retrylayer.Way {
	w := swallowed()
	w.Detached = w.Swallowed
	return w
}

func budgeted(d time.Duration) *retrylayer.Layer {
	l := layer(retrylayer.Template, "RetryTemplate", 2)
	l.Budget = d
	return l
}

func inTransaction(name string, fenced bool) *retrylayer.Way {
	w := through()
	w.Transaction = &retrylayer.Transaction{Name: name, Method: "Gateway.create", Fenced: fenced, At: placed("Gateway.java", name)}
	return w
}

func twoPhase(args string) func(*effective.Call) {
	return func(c *effective.Call) {
		a := &decl.Annotation{Name: "TwoPhaseBusinessAction", At: placed("Action.java", "@TwoPhaseBusinessAction")}
		if args != "" {
			a.Args = []decl.AnnotationArg{{Name: args, Value: &decl.Expr{Kind: decl.BoolExpr, Text: "true"}}}
		}
		c.Decl.Annotations = []*decl.Annotation{a}
	}
}

var aroundCases = map[string][]ruleCase{
	"DA105": {
		{"write", wrapped("createOrder", nil, through(retryable(3))), []string{orders + "#createOrder error"}},
		{"read", wrapped("getOrder", nil, through(retryable(3))), []string{orders + "#getOrder warning"}},
		{"likely write", wrapped("sendMail", nil, through(retryable(3))), []string{orders + "#sendMail warning"}},
		{"unknown number", wrapped("createOrder", nil, through(retryable(0))), []string{orders + "#createOrder warning medium"}},
		{"unknown number, read", wrapped("getOrder", nil, through(retryable(0))), []string{orders + "#getOrder note medium"}},
		{"the worst way", wrapped("createOrder", nil, through(), through(job()), through(retryable(3))), []string{orders + "#createOrder error"}},
		{"job", wrapped("createOrder", nil, through(job())), []string{orders + "#createOrder note"}},
		{"job, read", wrapped("getOrder", nil, through(job())), nil},
		{"no layer", wrapped("createOrder", nil, through()), nil},
		{"Dubbo runs it once", wrapped("createOrder", retries(0, effective.AtReference), through(retryable(3))), nil},
		{"executions unknown", wrapped("createOrder", func(c *effective.Call) { c.Retries = undecidedValue[int]("${x}") }, through(retryable(3))), nil},
		{"failfast", wrapped("createOrder", cluster("failfast"), through(retryable(3))), nil},
	},
	"DA106": {
		{"inside", inLayer("requestNo", retryable(3), "createOrder"), []string{orders + "#createOrder error"}},
		{"unknown number", inLayer("requestNo", retryable(0), "createOrder"), []string{orders + "#createOrder warning"}},
		{"redelivered", inLayer("requestNo", layer(retrylayer.Redelivery, "the redelivery of messages", 0), "createOrder"), []string{orders + "#createOrder warning"}},
		{"job", inLayer("requestNo", job(), "createOrder"), []string{orders + "#createOrder note"}},
		{"read", inLayer("requestNo", retryable(3), "getOrder"), nil},
		{"before", made("createOrder", through(retryable(3)), retrylayer.Key{Name: "requestNo"}), nil},
		{"in a controller", made("createOrder", &retrylayer.Way{Steps: through().Steps, Entry: retrylayer.Web}, retrylayer.Key{Name: "requestNo"}), []string{orders + "#createOrder note"}},
		{"doubtful write", func(w *world) {
			inLayer("requestNo", retryable(3), "createOrder")(w)
			w.judge(w.Apps[0].References[0].Calls[0], doubtful)
		}, []string{orders + "#createOrder warning low"}},
		{"in a service that Dubbo calls again", func(w *world) {
			linked("createStock", retries(0, effective.AtReference), through())(w)
			w.keys = map[*effective.Call][]retrylayer.Key{w.Apps[1].References[0].Calls[0]: {{Name: "requestNo", Maker: "UUID.randomUUID", Method: "OrderServiceImpl.createOrder", At: placed("A.java", "x")}}}
		}, []string{stock + "#createStock warning"}},
	},
	"DA107": {
		{"write", linked("createStock", nil, through()), []string{stock + "#createStock warning"}},
		{"read", linked("getStock", nil, through()), nil},
		{"read, with a loop", linked("getStock", nil, through(layer(retrylayer.Loop, "the loop", 3))), []string{stock + "#getStock warning"}},
		{"once at the end", linked("createStock", retries(0, effective.AtReference), through()), nil},
		{"four", linked("createStock", retries(1, effective.AtReference), through()), nil},
		{"swallowed all the same", linked("createStock", nil, swallowed()), []string{stock + "#createStock warning"}},
		{"on another thread", linked("createStock", nil, detached()), nil},
		{"the caller waits for all", linked("createStock", func(c *effective.Call) { c.Timeout = given(300*time.Millisecond, effective.AtReference) }, through()), nil},
		{"no link", wrapped("createOrder", nil, through(retryable(3))), nil},
	},
	"DA108": {
		{"participant", wrapped("createOrder", twoPhase("")), []string{orders + "#createOrder error"}},
		{"fenced", wrapped("createOrder", twoPhase("useTCCFence")), nil},
		{"once", wrapped("createOrder", func(c *effective.Call) {
			twoPhase("")(c)
			c.Retries = given(0, effective.AtReference)
		}), nil},
		{"global transaction", wrapped("createOrder", nil, inTransaction("@GlobalTransactional", false)), []string{orders + "#createOrder error"}},
		{"read in a transaction", wrapped("getOrder", nil, inTransaction("@GlobalTransactional", false)), nil},
		{"doubtful write in a transaction", func(w *world) {
			wrapped("createOrder", nil, inTransaction("@GlobalTransactional", false))(w)
			w.judge(w.Apps[0].References[0].Calls[0], func(v *idempotency.Verdict) { v.Confidence = "low" })
		}, nil},
		{"none", wrapped("createOrder", nil, through()), nil},
	},
	"DA202": {
		{"defaults", linked("createStock", nil, through()), []string{stock + "#createStock note"}},
		{"written", linked("createStock", func(c *effective.Call) { c.Timeout = given(2*time.Second, effective.AtReference) }, through()), []string{stock + "#createStock warning"}},
		{"read", linked("getStock", func(c *effective.Call) { c.Timeout = given(2*time.Second, effective.AtReference) }, through()), []string{stock + " warning"}},
		{"fits", linked("createStock", func(c *effective.Call) {
			c.Retries, c.Timeout = given(0, effective.AtReference), given(time.Second, effective.AtReference)
		}, through()), nil},
		{"layers count", linked("createStock", retries(0, effective.AtReference), through(retryable(2))), []string{stock + "#createStock warning"}},
		{"layer gives up", wrapped("createOrder", nil, through(budgeted(2*time.Second))), []string{orders + "#createOrder warning"}},
		{"layer waits", wrapped("createOrder", nil, through(budgeted(3*time.Second))), nil},
		{"async", linked("createStock", func(c *effective.Call) { c.Mode = effective.Async }, through()), nil},
	},
}

func TestMultiplicationMessage(t *testing.T) {
	w := &world{}
	wrapped("createOrder", nil, through(layer(retrylayer.Loop, "the loop", 2), retryable(3)))(w)
	f := Run(&w.Model, w.look(), func(id string) bool { return id == "DA105" })[0]
	want := `createOrder may run 18 times (3 x 2 x 3 = 18 executions): the loop in Gateway.create (2 rounds) and @Retryable in Gateway.create (3 attempts, its default) around 3 executions by Dubbo; retries=2 is Dubbo's default. Set retries="0" on the reference.`
	if f.Message.String() != want || f.At.Text() != "@Retryable" {
		t.Errorf("at %q:\ngot  %s\nwant %s", f.At.Text(), f.Message, want)
	}
}
