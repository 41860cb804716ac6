package build

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenKind is the kind of a token of a Gradle script.
type tokenKind uint8

const (
	endToken tokenKind = iota
	nameToken
	stringToken
	numberToken
	lineToken // line end or ';'
	punctToken
)

// token is one token of Groovy or Kotlin, as far as both agree. For a string
// lo and hi lie inside the quotes.
type token struct {
	kind   tokenKind
	text   string
	lo, hi int
	plain  bool // a string without ${x}: single quotes
}

// lex splits a script.
func lex(src string) *lexer {
	l := &lexer{src: src, toks: make([]token, 0, len(src)/5), open: -1}
	for l.pos < len(src) {
		l.next()
	}
	return l
}

type lexer struct {
	src  string
	pos  int
	toks []token
	open int // where a string or comment begins that the file does not end
}

func (l *lexer) emit(k tokenKind, lo int) {
	l.toks = append(l.toks, token{kind: k, text: l.src[lo:l.pos], lo: lo, hi: l.pos})
}

func (l *lexer) next() {
	lo, rest := l.pos, l.src[l.pos:]
	c := rest[0]
	switch {
	case c == '\n' || c == ';':
		l.pos++
		l.emit(lineToken, lo)
	case c == ' ' || c == '\t' || c == '\r':
		l.pos++
	case strings.HasPrefix(rest, "//"), c == '#' && lo == 0:
		l.skipTo("\n", 0)
	case strings.HasPrefix(rest, "/*"):
		l.skipTo("*/", 2)
	case strings.HasPrefix(rest, `"""`), strings.HasPrefix(rest, `'''`):
		l.longString(rest[:3])
	case c == '"' || c == '\'':
		l.shortString(c)
	case c == '\\' && strings.HasPrefix(strings.TrimPrefix(rest[1:], "\r"), "\n"):
		l.pos += 1 + strings.IndexByte(rest[1:], '\n') + 1 // the line goes on
	case c >= '0' && c <= '9':
		for l.pos < len(l.src) && (isNameByte(l.src[l.pos]) || l.src[l.pos] == '.') {
			l.pos++
		}
		l.emit(numberToken, lo)
	case c == '`':
		l.quotedName()
	case c == '/' && l.slashy():
	case strings.HasPrefix(rest, "$/") && strings.Contains(rest, "/$"):
		l.skipTo("/$", 2) // Groovy's dollar-slashy string: a pattern, never a version
	default:
		l.nameOrPunct()
	}
}

// slashy passes over Groovy's /pattern/ and reports whether one stands here,
// not a division: it begins where a value does and ends on its line.
func (l *lexer) slashy() bool {
	if len(l.toks) > 0 {
		last := l.toks[len(l.toks)-1]
		if last.kind != punctToken || strings.Contains(")]}", last.text) {
			return false
		}
	}
	for i := l.pos + 1; i < len(l.src) && l.src[i] != '\n'; i++ {
		switch l.src[i] {
		case '\\':
			i++
		case '/':
			l.pos = i + 1
			return true
		}
	}
	return false
}

// skipTo goes behind the next end; what begins with keep bytes must have one.
func (l *lexer) skipTo(end string, keep int) {
	i := strings.Index(l.src[l.pos+keep:], end)
	if i < 0 {
		if keep > 0 {
			l.open = l.pos
		}
		l.pos = len(l.src)
		return
	}
	l.pos += i + 2*keep
}

func (l *lexer) longString(quote string) {
	lo := l.pos + 3
	hi := strings.Index(l.src[lo:], quote)
	if hi < 0 {
		hi, l.open = len(l.src)-lo, l.pos
	}
	l.pos = min(lo+hi+3, len(l.src))
	l.toks = append(l.toks, token{kind: stringToken, text: l.src[lo : lo+hi], lo: lo, hi: lo + hi, plain: quote[0] == '\''})
}

// shortString ends at its quote, or at the line's end where that is missing.
// A quote inside ${...} does not end it.
func (l *lexer) shortString(quote byte) {
	lo := l.pos + 1
	i, depth := lo, 0
	for ; i < len(l.src) && l.src[i] != '\n'; i++ {
		switch c := l.src[i]; {
		case c == '\\':
			i++
			continue
		case quote == '"' && c == '{' && (depth > 0 || l.src[i-1] == '$'):
			depth++
			continue
		case c == '}' && depth > 0:
			depth--
			continue
		case c != quote || depth > 0:
			continue
		}
		break
	}
	if i = min(i, len(l.src)); i == len(l.src) {
		l.open = l.pos
	}
	l.toks = append(l.toks, token{kind: stringToken, text: l.src[lo:i], lo: lo, hi: i, plain: quote == '\''})
	l.pos = i
	if i < len(l.src) && l.src[i] == quote {
		l.pos++
	}
}

func (l *lexer) quotedName() {
	lo := l.pos + 1
	l.pos = lo
	for l.pos < len(l.src) && l.src[l.pos] != '`' && l.src[l.pos] != '\n' {
		l.pos++
	}
	l.emit(nameToken, lo)
	if l.pos < len(l.src) && l.src[l.pos] == '`' {
		l.pos++
	}
}

func (l *lexer) nameOrPunct() {
	lo := l.pos
	for l.pos < len(l.src) {
		if c := l.src[l.pos]; c < utf8.RuneSelf {
			if !isNameByte(c) {
				break
			}
			l.pos++
			continue
		}
		r, n := utf8.DecodeRuneInString(l.src[l.pos:])
		if !unicode.IsLetter(r) {
			break
		}
		l.pos += n
	}
	if l.pos > lo {
		l.emit(nameToken, lo)
		return
	}
	_, n := utf8.DecodeRuneInString(l.src[lo:])
	l.pos += n
	l.emit(punctToken, lo)
}

func isNameByte(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
