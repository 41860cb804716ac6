package fixed

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/dubbo"
)

// add sums tallies.
func (t *Tally) add(u Tally) {
	t.Ended, t.Started, t.Kept = t.Ended+u.Ended, t.Started+u.Started, t.Kept+u.Kept
}

// Table says in Markdown what the fixes of each case did, over all releases.
func Table(all []*Run) string {
	sums, versions := map[string]*Tally{}, map[string][]string{}
	var names []string
	total := Tally{}
	for _, r := range all {
		for _, x := range r.Results {
			if sums[x.Case] == nil {
				sums[x.Case] = &Tally{}
				names = append(names, x.Case)
			}
			t := (&Run{Results: []*Result{x}}).Tally()
			sums[x.Case].add(t)
			total.add(t)
			versions[x.Case] = append(versions[x.Case], r.Version)
		}
	}
	slices.Sort(names)
	var b strings.Builder
	b.WriteString("| case | releases | writes that run once instead of several times | calls that are as they were |\n|---|---|---|---|\n")
	for _, name := range names {
		ended := fmt.Sprint(sums[name].Ended)
		if n := sums[name].Started; n > 0 {
			ended = fmt.Sprintf("%d, that did not start before", n)
		}
		fmt.Fprintf(&b, "| [%s](../conformance/%s) | %d | %s | %d |\n", name, place(name), len(versions[name]), ended, sums[name].Kept)
	}
	fmt.Fprintf(&b, "| together | %s | %d, and %d that did not start | %d |\n", strings.Join(releases(all), ", "), total.Ended, total.Started, total.Kept)
	return b.String()
}

func place(name string) string {
	if slices.Contains(borrowed, name) {
		return "cases/" + name + ".txtar"
	}
	return "fixed/cases/" + name + ".txtar"
}

func releases(all []*Run) []string {
	var out []string
	for _, r := range all {
		out = append(out, r.Version)
	}
	slices.SortFunc(out, func(a, b string) int { return dubbo.MustVersion(a).Compare(dubbo.MustVersion(b)) })
	return out
}
