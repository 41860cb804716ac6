package lang

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// verb is the place of an argument in a format, with its number.
var verb = regexp.MustCompile(`%(?:\[(\d+)\])?[-+# 0]*[\d.]*[a-zA-Z%]`)

// fitted is a Chinese format as it reads around what is said of its arguments:
// a space parts Chinese and Latin letters and nothing else, and who translated
// the format could not know with which of them an argument begins and ends. Only
// the format changes, and only next to an argument that is a phrase itself.
func fitted(words string, args, said []any) string {
	if !slices.ContainsFunc(args, phrased) {
		return words
	}
	var b strings.Builder
	left, end, next := rune(0), 0, 0
	for _, m := range verb.FindAllStringSubmatchIndex(words, -1) {
		if words[m[1]-1] == '%' {
			continue
		}
		if m[2] >= 0 {
			n, _ := strconv.Atoi(words[m[2]:m[3]])
			next = n - 1
		}
		first, last := edges(args[next], said[next])
		if words[m[1]-1] == 'q' && first != 0 {
			first, last = '"', '"'
		}
		b.WriteString(between(left, words[end:m[0]], first))
		b.WriteString(words[m[0]:m[1]])
		left, end = last, m[1]
		next++
	}
	b.WriteString(between(left, words[end:], 0))
	return b.String()
}

func phrased(arg any) bool {
	switch arg.(type) {
	case sayer, []Text:
		return true
	}
	return false
}

// edges are the first and the last letter of what is said of a phrase, 0 for
// what is a value: its bytes say nothing about the language.
func edges(arg, said any) (first, last rune) {
	s, ok := said.(string)
	if !ok || s == "" || !phrased(arg) {
		return 0, 0
	}
	first, _ = utf8.DecodeRuneInString(s)
	last, _ = utf8.DecodeLastRuneInString(s)
	if t, ok := arg.(Text); ok { // a Chinese name is a name
		if t.phrases[0].key == "%s" && han(first) {
			first = 0
		}
		if t.phrases[len(t.phrases)-1].key == "%s" && han(last) {
			last = 0
		}
	}
	return first, last
}

// between is the part of a format between two letters.
func between(left rune, s string, right rune) string {
	part := []rune(s)
	if left != 0 {
		switch neighbour := append(slices.Clip(part), right); {
		case len(part) > 0 && part[0] == ' ' && tight(left, neighbour[1]):
			part = part[1:]
		case parted(left, neighbour[0], len(part) == 0):
			part = slices.Insert(part, 0, ' ')
		}
	}
	if n := len(part); right != 0 && n > 0 {
		switch neighbour := append([]rune{left}, part...); {
		case part[n-1] == ' ' && tight(right, neighbour[n-1]):
			part = part[:n-1]
		case parted(right, part[n-1], false):
			part = append(part, ' ')
		}
	}
	return string(part)
}

// tight reports whether no space belongs between a phrase's letter and another.
func tight(a, b rune) bool { return mark(a) || mark(b) || han(a) && han(b) }

// parted reports whether a space belongs between a phrase's letter and another,
// which is that of a phrase, too, or of a format, where signs are quotes.
func parted(a, b rune, phrase bool) bool {
	return han(b) && latin(a) || han(a) && latin(b) && (phrase || unicode.In(b, unicode.Letter, unicode.Digit))
}

func han(r rune) bool { return unicode.Is(unicode.Han, r) }

func latin(r rune) bool { return '!' <= r && r <= '~' }

// mark reports whether a letter is punctuation that brings its own space.
func mark(r rune) bool { return strings.ContainsRune("，。：；、！？（）《》", r) }
