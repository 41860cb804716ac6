package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// The rules of the fixtures: the writers know of none but DA901.
var (
	retriesRule = &finding.Info{ID: "DA101", Name: "default-retries-on-write", Severity: finding.Error,
		Summary:  "Dubbo's default retries apply to a method that writes",
		Doc:      "A call that times out is sent again.\nThe provider runs the method once more.\n\nDubbo's default is `retries=2`.",
		Before:   `<dubbo:reference id="a" interface="com.acme.A"/>`,
		After:    `<dubbo:reference id="a" interface="com.acme.A" retries="0"/>`,
		Versions: "every version", Guards: []string{"a key parameter: one level down"},
		Proof: []string{"measured: case retries"}, Fix: "Set `retries=\"0\"` on the reference."}
	inversionRule = &finding.Info{ID: "DA201", Name: "timeout-inversion", Severity: finding.Warning,
		Summary: "The consumer waits for less than the provider declares", Doc: "The call is given up while it runs."}
	undecided = &finding.Info{ID: "DA901", Name: "cannot-decide", Severity: finding.Note,
		Summary: "A value cannot be decided from the files"}
)

func newFile(t testing.TB, path, text string) *source.File {
	t.Helper()
	f, problem := source.New(path, []byte(text), "")
	if problem != nil {
		t.Fatal(problem)
	}
	return f
}

// find returns the span of the n-th (from 0) occurrence of a text.
func find(t testing.TB, f *source.File, text string, n int) source.Span {
	t.Helper()
	off := 0
	for i := 0; ; i++ {
		j := strings.Index(string(f.Text[off:]), text)
		if j < 0 {
			t.Fatalf("%s: no %d-th %q", f.Path, n, text)
		}
		off += j
		if i == n {
			return source.Span{File: f, Lo: off, Hi: off + len(text)}
		}
		off += len(text)
	}
}

func ptr[T any](v T) *T { return &v }

const consumerXML = `<?xml version="1.0" encoding="UTF-8"?>
<beans xmlns:dubbo="http://dubbo.apache.org/schema/dubbo">
	<!-- 订单服务 -->
	<dubbo:reference id="订单" interface="com.acme.OrderService" timeout="800"/>
	<dubbo:consumer timeout="800"/>
</beans>
`

const providerXML = `<beans>
  <dubbo:service interface="com.acme.OrderService" ref="orders" timeout="3000" retries="0"/>
</beans>
`

// shop is a report with one finding of each shape.
func shop(t testing.TB) *Report {
	consumer := newFile(t, "order-web/src/main/resources/dubbo.xml", consumerXML)
	provider := newFile(t, "order-service/src/main/resources/provider 1.xml", providerXML)
	props := newFile(t, "order-web/src/main/resources/application.properties", "dubbo.consumer.retries=${retries}\n")
	ref := find(t, consumer, `<dubbo:reference id="订单" interface="com.acme.OrderService" timeout="800"/>`, 0)
	insert := source.Span{File: consumer, Lo: ref.Hi - 2, Hi: ref.Hi - 2}
	var list []*finding.Finding
	for _, method := range []string{"createOrder", "deductStock", "payOrder"} {
		list = append(list, &finding.Finding{
			Rule: retriesRule, Severity: finding.Error, Confidence: finding.High, Setting: "retries",
			Message: lang.T("%s may run 3 times: retries=2 is Dubbo's default (no retries at method, reference, consumer)", method),
			Subject: "com.acme.OrderService#" + method, Application: "order-web", At: ref,
			Related: []finding.Related{
				{At: find(t, provider, `retries="0"`, 0), Message: lang.T("this value [of the provider] does not reach 2.7.10")},
				{At: find(t, consumer, `timeout="800"`, 1), Message: lang.T("a timeout of 800 ms comes from here")},
				{Rule: "DA206", At: ref, Message: lang.T("the timeout is short")},
				{Message: lang.T("retries=2 is built in")}},
			Flow: []finding.Related{{At: find(t, provider, `retries="0"`, 0), Message: lang.T("set here")}, {Message: lang.T("default")},
				{At: ref, Message: lang.T("the reference")}},
			Facts: &finding.Facts{DubboVersion: "2.7.10", Cluster: "failover", Retries: ptr(2), RetriesOrigin: "default",
				TimeoutMs: ptr(int64(800)), TimeoutOrigin: "reference", Executions: ptr(3), MaxExecutions: ptr(3), WorstCaseMs: ptr(int64(2400))},
			Fixes: []finding.Fix{{Title: lang.T(`set retries="0" on the reference`), Safe: true,
				Edits: []finding.Edit{{At: insert, NewText: ` retries="0"`}}}},
		})
	}
	list = append(list,
		&finding.Finding{Rule: inversionRule, Severity: finding.Warning, Confidence: finding.Low, Setting: "timeout",
			Message: lang.T("the consumer gives up after 800 ms, the provider declares 3000 ms"),
			Subject: "com.acme.OrderService", Application: "order-web", At: find(t, consumer, `timeout="800"`, 0),
			Related: []finding.Related{{At: find(t, provider, `timeout="3000"`, 0), Message: lang.T("declared here")}},
			Fixes: []finding.Fix{{Title: lang.T("wait as long as the provider"), Edits: []finding.Edit{
				{At: find(t, consumer, "800", 0), NewText: "3000"}, {At: find(t, consumer, ` timeout="800"`, 1)}}}}},
		&finding.Finding{Rule: undecided, Severity: finding.Note, Confidence: finding.High, Setting: "retries",
			Message: lang.T("placeholder ${retries} has no value in the audited files"), Application: "order-web",
			At: find(t, props, "${retries}", 0)},
		&finding.Finding{Rule: inversionRule, Severity: finding.Warning, Confidence: finding.Medium, Setting: "timeout",
			Message: lang.T("known and accepted"), Subject: "com.acme.StockService", Application: "order-service",
			At:         find(t, provider, `timeout="3000"`, 0),
			Suppressed: &finding.Suppression{Kind: "inline", Reason: "the batch may wait", At: find(t, provider, "<beans>", 0)}},
		&finding.Finding{Rule: undecided, Severity: finding.Note, Confidence: finding.Medium,
			Message: lang.T("the Dubbo version is not told by the build files"), Application: "order-service"},
	)
	return finish(&Report{Findings: list, Summary: Summary{Files: 12, Bytes: 4096, Applications: 3, References: 1, Methods: 3, Services: 1}})
}

