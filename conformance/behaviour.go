package conformance

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/dubbo"
)

// Question is a section of docs/dubbo-behaviour.md.
type Question struct {
	// Anchor is the section's place in the page, stable for ever.
	Anchor, Title string
	// Answer is one or two plain sentences.
	Answer string
	// Show is what the cells hold beside the executions.
	Show Detail
	Rows []Row
}

// Detail chooses what of a record a cell shows.
type Detail uint8

// The details.
const (
	Clusters Detail = 1 << iota // the cluster invokers found
	Outcomes                    // what the caller saw, where it is not a timeout
	Timeouts                    // the time for one execution, in steps of 500 ms
)

// Row is one way to write a configuration.
type Row struct {
	Label string
	// At names the records: "case/reference" or "case/reference#method",
	// several separated by spaces; the first that has a record counts.
	At string
	// Claims are what the answer says about it, held against the records.
	Claims []Claim
}

// Claim says what the cells of a row begin with, in some versions.
type Claim struct {
	// In are the versions; nil stands for those that no claim before names.
	In   dubbo.Ranges
	Cell string
}

// in are the versions from one to another, "" leaves an end open.
func in(from, to string) dubbo.Ranges { return dubbo.Ranges{{From: from, To: to}} }

// always claims the same for every version.
func always(cell string) []Claim { return []Claim{{Cell: cell}} }

// Behaviour writes docs/dubbo-behaviour.md from the records. The rules that
// rest on a question are named by its anchor.
func Behaviour(all []*Record, rules map[string][]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, behaviourHead, len(all), len(versionsOf(all)))
	for _, q := range Questions {
		fmt.Fprintf(&b, "- [%s](#%s)\n", code(q.Title), q.Anchor)
	}
	for _, q := range Questions {
		q.write(&b, NewTable(q, all), rules[q.Anchor])
	}
	writeOthers(&b, all)
	return b.String()
}

const behaviourHead = `# What Dubbo does

Generated from %d records of %d releases (` + "`make docs`" + `). Each cell was measured: the release ran with the
configuration of a [case](../conformance/cases), a registry, a consumer and a provider, and the provider counted.

- A cell begins with the number of executions of one call. If nothing else is said, the method takes 2.5 s, the timeout
  is 500 ms, and the caller gets the exception for a timeout.
- A column is a release, or releases next to each other that agree: "2.5.10-2.7.5 (7)" stands for the 7 that were
  measured between the two, and for no other. Below each table they are listed.
- "-" is not measured. "1 (2.7.8)" or "1 (2.7.5, 2.7.8-2.7.23)" was measured on these of the column's releases only, "1\*"
  and "1 (2.7.8-2.7.23\*)" on the first, the last and some between; the [records](../conformance/records) tell which.
- "no start": the application does not start. "bean fails": it starts, and the first use of the reference fails.
  "no answer": the call never comes back.

How releases are run, and how to run one yourself: [conformance](../conformance/README.md).

`

func (q *Question) write(b *strings.Builder, t *Table, rules []string) {
	fmt.Fprintf(b, "\n<a id=%q></a>\n## %s\n\n%s\n\n", q.Anchor, code(q.Title), code(q.Answer))
	b.WriteString("| written |")
	for _, c := range t.Columns {
		fmt.Fprintf(b, " %s |", c.head())
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(t.Columns)) + "\n")
	for i, r := range q.Rows {
		fmt.Fprintf(b, "| %s |", code(r.Label))
		for _, c := range t.Columns {
			fmt.Fprintf(b, " %s |", c.cell(i))
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "\nProved by %s. Measured on %s.\n", strings.Join(links(q.cases()), ", "), strings.Join(t.versions(), ", "))
	if len(rules) > 0 {
		var list []string
		for _, id := range rules {
			list = append(list, fmt.Sprintf("[%s](rules/%s.md)", id, id))
		}
		fmt.Fprintf(b, "Rules: %s.\n", strings.Join(list, ", "))
	}
}

// codeWord is an element, an annotation, a call, an assignment, or a key.
const codeWord = `(?:</?[a-z][^>]*>|@?\w+\([^)]*\)|@\w+|-?[\w.-]+="[^"]*"|-?[\w.-]+=[\w*-]*|dubbo\.[\w.*]+(?:: \d)?)`

var codeWords = regexp.MustCompile(codeWord + `(?: ` + codeWord + `)*`)

// code marks what is code in a text.
func code(text string) string { return codeWords.ReplaceAllString(text, "`$0`") }

// cases are the names of the cases of the rows, in their order.
func (q *Question) cases() []string {
	var out []string
	for _, r := range q.Rows {
		for at := range strings.FieldsSeq(r.At) {
			if name, _, _ := strings.Cut(at, "/"); !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

func links(cases []string) []string {
	var out []string
	for _, name := range cases {
		out = append(out, fmt.Sprintf("[%s](../conformance/cases/%s.txtar)", name, name))
	}
	return out
}

// writeOthers lists the cases that no question shows.
func writeOthers(b *strings.Builder, all []*Record) {
	var shown []string
	for _, q := range Questions {
		shown = append(shown, q.cases()...)
	}
	other := map[string][]*Record{}
	for _, rec := range all {
		if !slices.Contains(shown, rec.Case) {
			other[rec.Case] = append(other[rec.Case], rec)
		}
	}
	if len(other) == 0 {
		return
	}
	b.WriteString("\n<a id=\"other-cases\"></a>\n## Other cases\n\nMeasured, and in no table above.\n\n")
	for _, name := range sortedKeys(other) {
		fmt.Fprintf(b, "- %s: %s\n", links([]string{name})[0], strings.Join(versionsOf(other[name]), ", "))
	}
}
