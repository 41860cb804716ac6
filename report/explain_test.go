package report

import (
	"bytes"
	"testing"
	"time"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/idempotency"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// explained is a model with a value of every kind: default, written, beaten
// by level, beaten by the version, not decided.
func explained(t testing.TB) *Report {
	consumer := newFile(t, "order-web/src/main/resources/dubbo.xml", consumerXML)
	provider := newFile(t, "order-service/src/main/resources/provider.xml", providerXML)
	pom := newFile(t, "order-web/pom.xml", "<project><dubbo.version>2.7.10</dubbo.version></project>\n")
	iface := newFile(t, "api/OrderService.java", "interface OrderService { Order createOrder(Order order); }\n")
	app := &effective.App{App: &application.App{Name: "order-web", Root: "order-web", Version: application.Version{
		Version: dubbo.MustVersion("2.7.10"), Origin: "pom", At: find(t, pom, "2.7.10", 0)}}}
	ref := &effective.Reference{App: app, Group: "eu", Version: "1.0.0",
		Config: &application.Config{Tag: "reference", Form: decl.FormXML, ID: "订单",
			Interface: &application.Setting{Value: "com.acme.OrderService"}, At: find(t, consumer, "<dubbo:reference", 0)},
		Check: effective.Value[bool]{V: true, Known: true, From: effective.Origin{Level: effective.Default}}}
	inReference := effective.Origin{Level: effective.AtReference, At: find(t, consumer, `timeout="800"`, 0), Key: "timeout"}
	lost := effective.Loser{Raw: "0", From: effective.Origin{Level: effective.AtService, At: find(t, provider, `retries="0"`, 0)},
		Quirk: dubbo.ProviderRetriesIgnored, Reason: lang.T("not merged in 2.7.9-2.7.14")}
	byDefault := effective.Origin{Level: effective.Default}
	create := &effective.Call{Ref: ref, Method: "createOrder", Signature: "createOrder(com.acme.Order)",
		CalledAt: []source.Span{find(t, iface, "createOrder", 0)},
		Retries:  effective.Value[int]{V: 2, Known: true, From: byDefault, Shadowed: []effective.Loser{lost}},
		Timeout:  effective.Value[time.Duration]{V: 800 * time.Millisecond, Known: true, Raw: "800", From: inReference},
		Cluster:  effective.Value[string]{V: "failover", Known: true, From: effective.Origin{Level: effective.VersionQuirk, Quirk: dubbo.ClusterReplaced}},
		Mock:     effective.Value[string]{Known: true, From: byDefault},
		Async:    effective.Value[bool]{Known: true, From: byDefault},
		Forks:    effective.Value[int]{V: 2, Known: true, From: byDefault},
		Mode:     effective.Sync, Executions: effective.Value[int]{V: 3, Known: true}, MaxExecutions: 3,
		WorstCase: 2400 * time.Millisecond, CallerSees: lang.T("RpcException (timeout) after the last attempt")}
	create.Loadbalance = effective.Value[string]{V: "random", Known: true, From: byDefault}
	unsure := *create
	unsure.Method, unsure.Signature, unsure.CalledAt = "findOrder", "findOrder", nil
	unsure.Retries = effective.Value[int]{Unknown: lang.T("placeholder ${r} has no value in the audited files"), From: effective.Origin{Level: effective.AtMethod}}
	unsure.Mock = effective.Value[string]{V: "fail:return null", Known: true, From: inReference}
	unsure.Executions, unsure.MaxExecutions, unsure.WorstCase = effective.Value[int]{}, 0, 0
	unsure.Fails = &effective.Failure{Setting: "cluster", Msg: lang.T("no such extension")}
	unsure.Unsure = []lang.Text{lang.T("a fork of 2.7.10")}
	ref.Calls = []*effective.Call{create, &unsure}
	app.References = []*effective.Reference{ref}
	other := &effective.App{App: &application.App{Name: "stock\x1b[2J", Root: "stock"},
		Fails: []*effective.Failure{{Setting: "consumer", Msg: lang.T("two consumers, none is the default"), At: find(t, consumer, "<dubbo:consumer", 0)}}}
	judge := idempotency.NewJudge(idempotency.Lists{})
	return &Report{Version: "1.2.3", Root: ".", Explain: &Explanation{
		Model: &effective.Model{Apps: []*effective.App{app, other}},
		Verdict: func(c *effective.Call) idempotency.Verdict {
			return judge.Judge(idempotency.Subject{Interface: c.Ref.Name(), Method: c.Method})
		}}}
}

func TestExplain(t *testing.T) {
	for _, f := range ExplainFormats {
		var b bytes.Buffer
		if err := f.Write(&b, explained(t)); err != nil {
			t.Fatal(err)
		}
		golden(t, "explain."+f.Name, b.Bytes())
		b.Reset()
		if err := f.Write(&b, &Report{Explain: &Explanation{Model: &effective.Model{}}}); err != nil {
			t.Errorf("%s: an empty model: %v", f.Name, err)
		}
		if err := f.Write(&b, &Report{}); err == nil {
			t.Errorf("%s: a report without explanation is written", f.Name)
		}
	}
}

// TestMeanings: what a card says of a setting follows what the version does.
func TestMeanings(t *testing.T) {
	each := onAttempt.String()
	tests := []struct {
		name, setting, want string
		change              func(*effective.Call)
	}{
		{"failover", "retries", "at most 3 tries, up to 2.4 s", func(*effective.Call) {}},
		{"two tries", "retries", "at most 2 tries, up to 4 s", func(c *effective.Call) { c.Retries.V, c.Timeout.V = 1, 2*time.Second }},
		{"negative", "retries", "counts as 0: one try, up to 800 ms", func(c *effective.Call) { c.Retries.V = -3 }},
		{"failfast", "retries", "not read by failfast", func(c *effective.Call) { c.Cluster.V = "failfast" }},
		{"an extension", "retries", "", func(c *effective.Call) { c.Cluster.V = "own" }},
		{"failfast in a loop", "retries", "", func(c *effective.Call) { c.Cluster.V, c.OuterCluster = "failfast", "failover" }},
		{"one-way", "retries", "one try: calls that nobody waits for are not tried again after a timeout", func(c *effective.Call) { c.Mode = effective.Oneway }},
		{"one-way", "cluster", "", func(c *effective.Call) { c.Mode = effective.Oneway }},
		{"triple", "retries", "at most 3 tries, but a timeout ends the first one", func(c *effective.Call) { c.Executions.From.Quirk = dubbo.TripleTimeout }},
		{"no retries", "timeout", each, func(c *effective.Call) { c.Retries.V = 0 }},
		{"2.7.10", "timeout", each + "; timeouts and transport errors are tried again, exceptions of the service are not", func(*effective.Call) {}},
		{"3.1.5", "timeout", each + "; timeouts (but those of triple) and transport errors are tried again, exceptions of the service are not", func(c *effective.Call) { c.Ref.App.Version.Version = dubbo.MustVersion("3.1.5") }},
		{"3.2.16", "timeout", each + "; timeouts (those of triple not always) and transport errors are tried again, exceptions of the service are not", func(c *effective.Call) { c.Ref.App.Version.Version = dubbo.MustVersion("3.2.16") }},
		{"3.0.7", "timeout", each + "; timeouts and transport errors are tried again, exceptions of the service on triple only", func(c *effective.Call) { c.Ref.App.Version.Version = dubbo.MustVersion("3.0.7") }},
		{"failback", "retries", "3 repeats in the background", func(c *effective.Call) { c.Cluster.V, c.MaxExecutions = "failback", 4 }},
		{"local", "timeout", "not applied: the call is local", func(c *effective.Call) { c.Cluster.From.Quirk = dubbo.LocalCall }},
		{"failing", "retries", "", func(c *effective.Call) { c.Fails = &effective.Failure{Msg: lang.T("no such cluster")} }},
	}
	for _, tt := range tests {
		c := explained(t).Explain.Model.Apps[0].References[0].Calls[0]
		c.Cluster.From.Quirk = ""
		tt.change(c)
		if got := meaning(c, tt.setting).String(); got != tt.want {
			t.Errorf("%s: %s: %q, want %q", tt.name, tt.setting, got, tt.want)
		}
	}
}

// TestCheckMeaning: when a missing provider is found out depends on the form of
// the reference and on the version.
func TestCheckMeaning(t *testing.T) {
	tests := []struct {
		version string
		form    decl.Form
		init    bool
		want    string
	}{
		{"2.7.10", decl.FormXML, false, "the first use of the bean fails while no provider is registered"},
		{"2.7.10", decl.FormXML, true, "startup fails while no provider is registered"},
		{"2.7.10", decl.FormAnnotation, false, "startup fails while no provider is registered"},
		{"2.6.4", decl.FormAnnotation, false, ""}, // DA303
		{"3.2.16", decl.FormXML, true, "startup fails while no provider is registered"},
		{"3.2.16", decl.FormXML, false, "the first use of the bean fails while no provider is registered"},
		{"3.2.16", decl.FormAPI, true, "the reference cannot be made while no provider is registered"},
	}
	for _, tt := range tests {
		r := explained(t).Explain.Model.Apps[0].References[0]
		r.App.Version.Version, r.Form, r.Init.V = dubbo.MustVersion(tt.version), tt.form, tt.init
		if got := checkMeaning(r).String(); got != tt.want {
			t.Errorf("%s %s init=%v: %q, want %q", tt.version, tt.form, tt.init, got, tt.want)
		}
	}
	r := explained(t).Explain.Model.Apps[0].References[0]
	r.Check.V, r.URL.V = false, "dubbo://10.0.0.1:20880"
	if got, want := checkMeaning(r).String(), "startup succeeds while the address of url does not answer, and calls fail"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
