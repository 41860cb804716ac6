package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/trace"
)

// graphColumns is the width of lines in the boxes of graphs.
const graphColumns = 80

// boxed are the lines of a place in its box.
func boxed(p trace.Place, in lang.Language) []string {
	message, spots := drawn(p, graphColumns, in)
	return slices.Concat([]string{in.Say("%d %s: %s", p.Number, p.Name.Text(), p.Status.Text())}, message, spots)
}

var dotColors = map[trace.Status]string{trace.OK: "#dafbe1", trace.Broken: "#ffd7d5", trace.Missing: "#ffd7d5", trace.Unknown: "#fff8c5"}

func writeTraceDOT(w io.Writer, r *Report) error {
	traces, err := r.traced()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "digraph trace {\n  node [shape=box, style=\"rounded,filled\", fontname=\"monospace\"];\n")
	for i, t := range traces {
		fmt.Fprintf(out, "  subgraph cluster_%d {\n    label=%s;\n", i, dotText(t.Subject))
		for _, p := range t.Places {
			lines := boxed(p, r.Options.Lang)
			fmt.Fprintf(out, "    t%dp%d [fillcolor=%q, label=%s];\n", i, p.Number, dotColors[p.Status], dotText(lines...))
		}
		fmt.Fprintf(out, "    t%dp1 -> t%dp2 -> t%dp3 -> t%dp4 -> t%dp5;\n  }\n", i, i, i, i, i)
	}
	fmt.Fprintln(out, "}")
	return out.Flush()
}

// dotText quotes lines for DOT, each flush left; one alone stands as it is.
func dotText(lines ...string) string {
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	if len(lines) == 1 {
		return `"` + escape.Replace(clean(lines[0])) + `"`
	}
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(escape.Replace(clean(l)) + `\l`)
	}
	return `"` + b.String() + `"`
}
