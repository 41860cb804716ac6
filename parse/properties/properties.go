// Package properties reads .properties files exactly as java.util.Properties
// does, and keeps what that class throws away: places, order, duplicates, and
// the documents into which Spring Boot divides such a file.
package properties

import (
	"path"
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

const (
	// maxProps bounds the properties of one file: memory stays bounded when
	// every byte or two of a hostile file is a property.
	maxProps = 1 << 17
	// maxProblems bounds the malformed escapes reported of one file.
	maxProblems = 10
)

// Relevant reports whether a file may say something about Dubbo: its bytes
// name dubbo, or it is one of those that Dubbo and Spring Boot read by their
// name (they may define profiles and placeholders).
func Relevant(name string, raw []byte) bool {
	base := path.Base(name)
	return strings.HasPrefix(base, "application") || strings.HasPrefix(base, "bootstrap") ||
		strings.HasPrefix(base, "dubbo") || decl.MentionsDubbo(raw)
}

// Parse reads f into documents. A malformed \u escape, on which
// java.util.Properties refuses the whole file, is kept as written and
// reported.
func Parse(f *source.File) *decl.Unit {
	p := &parser{unit: &decl.Unit{File: f}, text: string(f.Text)}
	r := reader{text: p.text, lf: -1}
	for {
		l, what := r.next()
		switch what {
		case endOfFile:
			p.closeDocument()
			p.grade()
			return p.unit
		case comment:
			p.comment(l, r.pos)
		case property:
			if p.count++; p.count > maxProps {
				p.tooMany(l)
				return p.unit
			}
			p.property(l)
		}
	}
}

type parser struct {
	unit   *decl.Unit
	text   string
	props  []decl.Property // of the document being read
	count  int
	before comments
}

// property splits a logical line as Properties.load0 does: the key ends at
// the first unescaped separator; blanks and one "=" or ":" before the value
// do not belong to it.
func (p *parser) property(l line) {
	end, start := len(l.text), len(l.text)
	for i := 0; i < len(l.text); i++ {
		if c := l.text[i]; c == '\\' {
			i++
		} else if c == '=' || c == ':' || isBlank(c) {
			end = i
			start = valueStart(l.text, i)
			break
		}
	}
	p.props = append(p.props, decl.Property{
		Key:     p.unescape(l, 0, end),
		Value:   p.unescape(l, start, len(l.text)),
		KeyAt:   p.span(l, 0, end),
		ValueAt: p.span(l, start, len(l.text)),
	})
}

func (p *parser) span(l line, from, to int) source.Span {
	s := source.Span{File: p.unit.File, Lo: l.offset(from), Hi: l.end(to)}
	s.Lo = min(s.Lo, s.Hi) // nothing at the end of a joined line
	return s
}

// valueStart returns where the value begins when the key ends at i.
func valueStart(s string, i int) int {
	separated := false
	for ; i < len(s); i++ {
		if c := s[i]; isBlank(c) {
			continue
		} else if (c != '=' && c != ':') || separated {
			break
		}
		separated = true
	}
	return i
}

// unescape converts part of a line and reports escapes that are malformed.
func (p *parser) unescape(l line, from, to int) string {
	text, bad := unescape(l.text[from:to])
	for _, b := range bad {
		if len(p.unit.Problems) == maxProblems {
			break
		}
		p.unit.Problems = append(p.unit.Problems, source.Problem{
			Path: p.unit.File.Path, At: p.span(l, from+b.lo, from+b.hi), Kind: source.PropsSyntax,
			Msg: lang.T("malformed escape %q: Java refuses the whole file", l.text[from+b.lo:from+b.hi]),
		})
	}
	return text
}

func (p *parser) tooMany(l line) {
	p.closeDocument()
	p.unit.Problems = append(p.unit.Problems, source.Problem{
		Path: p.unit.File.Path, Kind: source.TooLarge,
		At:  p.span(l, 0, len(l.text)),
		Msg: lang.T("more than %d properties; the rest was not read", maxProps),
	})
}

// grade marks the problems of a file without any Dubbo key as minor.
func (p *parser) grade() {
	if len(p.unit.Problems) == 0 {
		return
	}
	for _, d := range p.unit.Docs {
		for i := range d.Props {
			if strings.Contains(strings.ToLower(d.Props[i].Key), "dubbo") {
				return
			}
		}
	}
	for i := range p.unit.Problems {
		p.unit.Problems[i].Minor = true
	}
}
