package report

import (
	"fmt"
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
)

// cardColumn is how wide the names of settings are.
const cardColumn = 12

// card writes what the settings of a reference mean and where they come from.
func (e *explainWriter) card(r *effective.Reference) {
	c := newCard(r)
	e.title(r)
	if r.Fails != nil {
		e.line(4, "fails", failureText(r.Fails, versionOf(r)))
	}
	e.facts(4, c.facts)
	for _, g := range c.groups {
		e.w.WriteByte('\n')
		e.methods(g.calls)
		if g.fails != "" {
			e.line(6, "fails", g.fails)
		}
		e.facts(6, g.facts)
		if g.effect != "" {
			e.line(6, "effect", g.effect)
		}
	}
	for _, doubt := range doubts(r) {
		e.line(4, "not sure", doubt)
	}
}

// methods writes the methods of a group with their verdicts.
func (e *explainWriter) methods(calls []*effective.Call) {
	var rows [][]string
	for _, c := range calls {
		rows = append(rows, []string{clean(c.Method), verdictText(e.x.Verdict(c))})
	}
	for i, line := range align(rows) {
		name := rows[i][0]
		fmt.Fprintf(e.w, "    %s%s\n", e.paint.bold(name), strings.TrimPrefix(line, name))
	}
}

// facts writes each setting with its meaning, and below it the winner and the
// losers.
func (e *explainWriter) facts(indent int, facts []fact) {
	for _, f := range facts {
		e.line(indent, f.name, f.sentence())
		below := strings.Repeat(" ", indent+cardColumn)
		fmt.Fprintf(e.w, "%s← %s\n", below, clean(f.winner()))
		for _, l := range f.shadowed {
			fmt.Fprintf(e.w, "%s× %s\n", below, clean(f.loser(l)))
		}
	}
}

// line writes a name and what there is to say of it.
func (e *explainWriter) line(indent int, name, text string) {
	fmt.Fprintf(e.w, "%s%s%s\n", strings.Repeat(" ", indent), e.paint.label(pad(name, cardColumn)), clean(text))
}

// sentence is "2: at most 3 tries, up to 6 s".
func (f fact) sentence() string {
	if f.meaning == "" {
		return f.text
	}
	return f.text + ": " + f.meaning
}
