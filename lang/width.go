package lang

import "golang.org/x/text/width"

// Columns is how many columns of a terminal a printable text takes: two for
// each wide letter.
func Columns(s string) int {
	n := 0
	for _, r := range s {
		n++
		if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
			n++
		}
	}
	return n
}
