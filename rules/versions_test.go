package rules

import (
	"time"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// lostRetries makes a call whose written retries lost to the default.
func lostRetries(raw string, level effective.Level, q dubbo.QuirkID) func(*effective.Call) {
	return func(c *effective.Call) { c.Retries = beats(c.Retries, raw, level, q) }
}

func lostCluster(raw string, level effective.Level, q dubbo.QuirkID) func(*effective.Call) {
	return func(c *effective.Call) {
		c.Cluster = beats(effective.Value[string]{V: "failover", Known: true, From: effective.Origin{Level: effective.VersionQuirk, Quirk: q}}, raw, level, q)
	}
}

func both(edits ...func(*effective.Call)) func(*effective.Call) {
	return func(c *effective.Call) {
		for _, e := range edits {
			e(c)
		}
	}
}

// failing makes a reference that fails by configuration.
func failing(version string, q dubbo.QuirkID, setting, msg string) func(*world) {
	return checked(version, "createOrder", func(r *effective.Reference) {
		r.Fails = &effective.Failure{Quirk: q, Setting: setting, Msg: lang.T(msg)}
	})
}

// zeroService makes a provider whose annotation says retries = 0, and a
// consumer with one method.
func zeroService(version, annotation, method string, edit func(*effective.Call)) func(*world) {
	return func(w *world) {
		s := exports(w.deployed("stock", version), orders, "retries", "0")
		s.Form, s.Annotation = decl.FormAnnotation, annotation
		if method != "" {
			r := refers(w.deployed("web", version), orders)
			r.Providers = []*effective.Service{s}
			w.method(r, method, edit)
		}
	}
}

const (
	oldService = "com.alibaba.dubbo.config.annotation.Service"
	newService = "org.apache.dubbo.config.annotation.Service"
)

// consumers makes an application with consumer configs of those defaults.
func consumers(version string, defaults ...string) func(*world) {
	return func(w *world) {
		a := w.deployed("web", version)
		for _, d := range defaults {
			c := config("consumer", decl.FormXML)
			if d != "" {
				c = config("consumer", decl.FormXML, "default", d)
			}
			a.App.Configs = append(a.App.Configs, c)
		}
	}
}

// leaking makes a provider config that is no default and a service outside
// it, to which it applies or not.
func leaking(version string, applies bool) func(*world) {
	return func(w *world) {
		a := w.deployed("stock", version)
		p := config("provider", decl.FormXML, "default", "false", "timeout", "500")
		a.App.Configs = append(a.App.Configs, p)
		inside, outside := exports(a, "com.acme.FastService"), exports(a, "com.acme.SlowService")
		inside.Outer, inside.Provider = p, p
		if applies {
			outside.Provider = p
		}
	}
}

var versionCases = map[string][]ruleCase{
	"DA401": {
		{"2.7.6 write", one("2.7.6", "createOrder", lostCluster("failfast", effective.AtReference, dubbo.ClusterReplaced)), []string{orders + "#createOrder error"}},
		{"2.7.7 consumer", one("2.7.7", "createOrder", lostCluster("failfast", effective.AtConsumer, dubbo.ClusterReplaced)), []string{orders + "#createOrder error"}},
		{"doubtful write", judged("2.7.6", "createOrder", doubtful, lostCluster("failfast", effective.AtReference, dubbo.ClusterReplaced)), []string{orders + " error"}},
		{"read", one("2.7.6", "getOrder", lostCluster("failsafe", effective.AtReference, dubbo.ClusterReplaced)), []string{orders + " error"}},
		{"retries=0 beside", one("2.7.6", "createOrder", both(lostCluster("failfast", effective.AtReference, dubbo.ClusterReplaced), retries(0, effective.AtReference))), []string{orders + "#createOrder note"}},
		{"2.7.5 is honoured", one("2.7.5", "createOrder", cluster("failfast")), []string{orders + " warning low"}},
		{"2.7.5 with retries=0", one("2.7.5", "createOrder", both(cluster("failfast"), retries(0, effective.AtReference))), []string{orders + " note low"}},
		{"2.7.5 failover", one("2.7.5", "createOrder", cluster("failover")), nil},
		{"2.7.5 default", one("2.7.5", "createOrder", nil), nil},
		{"2.7.4.1", one("2.7.4.1", "createOrder", cluster("failfast")), nil},
		{"2.7.8", one("2.7.8", "createOrder", cluster("failfast")), nil},
	},
	"DA402": {
		{"lower, write", one("3.2.19", "createOrder", lostRetries("0", effective.AtService, dubbo.ProviderRetriesIgnored)), []string{orders + "#createOrder error"}},
		{"2.7.9", one("2.7.9", "createOrder", lostRetries("0", effective.AtProvider, dubbo.ProviderRetriesIgnored)), []string{orders + "#createOrder error"}},
		{"higher", one("3.2.19", "createOrder", lostRetries("5", effective.AtService, dubbo.ProviderRetriesIgnored)), []string{orders + "#createOrder warning"}},
		{"read", one("3.2.19", "getOrder", lostRetries("0", effective.AtService, dubbo.ProviderRetriesIgnored)), []string{orders + " warning"}},
		{"equal", one("3.2.19", "createOrder", lostRetries("2", effective.AtService, dubbo.ProviderRetriesIgnored)), nil},
		{"consumer sets it", one("3.2.19", "createOrder", func(c *effective.Call) {
			c.Retries = beats(given(1, effective.AtReference), "0", effective.AtService, dubbo.ProviderRetriesIgnored)
		}), nil},
		{"kept on 2.7.8", one("2.7.8", "createOrder", retries(0, effective.AtService)), nil},
		{"unknown version", func(w *world) {
			r := refers(w.deployed("web", ""), orders)
			r.Providers = []*effective.Service{exports(w.deployed("stock", "2.7.8"), orders, "retries", "0")}
			w.method(r, "createOrder", func(c *effective.Call) {
				c.Retries = undecidedValue[int]("depends on the version")
				c.Retries.From.Level = effective.Default
			})
		}, []string{orders + " warning medium"}},
	},
	"DA403": {
		{"failfast, write", one("2.7.8", "createOrder", lostProviderCluster("failfast")), []string{orders + "#createOrder error"}},
		{"2.7.6", one("2.7.6", "createOrder", lostProviderCluster("failfast")), []string{orders + "#createOrder error"}},
		{"read", one("2.7.8", "getOrder", lostProviderCluster("failfast")), []string{orders + " warning"}},
		{"forking", one("2.7.8", "createOrder", lostProviderCluster("failback")), []string{orders + "#createOrder warning"}},
		{"runs once", one("2.7.8", "createOrder", both(lostProviderCluster("failfast"), retries(0, effective.AtReference))), []string{orders + "#createOrder warning"}},
		{"honoured on 2.7.5", one("2.7.5", "createOrder", func(c *effective.Call) { c.Cluster = given("failfast", effective.AtService) }), nil},
		{"same", one("2.7.8", "createOrder", lostProviderCluster("failover")), nil},
	},
	"DA404": {
		{"write", one("3.0.3", "createOrder", lostCluster("failfast", effective.AtReference, dubbo.DirectURLFailover)), []string{orders + "#createOrder error"}},
		{"newest", one("3.3.6", "createOrder", lostCluster("failfast", effective.AtConsumer, dubbo.DirectURLFailover)), []string{orders + "#createOrder error"}},
		{"read", one("3.3.6", "getOrder", lostCluster("failfast", effective.AtReference, dubbo.DirectURLFailover)), []string{orders + " warning"}},
		{"retries=0", one("3.3.6", "createOrder", both(lostCluster("failfast", effective.AtReference, dubbo.DirectURLFailover), retries(0, effective.AtReference))), []string{orders + "#createOrder note"}},
		{"no cluster layer before", one("3.0.2", "createOrder", lostCluster("failfast", effective.AtReference, dubbo.DirectURLNoCluster)), nil},
	},
	"DA405": {
		{"write", one("3.0.0", "createOrder", lostRetries("-1", effective.AtReference, dubbo.AnnotationDefaultDropped)), []string{orders + "#createOrder error"}},
		{"read", one("3.3.6", "getOrder", lostRetries("-1", effective.AtReference, dubbo.AnnotationDefaultDropped)), []string{orders + " warning"}},
		{"global 0", one("3.3.6", "createOrder", func(c *effective.Call) {
			c.Retries = beats(given(0, effective.AtConsumer), "-1", effective.AtReference, dubbo.AnnotationDefaultDropped)
		}), nil},
		{"2.7.23 keeps -1", one("2.7.23", "createOrder", retries(-1, effective.AtReference)), nil},
	},
	"DA406": {
		{"write", one("2.7.8", "createOrder", lostRetries("-1", effective.AtMethod, dubbo.MethodDefaultDropped)), []string{orders + "#createOrder error"}},
		{"read", one("3.3.6", "getOrder", lostRetries("-1", effective.AtMethod, dubbo.MethodDefaultDropped)), []string{orders + "#getOrder warning"}},
		{"timeout", one("2.7.8", "createOrder", nonPositive("-1", dubbo.MethodDefaultDropped)), []string{orders + "#createOrder warning"}},
		{"runs once", one("2.7.8", "createOrder", func(c *effective.Call) {
			c.Retries = beats(given(0, effective.AtReference), "-1", effective.AtMethod, dubbo.MethodDefaultDropped)
		}), nil},
	},
	"DA407": {
		{"2.6.3", one("2.6.3", "createOrder", lostRetries("0", effective.AtReference, dubbo.AnnotationDefaultDropped)), []string{orders + "#createOrder error"}},
		{"read", one("2.5.10", "getOrder", lostRetries("0", effective.AtReference, dubbo.AnnotationDefaultDropped)), []string{orders + " warning"}},
		{"2.6.4 keeps 0", one("2.6.4", "createOrder", retries(0, effective.AtReference)), nil},
		{"service 2.6.12", zeroService("2.6.12", oldService, "createOrder", nil), []string{orders + "#createOrder error"}},
		{"service without consumer", zeroService("2.6.12", oldService, "", nil), []string{orders + " warning"}},
		{"consumer sets it", zeroService("2.6.12", oldService, "createOrder", retries(0, effective.AtReference)), nil},
		{"old service inside 2.7.3", zeroService("2.7.3", oldService, "createOrder", nil), []string{orders + "#createOrder error"}},
		{"new service", zeroService("2.7.3", newService, "createOrder", nil), nil},
		{"3.0", zeroService("3.0.0", newService, "createOrder", nil), nil},
	},
	"DA408": {
		{"zero for a write", one("2.7.10", "createOrder", lostRetries("0", effective.AtMethod, dubbo.MethodRetriesLost)), []string{orders + "#createOrder error"}},
		{"2.7.14", one("2.7.14", "createOrder", lostRetries("0", effective.AtMethod, dubbo.MethodRetriesLost)), []string{orders + "#createOrder error"}},
		{"read", one("2.7.13", "getOrder", lostRetries("0", effective.AtMethod, dubbo.MethodRetriesLost)), []string{orders + "#getOrder warning"}},
		{"five for a write", one("2.7.13", "createOrder", lostRetries("5", effective.AtMethod, dubbo.MethodRetriesLost)), []string{orders + "#createOrder warning"}},
		{"mock", one("2.7.13", "getOrder", func(c *effective.Call) {
			c.Mock = beats(c.Mock, "return null", effective.AtMethod, dubbo.MethodMockLost)
		}), []string{orders + "#getOrder warning"}},
		{"equal", one("2.7.13", "createOrder", lostRetries("2", effective.AtMethod, dubbo.MethodRetriesLost)), nil},
		{"2.7.15 keeps it", one("2.7.15", "createOrder", retries(0, effective.AtMethod)), nil},
	},
	"DA409": {
		{"first wins", shared("2.7.3", true), []string{orders + "#createOrder error"}},
		{"same settings", shared("2.7.3", false), nil},
		{"separate, different", twice("2.7.4.1", 0, 3), []string{orders + " note"}},
		{"separate, equal", twice("2.7.4.1", 3, 3), nil},
		{"name clash", failing("3.0.1", dubbo.SharedReference, "reference", "clash"), []string{orders + " error medium"}},
	},
	"DA410": {
		{"application.yml beats the annotation", one("3.2.19", "createOrder", func(c *effective.Call) {
			c.Retries = beats(given(2, effective.SpringEnv), "0", effective.AtReference, dubbo.SourceOrder)
		}), []string{orders + " warning"}},
		{"-D loses", one("2.7.8", "createOrder", func(c *effective.Call) {
			c.Retries = beats(given(2, effective.AtConsumer), "0", effective.JVMProperty, dubbo.SourceOrder)
		}), []string{"- warning"}},
		{"application.yml loses on 2.x", one("2.7.8", "createOrder", func(c *effective.Call) {
			c.Retries = beats(given(2, effective.AtReference), "0", effective.SpringEnv, dubbo.SourceOrder)
		}), []string{"- warning"}},
		{"-D wins, as expected", one("3.2.19", "createOrder", func(c *effective.Call) {
			c.Retries = beats(given(2, effective.JVMProperty), "0", effective.AtReference, dubbo.SourceOrder)
		}), nil},
		{"the file loses, as expected", one("2.7.8", "createOrder", func(c *effective.Call) {
			c.Retries = beats(given(2, effective.AtReference), "0", effective.DubboProps, dubbo.SourceOrder)
		}), nil},
		{"equal", one("3.2.19", "createOrder", func(c *effective.Call) {
			c.Retries = beats(given(0, effective.SpringEnv), "0", effective.AtReference, dubbo.SourceOrder)
		}), nil},
		{"one reference against all", one("3.3.1", "createOrder", func(c *effective.Call) {
			c.Timeout = beats(given(time.Second, effective.AtReference), "6666", effective.ConfigCenter, dubbo.SourceOrder)
			c.Timeout.Shadowed[0].From.Key = "dubbo.consumer.timeout"
		}), nil},
		{"two keys of one centre", one("3.3.1", "createOrder", func(c *effective.Call) {
			c.Timeout = beats(given(9*time.Second, effective.ConfigCenter), "6666", effective.ConfigCenter, dubbo.SourceOrder)
		}), nil},
	},
	"DA411": {
		{"raises", one("2.7.8", "getOrder", func(c *effective.Call) {
			c.Retries = beats(given(5, effective.AtConsumer), "2", effective.AtReference, dubbo.AnnotationDefaultDropped)
		}), []string{orders + " warning"}},
		{"lowers", one("2.7.8", "getOrder", func(c *effective.Call) {
			c.Retries = beats(given(0, effective.AtConsumer), "2", effective.AtReference, dubbo.AnnotationDefaultDropped)
		}), []string{orders + " note"}},
		{"async", one("2.7.8", "getOrder", func(c *effective.Call) {
			c.Async = beats(given(true, effective.AtConsumer), "false", effective.AtReference, dubbo.AnnotationDefaultDropped)
		}), []string{orders + " note"}},
		{"no global value", one("2.7.8", "getOrder", lostRetries("2", effective.AtReference, dubbo.AnnotationDefaultDropped)), nil},
		{"-1 is DA405", one("3.3.6", "getOrder", lostRetries("-1", effective.AtReference, dubbo.AnnotationDefaultDropped)), nil},
	},
	"DA412": {
		{"crash", failing("2.7.8", dubbo.DirectURLsCrash, "url", "ClassCastException"), []string{orders + " error"}},
		{"each call", one("2.7.23", "createOrder", func(c *effective.Call) {
			c.Fails = &effective.Failure{Quirk: dubbo.DirectURLsCrash, Setting: "url"}
		}), []string{orders + " error"}},
		{"another failure", failing("2.7.8", "", "method", "no method"), nil},
		{"2.7.7", one("2.7.7", "createOrder", nil), nil},
	},
	"DA413": {
		{"timeout", withConfig("2.7.8", config("reference", decl.FormXML, "timeout", "0")), []string{"- note"}},
		{"async and version", withConfig("3.3.6", config("reference", decl.FormXML, "async", "false", "version", "0.0.0")), []string{"- note", "- note"}},
		{"annotation", withConfig("2.7.8", config("reference", decl.FormAnnotation, "timeout", "0")), nil},
		{"real value", withConfig("2.7.8", config("reference", decl.FormXML, "timeout", "5000")), nil},
	},
	"DA414": {
		{"dead", func(w *world) {
			a := w.deployed("web", "2.7.8")
			a.Dead = []*application.Property{property(a, "dubbo.properties", "dubbo.reference.check", "false")}
		}, []string{"- warning"}},
		{"read", func(w *world) {
			property(w.deployed("web", "2.6.12"), "dubbo.properties", "dubbo.reference.check", "false")
		}, nil},
	},
	"DA416": {
		{"2.7.23", func(w *world) { w.deployed("web", "2.7.23") }, []string{"- note"}},
		{"2.5.3", func(w *world) { w.deployed("web", "2.5.3") }, []string{"- note"}},
		{"3.0.0", func(w *world) { w.deployed("web", "3.0.0") }, nil},
		{"unknown", func(w *world) { w.deployed("web", "") }, nil},
	},
	"DA417": {
		{"2.7.23", urlCall("2.7.23", dubbo.NoCluster, retries(3, effective.AtReference)), []string{orders + " note"}},
		{"retries=0", urlCall("2.7.23", dubbo.NoCluster, retries(0, effective.AtReference)), nil},
		{"not written", urlCall("2.7.23", dubbo.NoCluster, nil), nil},
		{"3.0.3", urlCall("3.0.3", "failover", retries(3, effective.AtReference)), nil},
	},
	"DA418": {
		{"2.7.3", one("2.7.3", "createOrder", lostRetries("0", effective.AtMethod, dubbo.MethodAnnotationIgnored)), []string{orders + "#createOrder error"}},
		{"read", one("2.7.3", "getOrder", lostRetries("0", effective.AtMethod, dubbo.MethodAnnotationIgnored)), []string{orders + "#getOrder warning"}},
		{"timeout", one("2.7.3", "createOrder", func(c *effective.Call) {
			c.Timeout = beats(c.Timeout, "5000", effective.AtMethod, dubbo.MethodAnnotationIgnored)
		}), []string{orders + "#createOrder warning"}},
		{"2.7.4.1", one("2.7.4.1", "createOrder", retries(0, effective.AtMethod)), nil},
	},
	"DA419": {
		{"unknown name", failing("2.7.8", "", "cluster", `no cluster is named "FAILFAST"`), []string{orders + " error"}},
		{"known", one("2.7.8", "createOrder", cluster("failfast")), nil},
	},
	"DA420": {
		{"2.7.5", leaking("2.7.5", true), []string{"- warning"}},
		{"2.7.6", leaking("2.7.6", true), []string{"- warning"}},
		{"2.7.4.1", leaking("2.7.4.1", true), nil},
		{"2.7.7", leaking("2.7.7", true), nil},
		{"does not apply", leaking("2.7.6", false), nil},
	},
	"DA421": {
		{"2.7", one("2.7.23", "createOrder", func(c *effective.Call) {
			c.Retries = beats(given(0, effective.AtReference), "2", effective.AtReference, dubbo.ParameterOrder)
		}), []string{orders + " warning medium"}},
		{"3.x", one("3.0.0", "createOrder", func(c *effective.Call) {
			c.Retries = beats(given(2, effective.AtReference), "0", effective.AtReference, dubbo.ParameterOrder)
		}), []string{orders + " warning"}},
		{"equal", one("3.0.0", "createOrder", func(c *effective.Call) {
			c.Retries = beats(given(2, effective.AtReference), "2", effective.AtReference, dubbo.ParameterOrder)
		}), nil},
	},
	"DA422": {
		{"write", one("2.7.8", "createOrder", mock("return null")), []string{orders + "#createOrder error"}},
		{"read", one("2.7.8", "getOrder", mock("return null")), nil},
		{"force", one("2.7.8", "createOrder", mock("force:return null")), nil},
		{"runs once", one("2.7.8", "createOrder", both(mock("return null"), retries(0, effective.AtReference))), nil},
		{"direct url is DA424", one("3.3.6", "createOrder", mockAgain), nil},
	},
	"DA423": {
		{"2.6", consumers("2.6.2", "", ""), []string{"- warning"}},
		{"2.7.8", consumers("2.7.8", "", ""), []string{"- warning"}},
		{"both true, 3.x", consumers("3.3.6", "true", "true"), []string{"- warning"}},
		{"one default, 3.x", consumers("3.3.6", "true", ""), nil},
		{"one default, 2.7", consumers("2.7.8", "true", ""), []string{"- warning"}},
		{"one says false", consumers("2.7.8", "", "false"), nil},
		{"one", consumers("2.7.8", ""), nil},
		{"in code", withConfig("2.7.8", config("consumer", decl.FormAPI), config("consumer", decl.FormAPI)), nil},
	},
	"DA424": {
		{"write", one("3.3.6", "createOrder", mockAgain), []string{orders + "#createOrder error"}},
		{"read", one("2.7.6", "getOrder", mockAgain), []string{orders + " warning"}},
		{"registry", one("3.3.6", "createOrder", mock("return null")), nil},
		{"force", one("3.3.6", "createOrder", both(mockAgain, mock("force:return null"))), nil},
	},
	"DA425": {
		{"missing consumer", failing("3.2.19", "", "consumer", "no consumer with the id safePay: Dubbo 3 does not start"), []string{orders + " warning"}},
		{"has its own rule", failing("2.6.2", dubbo.TwoConsumers, "consumer", "two consumers"), nil},
		{"nothing fails", one("3.2.19", "createOrder", nil), nil},
	},
	"DA426": {
		{"refused", failing("2.7.23", dubbo.NumberRefused, "retries", "retries=abc is no number"), []string{orders + " error"}},
		{"dropped", one("3.3.6", "createOrder", lostRetries("abc", effective.AtReference, dubbo.NumberDropped)), []string{orders + " warning"}},
		{"dropped for another reason", one("3.3.6", "createOrder", lostRetries("-1", effective.AtReference, dubbo.AnnotationDefaultDropped)), nil},
	},
}

func lostProviderCluster(raw string) func(*effective.Call) {
	return func(c *effective.Call) {
		c.Cluster = beats(c.Cluster, raw, effective.AtService, dubbo.ProviderClusterIgnored)
	}
}

func mock(text string) func(*effective.Call) {
	return func(c *effective.Call) { c.Mock = given(text, effective.AtReference) }
}

// mockAgain is a mock that calls once more: retries=0 and two executions.
func mockAgain(c *effective.Call) {
	c.Retries, c.Mock = given(0, effective.AtReference), given("return null", effective.AtReference)
	c.Executions = effective.Value[int]{V: 2, Known: true, From: effective.Origin{Quirk: dubbo.MockDirectURL}}
}

func urlCall(version, cluster string, edit func(*effective.Call)) func(*world) {
	return func(w *world) {
		r := refers(w.deployed("web", version), orders)
		directURL("dubbo://pay:20880")(r)
		w.method(r, "getOrder", func(c *effective.Call) {
			c.Cluster = effective.Value[string]{V: cluster, Known: true, From: effective.Origin{Level: effective.VersionQuirk}}
			if edit != nil {
				edit(c)
			}
		})
	}
}

func withConfig(version string, configs ...*application.Config) func(*world) {
	return func(w *world) {
		a := w.deployed("web", version)
		a.App.Configs = append(a.App.Configs, configs...)
	}
}

// shared makes two annotated references that share a bean; the second one's
// retries=0 loses or there is nothing to lose.
func shared(version string, different bool) func(*world) {
	return func(w *world) {
		a := w.deployed("web", version)
		first, second := annotated(refers(a, orders), ""), annotated(refers(a, orders), "(retries = 0)")
		second.At = source.Span{File: second.At.File, Lo: 0, Hi: 15}
		second.SharedWith = first
		w.method(first, "createOrder", retries(5, effective.AtReference))
		w.method(second, "createOrder", func(c *effective.Call) {
			c.Retries = given(5, effective.AtReference)
			if different {
				c.Retries = beats(c.Retries, "0", effective.AtReference, dubbo.SharedReference)
			}
		})
	}
}

// twice makes two separate references with those retries.
func twice(version string, a, b int) func(*world) {
	return func(w *world) {
		app := w.deployed("web", version)
		for _, n := range []int{a, b} {
			w.method(refers(app, orders), "getOrder", func(c *effective.Call) {
				c.Retries, c.Timeout = given(n, effective.AtReference), given(time.Second, effective.AtReference)
			})
		}
	}
}
