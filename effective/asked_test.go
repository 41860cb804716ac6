package effective

import (
	"testing"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

func TestMethodAsked(t *testing.T) {
	method := func(params ...decl.TypeRef) *decl.Method {
		m := &decl.Method{Name: "save"}
		for _, p := range params {
			m.Params = append(m.Params, decl.Param{Type: p})
		}
		return m
	}
	order, number := decl.TypeRef{Name: "Order"}, decl.TypeRef{Name: "int", Dims: 1}
	list := decl.TypeRef{Name: "java.util.Map", Args: []decl.TypeRef{{Name: "String"}, order}}
	one, two := []*decl.Method{method(list, number)}, []*decl.Method{method(), method(order)}
	for _, tt := range []struct {
		text     string
		declared []*decl.Method
		want     string
		err      string
	}{
		{"save", two, "save", ""},
		{"save(java.util.Map<java.lang.String, com.acme.Order>, int...)", one, "save", ""},
		{"save(Map,int[])", one, "save", ""},
		{"save(Map,int)", one, "", "no save(Map,int) is declared; save stands for save(java.util.Map<String, Order>, int[])"},
		{"save()", two, "", "save() cannot be asked for alone: Dubbo sets overloads by their name; save stands for save(), save(Order)"},
		{"save()", append(one[:0:0], method(), method()), "save", ""}, // of two references
		{"save(Order)", nil, "save", ""},
		{"save(Order", one, "", `"save(Order" is no method: write its name, or name(Type, Type)`},
		{"(Order)", one, "", `"(Order)" is no method: write its name, or name(Type, Type)`},
	} {
		ref := &Reference{Calls: []*Call{{Method: "save", Overloads: tt.declared}}}
		got, err := MethodAsked(tt.text, []*Reference{ref}, nil)
		if got != tt.want || err == nil && tt.err != "" || err != nil && err.Error() != tt.err {
			t.Errorf("%s: %q, %v", tt.text, got, err)
		}
	}
}

func TestUnknownName(t *testing.T) {
	all := []string{"com.acme.OrderService", "com.acme.StockService", "OrderService", "orders"}
	for _, tt := range []struct {
		what lang.Text
		name string
		all  []string
		want string
	}{
		{lang.T("interface"), "", all, "an interface is needed: com.acme.OrderService, com.acme.StockService, OrderService, orders"},
		{lang.T("reference"), "", all[:1], "a reference is needed: com.acme.OrderService"},
		{lang.T("reference"), "OrdersService", all, `no reference is named "OrdersService"; did you mean com.acme.OrderService?`},
		{lang.T("reference"), "nothing", all[:1], `no reference is named "nothing"; there are com.acme.OrderService`},
		{lang.T("reference"), "nothing", nil, "no reference was found"},
	} {
		if got := UnknownName(tt.what, tt.name, tt.all).Error(); got != tt.want {
			t.Errorf("%s %q: %s", tt.what, tt.name, got)
		}
	}
}
