package conformance

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTable: neighbours that agree share a column, a contradiction ends it,
// and a cell says on which of the releases it was measured.
func TestTable(t *testing.T) {
	record := func(version, reference string, executions int, cluster string) *Record {
		return &Record{Version: version, Case: "c", Reference: reference, Method: "slow", Executions: executions,
			Clusters: []string{cluster}, Outcome: "RpcException#2 timeout"}
	}
	all := []*Record{
		record("2.7.9", "a", 1, "-"), record("2.7.10", "a", 1, "failfast"), record("2.7.11", "a", 1, "failfast"),
		record("2.7.9", "b", 1, "failover"), record("2.7.11", "b", 1, "failover"),
		record("2.7.8", "a", 3, "failover"), record("3.0.0", "b", 3, "failover"),
		{Version: "3.0.0", Case: "c", Reference: "a", Method: "-", Clusters: []string{"-"}, Outcome: "bean fails: IllegalStateException"},
	}
	table := NewTable(Question{Show: Clusters, Rows: []Row{{"a", "c/a", nil}, {"b", "c/b", nil}, {"c", "c/c", nil}}}, all)
	var got [][]string
	for _, c := range table.Columns {
		got = append(got, []string{c.head(), c.cell(0), c.cell(1), c.cell(2)})
	}
	want := [][]string{
		{"2.7.8", "3 failover", "-", "-"},
		{"2.7.9-2.7.11 (3)", "1 failfast", `1 failover\*`, "-"},
		{"3.0.0", "bean fails", "3 failover", "-"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("columns (-want +got):\n%s", diff)
	}
}

func TestCode(t *testing.T) {
	tests := map[string]string{
		`the same, cluster="failback" retries="0"`:  "the same, `cluster=\"failback\" retries=\"0\"`",
		"Is cluster= honoured?":                     "Is `cluster=` honoured?",
		"see [there](#retries)":                     "see [there](#retries)",
		"<dubbo:method> of @Reference(retries = 0)": "`<dubbo:method>` of `@Reference(retries = 0)`",
	}
	for text, want := range tests {
		if got := code(text); got != want {
			t.Errorf("code(%q) = %q, want %q", text, got, want)
		}
	}
}
