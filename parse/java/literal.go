package java

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// unquote decodes the inside of a string or character literal. A backslash
// that begins no escape stays.
func unquote(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var out strings.Builder
	out.Grow(len(s))
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			out.WriteByte(s[i])
			i++
			continue
		}
		text, n := escape(s[i+1:])
		out.WriteString(text)
		i += 1 + n
	}
	return out.String()
}

// escape decodes the escape that follows a backslash and tells its length.
func escape(s string) (string, int) {
	switch c := s[0]; c {
	case 'n':
		return "\n", 1
	case 't':
		return "\t", 1
	case 'r':
		return "\r", 1
	case 'b':
		return "\b", 1
	case 'f':
		return "\f", 1
	case 's':
		return " ", 1
	case '\n': // only in text blocks: the lines are joined
		return "", 1
	case '"', '\'', '\\':
		return s[:1], 1
	}
	n := 0
	for n < len(s) && n < 3 && '0' <= s[n] && s[n] <= '7' {
		n++
	}
	if n == 3 && s[0] > '3' {
		n = 2
	}
	if n == 0 {
		return `\`, 0
	}
	v, _ := strconv.ParseUint(s[:n], 8, 8) // at most 0377
	return string(rune(v)), n
}

// inside strips n quotes on both sides, where the literal is closed.
func inside(s string, n int) string {
	s = s[n:]
	if len(s) >= n && s[len(s)-n:] == `"""`[:n] || len(s) > 0 && n == 1 && s[len(s)-1] == '\'' {
		return s[:len(s)-n]
	}
	return s
}

// textBlock returns the value of a text block, quotes included: line ends
// become line feeds, the common indentation and trailing blanks go, then
// escapes are decoded (JLS 3.10.6).
func textBlock(s string) string {
	s = inside(s, 3)
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.ReplaceAll(s, "\r", "\n")
	_, s, _ = strings.Cut(s, "\n") // the rest of the opening line is blank
	lines := strings.Split(s, "\n")
	indent := math.MaxInt
	for i, line := range lines {
		text := strings.TrimLeftFunc(line, isWhitespace)
		if text != "" || i == len(lines)-1 { // a blank last line counts
			indent = min(indent, utf8.RuneCountInString(line[:len(line)-len(text)]))
		}
	}
	for i, line := range lines {
		for n := indent; n > 0 && line != ""; n-- {
			_, size := utf8.DecodeRuneInString(line)
			line = line[size:]
		}
		lines[i] = strings.TrimRightFunc(line, isWhitespace)
	}
	return unquote(strings.Join(lines, "\n"))
}

// isWhitespace is Character.isWhitespace, by which text blocks are stripped:
// spaces that do not break a line are none.
func isWhitespace(r rune) bool {
	switch r {
	case '\u00a0', '\u2007', '\u202f':
		return false
	}
	return r >= '\t' && r <= '\r' || r >= 0x1c && r <= 0x1f || unicode.In(r, unicode.Z)
}

// integer returns the decimal value of an integer literal as Java computes
// it: 0xFFFFFFFF is -1. The minus before a literal belongs to it, because
// 2147483648 is legal only behind one. It reports false where the literal
// does not fit its type.
func integer(s string, minus bool) (string, bool) {
	digits, bits := s, 32
	if n := len(s); s[n-1]|0x20 == 'l' {
		digits, bits = s[:n-1], 64
	}
	digits = strings.ReplaceAll(digits, "_", "")
	base := 10
	if len(digits) > 1 && digits[0] == '0' {
		switch digits[1] | 0x20 {
		case 'x':
			base, digits = 16, digits[2:]
		case 'b':
			base, digits = 2, digits[2:]
		default:
			base, digits = 8, digits[1:]
		}
	}
	u, err := strconv.ParseUint(digits, base, bits)
	if err != nil {
		return "", false
	}
	limit := uint64(1) << (bits - 1) // what the sign bit is worth
	if base == 10 && (u > limit || u == limit && !minus) {
		return "", false
	}
	v := int64(u)
	if bits == 32 {
		v = int64(int32(uint32(u)))
	}
	if minus && v != math.MinInt64 && !(bits == 32 && v == math.MinInt32) {
		v = -v
	}
	return strconv.FormatInt(v, 10), true
}
