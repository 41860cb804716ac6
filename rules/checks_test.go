package rules

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// checked makes one reference, changed before its only method is added.
func checked(version, method string, edit func(*effective.Reference)) func(*world) {
	return func(w *world) {
		r := refers(w.deployed("web", version), orders)
		if edit != nil {
			edit(r)
		}
		w.method(r, method, nil)
	}
}

func checkOff(r *effective.Reference) { r.Check = given(false, effective.AtReference) }

func directURL(url string) func(*effective.Reference) {
	return func(r *effective.Reference) { r.URL = given(url, effective.AtReference) }
}

// circle makes two applications that refer to each other.
func circle(edit func(there, back *effective.Reference)) func(*world) {
	return func(w *world) {
		a, b := w.deployed("a", "2.7.8"), w.deployed("b", "2.7.8")
		sa, sb := exports(a, "com.acme.A"), exports(b, "com.acme.B")
		there, back := refers(a, "com.acme.B"), refers(b, "com.acme.A")
		there.Providers, back.Providers = []*effective.Service{sb}, []*effective.Service{sa}
		if edit != nil {
			edit(there, back)
		}
	}
}

// references makes n references, off of them without check.
func references(version string, n, off int, timeout time.Duration) func(*world) {
	return func(w *world) {
		a := w.deployed("web", version)
		for i := range n {
			r := refers(a, fmt.Sprintf("com.acme.S%d", i))
			if i < off {
				checkOff(r)
			}
			w.method(r, "getOrder", func(c *effective.Call) { c.Timeout = given(timeout, effective.AtReference) })
		}
	}
}

// dropped makes an annotated reference whose check was thrown away.
func dropped(version, raw string, effect bool) func(*world) {
	return checked(version, "getOrder", func(r *effective.Reference) {
		annotated(r, "(check = "+raw+")")
		r.Check = byDefaultValue(effect)
		if !effect {
			r.Check = given(false, effective.AtConsumer)
		}
		r.Check = beats(r.Check, raw, effective.AtReference, dubbo.AnnotationDefaultDropped)
	})
}

