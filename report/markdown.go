package report

import (
	"bytes"
	"fmt"
	"html"
	"io"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

const (
	// maxMarkdown bounds the bytes of the document: a comment on GitHub takes
	// 65,536 characters.
	maxMarkdown = 60000
	maxRows     = 20  // of the table
	maxCell     = 240 // bytes of a message in it
	maxProblems = 20
	maxFixes    = 3 // of a block
)

// writeMarkdown writes a summary for a pull request or a job: counts, a table
// of the worst findings, and foldable details with the fixes.
func writeMarkdown(w io.Writer, r *Report) error {
	m := &markdown{report: r}
	m.title()
	blocks := worstFirst(r.shown())
	m.table(blocks)
	m.problems()
	m.details(blocks)
	_, err := w.Write(m.buf.Bytes())
	return err
}

// markdown is a document in the making.
type markdown struct {
	buf    bytes.Buffer
	report *Report
}

func (m *markdown) printf(format string, args ...any) { fmt.Fprintf(&m.buf, format, args...) }

func (m *markdown) in(t lang.Text) string { return t.In(m.report.Options.Lang) }

func (m *markdown) say(format string, args ...any) string { return m.report.say(format, args...) }

func (m *markdown) title() {
	s := &m.report.Summary
	found := s.tally(func(n int, severity finding.Severity) lang.Text { return severity.Times(n) })
	if m.report.Incomplete() {
		found = found.Then(lang.T("; the audit is incomplete"))
	}
	m.printf("## dubboaudit: %s\n\n", m.in(found))
	m.printf("%s\n", m.in(lang.List(files(s.Files), counts(s))))
}

// table lists the worst findings, one row a block.
func (m *markdown) table(blocks []*block) {
	if len(blocks) == 0 {
		return
	}
	m.printf("\n| | %s | %s | %s |\n|---|---|---|---|\n", m.say("rule"), m.say("finding"), m.say("where"))
	for i, b := range blocks {
		if i == maxRows {
			m.printf("\n%s\n", m.in(lang.N(len(blocks)-i, "and 1 place more, below or in the other reports.", "and %d places more, below or in the other reports.")))
			return
		}
		f := b.first()
		where := ""
		if at := nearest(f); at.Valid() {
			where = codeCell(place(at))
		}
		m.printf("| %s | [%s](%s) | %s | %s |\n", m.severity(b), f.Rule.ID, RulePageURL(f.Rule, m.report.Options.Lang), m.cell(b), where)
	}
}

func (m *markdown) severity(b *block) string {
	f := b.first()
	text := m.in(f.Severity.Text())
	if f.Severity > finding.Note {
		text = "**" + text + "**"
	}
	if f.Confidence == finding.Low {
		text = m.say("%s (low confidence)", text)
	}
	if n := len(b.findings); n > 1 {
		text += fmt.Sprintf(" × %d", n)
	}
	return text
}

// cell is the message of a block, short enough for a table.
func (m *markdown) cell(b *block) string {
	text := m.in(b.first().Message)
	if len(text) > maxCell {
		text = text[:boundary(text, maxCell)] + "…"
	}
	if s := b.first().Suppressed; s != nil {
		text = m.say("suppressed: %s", text)
	}
	return inlineCell(text)
}

func (m *markdown) problems() {
	if len(m.report.Problems) == 0 {
		return
	}
	m.printf("\n### %s\n\n", m.say("Inputs not understood"))
	for i := range m.report.Problems {
		if i == maxProblems {
			m.printf("- %s\n", m.say("and %d more", len(m.report.Problems)-i))
			return
		}
		p := &m.report.Problems[i]
		where := "-"
		switch {
		case p.At.Valid():
			where = place(p.At)
		case p.Path != "":
			where = p.Path
		}
		m.printf("- %s: %s: %s\n", code(where), p.Kind, m.in(withMinor(p, inline(problemText(p, m.report.Options.Lang)))))
	}
}

// details writes a foldable part for each block, as long as there is room.
func (m *markdown) details(blocks []*block) {
	if len(blocks) == 0 {
		return
	}
	m.printf("\n### %s\n\n", m.say("Details"))
	for i, b := range blocks {
		before := m.buf.Len()
		m.block(b)
		if m.buf.Len() > maxMarkdown-200 {
			m.buf.Truncate(before)
			m.printf("%s\n", m.in(lang.N(len(blocks)-i, "1 place more; a comment has no room for them, the other reports of this run hold all.",
				"%d places more; a comment has no room for them, the other reports of this run hold all.")))
			return
		}
	}
}

// block writes one block. The blank lines around the HTML keep Markdown alive
// inside it.
func (m *markdown) block(b *block) {
	f := b.first()
	subject := f.Subject
	if subject == "" {
		subject = f.Application
	}
	m.printf("<details><summary>%s %s <code>%s</code>", m.in(f.Severity.Text()), html.EscapeString(m.in(head(f))), html.EscapeString(clean(subject)))
	if n := len(b.findings) - 1; n > 0 {
		m.printf(" %s", m.say("and %d more", n))
	}
	m.printf("</summary>\n\n%s\n\n", inline(m.in(f.Message)))
	if f.At.Valid() {
		m.printf("- %s\n", m.say("at %s", code(place(f.At))))
	}
	for i, r := range f.Related {
		if i == maxMarks {
			m.printf("- %s\n", m.say("and %d more places", len(f.Related)-i))
			break
		}
		text := inline(m.in(told(r)))
		if r.At.Valid() && r.At != f.At {
			text = m.say("%s: %s", code(place(r.At)), text)
		}
		m.printf("- %s\n", text)
	}
	for _, n := range append(b.notes(), b.suppressed()...) {
		m.printf("- %s\n", inline(m.in(n)))
	}
	m.fixes(b)
	m.printf("\n[%s](%s)\n\n</details>\n\n", m.say("Why, in which versions, proof"), RulePageURL(f.Rule, m.report.Options.Lang))
}

// fixes writes the different fixes of a block, safe ones as suggestions.
func (m *markdown) fixes(b *block) {
	seen := map[string]bool{}
	for _, f := range b.findings {
		for _, fix := range f.Fixes {
			if seen[fix.Title.String()] || len(seen) == maxFixes {
				continue
			}
			seen[fix.Title.String()] = true
			m.printf("- %s\n", m.in(fixText(fix, inline(m.in(fix.Title)))))
			if !fix.Safe {
				continue
			}
			for _, s := range suggest(fix) {
				m.printf("\n%s:\n\n%s", code(s.place()), s.block())
			}
		}
	}
}
