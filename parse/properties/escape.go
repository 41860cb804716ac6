package properties

import (
	"strings"
	"unicode/utf16"
)

// malformed is the range of a \u that four hexadecimal digits do not follow.
type malformed struct{ lo, hi int }

// unescape replaces the escapes of a key or value as Properties.loadConvert
// does: \t \n \r \f, \uXXXX, and any other character for itself. Malformed
// escapes stay as written.
func unescape(s string) (string, []malformed) {
	i := strings.IndexByte(s, '\\')
	if i < 0 {
		return s, nil
	}
	var bad []malformed
	var b strings.Builder
	b.Grow(len(s))
	done := 0
	for i >= 0 && done+i+1 < len(s) {
		at := done + i
		b.WriteString(s[done:at])
		done = at + 2
		switch c := s[at+1]; c {
		case 't':
			b.WriteByte('\t')
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 'f':
			b.WriteByte('\f')
		case 'u':
			r, n := codePoint(s[at:])
			if n == 0 {
				bad = append(bad, malformed{at, min(at+6, len(s))})
				b.WriteString(`\u`)
				break
			}
			b.WriteRune(r)
			done = at + n
		default:
			b.WriteByte(c)
		}
		i = strings.IndexByte(s[done:], '\\')
	}
	b.WriteString(s[done:])
	return b.String(), bad
}

// codePoint reads the code point that one \uXXXX, or two of them that are a
// surrogate pair, stand for, and the length of the escape: 0 where it is
// malformed. Half a pair becomes U+FFFD, as UTF-8 cannot hold it.
func codePoint(s string) (rune, int) {
	r, ok := codeUnit(s)
	if !ok {
		return 0, 0
	}
	if low, ok := codeUnit(s[6:]); ok && utf16.IsSurrogate(r) {
		if pair := utf16.DecodeRune(r, low); pair != 0xFFFD {
			return pair, 12
		}
	}
	return r, 6
}

func codeUnit(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range []byte(s[2:6]) {
		switch {
		case '0' <= c && c <= '9':
			r = r<<4 + rune(c-'0')
		case 'a' <= c && c <= 'f':
			r = r<<4 + rune(c-'a') + 10
		case 'A' <= c && c <= 'F':
			r = r<<4 + rune(c-'A') + 10
		default:
			return 0, false
		}
	}
	return r, true
}
