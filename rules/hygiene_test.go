package rules

import (
	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

func keys(pairs ...string) func(*world) {
	return func(w *world) {
		a := w.deployed("web", "2.7.8")
		for i := 0; i+1 < len(pairs); i += 2 {
			property(a, "application.properties", pairs[i], pairs[i+1])
		}
	}
}

func boot(version, artifact, key string) func(*world) {
	return func(w *world) {
		a := w.deployed("web", version)
		a.App.Boot = true
		a.App.Versions[0].Artifact = artifact
		property(a, "application.properties", key, "0")
	}
}

func annotations(names ...string) func(*world) {
	return func(w *world) {
		a := w.deployed("web", "2.7.8")
		for _, n := range names {
			c := config("service", decl.FormAnnotation)
			c.Annotation = n
			a.App.Configs = append(a.App.Configs, c)
		}
	}
}

func versions(texts ...string) func(*world) {
	return func(w *world) {
		a := w.deployed("web", texts[0])
		for _, v := range texts[1:] {
			a.App.Versions = append(a.App.Versions, application.Version{Version: dubbo.MustVersion(v), Artifact: "org.apache.dubbo:dubbo-spring-boot-starter"})
		}
	}
}

// methods makes a reference with method configs, and its interface.
func methods(generic bool, declared string, configured ...string) func(*world) {
	return func(w *world) {
		r := refers(w.deployed("web", "2.7.8"), orders)
		r.App.App.Types = &application.Types{}
		r.Generic = generic
		r.Type = &decl.Type{Kind: decl.Interface, Name: "OrderService", FQN: orders, Methods: []*decl.Method{{Name: declared}}}
		for _, m := range configured {
			r.Methods = append(r.Methods, config("method", decl.FormXML, "name", m))
		}
		w.method(r, declared, nil)
	}
}

// keyTwice writes a key twice, with a text between, in one file or in two.
func keyTwice(a, between, b string, files int) func(*world) {
	return func(w *world) {
		app := w.deployed("web", "2.7.8")
		const key = "dubbo.consumer.retries"
		text := key + "=" + a + "\n" + between
		f := file("a.properties", text+key+"="+b)
		first := property(app, "", key, a)
		first.NameAt = source.Span{File: f, Lo: 0, Hi: len(key)}
		second := property(app, "b.properties", key, b)
		if files == 1 {
			second.NameAt = source.Span{File: f, Lo: len(text), Hi: len(text) + len(key)}
		}
	}
}

var hygieneCases = map[string][]ruleCase{
	"DA601": {
		{"retry in XML", withConfig("2.7.8", config("reference", decl.FormXML, "retry", "0")), []string{"- warning"}},
		{"no version has it", withConfig("2.7.8", config("reference", decl.FormXML, "tenant", "x")), []string{"- warning"}},
		{"time-out in XML", withConfig("2.7.8", config("consumer", decl.FormXML, "time-out", "1000")), []string{"- warning"}},
		{"annotation", withConfig("2.7.8", config("reference", decl.FormAnnotation, "retires", "0")), []string{"- warning"}},
		{"method", withConfig("2.7.8", &application.Config{Tag: "reference", Form: decl.FormXML, Methods: []*application.Config{config("method", decl.FormXML, "retires", "0")}}), []string{"- warning"}},
		{"property", keys("dubbo.consumer.retry", "0"), []string{"- warning medium"}},
		{"reference property", keys("dubbo.reference.com.acme.OrderService.retires", "0"), []string{"- warning medium"}},
		{"real names", withConfig("2.7.8", config("reference", decl.FormXML, "retries", "0", "provided-by", "x", "id", "x")), nil},
		{"retry of a method", withConfig("2.7.8", config("method", decl.FormXML, "name", "pay", "retry", "false")), nil},
		{"own keys", keys("dubbo.consumer.UserRpc.version", "1", "dubbo.port", "1", "dubbo.group", "x", "dubbo.provider.port", "1", "dubbo.registry.address1", "x", "dubbo.acme.retry", "1"), nil},
		{"relaxed names", keys("dubbo.consumer.time-out", "1", "dubbo.application.qos_enable", "false", "dubbo.registry.useAsConfigCenter", "false"), nil},
		{"bound by Boot", withConfig("2.7.8", config("consumer", decl.FormBoot, "retry", "0")), nil},
	},
	"DA602": {
		{"missing", methods(false, "createOrder", "createOrders"), []string{orders + " warning"}},
		{"engine says", failing("2.7.8", "", "method", `<dubbo:method name="*"> is no method`), []string{orders + " warning"}},
		{"there", methods(false, "createOrder", "createOrder"), nil},
		{"generic", methods(true, "createOrder", "createOrders"), nil},
		{"no interface", checked("2.7.8", "createOrder", func(r *effective.Reference) {
			r.Methods = []*application.Config{config("method", decl.FormXML, "name", "createOrders")}
		}), nil},
	},
	"DA603": {
		{"twice", methods(false, "pay", "pay", "pay"), []string{orders + " warning"}},
		{"overloads", func(w *world) {
			r := refers(w.deployed("web", "2.7.8"), orders)
			r.Methods = []*application.Config{config("method", decl.FormXML, "name", "pay")}
			w.method(r, "pay", func(c *effective.Call) { c.Overloads = []*decl.Method{{}, {}} })
		}, []string{orders + "#pay note"}},
		{"no retries for all overloads", func(w *world) {
			r := refers(w.deployed("web", "2.7.8"), orders)
			r.Methods = []*application.Config{config("method", decl.FormXML, "name", "pay", "retries", "0")}
			w.method(r, "pay", func(c *effective.Call) { c.Overloads = []*decl.Method{{}, {}} })
		}, nil},
		{"once", methods(false, "pay", "pay", "refund"), nil},
	},
	"DA604": {
		{"new starter", boot("2.7.8", "org.apache.dubbo:dubbo-spring-boot-starter", "spring.dubbo.consumer.retries"), []string{"- warning"}},
		{"first of the range", boot("2.7.0", "org.apache.dubbo:dubbo-spring-boot-starter", "spring.dubbo.consumer.retries"), []string{"- warning"}},
		{"old starter", boot("2.6.12", "com.alibaba.boot:dubbo-spring-boot-starter", "spring.dubbo.consumer.retries"), nil},
		{"its own starter", boot("2.7.8", "com.alibaba.spring.boot:dubbo-spring-boot-starter", "spring.dubbo.consumer.retries"), nil},
		{"new prefix", boot("2.7.8", "org.apache.dubbo:dubbo-spring-boot-starter", "dubbo.consumer.retries"), nil},
	},
	"DA605": {
		{"mixed", annotations(oldService, newService), []string{"- warning"}},
		{"old only", annotations(oldService, oldService), nil},
		{"new only", annotations(newService), nil},
	},
	"DA606": {
		{"interface method", func(w *world) {
			w.deployed("web", "2.7.8").App.Inert = []source.Span{placed("Billing.java", "@Reference")}
		}, []string{"- warning"}},
		{"field", func(w *world) { w.deployed("web", "2.7.8") }, nil},
	},
	"DA607": {
		{"starter", versions("2.7.13", "2.7.3"), []string{"- warning"}},
		{"equal", versions("2.7.8", "2.7.8"), nil},
		{"bom", func(w *world) {
			versions("3.2.14", "2.7.6")(w)
			w.Apps[0].App.Versions[1].Artifact = "org.apache.dubbo:dubbo-bom"
		}, nil},
		{"equal base", versions("2.7.8", "2.7.8.RELEASE"), nil},
	},
	"DA608": {
		{"property", keyTwice("0", "", "2", 1), []string{"- warning"}},
		{"equal", keyTwice("0", "# ----\n", "0", 1), []string{"- note"}},
		{"other files", keyTwice("0", "", "2", 2), nil},
		{"other document", keyTwice("0", "#---\n", "2", 1), nil},
		{"attribute", withConfig("2.7.8", config("consumer", decl.FormXML, "retries", "0", "retries", "2")), []string{"- warning"}},
		{"setters", withConfig("2.7.8", config("consumer", decl.FormAPI, "retries", "0", "retries", "2")), nil},
	},
}

var decideCases = map[string][]ruleCase{
	"DA901": {
		{"placeholder", one("2.7.8", "createOrder", func(c *effective.Call) { c.Retries = undecidedValue[int]("placeholder ${x} has no value") }), []string{orders + " note"}},
		{"two reasons", one("2.7.8", "createOrder", func(c *effective.Call) {
			c.Retries, c.Cluster = undecidedValue[int]("placeholder ${x}"), undecidedValue[string]("placeholder ${y}")
		}), []string{orders + " note", orders + " note"}},
		{"check", checked("2.7.8", "getOrder", func(r *effective.Reference) { r.Check = undecidedValue[bool]("placeholder ${x}") }), []string{orders + " note"}},
		{"no version", one("", "getOrder", nil), []string{"- note"}},
		{"no interface", one("2.7.8", "*", nil), []string{orders + " note"}},
		{"no interface, called once", one("2.7.8", "*", retries(0, effective.AtReference)), nil},
		{"no interfaces", func(w *world) {
			a := w.deployed("web", "2.7.8")
			for _, name := range []string{"com.acme.A", "com.acme.B"} {
				w.method(refers(a, name), "*", nil)
			}
		}, []string{"- note"}},
		{"config center", func(w *world) {
			w.deployed("web", "2.7.8").App.Unread = []application.Unread{{What: lang.Verbatim("config center nacos://x"), Center: true, Name: lang.Verbatim("nacos://x")}}
		}, []string{"- note"}},
		{"config centers and a file", func(w *world) {
			w.deployed("web", "2.7.8").App.Unread = []application.Unread{
				{What: lang.Verbatim("config center nacos://x"), Center: true, Name: lang.Verbatim("nacos://x")},
				{What: lang.Verbatim("imported file a.xml")},
				{What: lang.Verbatim("config center of Nacos"), Center: true, Name: lang.Verbatim("of Nacos")},
			}
		}, []string{"- note", "- note"}},
		{"governance rule", func(w *world) {
			w.deployed("web", "2.7.8").App.Unread = []application.Unread{{What: lang.Verbatim("governance rule r.yml"), Sets: []string{"retries=4"}}}
		}, []string{"- note"}},
		{"governance rule that the version loses", func(w *world) {
			w.deployed("web", "3.0.5").App.Unread = []application.Unread{{What: lang.Verbatim("governance rule r.yml"), Sets: []string{"retries=4"}}}
		}, []string{"- note"}},
		{"all decided", one("2.7.8", "createOrder", nil), nil},
		{"nothing of Dubbo", func(w *world) { w.deployed("web", "") }, nil},
	},
}