var checkCases = map[string][]ruleCase{
	"DA301": {
		{"check off", checked("2.7.8", "createOrder", checkOff), []string{orders + "#createOrder warning"}},
		{"lazy", checked("2.7.8", "createOrder", func(r *effective.Reference) { r.Lazy = given(true, effective.AtReference) }), []string{orders + "#createOrder warning"}},
		{"check on", checked("2.7.8", "createOrder", nil), nil},
		{"read", checked("2.7.8", "getOrder", checkOff), nil},
		{"timeout set", func(w *world) {
			r := refers(w.deployed("web", "2.7.8"), orders)
			checkOff(r)
			w.method(r, "createOrder", timeout(3000, effective.AtReference))
		}, nil},
		{"retries set", func(w *world) {
			r := refers(w.deployed("web", "2.7.8"), orders)
			checkOff(r)
			w.method(r, "createOrder", retries(0, effective.AtReference))
		}, nil},
	},
	"DA302": {
		{"circle", circle(nil), []string{"com.acme.B warning medium"}},
		{"one check off", circle(func(there, _ *effective.Reference) { checkOff(there) }), nil},
		{"direct url", circle(func(_, back *effective.Reference) { directURL("dubbo://a:20880")(back) }), nil},
		{"init off, 3.x", circle(func(there, _ *effective.Reference) {
			there.App.App.Version.Version = dubbo.MustVersion("3.0.0")
			there.Init = given(false, effective.AtReference)
		}), nil},
		{"init off, 2.7", circle(func(there, _ *effective.Reference) { there.Init = given(false, effective.AtReference) }), []string{"com.acme.B warning medium"}},
		{"another exporter", circle(func(there, back *effective.Reference) {
			there.Providers = append(there.Providers, &effective.Service{App: &effective.App{}})
		}), nil},
		{"itself", func(w *world) {
			a := w.deployed("a", "2.7.8")
			refers(a, "com.acme.A").Providers = []*effective.Service{exports(a, "com.acme.A")}
		}, nil},
	},
	"DA303": {
		{"2.6.4", checked("2.6.4", "getOrder", func(r *effective.Reference) { annotated(r, "") }), []string{orders + " warning low"}},
		{"2.5.3", checked("2.5.3", "getOrder", func(r *effective.Reference) { annotated(r, "") }), []string{orders + " warning low"}},
		{"two", func(w *world) {
			a := w.deployed("web", "2.6.4")
			annotated(refers(a, "com.acme.A"), "")
			annotated(refers(a, "com.acme.B"), "")
		}, []string{"- warning low"}},
		{"2.6.5", checked("2.6.5", "getOrder", func(r *effective.Reference) { annotated(r, "") }), nil},
		{"XML", checked("2.6.4", "getOrder", nil), nil},
		{"check off", checked("2.6.4", "getOrder", func(r *effective.Reference) { checkOff(annotated(r, "(check = false)")) }), nil},
	},
	"DA304": {
		{"five of five", references("2.7.8", 5, 5, time.Second), []string{"- note"}},
		{"consumer", checked("2.7.8", "getOrder", func(r *effective.Reference) { r.Check = given(false, effective.AtConsumer) }), []string{"- note"}},
		{"four of five is 80 %", references("2.7.8", 5, 4, time.Second), nil},
		{"four references", references("2.7.8", 4, 4, time.Second), nil},
	},
	"DA305": {
		{"registry element", func(w *world) {
			a := w.deployed("web", "2.7.8")
			a.App.Configs = append(a.App.Configs, config("registry", decl.FormXML, "address", "zookeeper://zk:2181", "check", "false"))
			refers(a, orders)
		}, []string{"- note"}},
		{"property", func(w *world) {
			a := w.deployed("web", "2.7.8")
			property(a, "application.properties", "dubbo.registry.check", "false")
			refers(a, orders)
		}, []string{"- note"}},
		{"no registry, no url", func(w *world) {
			a := w.deployed("web", "2.7.8")
			a.App.Configs = append(a.App.Configs, config("registry", decl.FormXML, "address", "N/A"))
			checkOff(refers(a, orders))
		}, []string{orders + " note"}},
		{"check off too", func(w *world) {
			a := w.deployed("web", "2.7.8")
			property(a, "application.properties", "dubbo.registry.check", "false")
			checkOff(refers(a, orders))
		}, nil},
		{"url", func(w *world) {
			a := w.deployed("web", "2.7.8")
			a.App.Configs = append(a.App.Configs, config("registry", decl.FormXML, "address", "N/A"))
			r := refers(a, orders)
			checkOff(r)
			directURL("dubbo://a:20880")(r)
		}, nil},
	},
	"DA306": {
		{"2.5.5", dropped("2.5.5", "false", true), []string{orders + " warning"}},
		{"off for another reason", dropped("2.5.5", "false", false), nil},
		{"2.5.6 drops true only", dropped("2.5.6", "true", true), nil},
	},
	"DA307": {
		{"literal", checked("2.7.8", "getOrder", directURL("dubbo://pay:20880")), []string{orders + " note"}},
		{"placeholder", checked("2.7.8", "getOrder", func(r *effective.Reference) {
			directURL("dubbo://pay:20880")(r)
			r.URL.Raw = "${pay.url}"
		}), nil},
		{"check off", checked("2.7.8", "getOrder", func(r *effective.Reference) { checkOff(r); directURL("dubbo://pay:20880")(r) }), nil},
		{"registry", checked("2.7.8", "getOrder", nil), nil},
	},
	"DA308": {
		{"2.7", dropped("2.7.8", "true", false), []string{orders + " warning"}},
		{"3.x", dropped("3.3.6", "true", false), []string{orders + " warning"}},
		{"no global false", dropped("2.7.8", "true", true), nil},
	},
	"DA309": {
		{"many and long", references("3.2.19", 10, 0, 10*time.Second), []string{"- note"}},
		{"nine", references("3.2.19", 9, 0, 10*time.Second), nil},
		{"short", references("3.2.19", 10, 0, 9*time.Second), nil},
		{"off", references("3.2.19", 10, 10, 10*time.Second), nil},
		{"null fields are DA303", func(w *world) {
			references("2.6.1", 10, 0, 10*time.Second)(w)
			for _, r := range w.Apps[0].References {
				annotated(r, "")
			}
		}, nil},
	},
}

// TestNullFieldAdvice: up to 2.5.5 the annotation's check=false is dropped.
func TestNullFieldAdvice(t *testing.T) {
	for version, want := range map[string]bool{"2.5.3": false, "2.6.4": true} {
		w := &world{}
		checked(version, "getOrder", func(r *effective.Reference) { annotated(r, "") })(w)
		found := Run(&w.Model, w.look(), func(id string) bool { return id == "DA303" })
		if len(found) != 1 || strings.Contains(found[0].Message.String(), "in @Reference") != want || (len(found[0].Fixes) > 0) != want {
			t.Errorf("%s: %v", version, found[0])
		}
	}
}
