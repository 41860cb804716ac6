package java

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
)

// lexer cuts text into tokens, one at a time. It holds no state but its
// position, so that a parser can go back by setting it.
type lexer struct {
	text string
	pos  int
	// faulty is the offset of the last lexical error reported; an earlier
	// one was met again after going back.
	faulty int
	report func(lo, hi int, msg lang.Text)
}

// Classes of bytes.
const (
	isLetter = 1 << iota // begins an identifier
	isDigit
	isSpace
)

// classes tells the class of each byte. Bytes outside ASCII count as letters:
// Java allows letters of all scripts.
var classes = func() (t [256]uint8) {
	for c := range t {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_', c == '$', c >= 0x80:
			t[c] = isLetter
		case '0' <= c && c <= '9':
			t[c] = isDigit
		case c == ' ', c == '\t', c == '\n', c == '\r', c == '\f', c == 0x1a:
			t[c] = isSpace
		}
	}
	return t
}()

// next reads the next token. At the end of the text it returns tEOF for ever.
func (l *lexer) next() token {
	l.skipBlank()
	lo := l.pos
	if lo >= len(l.text) {
		return token{tEOF, len(l.text), len(l.text)}
	}
	c := l.text[lo]
	switch {
	case classes[c]&isLetter != 0:
		return l.word()
	case classes[c]&isDigit != 0, c == '.' && l.digitAt(lo+1):
		return l.number()
	case c == '"':
		if strings.HasPrefix(l.text[lo:], `"""`) {
			return l.textBlock()
		}
		return l.quoted('"', tString)
	case c == '\'':
		return l.quoted('\'', tChar)
	}
	k, n := operator(l.text[lo:])
	l.pos = lo + n
	return token{k, lo, l.pos}
}

// skipBlank moves over white space and comments.
func (l *lexer) skipBlank() {
	text, i := l.text, l.pos
	for i < len(text) {
		c := text[i]
		if classes[c]&isSpace != 0 {
			i++
			continue
		}
		if c != '/' || i+1 >= len(text) {
			break
		}
		if text[i+1] == '/' {
			i = lineEnd(text, i)
			continue
		}
		if text[i+1] != '*' {
			break
		}
		end := strings.Index(text[i+2:], "*/")
		if end < 0 {
			l.fault(i, len(text), lang.T("comment is not closed"))
			i = len(text)
			break
		}
		i += 2 + end + 2
	}
	l.pos = i
}

// lineEnd returns the offset of the line end at or behind i: a line feed, a
// carriage return or the end of the text.
func lineEnd(text string, i int) int {
	line := text[i:]
	if n := strings.IndexByte(line, '\n'); n >= 0 {
		line = line[:n]
	}
	if n := strings.IndexByte(line, '\r'); n >= 0 {
		line = line[:n]
	}
	return i + len(line)
}

func (l *lexer) word() token {
	text, lo := l.text, l.pos
	i := lo + 1
	for i < len(text) && classes[text[i]]&(isLetter|isDigit) != 0 {
		i++
	}
	l.pos = i
	k := tIdent
	if c := text[lo]; 'a' <= c && c <= 'w' && i-lo <= len("synchronized") {
		k = keyword(text[lo:i])
	}
	return token{k, lo, i}
}

func (l *lexer) digitAt(i int) bool {
	return i < len(l.text) && classes[l.text[i]]&isDigit != 0
}

func (l *lexer) number() token {
	text, lo := l.text, l.pos
	hex := len(text) > lo+1 && text[lo] == '0' && text[lo+1]|0x20 == 'x'
	k, i := tInt, lo
	for ; i < len(text); i++ {
		c := text[i]
		switch lower := c | 0x20; {
		case c == '.':
			k = tFloat
		case classes[c]&(isLetter|isDigit) == 0 || c >= 0x80:
			l.pos = i
			return token{k, lo, i}
		case !hex && (lower == 'e' || lower == 'f' || lower == 'd'), hex && lower == 'p':
			k = tFloat
			exponent := lower == 'e' || lower == 'p'
			if exponent && i+1 < len(text) && (text[i+1] == '+' || text[i+1] == '-') {
				i++
			}
		}
	}
	l.pos = len(text)
	return token{k, lo, len(text)}
}

// quoted reads a string or character literal, which ends with its line at
// the latest.
func (l *lexer) quoted(quote byte, k kind) token {
	text, lo := l.text, l.pos
	i := lo + 1
	for i < len(text) {
		switch text[i] {
		case quote:
			l.pos = i + 1
			return token{k, lo, i + 1}
		case '\\':
			i++
			if i < len(text) && text[i] != '\n' && text[i] != '\r' {
				i++
			}
			continue
		case '\n', '\r':
			l.fault(lo, i, lang.T("string or character is not closed"))
			l.pos = i
			return token{k, lo, i}
		}
		i++
	}
	l.fault(lo, len(text), lang.T("string or character is not closed"))
	l.pos = len(text)
	return token{k, lo, len(text)}
}

func (l *lexer) textBlock() token {
	text, lo := l.text, l.pos
	for i := lo + 3; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			if strings.HasPrefix(text[i:], `"""`) {
				l.pos = i + 3
				return token{tText, lo, l.pos}
			}
		}
	}
	l.fault(lo, len(text), lang.T("text block is not closed"))
	l.pos = len(text)
	return token{tText, lo, len(text)}
}

func (l *lexer) fault(lo, hi int, msg lang.Text) {
	if lo > l.faulty {
		l.faulty = lo
		l.report(lo, hi, msg)
	}
}
