package application

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// confined reports whether a field's value stays in its class and whether the
// known calls on it can be all: the field is private, no accessor is
// generated, and every mention of its name but the declaration calls something
// on it. A parameter of the same name counts as a use, so that a doubt is
// never taken for an answer.
func confined(t *decl.Type, f *decl.Field, calls []CallSite) bool {
	if !slices.Contains(f.Modifiers, "private") || !f.At.Valid() || generatesAccessors(t.Annotations) || generatesAccessors(f.Annotations) {
		return false
	}
	text, name, used, code := f.At.File.Text, []byte(f.Name), false, codeReader{}
	for from := 0; ; {
		i := bytes.Index(text[from:], name)
		if i < 0 {
			return used == (len(calls) > 0)
		}
		i, from = from+i, from+i+len(name)
		switch {
		case i == f.At.Lo || partOfWord(text, i, from) || !code.at(text, i):
		case calledUpon(text[from:]):
			used = true
		default:
			return false
		}
	}
}

// generatesAccessors reports whether Lombok hands the field out.
func generatesAccessors(annotations []*decl.Annotation) bool {
	return slices.ContainsFunc(annotations, func(an *decl.Annotation) bool {
		return slices.Contains([]string{"Getter", "Data", "Value"}, simpleName(an.Name))
	})
}

// partOfWord reports whether the name in text[lo:hi] is a piece of a longer
// identifier.
func partOfWord(text []byte, lo, hi int) bool {
	before, _ := utf8.DecodeLastRune(text[:lo])
	after, _ := utf8.DecodeRune(text[hi:])
	return isIdentifier(before) || isIdentifier(after)
}

func isIdentifier(r rune) bool {
	return r == '_' || r == '$' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80 && r != utf8.RuneError
}

func calledUpon(rest []byte) bool {
	s := strings.TrimLeft(string(rest[:min(len(rest), 200)]), " \t\r\n")
	return strings.HasPrefix(s, ".") || strings.HasPrefix(s, "::")
}

// codeReader tells code from comments and literals, in one pass over a text.
type codeReader struct {
	pos   int
	until string // what ends the comment or literal at pos, "" in code
}

// at reports whether the offset, which must not lie before an earlier one, is
// in code.
func (c *codeReader) at(text []byte, off int) bool {
	for c.pos < off {
		rest := text[c.pos:]
		switch {
		case c.until == "":
			c.pos += c.open(rest)
		case c.until[0] != '*' && rest[0] == '\\':
			c.pos += 2
		case bytes.HasPrefix(rest, []byte(c.until)):
			c.pos += len(c.until)
			c.until = ""
		default:
			c.pos++
		}
	}
	return c.until == "" && c.pos == off
}

// open looks for the start of a comment or literal and returns the bytes read.
func (c *codeReader) open(rest []byte) int {
	if b := rest[0]; b != '/' && b != '"' && b != '\'' {
		return 1
	}
	for _, p := range [...][2]string{{"//", "\n"}, {"/*", "*/"}, {`"""`, `"""`}, {`"`, `"`}, {"'", "'"}} {
		if bytes.HasPrefix(rest, []byte(p[0])) {
			c.until = p[1]
			return len(p[0])
		}
	}
	return 1
}
