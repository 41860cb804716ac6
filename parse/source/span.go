package source

import "cmp"

// Span is a half-open range of bytes in a file's Text. The zero Span means
// "no place": a built-in default, for example.
type Span struct {
	File   *File
	Lo, Hi int
}

// Valid reports whether the span names a place.
func (s Span) Valid() bool { return s.File != nil }

// Start returns the position of the first byte.
func (s Span) Start() Position { return s.File.Position(s.Lo) }

// End returns the position just behind the last byte.
func (s Span) End() Position { return s.File.Position(s.Hi) }

// Contains reports whether t lies inside s.
func (s Span) Contains(t Span) bool {
	return s.File != nil && s.File == t.File && s.Lo <= t.Lo && t.Hi <= s.Hi
}

// Text returns the bytes the span covers, as a string.
func (s Span) Text() string {
	if !s.Valid() {
		return ""
	}
	return s.File.AsString()[s.Lo:s.Hi]
}

// Compare orders spans by path, then offset; places come before no place.
func (s Span) Compare(t Span) int {
	if !s.Valid() || !t.Valid() {
		return cmp.Compare(b2i(t.Valid()), b2i(s.Valid()))
	}
	return cmp.Or(cmp.Compare(s.File.Path, t.File.Path), cmp.Compare(s.Lo, t.Lo), cmp.Compare(s.Hi, t.Hi))
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
