package report

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// wrap breaks a text into lines of so many columns, safe to show: at spaces,
// and between wide characters, which have none.
func wrap(text string, cols int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(clean(text)) {
		gap := " "
		for _, part := range parts(word) {
			if line != "" && columns(line)+len(gap)+columns(part) > cols {
				lines, line = append(lines, line), ""
			}
			if line != "" {
				line += gap
			}
			line += part
			gap = ""
		}
	}
	return append(lines, line)
}

// parts cuts a word where a line may end in it.
func parts(word string) []string {
	var list []string
	from, last := 0, rune(0)
	for i, r := range word {
		if i > 0 && (wide(last) || wide(r)) && !opens(last) && !closes(r) {
			list = append(list, word[from:i])
			from = i
		}
		last = r
	}
	return append(list, word[from:])
}

func wide(r rune) bool {
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return true
	}
	return false
}

// opens reports whether nothing may be parted behind a character.
func opens(r rune) bool { return unicode.In(r, unicode.Ps, unicode.Pi) }

// closes reports whether a line must not begin with a character.
func closes(r rune) bool {
	return unicode.IsPunct(r) && !opens(r) || strings.ContainsRune("ーっゃゅょッャュョ", r)
}
