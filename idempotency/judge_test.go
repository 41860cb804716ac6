package idempotency

import (
	"strings"
	"testing"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

func param(typ, name string, args ...string) decl.Param {
	ref := decl.TypeRef{Name: typ}
	for _, a := range args {
		ref.Args = append(ref.Args, decl.TypeRef{Name: a})
	}
	return decl.Param{Name: name, Type: ref}
}

func note(name string, args ...decl.AnnotationArg) *decl.Annotation {
	return &decl.Annotation{Name: name, Args: args}
}

// dtos are the types that Lookup finds.
var dtos = map[string]*decl.Type{
	"OrderRequest": {Kind: decl.Class, Name: "OrderRequest", Extends: []decl.TypeRef{{Name: "BaseRequest"}},
		Fields: []*decl.Field{{Name: "skuId"}, {Name: "quantity"}}},
	"BaseRequest": {Kind: decl.Class, Name: "BaseRequest",
		Fields: []*decl.Field{{Name: "serialVersionUID", Modifiers: []string{"static"}}, {Name: "requestId"}}},
	"Order":    {Kind: decl.Class, Name: "Order", Fields: []*decl.Field{{Name: "orderNo"}, {Name: "amount"}}},
	"Device":   {Kind: decl.Class, Name: "Device", Fields: []*decl.Field{{Name: "serialNo"}}},
	"PayParam": {Kind: decl.Class, Name: "PayParam", Fields: []*decl.Field{{Name: "serialNo"}}},
	"Loop":     {Kind: decl.Class, Name: "Loop", Extends: []decl.TypeRef{{Name: "Loop", Args: []decl.TypeRef{{Name: "Loop"}}}}},
	"Kind":     {Kind: decl.Enum, Name: "Kind", Fields: []*decl.Field{{Name: "uuid"}}},
}

func TestKeys(t *testing.T) {
	for _, tt := range []struct {
		method string
		params []decl.Param
		want   string
	}{
		{"createOrder", []decl.Param{param("String", "requestNo")}, "requestNo"},
		{"createOrder", []decl.Param{param("String", "idempotency_key")}, "idempotency_key"},
		{"createOrder", []decl.Param{param("String", "payRequestNo")}, "payRequestNo"},
		{"createOrder", []decl.Param{param("Long", "orderId"), param("String", "token")}, ""},
		{"createOrder", []decl.Param{param("String", "orderNo")}, ""},
		{"payOrder", []decl.Param{param("String", "orderNo")}, "orderNo"},
		{"refund", []decl.Param{param("String", "out_trade_no")}, "out_trade_no"},
		{"createOrder", []decl.Param{param("OrderRequest", "request")}, "requestId"},
		{"createOrder", []decl.Param{param("List", "orders", "OrderRequest")}, "requestId"},
		{"createOrder", []decl.Param{param("Order", "order")}, ""},
		{"pay", []decl.Param{param("Order", "order")}, "orderNo"},
		{"createOrder", []decl.Param{param("Loop", "x"), param("Kind", "k"), param("Missing", "m")}, ""},
		{"createDevice", []decl.Param{param("Device", "device")}, ""},
		{"createDevice", []decl.Param{param("PayParam", "p")}, "serialNo"},
		{"getOrder", []decl.Param{param("String", "requestNo")}, ""},
		{"createOrder", []decl.Param{param("String", "deviceUuid")}, ""},
	} {
		m := &decl.Method{Name: tt.method, Params: tt.params}
		v := NewJudge(Lists{}).Judge(Subject{Interface: "com.acme.OrderService", Method: tt.method, Decls: []*decl.Method{m},
			Lookup: func(name string, _ *decl.Type) *decl.Type { return dtos[name] }})
		if v.Key != tt.want {
			t.Errorf("%s%v: key %q, want %q (%v)", tt.method, tt.params, v.Key, tt.want, v.Evidence)
		}
		if v.Mitigated() != (tt.want != "") {
			t.Errorf("%s: mitigated %v with key %q", tt.method, v.Mitigated(), v.Key)
		}
	}
}

func TestAnnotations(t *testing.T) {
	readOnly := decl.AnnotationArg{Name: "readOnly", Value: &decl.Expr{Kind: decl.BoolExpr, Text: "true"}}
	post := decl.AnnotationArg{Name: "method", Value: &decl.Expr{Kind: decl.NameExpr, Text: "RequestMethod.POST"}}
	for _, tt := range []struct {
		name   string
		method string
		on     string // "method", "type", "impl" or "class"
		a      *decl.Annotation
		want   string // kind, strength, confidence, guard
	}{
		{"guard", "createOrder", "method", note("Idempotent"), "write A high @Idempotent"},
		{"guard on implementation", "createOrder", "impl", note("com.acme.web.NoRepeatSubmit"), "write A high @NoRepeatSubmit"},
		{"guard on class", "createOrder", "class", note("RepeatSubmit"), "write A high @RepeatSubmit"},
		{"guard on interface", "createOrder", "type", note("Idempotency"), "write A high @Idempotency"},
		{"lock is no guard", "createOrder", "impl", note("RedisLock"), "write A high "},
		{"get", "organization", "method", note("GetMapping"), "read  medium "},
		{"post", "organization", "method", note("POST"), "write B medium "},
		{"put", "organization", "method", note("javax.ws.rs.PUT"), "idempotent  medium "},
		{"delete", "organization", "method", note("DeleteMapping"), "idempotent  medium "},
		{"request mapping", "organization", "method", note("RequestMapping", post), "write B medium "},
		{"request mapping without method", "organization", "method", note("RequestMapping"), "unknown  low "},
		{"query by post", "queryOrders", "method", note("PostMapping"), "read  high "},
		{"create by get", "createOrder", "method", note("GetMapping"), "write A high "},
		{"agreement", "updateOrder", "method", note("PutMapping"), "idempotent  medium "},
		{"http on implementation counts not", "organization", "impl", note("GetMapping"), "unknown  low "},
		{"transaction", "organization", "impl", note("Transactional"), "write B low "},
		{"transaction of a class", "organization", "class", note("Transactional"), "unknown  low "},
		{"read only", "organization", "impl", note("Transactional", readOnly), "read  medium "},
		{"participant", "handle", "method", note("TwoPhaseBusinessAction"), "write A medium "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, impl := &decl.Method{Name: tt.method}, &decl.Method{Name: tt.method}
			typ := &decl.Type{Name: "OrderService"}
			class := &decl.Type{Name: "OrderServiceImpl", Methods: []*decl.Method{impl}}
			list := map[string]*[]*decl.Annotation{"method": &m.Annotations, "type": &typ.Annotations,
				"impl": &impl.Annotations, "class": &class.Annotations}[tt.on]
			*list = append(*list, tt.a)
			v := NewJudge(Lists{}).Judge(Subject{Method: tt.method, Decls: []*decl.Method{m}, Type: typ, ImplType: class})
			if got := summary(v); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func summary(v Verdict) string {
	return string(v.Kind) + " " + [...]string{"", "B", "A"}[v.Strength] + " " + v.Confidence + " " + v.Guard.String()
}

// TestRelative: a parameter that is a change makes an update relative.
func TestRelative(t *testing.T) {
	for _, tt := range []struct {
		method, typ, param, want string
	}{
		{"updateStats", "Integer", "increment", "write A medium "},
		{"updateScore", "int", "delta", "write A medium "},
		{"updateAccount", "java.math.BigDecimal", "changeAmount", "write A medium "},
		{"updateReadCount", "Long", "incr", "write B medium "},
		{"increaseStats", "int", "increment", "write A high "},
		{"updateStats", "String", "increment", "idempotent  low "},
		{"updateStats", "int", "addressNum", "idempotent  low "},
		{"updateStats", "int", "value", "idempotent  low "},
		{"getStats", "int", "delta", "read  high "},
	} {
		m := &decl.Method{Name: tt.method, Params: []decl.Param{{Name: "id", Type: decl.TypeRef{Name: "Long"}}, {Name: tt.param, Type: decl.TypeRef{Name: tt.typ}}}}
		v := NewJudge(Lists{}).Judge(Subject{Method: tt.method, Decls: []*decl.Method{m}})
		if got := summary(v); got != tt.want {
			t.Errorf("%s(%s %s): got %q, want %q", tt.method, tt.typ, tt.param, got, tt.want)
		}
	}
}

// TestQueryInterface: the interface's name decides on a word that is noun and
// verb, and on nothing else.
func TestQueryInterface(t *testing.T) {
	for _, tt := range []struct{ iface, method, want string }{
		{"com.acme.OrderQueryService", "orderItem", "read  low "},
		{"com.acme.CommentSearchApi", "comment", "read  low "},
		{"com.acme.OrderService", "orderItem", "write B low "},
		{"com.acme.OrderQueryService", "createOrder", "write A high "},
		{"com.acme.PaymentQueryService", "pay", "write A high "},
	} {
		m := &decl.Method{Name: tt.method}
		v := NewJudge(Lists{}).Judge(Subject{Interface: tt.iface, Method: tt.method, Decls: []*decl.Method{m}, Type: &decl.Type{}})
		if got := summary(v); got != tt.want {
			t.Errorf("%s#%s: got %q, want %q", tt.iface, tt.method, got, tt.want)
		}
	}
}

func TestReturns(t *testing.T) {
	for _, tt := range []struct {
		method, ret, want, evidence string
	}{
		{"organization", "List", "read  low ", "returns List"},
		{"createOrder", "java.util.concurrent.CompletableFuture", "write A high ", "does not try again"},
		{"notifyEvent", "void", "write B high ", "returns nothing"},
		{"createOrder", "List", "write A high ", ""},
		{"organization", "boolean", "unknown  low ", ""},
	} {
		m := &decl.Method{Name: tt.method, Return: decl.TypeRef{Name: tt.ret}}
		v := NewJudge(Lists{}).Judge(Subject{Method: tt.method, Decls: []*decl.Method{m}})
		if got := summary(v); got != tt.want {
			t.Errorf("%s %s: got %q, want %q", tt.ret, tt.method, got, tt.want)
		}
		found := ""
		for _, e := range v.Evidence {
			if e.Kind == "return" {
				found = e.Text.String()
			}
		}
		if (found == "") != (tt.evidence == "") || !strings.Contains(found, tt.evidence) {
			t.Errorf("%s %s: evidence %q, want %q", tt.ret, tt.method, found, tt.evidence)
		}
	}
}

func TestOverloadsWorstDecides(t *testing.T) {
	keyed := &decl.Method{Name: "createOrder", Params: []decl.Param{param("String", "requestNo")}}
	bare := &decl.Method{Name: "createOrder", Params: []decl.Param{param("String", "sku")}}
	for _, decls := range [][]*decl.Method{{keyed, bare}, {bare, keyed}} {
		if v := NewJudge(Lists{}).Judge(Subject{Method: "createOrder", Decls: decls}); v.Key != "" {
			t.Errorf("key %q: the overload without key must decide", v.Key)
		}
	}
}

func TestSourceMissing(t *testing.T) {
	v := NewJudge(Lists{}).Judge(Subject{Interface: "com.acme.OrderService", Method: "createOrder"})
	if got := summary(v); got != "write A medium " {
		t.Errorf("got %q: without source a key cannot be excluded", got)
	}
	if len(v.Evidence) != 1 || v.Evidence[0].At.Valid() {
		t.Errorf("evidence %v", v.Evidence)
	}
}

func TestLists(t *testing.T) {
	j := NewJudge(Lists{
		Write:      []string{"com.acme.*#get*Token", "OrderService#sync*"},
		Read:       []string{"qry*", "*#handle"},
		Idempotent: []string{"com.acme.OrderService#create*", "*Service#getUserToken"},
	})
	for subject, want := range map[string]string{
		"com.acme.UserService#getUserToken": "write A high ",
		"com.acme.OrderService#createOrder": "idempotent  high ",
		"com.acme.CartService#createCart":   "write A medium ",
		"org.other.OrderService#syncAll":    "write A high ",
		"org.other.X#qrySomething":          "read  high ",
		"org.other.X#handle":                "read  high ",
	} {
		iface, method, _ := strings.Cut(subject, "#")
		v := j.Judge(Subject{Interface: iface, Method: method})
		if got := summary(v); got != want {
			t.Errorf("%s: got %q, want %q", subject, got, want)
		}
	}
	if err := (Lists{Read: []string{"a[", "b"}}).Validate(); err == nil || !strings.Contains(err.Error(), "a[") {
		t.Errorf("Validate: %v", err)
	}
}
