package html

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	xhtml "golang.org/x/net/html"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/report"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

var update = flag.Bool("update", false, "write the golden files")

func pom(name string) string {
	return `<project><modelVersion>4.0.0</modelVersion><groupId>com.acme</groupId><artifactId>` + name + `</artifactId><version>1</version>
<dependencies><dependency><groupId>org.apache.dubbo</groupId><artifactId>dubbo</artifactId><version>2.7.8</version></dependency></dependencies></project>`
}

func beans(inner string) string {
	return `<beans xmlns="http://www.springframework.org/schema/beans" xmlns:dubbo="http://dubbo.apache.org/schema/dubbo">` + "\n" + inner + "\n</beans>\n"
}

// shop are three applications: the web calls orders, orders call stock.
func shop() fstest.MapFS {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	return fstest.MapFS{
		"web/pom.xml": file(pom("web")),
		"web/src/main/resources/dubbo.xml": file(beans(`<dubbo:application name="web"/>
<dubbo:consumer timeout="500"/>
<dubbo:reference id="orders" interface="com.acme.OrderService" timeout="800"/>
<dubbo:reference id="mail" interface="com.acme.MailService" timeout="${mail.timeout}"/>`)),
		"web/src/main/java/com/acme/OrderService.java": file("package com.acme;\npublic interface OrderService {\n  Long createOrder(String item);\n}\n"),
		"orders/pom.xml": file(pom("orders")),
		"orders/src/main/resources/dubbo.xml": file(beans(`<dubbo:application name="orders"/>
<dubbo:service interface="com.acme.OrderService" ref="orderService" timeout="3000"/>
<bean id="orderService" class="com.acme.OrderServiceImpl"/>
<dubbo:reference id="stockService" interface="com.acme.StockService" retries="1"/>`)),
		"orders/src/main/java/com/acme/OrderService.java": file("package com.acme;\npublic interface OrderService {\n  Long createOrder(String item);\n}\n"),
		"orders/src/main/java/com/acme/OrderServiceImpl.java": file(`package com.acme;
import javax.annotation.Resource;
public class OrderServiceImpl implements OrderService {
  @Resource private StockService stockService;
  public Long createOrder(String item) { return take(item); }
  private Long take(String item) { stockService.deductStock(item); return 1L; }
}
`),
		"orders/src/main/java/com/acme/StockService.java": file("package com.acme;\npublic interface StockService {\n  void deductStock(String item);\n}\n"),
		"stock/pom.xml": file(pom("stock")),
		"stock/src/main/resources/dubbo.xml": file(beans(`<dubbo:application name="stock"/>
<dubbo:service interface="com.acme.StockService" ref="stockService"/>
<bean id="stockService" class="com.acme.StockServiceImpl"/>`)),
		"stock/src/main/java/com/acme/StockService.java":     file("package com.acme;\npublic interface StockService {\n  void deductStock(String item);\n}\n"),
		"stock/src/main/java/com/acme/StockServiceImpl.java": file("package com.acme;\npublic class StockServiceImpl implements StockService {\n  public void deductStock(String item) { }\n}\n"),
		"stock/src/main/resources/broken.xml":                file("<beans xmlns:dubbo=\"http://dubbo.apache.org/schema/dubbo\"><dubbo:reference id=</beans>"),
	}
}

