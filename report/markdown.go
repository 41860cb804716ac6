package report

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"strings"

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

func (m *markdown) title() {
	s := &m.report.Summary
	var found []string
	for _, n := range []struct {
		n    int
		word string
	}{{s.Error, "error"}, {s.Warning, "warning"}, {s.Note, "note"}} {
		if n.n > 0 {
			found = append(found, plural(n.n, n.word))
		}
	}
	text := strings.Join(found, ", ")
	if text == "" {
		text = "no findings"
	}
	if m.report.Incomplete() {
		text += "; the audit is incomplete"
	}
	m.printf("## dubboaudit: %s\n\n", text)
	m.printf("%s, %s\n", plural(s.Files, "file"), counts(s))
}

// table lists the worst findings, one row a block.
func (m *markdown) table(blocks []*block) {
	if len(blocks) == 0 {
		return
	}
	m.printf("\n| | rule | finding | where |\n|---|---|---|---|\n")
	for i, b := range blocks {
		if i == maxRows {
			m.printf("\nand %s more, below or in the other reports.\n", plural(len(blocks)-i, "place"))
			return
		}
		f := b.first()
		where := ""
		if at := nearest(f); at.Valid() {
			where = codeCell(place(at))
		}
		m.printf("| %s | [%s](%s) | %s | %s |\n", severityCell(b), f.Rule.ID, pageURL(f.Rule), b.cell(), where)
	}
}

func severityCell(b *block) string {
	f := b.first()
	text := "**" + f.Severity.String() + "**"
	if f.Severity == finding.Note {
		text = "note"
	}
	if f.Confidence == finding.Low {
		text += " (low confidence)"
	}
	if n := len(b.findings); n > 1 {
		text += fmt.Sprintf(" × %d", n)
	}
	return text
}

// cell is the message of a block, short enough for a table.
func (b *block) cell() string {
	text := b.first().Message
	if len(text) > maxCell {
		text = text[:boundary(text, maxCell)] + "…"
	}
	if s := b.first().Suppressed; s != nil {
		text = "suppressed: " + text
	}
	return inlineCell(text)
}

func (m *markdown) problems() {
	if len(m.report.Problems) == 0 {
		return
	}
	m.printf("\n### Inputs not understood\n\n")
	for i := range m.report.Problems {
		if i == maxProblems {
			m.printf("- and %d more\n", len(m.report.Problems)-i)
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
		minor := ""
		if p.Minor {
			minor = " (nothing of Dubbo lost)"
		}
		m.printf("- %s: %s: %s%s\n", code(where), p.Kind, inline(p.Msg.String()), minor)
	}
}

// details writes a foldable part for each block, as long as there is room.
func (m *markdown) details(blocks []*block) {
	if len(blocks) == 0 {
		return
	}
	m.printf("\n### Details\n\n")
	for i, b := range blocks {
		before := m.buf.Len()
		m.block(b)
		if m.buf.Len() > maxMarkdown-200 {
			m.buf.Truncate(before)
			m.printf("%s more; a comment has no room for them, the other reports of this run hold all.\n", plural(len(blocks)-i, "place"))
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
	m.printf("<details><summary>%s %s <code>%s</code>", f.Severity, html.EscapeString(head(f)), html.EscapeString(clean(subject)))
	if n := len(b.findings) - 1; n > 0 {
		m.printf(" and %d more", n)
	}
	m.printf("</summary>\n\n%s\n\n", inline(f.Message))
	if f.At.Valid() {
		m.printf("- at %s\n", code(place(f.At)))
	}
	for i, r := range f.Related {
		if i == maxMarks {
			m.printf("- and %d more places\n", len(f.Related)-i)
			break
		}
		text := inline(r.Message)
		if r.Rule != "" {
			text = r.Rule + ": " + text
		}
		if r.At.Valid() && r.At != f.At {
			text = code(place(r.At)) + ": " + text
		}
		m.printf("- %s\n", text)
	}
	for _, n := range b.notes() {
		if !strings.HasPrefix(n, "fix") {
			m.printf("- %s\n", inline(n))
		}
	}
	m.fixes(b)
	m.printf("\n[Why, in which versions, proof](%s)\n\n</details>\n\n", pageURL(f.Rule))
}

// fixes writes the different fixes of a block, safe ones as suggestions.
func (m *markdown) fixes(b *block) {
	seen := map[string]bool{}
	for _, f := range b.findings {
		for _, fix := range f.Fixes {
			if seen[fix.Title] || len(seen) == maxFixes {
				continue
			}
			seen[fix.Title] = true
			if !fix.Safe {
				m.printf("- fix (look at it first): %s\n", inline(fix.Title))
				continue
			}
			m.printf("- fix: %s\n", inline(fix.Title))
			for _, s := range suggest(fix) {
				m.printf("\n%s:\n\n%s", code(s.place()), s.block())
			}
		}
	}
}
