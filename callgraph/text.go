package callgraph

import (
	"bytes"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Declarations keep no statements, so that what stands between calls is read
// from the text: local variables, conditions, the handlers of exceptions.

// text returns the source around a place, "" where there is none.
func text(at source.Span) string {
	if !at.Valid() {
		return ""
	}
	return at.File.AsString()
}

// cut returns text[lo:hi], as far as it is there.
func cut(text string, lo, hi int) string {
	lo, hi = max(lo, 0), min(hi, len(text))
	if lo >= hi {
		return ""
	}
	return text[lo:hi]
}

const blanks = " \t\r\n"

// maxBody bounds the text that is looked through for one method.
const maxBody = 32 << 10

// local returns the type of a local variable as written, without its
// arguments, from the last declaration between two offsets.
func local(text string, lo, hi int, name string) string {
	body := cut(text, max(lo, hi-maxBody), hi)
	for end := len(body); ; {
		i := strings.LastIndex(body[:end], name)
		if i < 0 {
			return ""
		}
		end = i
		after := strings.TrimLeft(body[i+len(name):], blanks)
		if i == 0 || isWord(body[i-1]) || body[i-1] == '.' || after == "" || strings.IndexByte("=;:,)", after[0]) < 0 || strings.HasPrefix(after, "==") {
			continue
		}
		if typ := typeBefore(body[:i]); typ != "" {
			return typ
		}
	}
}

// typeBefore returns the type's name that ends a text, "" for another word.
func typeBefore(s string) string {
	t := strings.TrimRight(s, blanks)
	if len(t) == len(s) {
		return ""
	}
	if strings.HasSuffix(t, ">") {
		depth := 0
		i := len(t) - 1
		for ; i >= 0; i-- {
			if t[i] == '>' {
				depth++
			} else if t[i] == '<' {
				if depth--; depth == 0 {
					break
				}
			} else if t[i] == ';' || t[i] == '{' {
				return ""
			}
		}
		t = strings.TrimRight(t[:max(i, 0)], " ")
	}
	i := len(t)
	for i > 0 && (isWord(t[i-1]) || t[i-1] == '.') {
		i--
	}
	if word := t[i:]; upper(simple(word)) {
		return word
	}
	return ""
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// isASCIIWord is what \w and \b of regular expressions go by, as spaces is for \s.
func isASCIIWord(c byte) bool { return c < 0x80 && c != '$' && isWord(c) }

const spaces = " \t\r\n\f"

// before returns the end of the method's name in "name(...).x" for the offset
// of x, 0 where something else stands there.
func before(text string, at int) int {
	start, at := max(at-maxBody, 0), min(at, len(text))
	if start >= at {
		return 0
	}
	s, ok := strings.CutSuffix(strings.TrimRight(text[start:at], blanks), ".")
	if !ok {
		return 0
	}
	s = strings.TrimRight(s, blanks)
	if !strings.HasSuffix(s, ")") {
		return 0
	}
	depth := 0
	for i := len(s) - 1; i >= 0; i-- {
		switch s[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth == 0 {
				return start + len(strings.TrimRight(s[:i], blanks))
			}
		case '"':
			for i--; i > 0 && (s[i] != '"' || s[i-1] == '\\'); i-- {
			}
		}
	}
	return 0
}

// rest returns the text of a method behind a place in it, without literals: up
// to the next method of its type.
func (f *frame) rest(at source.Span) string { return blank(f.behind(at, f.owner)) }

func (f *frame) behind(at source.Span, owner class) string {
	s := text(at)
	end := min(len(s), at.Hi+maxBody)
	if owner.decl != nil {
		for _, m := range owner.decl.Methods {
			if m.At.File == at.File && m.At.Lo > at.Hi {
				end = min(end, m.At.Lo)
			}
		}
	}
	return cut(s, at.Hi, end)
}

// body returns the text of another method.
func (f *frame) body(t target) string { return f.behind(t.method.At, t.owner) }

// ahead returns the text of a method before a place, without literals.
func (f *frame) ahead(at source.Span) string { return f.earlier(at).text }

func (f *frame) earlier(at source.Span) *earlier {
	if f.before == nil || f.before.at != at {
		f.before = &earlier{at: at, text: f.upTo(at)}
	}
	return f.before
}

// upTo is the beginning of the method's text, which is made once for all of its
// calls: to leave out literals needs no look at what follows.
func (f *frame) upTo(at source.Span) string {
	lo := f.method.At.Hi
	if f.thrown != nil {
		lo = max(lo, at.Lo-maxBody)
		return f.thrown(blank(cut(text(at), lo, at.Lo)), lo)
	}
	if at.Lo-lo > maxBody || at.File != f.method.At.File {
		return blank(cut(text(at), max(lo, at.Lo-maxBody), at.Lo))
	}
	if f.blanked == nil {
		s := f.rest(f.method.At)
		f.blanked = &s
	}
	if end := at.Lo - lo; 0 <= end && end <= len(*f.blanked) {
		return (*f.blanked)[:end]
	}
	return blank(cut(text(at), lo, at.Lo))
}

// reads finds out what the text does.
func (b *earlier) reads() *earlier {
	if !b.read {
		b.read, b.worksOut = true, worksOut(b.text)
		for name := range setters(b.text) {
			b.setsState = b.setsState || strings.HasSuffix(name, "Status") || strings.HasSuffix(name, "State") || strings.HasSuffix(name, "Flag") ||
				strings.HasPrefix(name, "Is") && upper(name[2:])
			b.setsNumber = b.setsNumber || ofNumber(name)
		}
	}
	return b
}

// blank replaces comments and what stands in literals by spaces.
func blank(s string) string {
	b := []byte(s)
	for i := 0; i < len(b); i++ {
		end := 0
		switch {
		case b[i] == '"' || b[i] == '\'':
			q := b[i]
			for end = i + 1; end < len(b) && b[end] != q && b[end] != '\n'; end++ {
				if b[end] == '\\' {
					end++
				}
			}
			i++
		case b[i] == '/' && i+1 < len(b) && b[i+1] == '/':
			if end = bytes.IndexByte(b[i:], '\n') + i; end < i {
				end = len(b)
			}
		case b[i] == '/' && i+1 < len(b) && b[i+1] == '*':
			if end = bytes.Index(b[i:], []byte("*/")) + i + 2; end < i+2 {
				end = len(b)
			}
		default:
			continue
		}
		for ; i < min(end, len(b)); i++ {
			b[i] = ' '
		}
	}
	return string(b)
}
