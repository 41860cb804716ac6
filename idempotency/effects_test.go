package idempotency

import (
	"strings"
	"testing"

	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// effect makes an effect at the end of one call.
func effect(does decl.Effect, change ...func(*callgraph.Effect)) callgraph.Effect {
	e := callgraph.Effect{Kind: callgraph.SQL, Does: does, Table: "orders", Text: lang.Verbatim(string(does) + " orders"), Path: []callgraph.Step{{Method: "OrderServiceImpl.x"}}}
	for _, c := range change {
		c(&e)
	}
	return e
}

// TestEffects lets what an implementation does meet what its name says.
func TestEffects(t *testing.T) {
	relative := func(e *callgraph.Effect) { e.Relative = "balance" }
	summed := func(property string) func(*callgraph.Effect) {
		return func(e *callgraph.Effect) { e.Summed, e.Computed = property, true }
	}
	ranking := func(e *callgraph.Effect) { e.Kind, e.Ranks = callgraph.Redis, true }
	file := func(e *callgraph.Effect) { e.Kind = callgraph.File }
	guarded := func(e *callgraph.Effect) { e.Guard = "version" }
	caught := func(e *callgraph.Effect) { e.Caught = true }
	computed := func(e *callgraph.Effect) { e.Computed = true }
	lookup := func(e *callgraph.Effect) { e.Lookup = "selectByNo" }
	given := func(e *callgraph.Effect) { e.Given = "orderId" }
	unique := func(e *callgraph.Effect) { e.GivenBy.Key = &decl.UniqueKey{Columns: []string{"order_id"}} }
	beside := func(e *callgraph.Effect) { e.GivenBy.Other = true }
	state := func(e *callgraph.Effect) { e.SetsState = true }
	stated := func(e *callgraph.Effect) { e.Keeps = callgraph.Stated }
	alternative := func(e *callgraph.Effect) { e.Alternative = true }
	replaces := func(e *callgraph.Effect) { e.Replaces = true }
	in := func(table string) func(*callgraph.Effect) {
		return func(e *callgraph.Effect) { e.Table = table }
	}
	inLog := func(e *callgraph.Effect) { e.Table = "order_log" }
	message := func(e *callgraph.Effect) { e.Kind = callgraph.Message }
	redis := func(e *callgraph.Effect) { e.Kind = callgraph.Redis }
	insert, update, read := effect(decl.EffectInsert), effect(decl.EffectUpdate), effect(decl.EffectSelect)
	for _, tt := range []struct {
		method  string
		open    bool // not all calls were followed
		effects []callgraph.Effect
		want    string
	}{
		{"applyOrder", false, []callgraph.Effect{read}, "read high"},
		{"applyOrder", true, []callgraph.Effect{read}, "write A high"},
		{"applyOrder", false, nil, "write A high"}, // nothing was seen
		{"applyOrder", false, []callgraph.Effect{read, update}, "idempotent medium"},
		{"applyOrder", false, []callgraph.Effect{effect(decl.EffectUpdate, computed)}, "write A high"},
		{"payOrder", false, []callgraph.Effect{read, update}, "write A medium"},
		{"payOrder", false, []callgraph.Effect{read, effect(decl.EffectUpdate, state)}, "idempotent medium"},
		{"createOrder", false, []callgraph.Effect{effect(decl.EffectInsert, inLog), read}, "write B medium"},
		{"createOrder", true, []callgraph.Effect{effect(decl.EffectInsert, inLog)}, "write A high"},
		{"createOrder", false, []callgraph.Effect{effect(decl.EffectInsert, lookup), effect(decl.EffectUpdate, computed)}, "write A high"},
		{"createOrder", false, []callgraph.Effect{effect(decl.EffectInsert, lookup), effect(decl.EffectUpdate, computed, lookup)}, "write A high, the lookup selectByNo"},
		{"updateOrder", false, []callgraph.Effect{effect(decl.EffectInsert, in("t_sms_code"))}, "write B medium"},
		{"updateOrder", false, []callgraph.Effect{effect(decl.EffectInsert, in("t_qr_code"))}, "write A high"},
		{"updateOrder", false, []callgraph.Effect{effect(decl.EffectInsert, in("AttrKeyDO"))}, "write A high"},
		{"updateOrder", false, []callgraph.Effect{effect(decl.EffectInsert, in("ApiKeyDO"))}, "write B medium"},
		{"createOrder", false, []callgraph.Effect{effect(decl.EffectInsert, given)}, "write A high, the primary key orderId"},
		{"createOrder", false, []callgraph.Effect{effect(decl.EffectInsert, given, unique)}, "write A high, the unique key orderId"},
		{"createOrder", false, []callgraph.Effect{effect(decl.EffectUpdate, relative, given, beside), effect(decl.EffectInsert, given)}, "write A high, the key orderId"},
		{"createOrder", false, []callgraph.Effect{effect(decl.EffectInsert, given), effect(decl.EffectUpdate, relative)}, "write A high"},
		{"payOrder", false, []callgraph.Effect{effect(decl.EffectUpdate, computed), effect(decl.EffectInsert, given)}, "write A high"},
		{"payOrder", false, []callgraph.Effect{effect(decl.EffectUpdate, computed, given, beside), effect(decl.EffectInsert, given)}, "write A high, the primary key orderId"},
		{"createOrder", false, []callgraph.Effect{effect(decl.EffectSave, lookup)}, "write A high, the lookup selectByNo"},
		{"createOrder", false, []callgraph.Effect{effect(decl.EffectSave)}, "write A high"},
		{"createOrder", false, []callgraph.Effect{effect(decl.EffectInsert, lookup, stated)}, "write A high, the state that selectByNo finds"},
		{"applyOrder", false, []callgraph.Effect{effect(decl.EffectUpdate, guarded)}, "idempotent medium"},
		{"confirmOrder", false, []callgraph.Effect{read, update}, "idempotent high"},
		{"confirmOrder", false, []callgraph.Effect{effect(decl.EffectUpdate, computed)}, "write B low"},
		{"createOrder", false, []callgraph.Effect{effect(decl.EffectInsertIgnore)}, "idempotent high"},
		{"createOrder", false, []callgraph.Effect{effect(decl.EffectInsert, caught)}, "idempotent medium"},
		{"createOrder", false, []callgraph.Effect{effect(decl.EffectInsert, lookup)}, "write A high, the lookup selectByNo"},
		{"createOrder", false, []callgraph.Effect{effect(decl.EffectInsert, lookup), insert}, "write A high"},
		{"updateOrder", true, []callgraph.Effect{insert}, "write A high"},
		{"updateOrder", false, []callgraph.Effect{effect(decl.EffectInsert, alternative)}, "write A medium"},
		{"updateOrder", false, []callgraph.Effect{effect(decl.EffectInsert, inLog)}, "write B medium"},
		{"updateOrder", false, []callgraph.Effect{effect(decl.EffectUpdate, relative)}, "write A high"},
		{"updateOrder", false, []callgraph.Effect{effect(decl.EffectUpdate, relative, guarded)}, "idempotent medium"},
		{"updateOrder", false, []callgraph.Effect{effect(decl.EffectDelete), effect(decl.EffectInsert, replaces)}, "idempotent medium"},
		{"saveRoles", false, []callgraph.Effect{effect(decl.EffectDelete), effect(decl.EffectInsert, replaces)}, "idempotent medium"},
		{"saveRoles", false, []callgraph.Effect{effect(decl.EffectDelete), insert}, "write A high"},
		{"handleThing", false, []callgraph.Effect{effect(decl.EffectInsert, message)}, "write B medium"},
		{"handleThing", false, []callgraph.Effect{effect(decl.EffectUpdate, redis)}, "idempotent high"},
		{"handleThing", false, []callgraph.Effect{effect(decl.EffectInsert, redis)}, "unknown low"},
		{"handleThing", false, []callgraph.Effect{effect(decl.EffectSave)}, "write B low"},
		{"rollbackOrder", true, []callgraph.Effect{effect(decl.EffectUpdate, summed("balance"))}, "write A medium"},
		{"rollbackOrder", true, []callgraph.Effect{effect(decl.EffectUpdate, summed("retryCount"))}, "idempotent low"},
		{"rollbackOrder", true, []callgraph.Effect{effect(decl.EffectUpdate, summed("balance"), guarded)}, "idempotent low"},
		{"handlePlay", true, []callgraph.Effect{effect(decl.EffectUpdate, summed("playCount"))}, "write B medium"},
		{"deleteOrder", true, []callgraph.Effect{effect(decl.EffectUpdate, summed("orderCount"))}, "idempotent high"},
		{"addScore", false, []callgraph.Effect{effect(decl.EffectInsert, ranking)}, "write B medium"},
		{"addScore", false, []callgraph.Effect{effect(decl.EffectInsert, redis)}, "write A high"},
		{"createPage", false, []callgraph.Effect{effect(decl.EffectUpdate, file)}, "idempotent medium"},
		{"verifyMember", false, []callgraph.Effect{update}, "idempotent high"},
		{"verifyMember", false, []callgraph.Effect{effect(decl.EffectUpdate, redis)}, "read medium"},
		{"getOrder", true, []callgraph.Effect{insert}, "write A medium"},
	} {
		m := &decl.Method{Name: tt.method, Return: decl.TypeRef{Name: "int"}}
		impl := &decl.Type{Methods: []*decl.Method{{Name: tt.method, Calls: []decl.Call{{Recv: "mapper", Method: "insertSelective"}}}}}
		v := NewJudge(Lists{}).Judge(Subject{Interface: "com.acme.OrderService", Method: tt.method, Decls: []*decl.Method{m}, ImplType: impl,
			Effects: func(*decl.Method) *callgraph.Result {
				return &callgraph.Result{Effects: tt.effects, Complete: !tt.open}
			}})
		got := string(v.Kind) + map[Strength]string{A: " A", B: " B"}[v.Strength] + " " + v.Confidence
		if !v.Guard.IsZero() {
			got += ", " + v.Guard.String()
		}
		if got != tt.want {
			t.Errorf("%s with %v: %s, want %s", tt.method, tt.effects, got, tt.want)
		}
	}
}

// TestEffectsTold shows the chain, and that the name was overruled.
func TestEffectsTold(t *testing.T) {
	m := &decl.Method{Name: "applyOrder"}
	v := NewJudge(Lists{}).Judge(Subject{Interface: "com.acme.OrderService", Method: "applyOrder", Decls: []*decl.Method{m},
		Effects: func(*decl.Method) *callgraph.Result {
			return &callgraph.Result{Effects: []callgraph.Effect{effect(decl.EffectSelect)}, Complete: true}
		}})
	if len(v.Evidence) != 2 || !strings.Contains(v.Evidence[0].Text.String(), "overrules") || !strings.Contains(v.Evidence[1].Text.String(), "OrderServiceImpl.x") {
		t.Errorf("evidence %v", v.Evidence)
	}
	// The user's lists win.
	v = NewJudge(Lists{Write: []string{"applyOrder"}}).Judge(Subject{Method: "applyOrder", Decls: []*decl.Method{m},
		Effects: func(*decl.Method) *callgraph.Result { return &callgraph.Result{Complete: true} }})
	if v.Kind != Write || len(v.Evidence) != 1 {
		t.Errorf("listed: %v", v)
	}
}

// TestDoesNothing: an implementation that logs and gives something back is no
// certain write whatever its name says; one that is not written yet is judged by
// name, and what it adds may be kept in memory.
func TestDoesNothing(t *testing.T) {
	for _, tt := range []struct {
		calls []decl.Call
		open  bool
		want  Strength
	}{
		{nil, false, A},
		{[]decl.Call{{Recv: "log", Method: "info"}}, false, B},
		{[]decl.Call{{Recv: "orders", Method: "add"}}, false, A},
		{[]decl.Call{{Recv: "log", Method: "info"}}, true, A},
	} {
		m := &decl.Method{Name: "createOrder", Return: decl.TypeRef{Name: "int"}}
		impl := &decl.Type{Methods: []*decl.Method{{Name: "createOrder", HasBody: true, Calls: tt.calls}}}
		v := NewJudge(Lists{}).Judge(Subject{Interface: "com.acme.OrderService", Method: "createOrder", Decls: []*decl.Method{m}, ImplType: impl,
			Effects: func(*decl.Method) *callgraph.Result { return &callgraph.Result{Complete: !tt.open} }})
		if v.Kind != Write || v.Strength != tt.want {
			t.Errorf("%v: %s %d, want strength %d", tt.calls, v.Kind, v.Strength, tt.want)
		}
	}
}

// TestBorn: a row under an id that the caller's object made is refused the
// second time; a relative update is not.
func TestBorn(t *testing.T) {
	types := map[string]*decl.Type{
		"Order": {Kind: decl.Class, Name: "Order", Extends: []decl.TypeRef{{Name: "Base"}}},
		"Base":  {Kind: decl.Class, Name: "Base", Fields: []*decl.Field{{Name: "id", Init: &decl.Expr{Kind: decl.CallExpr, Text: "Ids.uuid"}}}},
		"Plain": {Kind: decl.Class, Name: "Plain", Fields: []*decl.Field{{Name: "id"}}},
	}
	relative := func(e *callgraph.Effect) { e.Does, e.Relative = decl.EffectUpdate, "balance" }
	for _, tt := range []struct {
		param  string
		effect callgraph.Effect
		want   string
	}{
		{"Order", effect(decl.EffectInsert), "the primary key id of Base"},
		{"Plain", effect(decl.EffectInsert), ""},
		{"Order", effect(decl.EffectInsert, relative), ""},
	} {
		m := &decl.Method{Name: "saveOrder", Params: []decl.Param{param(tt.param, "order")}}
		v := NewJudge(Lists{}).Judge(Subject{Interface: "com.acme.OrderService", Method: "saveOrder", Decls: []*decl.Method{m},
			Lookup:  func(name string, _ *decl.Type) *decl.Type { return types[name] },
			Effects: func(*decl.Method) *callgraph.Result { return &callgraph.Result{Effects: []callgraph.Effect{tt.effect}} }})
		if v.Guard.String() != tt.want {
			t.Errorf("%s with %s: guard %q, want %q", tt.param, tt.effect.Text, v.Guard, tt.want)
		}
	}
}

// TestInterfaceTells: a bare verb creates what its interface is about.
func TestInterfaceTells(t *testing.T) {
	for _, tt := range []struct {
		iface, method string
		want          Strength
	}{
		{"com.acme.UserLogService", "insert", B},
		{"com.acme.SmsRpc", "insertOne", B},
		{"com.acme.UserLogService", "insertUser", A},
		{"com.acme.OrderService", "insert", A},
		{"com.acme.TicketService", "addUseRecord", B},
		{"com.acme.TicketService", "addTicketRecord", A},
		{"com.acme.CodeService", "addVerifyCode", B},
		{"com.acme.CodeService", "addPrintedCode", A},
		{"", "insert", A},
	} {
		if v := NewJudge(Lists{}).ByName(tt.iface, tt.method); v.Kind != Write || v.Strength != tt.want {
			t.Errorf("%s#%s: %s %d, want strength %d", tt.iface, tt.method, v.Kind, v.Strength, tt.want)
		}
	}
}
