package conformance

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/dubbo"
)

// Table holds the records of a question in columns.
type Table struct{ Columns []*Column }

// Column is one release, or several next to each other that agree in all that
// was measured on them.
type Column struct {
	Versions []string
	// cells holds for each row what was measured, by version.
	cells []map[string]cell
}

// NewTable puts the records of a question into columns.
func NewTable(q Question, all []*Record) *Table {
	cells := make([]map[string]cell, len(q.Rows))
	measured := map[string]bool{}
	for i, r := range q.Rows {
		cells[i] = map[string]cell{}
		for v, rec := range r.records(all) {
			cells[i][v], measured[v] = show(rec, q.Show), true
		}
	}
	t := &Table{}
	for _, v := range sortVersions(slices.Collect(maps.Keys(measured))) {
		next := &Column{Versions: []string{v}}
		for i := range cells {
			next.cells = append(next.cells, map[string]cell{})
			if c, ok := cells[i][v]; ok {
				next.cells[i][v] = c
			}
		}
		if n := len(t.Columns); n == 0 || !t.Columns[n-1].join(next) {
			t.Columns = append(t.Columns, next)
		}
	}
	return t
}

// records are the row's, by version. What depends on more than the row says
// is left out: releases that mix the settings of references to one service,
// and cases that did not start because they have several of them.
func (r Row) records(all []*Record) map[string]*Record {
	out := map[string]*Record{}
	for at := range strings.FieldsSeq(r.At) {
		place, method, _ := strings.Cut(at, "#")
		name, ref, _ := strings.Cut(place, "/")
		for _, rec := range all {
			v := dubbo.MustVersion(rec.Version)
			same := rec.Reference == ref && (method == "" || rec.Method == method)
			whole := rec.Reference == "-" && !dubbo.DuplicateReference.Has(v)
			mixed := name == "method" && dubbo.MixedReferences.Has(v)
			if rec.Case == name && (same || whole) && out[rec.Version] == nil && !mixed {
				out[rec.Version] = rec
			}
		}
	}
	return out
}

// join takes a column in, if no cell contradicts.
func (c *Column) join(next *Column) bool {
	for i := range c.cells {
		for _, a := range c.cells[i] {
			for _, b := range next.cells[i] {
				if !a.agrees(b) {
					return false
				}
			}
		}
	}
	c.Versions = append(c.Versions, next.Versions...)
	for i := range c.cells {
		maps.Copy(c.cells[i], next.cells[i])
	}
	return true
}

// head names the first and the last release, and says how many there are.
func (c *Column) head() string {
	if n := len(c.Versions); n > 2 {
		return fmt.Sprintf("%s (%d)", span(c.Versions), n)
	}
	return span(c.Versions)
}

// span names the first and the last of a list.
func span(versions []string) string {
	first, last := versions[0], versions[len(versions)-1]
	if first == last {
		return first
	}
	return first + "-" + last
}

// cell is what a column shows of a row: the fullest cell that was measured,
// and on which of the releases, if not on all.
func (c *Column) cell(row int) string {
	cells := c.cells[row]
	if len(cells) == 0 {
		return "-"
	}
	best := slices.MaxFunc(slices.Collect(maps.Values(cells)), func(a, b cell) int { return cmp.Compare(a.cluster, b.cluster) }).String()
	measured := sortVersions(slices.Collect(maps.Keys(cells)))
	switch {
	case len(measured) == len(c.Versions):
		return best
	case span(measured) == span(c.Versions):
		return best + `\*`
	}
	return best + " (" + c.runs(measured) + ")"
}

// runs names the releases of a column as spans without the releases between
// that were not measured; as one span with a star where these would be many.
func (c *Column) runs(measured []string) string {
	const most = 3
	var out []string
	var run []string
	for _, v := range c.Versions {
		if slices.Contains(measured, v) {
			run = append(run, v)
			continue
		}
		if len(run) > 0 {
			out = append(out, span(run))
		}
		run = nil
	}
	if len(run) > 0 {
		out = append(out, span(run))
	}
	if len(out) > most {
		return span(measured) + `\*`
	}
	return strings.Join(out, ", ")
}

func (t *Table) versions() []string {
	var out []string
	for _, c := range t.Columns {
		out = append(out, c.Versions...)
	}
	return out
}

func sortVersions(list []string) []string {
	slices.SortFunc(list, func(a, b string) int { return dubbo.MustVersion(a).Compare(dubbo.MustVersion(b)) })
	return list
}

func versionsOf(all []*Record) []string {
	seen := map[string]bool{}
	for _, rec := range all {
		seen[rec.Version] = true
	}
	return sortVersions(sortedKeys(seen))
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
