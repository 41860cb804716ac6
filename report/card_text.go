package report

import (
	"fmt"
	"strings"

	"github.com/dubboaudit/dubboaudit/effective"
	"github.com/dubboaudit/dubboaudit/lang"
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
		e.line(4, lang.T("fails"), failureText(r.Fails, versionOf(r)))
	}
	e.facts(4, c.facts)
	for _, g := range c.groups {
		e.w.WriteByte('\n')
		e.methods(g.calls)
		if !g.fails.IsZero() {
			e.line(6, lang.T("fails"), g.fails)
		}
		e.facts(6, g.facts)
		if !g.effect.IsZero() {
			e.line(6, lang.T("effect"), g.effect)
		}
	}
	for _, doubt := range doubts(r) {
		e.line(4, lang.T("not sure"), doubt)
	}
}

// methods writes the methods of a group with their verdicts.
func (e *explainWriter) methods(calls []*effective.Call) {
	var rows [][]string
	for _, c := range calls {
		rows = append(rows, []string{clean(c.Method), e.in(VerdictText(e.x.Verdict(c)))})
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
		e.line(indent, lang.Verbatim(f.name), f.sentence())
		e.mark(indent, "←", f.winner())
		for _, l := range f.shadowed {
			e.mark(indent, "×", f.loser(l))
		}
	}
}

// line writes a name and what there is to say of it.
func (e *explainWriter) line(indent int, name, text lang.Text) {
	e.beside(indent, e.paint.label(pad(name.In(e.lang), cardColumn-1)+" "), strings.Repeat(" ", cardColumn), text)
}

// mark writes a line below one with a name.
func (e *explainWriter) mark(indent int, sign string, text lang.Text) {
	e.beside(indent+cardColumn, sign+" ", "  ", text)
}

// beside writes a text beside what stands before its first line.
func (e *explainWriter) beside(indent int, first, others string, text lang.Text) {
	for i, line := range wrap(text.In(e.lang), cardWidth) {
		before := others
		if i == 0 {
			before = first
		}
		fmt.Fprintf(e.w, "%s%s%s\n", strings.Repeat(" ", indent), before, line)
	}
}

// sentence is "2: at most 3 tries, up to 6 s".
func (f fact) sentence() lang.Text {
	if f.meaning.IsZero() {
		return f.text
	}
	return lang.T("%s: %s", f.text, f.meaning)
}
