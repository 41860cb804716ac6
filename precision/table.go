package precision

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/dubboaudit/dubboaudit/idempotency"
)

// Write prints the figures of a part, and the misses if they are asked for.
func Write(w io.Writer, half Half, all []Case, misses bool) error {
	var cases []Case
	for _, c := range all {
		if c.Half == half {
			cases = append(cases, c)
		}
	}
	fmt.Fprintf(w, "%s: %s\n", half, census(cases))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\tby name only\t\twith evidence")
	fmt.Fprintln(t, "\tprecision\trecall\tprecision\trecall")
	for i := range questions {
		q := &questions[i]
		n, e := q.score(cases, byName), q.score(cases, judged)
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", q.name, n.Precision(), n.Recall(), e.Precision(), e.Recall())
	}
	if err := t.Flush(); err != nil || !misses {
		return err
	}
	for i := range questions {
		fmt.Fprintf(w, "\n%s, missed:\n", questions[i].name)
		for _, c := range questions[i].misses(cases) {
			writeMiss(w, &c)
		}
	}
	return nil
}

// census tells how many labels of each kind there are.
func census(cases []Case) string {
	projects, truths := map[string]bool{}, map[Truth]int{}
	for _, c := range cases {
		projects[c.Project] = true
		truths[c.Truth]++
	}
	var parts []string
	for _, t := range []Truth{A, B, Idempotent, Read, Unclear} {
		parts = append(parts, fmt.Sprintf("%d %s", truths[t], t))
	}
	return fmt.Sprintf("%d methods of %d projects (%s)", len(cases), len(projects), strings.Join(parts, ", "))
}

// writeMiss prints what is true of a method and what was said, with the reasons.
func writeMiss(w io.Writer, c *Case) {
	v := c.Judged.Verdict
	said := string(v.Kind) + [...]string{idempotency.NoStrength: "", idempotency.B: " B", idempotency.A: " A"}[v.Strength]
	if !v.Guard.IsZero() {
		said += ", guarded by " + v.Guard.String()
	}
	fmt.Fprintf(w, "  %s %s\n    is %s: %s\n    said %s, confidence %s\n", c.Project, c.Method, c.Truth, c.Reason, said, v.Confidence)
	var told []string
	for _, e := range v.Evidence {
		if text := e.Kind + ": " + e.Text.String(); !slices.Contains(told, text) {
			told = append(told, text)
			fmt.Fprintf(w, "    %s\n", text)
		}
	}
}
