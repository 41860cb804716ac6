package report

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
)

// wrap breaks a text into lines of so many columns, safe to show: at spaces,
// and where letters are wide, between them.
func wrap(text string, cols int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(clean(text)) {
		gap := " "
		for _, piece := range pieces(word) {
			switch {
			case line == "":
				line = piece
			case columns(line+gap+piece) > cols:
				lines, line = append(lines, line), piece
			default:
				line += gap + piece
			}
			gap = ""
		}
	}
	return append(lines, line)
}

// What no line of Chinese or Japanese begins or ends with.
const (
	notFirst = "。，、；：？！）］｝」』】》〉”’…ー々・％ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.;:?!)]}%"
	notLast  = "（［｛「『【《〈“‘([{"
)

// pieces cuts a word where a line may break in it. A path stays whole, whatever
// its folders are called.
func pieces(word string) []string {
	if strings.Contains(word, "/") && !strings.ContainsAny(word, "，。；：、（）「」") {
		return []string{word}
	}
	var list []string
	start := 0
	var last rune
	for i, r := range word {
		if i > 0 && (lang.Wide(last) || lang.Wide(r)) && !strings.ContainsRune(notFirst, r) && !strings.ContainsRune(notLast, last) {
			list = append(list, word[start:i])
			start = i
		}
		last = r
	}
	return append(list, word[start:])
}

// cutTo shortens a line to so many columns.
func cutTo(s string, cols int) string {
	if columns(s) <= cols {
		return s
	}
	var b strings.Builder
	n := 1
	for _, g := range glyphs(s) {
		if n += g.cols; n > cols {
			break
		}
		b.WriteString(g.text)
	}
	return b.String() + "…"
}
