package springxml

import (
	"bytes"
	"strings"
)

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// scanTag finds the attributes in a well-formed start tag, "<a b='c'>". The
// ranges are relative to tag. glued is the offset of the first attribute that
// no white space stands before, which XML demands and encoding/xml does not;
// -1 when there is none.
func scanTag(tag []byte, n int) (attrs []attrPlace, glued int) {
	glued = -1
	attrs = make([]attrPlace, 0, n)
	i := 1
	for i < len(tag) && !isSpace(tag[i]) && tag[i] != '/' && tag[i] != '>' {
		i++
	}
	for len(attrs) < n {
		before := i
		i = skipSpace(tag, i)
		if i == before && glued < 0 {
			glued = i
		}
		var a attrPlace
		a.nameLo = i
		for i < len(tag) && !isSpace(tag[i]) && tag[i] != '=' {
			i++
		}
		a.nameHi = i
		i = skipSpace(tag, i) + len("=")
		i = skipSpace(tag, i)
		if i >= len(tag) {
			break
		}
		end := bytes.IndexByte(tag[i+1:], tag[i])
		if end < 0 {
			break
		}
		a.valueLo, a.valueHi = i+1, i+1+end
		i = a.valueHi + 1
		attrs = append(attrs, a)
	}
	for len(attrs) < n { // not met: encoding/xml has seen n attributes
		attrs = append(attrs, attrPlace{})
	}
	return attrs, glued
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && isSpace(b[i]) {
		i++
	}
	return i
}

var lineBreaks = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ")

// normalize turns white space in an attribute value into blanks, which XML
// demands and encoding/xml leaves out. White space written as a character
// reference stays.
func normalize(value string, raw []byte) string {
	if strings.ContainsAny(value, "\t\n\r") && !bytes.Contains(raw, []byte("&#")) {
		return lineBreaks.Replace(value)
	}
	return value
}

// trim cuts what Java's String.trim cuts.
func trim(s string) string {
	return strings.TrimFunc(s, func(c rune) bool { return c <= ' ' })
}

// trimRange narrows a range of text by the white space at its ends.
func trimRange(text []byte, lo, hi int) (int, int) {
	for lo < hi && text[lo] <= ' ' {
		lo++
	}
	for lo < hi && text[hi-1] <= ' ' {
		hi--
	}
	return lo, hi
}
