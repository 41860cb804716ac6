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

// TestTableGaps: a cell's releases leave out those of its column that were not
// measured, and many gaps are a star.
func TestTableGaps(t *testing.T) {
	var all []*Record
	add := func(reference string, versions ...string) {
		for _, v := range versions {
			all = append(all, &Record{Version: v, Case: "c", Reference: reference, Method: "slow", Executions: 1, Outcome: "null", Clusters: []string{"-"}})
		}
	}
	add("whole", "2.7.4.1", "2.7.5", "2.7.6", "2.7.8", "2.7.9", "2.7.10", "2.7.11", "2.7.12", "2.7.13", "2.7.14")
	add("gap", "2.7.5", "2.7.8", "2.7.9")
	add("gaps", "2.7.5", "2.7.8", "2.7.10", "2.7.12")
	add("ends", "2.7.4.1", "2.7.14")
	table := NewTable(Question{Rows: []Row{{"", "c/whole", nil}, {"", "c/gap", nil}, {"", "c/gaps", nil}, {"", "c/ends", nil}}}, all)
	if len(table.Columns) != 1 {
		t.Fatal(table.Columns)
	}
	for i, want := range []string{"1", "1 (2.7.5, 2.7.8-2.7.9)", `1 (2.7.5-2.7.12\*)`, `1\*`} {
		if got := table.Columns[0].cell(i); got != want {
			t.Errorf("row %d: %s, not %s", i, got, want)
		}
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
