package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// The reports are read back by programs that users read them with. A program
// that is not installed skips its test, unless DUBBOAUDIT_CONSUMERS=required,
// which .ci/consumers sets after it installed them.

// consumer finds a program of that name.
func consumer(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		missing(t, name)
	}
	return path
}

func missing(t *testing.T, name string) {
	t.Helper()
	if os.Getenv("DUBBOAUDIT_CONSUMERS") == "required" {
		t.Fatalf("%s is missing", name)
	}
	t.Skipf("%s is not installed", name)
}

// python finds a Python with a module.
func python(t *testing.T, module string) string {
	t.Helper()
	path := consumer(t, "python3")
	if err := exec.Command(path, "-c", "import "+module).Run(); err != nil {
		missing(t, "Python's "+module)
	}
	return path
}

// run runs a program with a document as its input and returns what it printed
// and its exit code.
func run(t *testing.T, input []byte, name string, args ...string) (string, int) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Stdin = bytes.NewReader(input)
	cmd.Env = append(os.Environ(), "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		t.Fatal(err)
	}
	if errs.Len() > 0 {
		t.Logf("%s: %s", filepath.Base(name), errs.String())
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

func save(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestXMLLint validates XML against the schemas in testdata.
func TestXMLLint(t *testing.T) {
	xmllint := consumer(t, "xmllint")
	valid := func(format string, doc []byte) bool {
		_, code := run(t, doc, xmllint, "--noout", "--nonet", "--schema", "testdata/"+format+".xsd", "-")
		return code == 0
	}
	for _, format := range []string{"junit", "checkstyle"} {
		for name, fixture := range fixtures {
			if !valid(format, render(t, format, fixture(t))) {
				t.Errorf("%s.%s is not valid", name, format)
			}
		}
		bad := bytes.Replace(render(t, format, shop(t)), []byte(` name="`), []byte(` nmae="`), 1)
		if valid(format, bad) {
			t.Errorf("the schema of %s checks nothing", format)
		}
	}
}

const readJUnit = `
import junitparser, sys
for suite in junitparser.JUnitXml.fromfile(sys.argv[1]):
    for case in suite:
        kinds = [type(r).__name__.lower() for r in case.result] or ["passed"]
        print(suite.name, case.classname, case.name, "/".join(kinds), sep="\t")
    print(suite.name, suite.tests, suite.failures, suite.errors, suite.skipped, sep="\t")
`

// TestJUnitParser reads JUnit XML with junitparser.
func TestJUnitParser(t *testing.T) {
	py := python(t, "junitparser")
	out, code := run(t, nil, py, "-c", readJUnit, save(t, "junit.xml", render(t, "junit", shop(t))))
	if code != 0 {
		t.Fatalf("exit code %d", code)
	}
	file := " (order-web/src/main/resources/dubbo.xml)"
	want := strings.Join([]string{
		"catalog\tcatalog\tno findings\tpassed",
		"catalog\t1\t0\t0\t0",
		"order-service\tcom.acme.StockService\tDA201 timeout-inversion: StockService (order-service/src/main/resources/provider 1.xml)\tskipped",
		"order-service\torder-service\tDA901 cannot-decide\tpassed",
		"order-service\t2\t0\t0\t1",
		"order-web\tcom.acme.OrderService\tDA101 default-retries-on-write: createOrder" + file + "\tfailure",
		"order-web\tcom.acme.OrderService\tDA101 default-retries-on-write: deductStock" + file + "\tfailure",
		"order-web\tcom.acme.OrderService\tDA101 default-retries-on-write: payOrder" + file + "\tfailure",
		"order-web\tcom.acme.OrderService\tDA201 timeout-inversion: OrderService" + file + "\tpassed",
		"order-web\torder-web\tDA901 cannot-decide (order-web/src/main/resources/application.properties)\tpassed",
		"order-web\t5\t3\t0\t0",
	}, "\n") + "\n"
	if diff := cmp.Diff(want, out); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for _, name := range []string{"clean", "problems", "huge", "hostile"} {
		doc := render(t, "junit", fixtures[name](t))
		if _, code := run(t, nil, py, "-c", readJUnit, save(t, "junit.xml", doc)); code != 0 {
			t.Errorf("%s: exit code %d", name, code)
		}
	}
}

// TestSARIFTools reads SARIF with sarif-tools and compares the code quality
// report that it makes of it with ours.
func TestSARIFTools(t *testing.T) {
	sarif := consumer(t, "sarif")
	r := shop(t)
	path := save(t, "shop.sarif", render(t, "sarif", r))
	if _, code := run(t, nil, sarif, "--check", "error", "summary", path); code == 0 {
		t.Error("sarif-tools sees no errors")
	}
	clean := save(t, "clean.sarif", render(t, "sarif", silent(t)))
	if _, code := run(t, nil, sarif, "--check", "note", "summary", clean); code != 0 {
		t.Error("sarif-tools finds something in a clean report")
	}
	converted := filepath.Join(t.TempDir(), "quality.json")
	if _, code := run(t, nil, sarif, "codeclimate", "-o", converted, path); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	theirs, err := os.ReadFile(converted)
	if err != nil {
		t.Fatal(err)
	}
	// sarif-tools takes over suppressed results, which ours leaves out.
	r.Findings = slices.DeleteFunc(r.Findings, func(f *finding.Finding) bool { return f.Suppressed != nil })
	ours := qualityLines(t, render(t, "gitlab", r))
	for _, line := range ours {
		if !slices.Contains(qualityLines(t, theirs), line) {
			t.Errorf("sarif-tools does not tell %s", line)
		}
	}
	if len(ours) == 0 {
		t.Error("nothing to compare")
	}
}

// qualityLines lists rule and place of the issues of a code quality report.
func qualityLines(t *testing.T, doc []byte) []string {
	t.Helper()
	var issues []gitlabIssue
	if err := json.Unmarshal(doc, &issues); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, i := range issues {
		lines = append(lines, fmt.Sprintf("%s %s:%d", i.CheckName, i.Location.Path, i.Location.Lines.Begin))
	}
	return lines
}

// beforeAndAfter are audits of one file whose lines moved; one finding is
// gone and one is new.
func beforeAndAfter(t *testing.T) (before, after *Report) {
	audit := func(text string, methods ...string) *Report {
		f := newFile(t, "web/dubbo.xml", text)
		var list []*finding.Finding
		for _, m := range methods {
			list = append(list, &finding.Finding{Rule: retriesRule, Severity: finding.Error, Confidence: finding.High,
				Setting: "retries", Message: lang.T("%s may run 3 times", m), Subject: "com.acme.OrderService#" + m, Application: "web",
				At: find(t, f, `<dubbo:reference interface="com.acme.OrderService"/>`, 0)})
		}
		return finish(&Report{Findings: list})
	}
	ref := `<dubbo:reference interface="com.acme.OrderService"/>`
	return audit("<beans>\n  "+ref+"\n</beans>\n", "create", "pay", "cancel"),
		audit("<beans>\n\n  <!-- moved -->\n\n      "+ref+"\n</beans>\n", "create", "pay", "refund")
}

// TestMatchResultsForward lets Microsoft's SARIF tool compare audits. What only
// moved is the same finding: "updated" in SARIF's words, for its lines differ.
func TestMatchResultsForward(t *testing.T) {
	multitool := consumer(t, "Sarif.Multitool")
	before, after := beforeAndAfter(t)
	for _, c := range []struct {
		name            string
		previous, after *Report
		want            map[string]string
	}{
		{"same", before, before, map[string]string{"create": "unchanged", "pay": "unchanged", "cancel": "unchanged"}},
		{"moved", before, after, map[string]string{"create": "updated", "pay": "updated", "refund": "new", "cancel": "absent"}},
	} {
		out := filepath.Join(t.TempDir(), "out.sarif")
		_, code := run(t, nil, multitool, "match-results-forward", save(t, "after.sarif", render(t, "sarif", c.after)),
			"--previous", save(t, "before.sarif", render(t, "sarif", c.previous)), "--output-file-path", out)
		if code != 0 {
			t.Fatalf("%s: exit code %d", c.name, code)
		}
		if diff := cmp.Diff(c.want, baselineStates(t, out)); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", c.name, diff)
		}
	}
}

// baselineStates reads the state of each result, by the first word of its
// message.
func baselineStates(t *testing.T, path string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var log struct {
		Runs []struct {
			Results []struct {
				BaselineState string
				Message       struct{ Text string }
			}
		}
	}
	if err := json.Unmarshal(text, &log); err != nil {
		t.Fatal(err)
	}
	states := map[string]string{}
	for _, res := range log.Runs[0].Results {
		states[strings.Fields(res.Message.Text)[0]] = res.BaselineState
	}
	return states
}

// TestReviewdog reads SARIF and Checkstyle XML with reviewdog.
func TestReviewdog(t *testing.T) {
	reviewdog := consumer(t, "reviewdog")
	for _, format := range []string{"sarif", "checkstyle"} {
		for name, fixture := range fixtures {
			out, code := run(t, render(t, format, fixture(t)), reviewdog, "-f="+format, "-reporter=rdjsonl", "-filter-mode=nofilter")
			if code != 0 {
				t.Errorf("%s.%s: exit code %d", name, format, code)
			}
			if name == "findings" {
				checkDiagnostics(t, format, out)
			}
		}
		_, code := run(t, render(t, format, shop(t)), reviewdog, "-f="+format, "-reporter=local", "-filter-mode=nofilter", "-fail-level=error")
		if code != 1 {
			t.Errorf("%s: exit code %d in spite of errors", format, code)
		}
	}
}

// checkDiagnostics compares what reviewdog understood with the report.
func checkDiagnostics(t *testing.T, format, out string) {
	t.Helper()
	got := map[string]int{}
	suggestions := 0
	for line := range strings.Lines(out) {
		var d struct {
			Severity string
			Location struct {
				Path  string
				Range struct{ Start struct{ Line, Column int } }
			}
			Code        struct{ Value string }
			Suggestions []struct{ Text string }
		}
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		start := d.Location.Range.Start
		got[fmt.Sprintf("%s %s %s:%d:%d", d.Severity, strings.TrimPrefix(d.Code.Value, "dubboaudit."), d.Location.Path, start.Line, start.Column)]++
		suggestions += len(d.Suggestions)
	}
	for line, n := range map[string]int{
		"ERROR DA101 order-web/src/main/resources/dubbo.xml:4:2":              3,
		"WARNING DA201 order-web/src/main/resources/dubbo.xml:4:61":           1,
		"INFO DA901 order-web/src/main/resources/application.properties:1:24": 1,
	} {
		if got[line] != n {
			t.Errorf("%s: %d of %q, want %d", format, got[line], line, n)
		}
	}
	if format == "sarif" && suggestions == 0 {
		t.Error("reviewdog sees no suggestions")
	}
}

// TestJenkins reads reports with the parsers of Jenkins' warnings-ng plugin.
// DUBBOAUDIT_ANALYSIS_MODEL is a folder that holds them.
func TestJenkins(t *testing.T) {
	jars := os.Getenv("DUBBOAUDIT_ANALYSIS_MODEL")
	if jars == "" {
		missing(t, "Jenkins' analysis-model")
	}
	java := consumer(t, "java")
	for format, want := range map[string][]string{
		"checkstyle": {"ERROR DA101 order-web/src/main/resources/dubbo.xml:4", "NORMAL DA201 order-web/src/main/resources/dubbo.xml:4",
			"LOW DA901 order-web/src/main/resources/application.properties:1"},
		"sarif": {"HIGH DA101 order-web/src/main/resources/dubbo.xml:4", "NORMAL DA201 order-web/src/main/resources/dubbo.xml:4",
			"LOW DA901 order-web/src/main/resources/application.properties:1"},
	} {
		path := save(t, "report", render(t, format, shop(t)))
		out, code := run(t, nil, java, "-cp", filepath.Join(jars, "*"), "testdata/jenkins/ReadReport.java", format, path)
		if code != 0 {
			t.Errorf("%s: exit code %d", format, code)
		}
		for _, line := range want {
			if !strings.Contains(out, line+"\n") {
				t.Errorf("%s: Jenkins does not tell %q:\n%s", format, line, out)
			}
		}
	}
}

var (
	tag     = regexp.MustCompile(`<(/?)([a-zA-Z0-9]+)([^>]*)>`)
	allowed = map[string]bool{"h2": true, "h3": true, "p": true, "table": true, "thead": true, "tbody": true, "tr": true, "th": true,
		"td": true, "strong": true, "a": true, "code": true, "ul": true, "li": true, "pre": true, "details": true, "summary": true}
)

// TestGitHubMarkdown renders the summary with GitHub's own library: every tag
// is one that was meant, every link leads to the rules.
func TestGitHubMarkdown(t *testing.T) {
	py := python(t, "cmarkgfm")
	script := "import cmarkgfm, sys\nfrom cmarkgfm.cmark import Options\n" +
		"print(cmarkgfm.github_flavored_markdown_to_html(sys.stdin.read(), Options.CMARK_OPT_UNSAFE))"
	for name, fixture := range fixtures {
		html, code := run(t, render(t, "markdown", fixture(t)), py, "-c", script)
		if code != 0 {
			t.Fatalf("%s: exit code %d", name, code)
		}
		for _, m := range tag.FindAllStringSubmatch(html, -1) {
			if !allowed[m[2]] {
				t.Errorf("%s: unexpected %s", name, m[0])
			}
			if m[2] == "a" && m[1] == "" && !strings.HasPrefix(m[3], ` href="`+homepage+`/blob/main/docs/rules/DA`) {
				t.Errorf("%s: unexpected link %s", name, m[0])
			}
		}
		if open, closed := strings.Count(html, "<details>"), strings.Count(html, "</details>"); open != closed {
			t.Errorf("%s: %d details opened, %d closed", name, open, closed)
		}
		if rows := strings.Count(html, "<tr>"); name == "findings" && rows != 5 {
			t.Errorf("%d rows in the table", rows)
		}
	}
}
