package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// sarifSchema is the schema of SARIF 2.1.0 as the SARIF SDK ships it.
func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	raw, err := os.ReadFile("testdata/sarif-2.1.0.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("sarif.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func TestSARIFSchema(t *testing.T) {
	schema := sarifSchema(t)
	for name, fixture := range fixtures {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(render(t, "sarif", fixture(t))))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := schema.Validate(map[string]any{"version": "2.1.0"}); err == nil {
		t.Error("the schema accepts a log without runs: it checks nothing")
	}
}

func decodeSARIF(t *testing.T, r *Report) sarifRun {
	t.Helper()
	var log sarifLog
	if err := json.Unmarshal(render(t, "sarif", r), &log); err != nil {
		t.Fatal(err)
	}
	if len(log.Runs) != 1 {
		t.Fatalf("%d runs", len(log.Runs))
	}
	return log.Runs[0]
}

var messageLink = regexp.MustCompile(`[^\\]\]\((\d+)\)`)

// What no schema can say: indexes, links and paths must fit together.
func TestSARIFConsistency(t *testing.T) {
	for name, fixture := range fixtures {
		run := decodeSARIF(t, fixture(t))
		if run.Results == nil {
			t.Errorf("%s: no results array", name)
		}
		for _, res := range run.Results {
			if run.Tool.Driver.Rules[res.RuleIndex].ID != res.RuleID {
				t.Errorf("%s: ruleIndex of %s", name, res.RuleID)
			}
			ids := map[int]bool{}
			for _, rel := range res.RelatedLocations {
				ids[rel.ID] = true
			}
			links := messageLink.FindAllStringSubmatch(res.Message.Text, -1)
			if len(links) != len(ids) {
				t.Errorf("%s: %d links to %d related locations: %s", name, len(links), len(ids), res.Message.Text)
			}
			for _, l := range links {
				if id, _ := strconv.Atoi(l[1]); !ids[id] {
					t.Errorf("%s: link to %s", name, l[1])
				}
			}
		}
	}
}

func TestSARIFLimit(t *testing.T) {
	r := shop(t)
	for i := range maxResults + 10 {
		f := *r.Findings[0]
		f.Severity, f.Subject = finding.Note, fmt.Sprintf("com.acme.A#m%d", i)
		r.Findings = append(r.Findings, &f)
	}
	run := decodeSARIF(t, finish(r))
	if len(run.Results) != maxResults {
		t.Errorf("%d results", len(run.Results))
	}
	if run.Results[0].Level != "error" || run.Results[maxResults-1].Level != "note" {
		t.Error("results are not sorted by severity")
	}
	n := run.Invocations[0].ToolExecutionNotifications
	if len(n) != 1 || n[0].Descriptor.ID != "results-left-out" || !strings.Contains(n[0].Message.Text, "17 of 5017") {
		t.Errorf("notifications %+v", n)
	}
}

func TestSARIFSharedFingerprint(t *testing.T) {
	r := shop(t)
	f := *r.Findings[0]
	r.Findings = append(r.Findings, &f)
	seen := map[string]bool{}
	for _, res := range decodeSARIF(t, r).Results {
		print := res.PartialFingerprints["dubboaudit/v1"]
		if seen[print] {
			t.Errorf("fingerprint %s occurs twice", print)
		}
		seen[print] = true
	}
}

func TestSARIFFixIsExact(t *testing.T) {
	run := decodeSARIF(t, shop(t))
	for _, res := range run.Results {
		if res.RuleID != "DA201" || len(res.Fixes) == 0 {
			continue
		}
		reg := res.Fixes[0].ArtifactChanges[0].Replacements[0].DeletedRegion
		if got := string([]rune(consumerXML)[*reg.CharOffset : *reg.CharOffset+*reg.CharLength]); got != "800" {
			t.Errorf("charOffset names %q", got)
		}
		if got := consumerXML[*reg.ByteOffset : *reg.ByteOffset+*reg.ByteLength]; got != "800" {
			t.Errorf("byteOffset names %q", got)
		}
		return
	}
	t.Error("no fix found")
}

func TestRelativeURI(t *testing.T) {
	for path, want := range map[string]string{
		"src/main/a.xml":            "src/main/a.xml",
		"a:b/c d.xml":               "a%3Ab/c%20d.xml",
		"100%/ä.xml":                "100%25/%C3%A4.xml",
		"lib/a.jar!/META-INF/x.xml": "lib/a.jar!/META-INF/x.xml",
		"a#b?c[d]\\\x1b":            "a%23b%3Fc%5Bd%5D%5C%1B",
	} {
		got := relativeURI(path)
		if got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
		if u, err := url.Parse(got); err != nil || u.Path != path {
			t.Errorf("%q comes back as %v, %v", path, u, err)
		}
	}
}
