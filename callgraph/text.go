package callgraph

import (
	"bytes"
	"strings"
	"sync"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Declarations keep no statements, so that what stands between calls is read
// from the text: local variables, conditions, the handlers of exceptions.

// text returns the source around a place, nil where there is none.
func text(at source.Span) []byte {
	if !at.Valid() {
		return nil
	}
	return at.File.Text
}

// cut returns text[lo:hi], as far as it is there.
func cut(text []byte, lo, hi int) string {
	lo, hi = max(lo, 0), min(hi, len(text))
	if lo >= hi {
		return ""
	}
	return string(text[lo:hi])
}

// maxBody bounds the text that is looked through for one method.
const maxBody = 32 << 10

// local returns the type of a local variable as written, without its
// arguments, from the last declaration between two offsets.
func local(text []byte, lo, hi int, name string) string {
	body := cut(text, max(lo, hi-maxBody), hi)
	for end := len(body); ; {
		i := strings.LastIndex(body[:end], name)
		if i < 0 {
			return ""
		}
		end = i
		after := strings.TrimLeft(body[i+len(name):], " \t\r\n")
		if i == 0 || isWord(body[i-1]) || body[i-1] == '.' || after == "" || !strings.ContainsRune("=;:,)", rune(after[0])) || strings.HasPrefix(after, "==") {
			continue
		}
		if typ := typeBefore(body[:i]); typ != "" {
			return typ
		}
	}
}

// typeBefore returns the type's name that ends a text, "" for another word.
func typeBefore(s string) string {
	t := strings.TrimRight(s, " \t\r\n")
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

// before returns the end of the method's name in "name(...).x" for the offset
// of x, 0 where something else stands there.
func before(text []byte, at int) int {
	const blanks = " \t\r\n"
	start, at := max(at-maxBody, 0), min(at, len(text))
	if start >= at {
		return 0
	}
	s, ok := bytes.CutSuffix(bytes.TrimRight(text[start:at], blanks), []byte("."))
	if !ok {
		return 0
	}
	s = bytes.TrimRight(s, blanks)
	if !bytes.HasSuffix(s, []byte(")")) {
		return 0
	}
	depth := 0
	for i := len(s) - 1; i >= 0; i-- {
		switch s[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth == 0 {
				return start + len(bytes.TrimRight(s[:i], blanks))
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
		s := blank(cut(text(at), max(f.method.At.Hi, at.Lo-maxBody), at.Lo))
		if f.thrown != nil {
			s = f.thrown(s, max(f.method.At.Hi, at.Lo-maxBody))
		}
		f.before = &earlier{at: at, text: s, worksOut: sync.OnceValue(func() bool { return worksOut(s) }),
			surely: sync.OnceValue(func() bool { return unconditional(s) })}
	}
	return f.before
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
