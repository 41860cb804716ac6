package yaml

import (
	"bytes"

	"go.yaml.in/yaml/v3"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// splitKey returns the key of "key: value" without its quotes, and the index
// of the colon, -1 where there is none.
func splitKey(content []byte) (key []byte, colon int) {
	if q := content[0]; q == '"' || q == '\'' {
		end := bytes.IndexByte(content[1:], q)
		if end < 0 {
			return nil, -1
		}
		rest := content[end+2:]
		blanks := len(rest) - len(bytes.TrimLeft(rest, " "))
		colon = end + 2 + blanks
		if colon < len(content) && content[colon] == ':' && (colon+1 == len(content) || isSpace(content[colon+1])) {
			return content[1 : end+1], colon
		}
		return nil, -1
	}
	for i, c := range content {
		if c == ':' && (i+1 == len(content) || isSpace(content[i+1])) {
			return bytes.TrimRight(content[:i], " "), i
		}
		if c == '#' && i > 0 && content[i-1] == ' ' || c == '{' && i == 0 || c == '[' && i == 0 {
			break
		}
	}
	return nil, -1
}

// value adds what stands behind a colon or dash; lo is its offset.
func (s *salvager) value(path string, keyAt source.Span, indent int, text []byte, lo int) {
	at := place{path: path, keyAt: keyAt, parent: -1}
	if s.full || len(text) == 0 || text[0] == '#' {
		return // the value, if any, is below
	}
	if text[0] == '|' || text[0] == '>' {
		s.block = indent + 1
		return
	}
	if i := bytes.Index(text, []byte(" #")); i < 0 && plainStart(text[0]) {
		s.add(at, string(text), plainTag(string(text)), s.span(lo, lo+len(text)))
		return
	}
	if s.parsed++; s.parsed <= maxParsed && s.parse(at, text, lo) {
		return
	}
	if i := bytes.Index(text, []byte(" #")); i >= 0 && text[0] != '"' && text[0] != '\'' {
		text = bytes.TrimRight(text[:i], " ")
	}
	s.add(at, string(text), tagString, s.span(lo, lo+len(text)))
}

// plainStart reports whether a value that begins so is a plain scalar.
func plainStart(c byte) bool {
	return bytes.IndexByte([]byte("\"'{[&*!@%`?-,]}"), c) < 0
}

// parse reads a value as a document of its own, if it is one.
func (s *salvager) parse(at place, text []byte, lo int) bool {
	docs, err := nodes(text)
	if err != nil || len(docs) != 1 || len(docs[0].Content) != 1 {
		return false
	}
	root := docs[0].Content[0]
	if root.Kind == yaml.AliasNode || root.Kind == yaml.MappingNode && root.Style&yaml.FlowStyle == 0 {
		return false
	}
	whole := s.places
	s.places = newPlaces(text, whole.base+lo)
	s.node(root, at)
	s.places = whole
	return true
}
