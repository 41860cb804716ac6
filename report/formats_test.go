package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

func TestGitLabSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("testdata/gitlab.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, fixture := range fixtures {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(render(t, "gitlab", fixture(t))))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := schema.Validate([]any{map[string]any{"description": "x"}}); err == nil {
		t.Error("the schema checks nothing")
	}
}

// GitLab shows one of the issues that share a fingerprint.
func TestGitLabFingerprints(t *testing.T) {
	r := shop(t)
	again := *r.Findings[0]
	r.Findings = append(r.Findings, &again)
	var issues []gitlabIssue
	if err := json.Unmarshal(render(t, "gitlab", r), &issues); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, i := range issues {
		if seen[i.Fingerprint] {
			t.Errorf("fingerprint %s occurs twice", i.Fingerprint)
		}
		seen[i.Fingerprint] = true
	}
}

func TestGitLabSeverity(t *testing.T) {
	for _, c := range []struct {
		severity   finding.Severity
		confidence finding.Confidence
		want       string
	}{
		{finding.Error, finding.High, "critical"}, {finding.Error, finding.Medium, "critical"}, {finding.Error, finding.Low, "major"},
		{finding.Warning, finding.High, "major"}, {finding.Warning, finding.Low, "minor"},
		{finding.Note, finding.High, "info"}, {finding.Note, finding.Low, "info"},
	} {
		if got := gitlabSeverity(&finding.Finding{Severity: c.severity, Confidence: c.confidence}); got != c.want {
			t.Errorf("%v of %v confidence: %s, want %s", c.severity, c.confidence, got, c.want)
		}
	}
}

// A test suite is red exactly where the exit code is.
func TestJUnitFollowsGate(t *testing.T) {
	failures := func(fails func(*finding.Finding) bool) int {
		r := shop(t)
		r.Options.Fails = fails
		var doc junitSuites
		if err := xml.Unmarshal(render(t, "junit", r), &doc); err != nil {
			t.Fatal(err)
		}
		return doc.Failures
	}
	for _, c := range []struct {
		name  string
		fails func(*finding.Finding) bool
		want  int
	}{
		{"default", nil, 3},
		{"never", func(*finding.Finding) bool { return false }, 0},
		{"all", func(*finding.Finding) bool { return true }, 6}, // one is suppressed
	} {
		if got := failures(c.fails); got != c.want {
			t.Errorf("%s: %d failures, want %d", c.name, got, c.want)
		}
	}
}

func TestJUnitNamesDiffer(t *testing.T) {
	r := shop(t)
	again := *r.Findings[0]
	r.Findings = append(r.Findings, &again)
	var doc junitSuites
	if err := xml.Unmarshal(render(t, "junit", r), &doc); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, s := range doc.Suites {
		if s.Tests != len(s.Cases) {
			t.Errorf("%s counts %d tests and holds %d", s.Name, s.Tests, len(s.Cases))
		}
		for _, c := range s.Cases {
			id := s.Name + "/" + c.Class + "/" + c.Name
			if seen[id] {
				t.Errorf("%s occurs twice", id)
			}
			seen[id] = true
		}
	}
	if !seen["order-web/com.acme.OrderService/DA101 default-retries-on-write: createOrder (order-web/src/main/resources/dubbo.xml) #2"] {
		t.Error("the second of two equal findings is not numbered")
	}
}