func audited(t testing.TB, tree fs.FS) *report.Report {
	t.Helper()
	w, err := audit.Open(context.Background(), tree, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := w.Audit(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	r.Version = "1.2.3"
	return r
}

func TestDocument(t *testing.T) {
	doc, _ := build(audited(t, shop()))
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(doc); err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/shop.json"
	if *update {
		if err := os.WriteFile(golden, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), out.String()); diff != "" {
		t.Errorf("(-want +got; -update writes it)\n%s", diff)
	}
}

// The web's 3 executions of createOrder each make up to 2 of deductStock,
// although the implementation calls it from a method of its own.
func TestPaths(t *testing.T) {
	doc, _ := build(audited(t, shop()))
	var got []string
	for _, p := range doc.Graph.Paths {
		text := fmt.Sprint(p.Most)
		for _, s := range p.Steps {
			text += fmt.Sprintf(" %s %s %d", doc.Apps[s.App].Name, s.What, s.Runs)
		}
		got = append(got, text)
	}
	want := []string{"6 web com.acme.OrderService#createOrder 3 orders com.acme.StockService#deductStock 2"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestLayout(t *testing.T) {
	l := newLayout([]string{"a", "b", "c", "d"}, "others", []edge{{From: 0, To: 1}, {From: 1, To: 2}, {From: 2, To: 1}, {From: 2, To: 3}, {From: 0, To: outside}, {From: 3, To: 3}})
	want := map[int]int{0: 0, 1: 1, 2: 1, 3: 2, outside: 1}
	if diff := cmp.Diff(want, l.column); diff != "" {
		t.Error(diff)
	}
}

func TestDiff(t *testing.T) {
	f, _ := source.New("a b.xml", []byte("one\ntwo\nthree\nfour\nfive\nsix"), "")
	span := func(word string) source.Span {
		i := bytes.Index(f.Text, []byte(word))
		return source.Span{File: f, Lo: i, Hi: i + len(word)}
	}
	for _, c := range []struct {
		name  string
		edits []finding.Edit
		want  string
	}{
		{"none", nil, ""},
		{"one", []finding.Edit{{At: span("three"), NewText: "3"}}, "@@ -1,5 +1,5 @@\n one\n two\n-three\n+3\n four\n five\n"},
		{"insert a line", []finding.Edit{{At: source.Span{File: f, Lo: 3, Hi: 3}, NewText: "\nnew"}}, "@@ -1,3 +1,4 @@\n one\n+new\n two\n three\n"},
		{"delete at the end", []finding.Edit{{At: span("\nsix"), NewText: ""}}, "@@ -4,3 +4,2 @@\n four\n five\n-six\n"},
		{"overlap", []finding.Edit{{At: span("three"), NewText: "3"}, {At: span("hre"), NewText: "x"}}, ""},
		{"too long", []finding.Edit{{At: span("three"), NewText: strings.Repeat("x", maxDiff)}}, ""},
	} {
		want := c.want
		if want != "" {
			want = "--- a/a b.xml\n+++ b/a b.xml\n" + want
		}
		if got := diff(c.edits); got != want {
			t.Errorf("%s: got %q, want %q", c.name, got, want)
		}
	}
}

const esc = "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">\x1b[2J\u202e\u2028]]><!--${1}`'\""

// hostile is a report in which every text tries to leave its place.
func hostile(t testing.TB) *report.Report {
	f, _ := source.New("a"+esc+"/b.xml", []byte("<a>\n"+esc+"\n</a>\n"), "")
	at := source.Span{File: f, Lo: 4, Hi: 4 + len(esc)}
	info := &finding.Info{ID: "DA101", Name: esc, Severity: finding.Error, Summary: esc, Fix: esc}
	r := audited(t, shop())
	app := r.Explain.Model.Apps[0]
	app.Name, app.Root = "app"+esc, esc
	for _, ref := range app.References {
		ref.Group = esc
		for _, c := range ref.Calls {
			c.Method, c.Signature, c.CallerSees, c.Unsure = "m"+esc, "m"+esc, lang.Verbatim(esc), []lang.Text{lang.Verbatim(esc)}
			c.Retries.From.At, c.Cluster.V = at, esc
		}
	}
	r.Findings = []*finding.Finding{{Rule: info, Severity: finding.Error, Confidence: finding.High, Message: lang.Verbatim(esc), Subject: esc,
		Application: app.Name, At: at, Related: []finding.Related{{At: at, Message: lang.Verbatim(esc)}, {Message: lang.Verbatim(esc), Rule: esc}},
		Fixes:      []finding.Fix{{Title: lang.Verbatim(esc), Edits: []finding.Edit{{At: at, NewText: esc}}}},
		Suppressed: &finding.Suppression{Kind: "inline", Reason: esc}}}
	r.Problems = []source.Problem{{Path: esc, Kind: source.Unreadable, Msg: esc}}
	r.Version, r.Root = esc, esc
	r.Summary.Count(r.Findings, r.Problems)
	return r
}

func page(t testing.TB, r *report.Report) string {
	t.Helper()
	var out strings.Builder
	if err := Write(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The elements of the page are the same whatever the data says, and nothing in
// it leads out of the file.
func TestHostile(t *testing.T) {
	want, got := elements(t, page(t, audited(t, shop()))), elements(t, page(t, hostile(t)))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the data changed the page's elements:\n%s", diff)
	}
	text := page(t, hostile(t))
	for _, bad := range []string{"\u202e", "\x1b", "\u2028"} {
		if i := strings.Index(text, bad); i >= 0 {
			t.Errorf("the page holds %q: %q", bad, text[max(i-200, 0):i+len(bad)])
		}
	}
	if m := regexp.MustCompile(`(?i)(src|href)=["']?(https?:)?//|url\([^#]|@import`).FindString(text); m != "" {
		t.Errorf("the page refers to something outside: %q", m)
	}
}

func elements(t testing.TB, page string) []string {
	t.Helper()
	root, err := xhtml.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for n := range root.Descendants() {
		if n.Type == xhtml.ElementNode {
			list = append(list, n.Data)
		}
	}
	return list
}

// A report without a model, as that of no files, has a page too.
func TestWithoutModel(t *testing.T) {
	r := &report.Report{Version: "1", Root: ".", Applications: []string{"web"}}
	if !strings.Contains(page(t, r), `"apps":[{"name":"web","label":"web"`) {
		t.Error("the application is missing")
	}
}

// Every text that the script names is there, and every one is used.
func TestWords(t *testing.T) {
	script, err := scripts()
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, m := range regexp.MustCompile(`\bW\.(\w+)`).FindAllStringSubmatch(string(script), -1) {
		used[m[1]] = true
		if words[m[1]].IsZero() {
			t.Errorf("no word %q", m[1])
		}
	}
	for name := range words {
		if !used[name] && !strings.HasPrefix(name, "severity") && !strings.HasPrefix(name, "confidence") {
			t.Errorf("word %q is not used", name)
		}
	}
}

// The same reason for several applications counts each of them.
func TestOpenCounts(t *testing.T) {
	info := &finding.Info{ID: undecidedRule, Name: "cannot-decide", Severity: finding.Note}
	r := &report.Report{}
	for _, name := range []string{"a", "b"} {
		r.Findings = append(r.Findings, &finding.Finding{Rule: info, Severity: finding.Note, Confidence: finding.High,
			Message: lang.T("a config center may change every value"), Application: name, Setting: "source"})
	}
	doc, _ := build(r)
	if len(doc.Open) != 1 || doc.Open[0].Count != 2 {
		t.Errorf("%+v", doc.Open)
	}
}

var (
	scriptElement = regexp.MustCompile(`(?s)<script.*?</script>`)
	element       = regexp.MustCompile(`(?s)<style>.*?</style>|<[^>]*>`)
	english       = regexp.MustCompile(`[a-z]{2,} [a-z]{2,}`)
)

// In wide letters the page, its words and its pictures say nothing that is not
// in the catalogue.
func TestPseudo(t *testing.T) {
	r := audited(t, shop())
	r.Options.Lang = lang.Pseudo
	doc, _ := build(r)
	whole := page(t, r)
	if !strings.Contains(whole, `<html lang="qps">`) {
		t.Error("the page does not tell its language")
	}
	texts := append(slices.Collect(maps.Values(said(lang.Pseudo))), scriptElement.ReplaceAllString(whole, ""), doc.Graph.Picture)
	for _, text := range append(texts, doc.Timelines...) {
		if found := english.FindAllString(element.ReplaceAllString(text, "\n"), -1); found != nil {
			t.Errorf("said in English: %q", found)
		}
	}
}
