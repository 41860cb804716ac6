package conformance

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/effective"
)

const measuredHead = "# What the records of conformance/ say about the quirks; make docs writes it.\n" +
	"# quirk, aspect, case, releases that show it, releases on which the same case does not\n"

// TestMeasured compares the table in dubbo/ with the records: a record that is
// gone or new makes it stale.
func TestMeasured(t *testing.T) {
	const name = "../dubbo/measured.tsv"
	all, err := Records()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := Measured(all, modelOf(t))
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	want.WriteString(measuredHead)
	for _, m := range rows {
		want.WriteString(dubbo.MeasurementRow(m))
	}
	if *update {
		if err := os.WriteFile(name, []byte(want.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.String(), string(got)); diff != "" {
		t.Errorf("%s is stale, run make docs (-records +table):\n%s", name, diff)
	}
}

// modelOf audits a case once for each release.
func modelOf(t *testing.T) func(*Record) (*effective.Model, error) {
	byName, err := casesByName()
	if err != nil {
		t.Fatal(err)
	}
	models := map[run]*effective.Model{}
	return func(rec *Record) (*effective.Model, error) {
		key := run{rec.Version, rec.Case}
		if models[key] == nil {
			m, _, err := byName[rec.Case].Model(dubbo.MustVersion(rec.Version))
			if err != nil {
				return nil, err
			}
			models[key] = m
		}
		return models[key], nil
	}
}

// TestMeasuredVersions: what a release shows lies in the versions of the row,
// so the row's range is never narrower than what was measured.
func TestMeasuredVersions(t *testing.T) {
	for _, m := range dubbo.Measurements() {
		q := dubbo.QuirkByID(m.Quirk)
		for _, v := range m.Shown {
			if q == nil || !q.Versions.Contain(dubbo.MustVersion(v)) {
				t.Errorf("%s: case %s shows it on %s, which the row does not name", m.Quirk, m.Case, v)
			}
		}
	}
}

// TestCasesOfQuirks: places that rows name have a record.
func TestCasesOfQuirks(t *testing.T) {
	all, err := Records()
	if err != nil {
		t.Fatal(err)
	}
	places := map[string]bool{}
	for _, rec := range all {
		places[rec.Case+"/"+rec.Reference] = true
	}
	for _, q := range dubbo.Quirks {
		for _, at := range q.Cases {
			if !places[at] {
				t.Errorf("%s: there is no record of %s", q.ID, at)
			}
		}
	}
}
