package java

import (
	"sort"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// offsets maps offsets in a text without unicode escapes to the text as
// written. The zero value maps every offset to itself.
type offsets struct {
	at    []int // where, in the new text, an escape was replaced: just behind it
	shift []int // what to add from there on
}

// orig returns the offset as written. Inside a replaced escape it is the
// escape's begin.
func (o *offsets) orig(off int) int {
	if len(o.at) == 0 {
		return off
	}
	i := sort.SearchInts(o.at, off+1) - 1
	if i < 0 {
		return off
	}
	return off + o.shift[i]
}

// unescape replaces the unicode escapes of a whole source text, as the
// language does before it looks for tokens (JLS 3.3): an escape may stand for
// a quote or a part of a name. Malformed escapes stay as they are.
func unescape(text string) (string, offsets) {
	if !strings.Contains(text, `\u`) {
		return text, offsets{}
	}
	var (
		out strings.Builder
		off offsets
	)
	out.Grow(len(text))
	for i := 0; i < len(text); {
		n := strings.IndexByte(text[i:], '\\')
		if n < 0 {
			out.WriteString(text[i:])
			break
		}
		out.WriteString(text[i : i+n])
		i += n
		r, size := escapedRune(text[i:])
		if size == 0 { // an ordinary backslash, with what it protects
			size = 1
			if i+1 < len(text) && text[i+1] == '\\' {
				size = 2
			}
			out.WriteString(text[i : i+size])
			i += size
			continue
		}
		out.WriteRune(r)
		i += size
		off.at = append(off.at, out.Len())
		off.shift = append(off.shift, i-out.Len())
	}
	return out.String(), off
}

// escapedRune reads the escape s begins with, of one code unit or of a
// surrogate pair. The size is 0 where there is none.
func escapedRune(s string) (rune, int) {
	r, n := codeUnit(s)
	if n > 0 && utf16.IsSurrogate(r) {
		if low, m := codeUnit(s[n:]); m > 0 {
			if full := utf16.DecodeRune(r, low); full != utf8.RuneError {
				return full, n + m
			}
		}
		return utf8.RuneError, n
	}
	return r, n
}

// codeUnit reads one escape: a backslash, one or more u, four hex digits.
func codeUnit(s string) (rune, int) {
	i := 1
	for i < len(s) && s[0] == '\\' && s[i] == 'u' {
		i++
	}
	if i == 1 || len(s) < i+4 {
		return 0, 0
	}
	r := rune(0)
	for _, c := range []byte(s[i : i+4]) {
		d := hexDigit(c)
		if d < 0 {
			return 0, 0
		}
		r = r<<4 | rune(d)
	}
	return r, i + 4
}

func hexDigit(c byte) int {
	switch lower := c | 0x20; {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= lower && lower <= 'f':
		return int(lower-'a') + 10
	}
	return -1
}
