package rules

import (
	"time"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
)

// upgraded makes one call that today is before and on 3.3.6 after.
func upgraded(method string, before, after func(*effective.Call)) func(*world) {
	return func(w *world) {
		one("2.7.23", method, before)(w)
		t := &world{}
		one("3.3.6", method, after)(t)
		for _, world := range []*effective.Model{&w.Model, &t.Model} {
			world.Apps[0].References[0].Check = given(false, effective.AtReference)
		}
		w.Target = &t.Model
	}
}

func slower(c *effective.Call) { c.Timeout = given(5*time.Second, effective.AtReference) }

var upgradeCases = map[string][]ruleCase{
	"DA415": {
		{"a write runs more often", upgraded("createOrder", retries(-1, effective.AtReference), nil), []string{orders + "#createOrder error"}},
		{"a read runs more often", upgraded("getOrder", retries(0, effective.AtService), nil), []string{orders + "#getOrder warning"}},
		{"runs less often", upgraded("createOrder", nil, retries(0, effective.AtReference)), []string{orders + "#createOrder note"}},
		{"another cluster", upgraded("createOrder", retries(0, effective.AtReference), cluster("failfast")), []string{orders + "#createOrder note"}},
		{"a shorter timeout", upgraded("createOrder", slower, nil), []string{orders + "#createOrder warning"}},
		{"a longer timeout", upgraded("createOrder", nil, slower), []string{orders + "#createOrder note"}},
		{"the call fails", upgraded("getOrder", nil, func(c *effective.Call) { c.Fails = &effective.Failure{Msg: lang.T("no such cluster")} }), []string{orders + "#getOrder error"}},
		{"no target", one("2.7.23", "createOrder", retries(-1, effective.AtReference)), nil},
		{"the same", upgraded("createOrder", nil, nil), nil},
		{"not decided", upgraded("createOrder", func(c *effective.Call) {
			c.Retries = undecidedValue[int]("a placeholder")
			c.Executions = undecidedValue[int]("a placeholder")
		}, nil), nil},
	},
}