// finish fills what every report has.
func finish(r *Report) *Report {
	r.Version, r.Root = "1.2.3", "."
	r.Applications = []string{"catalog", "order-service", "order-web"}
	r.Rules = []*finding.Info{retriesRule, inversionRule, undecided}
	r.Summary.Count(r.Findings, r.Problems)
	return r
}

func silent(testing.TB) *Report {
	return finish(&Report{Summary: Summary{Files: 12, Bytes: 4096, Applications: 3, References: 1, Methods: 3, Services: 1}})
}

func troubled(t testing.TB) *Report {
	r := shop(t)
	r.Findings = r.Findings[3:4]
	bad := newFile(t, "bad/dubbo.xml", "<beans>\n  <dubbo:reference id=>\n</beans>\n")
	r.Problems = []source.Problem{
		{At: find(t, bad, ">", 1), Kind: source.XMLSyntax, Msg: lang.Verbatim("expected a value [quoted]")},
		{Path: "secret.xml", Kind: source.Unreadable, Msg: lang.Verbatim("permission denied")},
		{Path: "notes.yml", Kind: source.YAMLSyntax, Msg: lang.Verbatim("a tab where spaces belong"), Minor: true},
		{Kind: source.Internal, Msg: lang.Verbatim("no place at all")},
	}
	return finish(r)
}

// huge has a file of one line and many methods on one reference.
func huge(t testing.TB) *Report {
	padding := strings.Repeat(`<bean id="x"/>`, 9000)
	f := newFile(t, "min.xml", "<beans>"+padding+`<dubbo:reference interface="com.acme.A"/>`+padding+"</beans>")
	var list []*finding.Finding
	for i := range 40 {
		list = append(list, &finding.Finding{Rule: retriesRule, Severity: finding.Error, Confidence: finding.High, Setting: "retries",
			Message: lang.T("create%02d may run 3 times", i), Subject: fmt.Sprintf("com.acme.A#create%02d", i),
			Application: "web", At: find(t, f, `<dubbo:reference interface="com.acme.A"/>`, 0)})
	}
	return finish(&Report{Findings: list, Summary: Summary{Files: 1, Applications: 1, References: 1, Methods: 40}})
}

// hostile is a repository that tries to steer the reader's terminal and to
// break the documents.
func hostile(t testing.TB) *Report {
	const esc = "\x1b[31m\x1b]0;owned\x07\u009b2J\u202eevil\u2066\r\u200b<script>&\"]]>[click](http://evil)"
	f := newFile(t, "a:b/\x1b[2J%41\u202e \u00e4#?.xml", "<a>\n\t"+esc+"\n</a>\n")
	list := []*finding.Finding{{Rule: retriesRule, Severity: finding.Error, Confidence: finding.High, Setting: esc,
		Message: lang.T("message %s", esc), Subject: "com.acme." + esc + "#m" + esc, Application: "app" + esc, At: find(t, f, esc, 0),
		Related:    []finding.Related{{At: find(t, f, "</a>", 0), Message: lang.T("related %s", esc)}, {Message: lang.T("nowhere %s", esc)}},
		Facts:      &finding.Facts{DubboVersion: esc, Cluster: esc, RetriesOrigin: esc, Retries: ptr(1)},
		Fixes:      []finding.Fix{{Title: lang.T("fix %s", esc), Edits: []finding.Edit{{At: find(t, f, "evil", 0), NewText: esc}}}},
		Suppressed: &finding.Suppression{Kind: "inline", Reason: "reason " + esc}}}
	r := &Report{Findings: list, Problems: []source.Problem{{Path: "p" + esc, Kind: source.Unreadable, Msg: lang.Verbatim("problem " + esc)}}}
	r.Options.ShowSuppressed = true
	return finish(r)
}

// fixtures are the reports that every format is tried on.
var fixtures = map[string]func(testing.TB) *Report{
	"clean": silent, "findings": shop, "problems": troubled, "huge": huge, "hostile": hostile,
}
