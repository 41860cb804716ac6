package report

import (
	"fmt"
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
)

// cardColumn is how wide the names of settings are, cardWidth the text beside.
const (
	cardColumn = 12
	cardWidth  = 96
)

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
		e.mark(indent, "←", f.winner())
		for _, l := range f.shadowed {
			e.mark(indent, "×", f.loser(l))
		}
	}
}

// line writes a name and what there is to say of it.
func (e *explainWriter) line(indent int, name, text string) {
	e.beside(indent, e.paint.label(pad(name, cardColumn)), strings.Repeat(" ", cardColumn), text)
}

// mark writes a line below one with a name.
func (e *explainWriter) mark(indent int, sign, text string) {
	e.beside(indent+cardColumn, sign+" ", "  ", text)
}

// beside writes a text beside what stands before its first line.
func (e *explainWriter) beside(indent int, first, others, text string) {
	for i, line := range wrap(text, cardWidth) {
		before := others
		if i == 0 {
			before = first
		}
		fmt.Fprintf(e.w, "%s%s%s\n", strings.Repeat(" ", indent), before, line)
	}
}

// sentence is "2: at most 3 tries, up to 6 s".
func (f fact) sentence() string {
	if f.meaning == "" {
		return f.text
	}
	return f.text + ": " + f.meaning
}
