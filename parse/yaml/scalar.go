package yaml

import (
	"bytes"

	"go.yaml.in/yaml/v3"
)

const (
	quoted = yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle
	block  = yaml.LiteralStyle | yaml.FoldedStyle
)

// scalar returns the range in text of a scalar: inside the quotes, or the
// lines of a block scalar from its first character to its last. parent is the
// column (from 0) of the collection around it, -1 where there is none.
func (p *places) scalar(n *yaml.Node, parent int) (lo, hi int) {
	lo = p.offset(n)
	switch {
	case lo == len(p.text):
		return lo, lo
	case n.Style&yaml.DoubleQuotedStyle != 0 && p.text[lo] == '"':
		return lo + 1, doubleQuotedEnd(p.text, lo+1)
	case n.Style&yaml.SingleQuotedStyle != 0 && p.text[lo] == '\'':
		return lo + 1, singleQuotedEnd(p.text, lo+1)
	case n.Style&block != 0:
		return p.block(lo, parent)
	}
	return lo, plainEnd(p.text, lo, unmask(n.Value))
}

func doubleQuotedEnd(text []byte, i int) int {
	for i < len(text) && text[i] != '"' {
		if text[i] == '\\' {
			i++
		}
		i++
	}
	return min(i, len(text))
}

func singleQuotedEnd(text []byte, i int) int {
	for i < len(text) {
		if text[i] == '\'' {
			if i+1 == len(text) || text[i+1] != '\'' {
				break
			}
			i++
		}
		i++
	}
	return i
}

// plainEnd follows the value of a plain scalar through the text. They differ
// only in line breaks: one with the blanks around it is a blank of the value,
// several are one less.
func plainEnd(text []byte, i int, value string) int {
	for j := 0; j < len(value); {
		if i < len(text) && text[i] == value[j] && value[j] != '\n' && (value[j] != ' ' || !brokenLine(text, i)) {
			i++
			j++
			continue
		}
		if value[j] != ' ' && value[j] != '\n' {
			break // not the scalar that the parser saw; be content with less
		}
		for j < len(value) && (value[j] == ' ' || value[j] == '\n') {
			j++
		}
		for i < len(text) && (text[i] == ' ' || text[i] == '\t' || breakLen(text[i:]) > 0) {
			i += max(1, breakLen(text[i:]))
		}
	}
	return i
}

// brokenLine reports whether only blanks stand between text[i:] and the end
// of the line.
func brokenLine(text []byte, i int) bool {
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	return breakLen(text[min(i, len(text)):]) > 0
}

// block returns the range of a block scalar whose "|" or ">" is at i.
func (p *places) block(i, parent int) (lo, hi int) {
	header := i
	i = lineEnd(p.text, i)
	headerEnd := i
	indent := explicitIndent(p.text[header:i], parent)
	explicit := indent > 0
	lo, hi = -1, headerEnd
	for i < len(p.text) {
		i += breakLen(p.text[i:])
		start := i
		for i < len(p.text) && p.text[i] == ' ' {
			i++
		}
		first := i
		i = lineEnd(p.text, i)
		if first == i {
			continue // a blank line
		}
		if lo < 0 && !explicit {
			indent = first - start
		}
		if first-start < indent || indent <= parent || marker(p.text[start:i]) {
			break
		}
		if lo < 0 {
			lo = start + indent
		}
		hi = i
	}
	if lo < 0 {
		lo = headerEnd
	}
	return lo, hi
}

// lineEnd returns the offset of the line break at or after i.
func lineEnd(text []byte, i int) int {
	for i < len(text) && breakLen(text[i:]) == 0 {
		i++
	}
	return i
}

// explicitIndent returns the indentation that the header of a block scalar
// ("|2-") asks for, 0 where it asks for none.
func explicitIndent(header []byte, parent int) int {
	for _, c := range header {
		switch {
		case c == ' ' || c == '#':
			return 0
		case '1' <= c && c <= '9':
			return max(parent, 0) + int(c-'0')
		}
	}
	return 0
}

// marker reports whether a line is "---" or "...", which end a document.
func marker(line []byte) bool {
	if !bytes.HasPrefix(line, []byte("---")) && !bytes.HasPrefix(line, []byte("...")) {
		return false
	}
	return len(line) == 3 || isSpace(line[3])
}
