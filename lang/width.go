package lang

import (
	"strings"

	"golang.org/x/text/width"
)

// Wide reports whether a letter takes two columns of a terminal.
func Wide(r rune) bool {
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}

// Columns is how many columns of a terminal a printable text takes.
func Columns(s string) int {
	n := 0
	for _, r := range s {
		n++
		if Wide(r) {
			n++
		}
	}
	return n
}

// PadLeft sets spaces before a text up to a width in columns.
func PadLeft(s string, columns int) string { return lacking(s, columns) + s }

// PadRight sets spaces behind a text up to a width in columns.
func PadRight(s string, columns int) string { return s + lacking(s, columns) }

func lacking(s string, columns int) string { return strings.Repeat(" ", max(columns-Columns(s), 0)) }