// An application whose findings it shares with another has not passed.
func TestJUnitSharedApplication(t *testing.T) {
	r := shop(t)
	for _, f := range r.Findings {
		f.Application = "catalog, order-web"
	}
	var doc junitSuites
	if err := xml.Unmarshal(render(t, "junit", r), &doc); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range doc.Suites {
		names = append(names, s.Name)
	}
	if diff := cmp.Diff([]string{"catalog, order-web", "order-service"}, names); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// unescape does what the runner does with a value of a workflow command.
func unescape(s string, property bool) string {
	if property {
		s = strings.NewReplacer("%3A", ":", "%2C", ",").Replace(s)
	}
	s = strings.NewReplacer("%0D", "\r", "%0A", "\n").Replace(s)
	return strings.ReplaceAll(s, "%25", "%")
}

var workflowCommand = regexp.MustCompile(`^::(error|warning|notice) ([^:]*)::(.*)$`)

// parseCommand reads a workflow command as the runner does, nil for none.
func parseCommand(line string) map[string]string {
	m := workflowCommand.FindStringSubmatch(line)
	if m == nil {
		return nil
	}
	got := map[string]string{"level": m[1], "text": unescape(m[3], false)}
	for prop := range strings.SplitSeq(m[2], ",") {
		name, value, _ := strings.Cut(prop, "=")
		got[name] = unescape(value, true)
	}
	return got
}

func TestGitHubCommands(t *testing.T) {
	r := shop(t)
	f := newFile(t, "50%, a:b,c.xml", "<a>\n</a>\n")
	r.Findings[0].At, r.Findings[0].Message = find(t, f, "<a>\n<", 0), lang.Verbatim("100%0A of it, 3:2\nsecond line")
	lines := strings.Split(string(render(t, "github", finish(r))), "\n")
	got := parseCommand(lines[0])
	want := map[string]string{"level": "error", "file": "50%, a:b,c.xml", "line": "1", "endLine": "2", "title": "DA101 default-retries-on-write"}
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s is %q, want %q", name, got[name], value)
		}
	}
	if got["col"] != "" || got["endColumn"] != "" {
		t.Error("columns of a place on two lines")
	}
	if !strings.HasPrefix(got["text"], "100%0A of it, 3:2␊second line\nat 50%, a:b,c.xml:1:1\n") {
		t.Errorf("text %q", got["text"])
	}
}

// No input may smuggle in a command, or a control character.
func TestGitHubIsSafe(t *testing.T) {
	for name, fixture := range fixtures {
		out := string(render(t, "github", fixture(t)))
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		for i, line := range lines {
			if command := strings.HasPrefix(line, "::"); command != (i < len(lines)-1) || command && parseCommand(line) == nil {
				t.Errorf("%s: line %d: %q", name, i+1, line)
			}
		}
		for _, c := range out {
			if c != '\n' && (unicode.IsControl(c) || unicode.Is(unicode.Cf, c)) {
				t.Errorf("%s: %U", name, c)
			}
		}
	}
}

func TestGitHubLimit(t *testing.T) {
	for _, c := range []struct {
		places, shown int
		last          string
	}{
		{10, 10, "create may run 3 times"},
		{11, 10, "2 more places are not shown here"},
		{50, 10, "41 more places are not shown here"},
	} {
		var list []*finding.Finding
		for i := range c.places {
			f := newFile(t, fmt.Sprintf("m%02d/dubbo.xml", i), "<beans/>")
			list = append(list, &finding.Finding{Rule: retriesRule, Severity: finding.Error, Confidence: finding.High,
				Message: lang.T("create may run 3 times"), Subject: fmt.Sprintf("com.acme.A%d#create", i), At: find(t, f, "<beans/>", 0)})
		}
		out := string(render(t, "github", finish(&Report{Findings: list})))
		lines := strings.Split(out, "\n")
		if n := strings.Count(out, "::error "); n != c.shown {
			t.Errorf("%d places: %d annotations", c.places, n)
		}
		if got := parseCommand(lines[c.shown-1]); !strings.HasPrefix(got["text"], c.last) {
			t.Errorf("%d places: the last says %q", c.places, got["text"])
		}
	}
}

func TestXMLIsWellFormed(t *testing.T) {
	for _, format := range []string{"junit", "checkstyle"} {
		for name, fixture := range fixtures {
			var any struct{}
			if err := xml.Unmarshal(render(t, format, fixture(t)), &any); err != nil {
				t.Errorf("%s.%s: %v", name, format, err)
			}
		}
	}
}

// The goldens exist for every format, so that a new one has to have them.
func TestGoldens(t *testing.T) {
	for _, f := range Formats {
		for name := range fixtures {
			if _, err := os.Stat("testdata/" + name + "." + f.Name); err != nil {
				t.Error(err)
			}
		}
	}
}
