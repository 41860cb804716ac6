package docs_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/audit"
	"github.com/dubboaudit/dubboaudit/report"
	"github.com/dubboaudit/dubboaudit/simulate"
)

// TestExplainPage holds the card and the contest of explain.md against what is
// printed, and its list of settings against those that there are.
func TestExplainPage(t *testing.T) {
	text, err := os.ReadFile("explain.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := textBlock.FindAllStringSubmatch(string(text), -1)
	if len(blocks) != 2 {
		t.Fatalf("%d blocks of output", len(blocks))
	}
	for i, why := range []string{"", "retries"} {
		if diff := cmp.Diff(demoCard(t, why), blocks[i][1]); diff != "" {
			t.Errorf("docs/explain.md shows what is not printed (-printed +page):\n%s", diff)
		}
	}
	last := len(report.ContestSettings) - 1
	settings := strings.Join(report.ContestSettings[:last], ", ") + " or " + report.ContestSettings[last]
	if !strings.Contains(string(text), settings) {
		t.Errorf("docs/explain.md does not list %s", settings)
	}
}

// demoCard is what the page's commands print, without the empty line at the end.
func demoCard(t *testing.T, why string) string {
	t.Helper()
	r, err := audit.Explain(context.Background(), os.DirFS(".."), audit.Options{Paths: []string{"testdata/demo"}})
	if err != nil {
		t.Fatal(err)
	}
	if why != "" {
		r.Explain.Ask(why)
	}
	if r.Explain.Model, err = simulate.Select(r.Explain.Model, "order-service/InventoryService", "deductStock"); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(string(write(t, report.ExplainFormats, "text", r)), "\n")
}
