package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

func writeTraceMermaid(w io.Writer, r *Report) error {
	traces, err := r.traced()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "flowchart TD")
	for i, t := range traces {
		fmt.Fprintf(out, "  subgraph t%d[\"%s\"]\n", i, mermaidText(t.Subject))
		for _, p := range t.Places {
			lines := boxed(p, r.Options.Lang)
			for j := range lines {
				lines[j] = mermaidText(lines[j])
			}
			fmt.Fprintf(out, "    t%dp%d[\"%s\"]:::%s\n", i, p.Number, strings.Join(lines, "<br/>"), p.Status)
		}
		fmt.Fprintf(out, "    t%dp1 --> t%dp2 --> t%dp3 --> t%dp4 --> t%dp5\n  end\n", i, i, i, i, i)
	}
	fmt.Fprint(out, `  classDef ok fill:#dafbe1,stroke:#1a7f37,color:#1f2328
  classDef broken fill:#ffd7d5,stroke:#cf222e,color:#1f2328
  classDef missing fill:#ffd7d5,stroke:#cf222e,color:#1f2328
  classDef unknown fill:#fff8c5,stroke:#9a6700,color:#1f2328
`)
	return out.Flush()
}

// mermaidText writes what means something to Mermaid or HTML as entities.
func mermaidText(s string) string {
	return strings.NewReplacer("#", "#35;", "&", "#amp;", `"`, "#quot;", "<", "#lt;", ">", "#gt;", "`", "#96;").Replace(clean(s))
}
