package idempotency

import (
	"strings"
	"testing"

	"github.com/dubboaudit/dubboaudit/callgraph"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// effect makes an effect at the end of one call.
func effect(does decl.Effect, change ...func(*callgraph.Effect)) callgraph.Effect {
	e := callgraph.Effect{Kind: callgraph.SQL, Does: does, Table: "orders", Text: string(does) + " orders", Path: []callgraph.Step{{Method: "OrderServiceImpl.x"}}}
	for _, c := range change {
		c(&e)
	}
	return e
}

// TestEffects lets what an implementation does meet what its name says.
func TestEffects(t *testing.T) {
	relative := func(e *callgraph.Effect) { e.Relative = "balance" }
	guarded := func(e *callgraph.Effect) { e.Guard = "version" }
	caught := func(e *callgraph.Effect) { e.Caught = true }
	computed := func(e *callgraph.Effect) { e.Computed = true }
	lookup := func(e *callgraph.Effect) { e.Lookup = "selectByNo" }
	alternative := func(e *callgraph.Effect) { e.Alternative = true }
	replaces := func(e *callgraph.Effect) { e.Replaces = true }
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
		{"applyOrder", false, []callgraph.Effect{read, update}, "write A high"},
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
		{"updateOrder", false, []callgraph.Effect{effect(decl.EffectDelete), effect(decl.EffectInsert, replaces)}, "idempotent low"},
		{"handleThing", false, []callgraph.Effect{effect(decl.EffectInsert, message)}, "write B medium"},
		{"handleThing", false, []callgraph.Effect{effect(decl.EffectUpdate, redis)}, "idempotent high"},
		{"handleThing", false, []callgraph.Effect{effect(decl.EffectInsert, redis)}, "unknown low"},
		{"handleThing", false, []callgraph.Effect{effect(decl.EffectSave)}, "write B low"},
		{"getOrder", true, []callgraph.Effect{insert}, "write A medium"},
	} {
		m := &decl.Method{Name: tt.method, Return: decl.TypeRef{Name: "int"}}
		impl := &decl.Type{Methods: []*decl.Method{{Name: tt.method, Calls: []decl.Call{{Recv: "mapper", Method: "insertSelective"}}}}}
		v := NewJudge(Lists{}).Judge(Subject{Interface: "com.acme.OrderService", Method: tt.method, Decls: []*decl.Method{m}, ImplType: impl,
			Effects: func(*decl.Method) *callgraph.Result {
				return &callgraph.Result{Effects: tt.effects, Complete: !tt.open}
			}})
		got := string(v.Kind) + map[Strength]string{A: " A", B: " B"}[v.Strength] + " " + v.Confidence
		if v.Guard != "" {
			got += ", " + v.Guard
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
	if len(v.Evidence) != 2 || !strings.Contains(v.Evidence[0].Text, "overrules") || !strings.Contains(v.Evidence[1].Text, "OrderServiceImpl.x") {
		t.Errorf("evidence %v", v.Evidence)
	}
	// The user's lists win.
	v = NewJudge(Lists{Write: []string{"applyOrder"}}).Judge(Subject{Method: "applyOrder", Decls: []*decl.Method{m},
		Effects: func(*decl.Method) *callgraph.Result { return &callgraph.Result{Complete: true} }})
	if v.Kind != Write || len(v.Evidence) != 1 {
		t.Errorf("listed: %v", v)
	}
}
