package lsp

import (
	"testing"
	"unicode/utf8"
)

func TestPosition(t *testing.T) {
	const text = "ab\r\n订😀x\rend\n\nlast"
	tests := []struct {
		off         int
		utf16, utf8 position
	}{
		{off: 0, utf16: position{0, 0}, utf8: position{0, 0}},
		{off: 2, utf16: position{0, 2}, utf8: position{0, 2}},
		{off: 4, utf16: position{1, 0}, utf8: position{1, 0}},
		{off: 7, utf16: position{1, 1}, utf8: position{1, 3}},
		{off: 11, utf16: position{1, 3}, utf8: position{1, 7}},
		{off: 12, utf16: position{1, 4}, utf8: position{1, 8}},
		{off: 13, utf16: position{2, 0}, utf8: position{2, 0}},
		{off: 17, utf16: position{3, 0}, utf8: position{3, 0}},
		{off: 18, utf16: position{4, 0}, utf8: position{4, 0}},
		{off: 22, utf16: position{4, 4}, utf8: position{4, 4}},
	}
	for _, tt := range tests {
		for encoding, want := range map[string]position{utf16Encoding: tt.utf16, utf8Encoding: tt.utf8} {
			l := newLines([]byte(text), encoding)
			if got := l.position(tt.off); got != want {
				t.Errorf("%s: offset %d is %v, want %v", encoding, tt.off, got, want)
			}
			if got := l.offset(want); got != tt.off {
				t.Errorf("%s: %v is offset %d, want %d", encoding, want, got, tt.off)
			}
		}
	}
}

// TestPositionOutside moves what is outside of the text to the nearest place.
func TestPositionOutside(t *testing.T) {
	l := newLines([]byte("a😀b\r\nc"), utf16Encoding)
	for p, want := range map[position]int{
		{-1, 3}: 0, {0, -2}: 0, {0, 99}: 6, {0, 2}: 1, {1, 9}: 9, {7, 0}: 9,
	} {
		if got := l.offset(p); got != want {
			t.Errorf("%v is offset %d, want %d", p, got, want)
		}
	}
	for off, want := range map[int]position{-5: {0, 0}, 99: {1, 1}} {
		if got := l.position(off); got != want {
			t.Errorf("offset %d is %v, want %v", off, got, want)
		}
	}
	if got := newLines([]byte("é"), utf8Encoding).offset(position{0, 1}); got != 0 {
		t.Errorf("inside a character: offset %d", got)
	}
	if got := newLines(nil, utf16Encoding).position(1); got != (position{}) {
		t.Errorf("empty text: %v", got)
	}
}

// FuzzPosition takes the start of every character there and back, whatever
// the text.
func FuzzPosition(f *testing.F) {
	for _, text := range []string{"", "a\r\nb\rc\n", "订单😀\n", "\xff\xfe", "\r\r\n\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, encoding := range []string{utf16Encoding, utf8Encoding} {
			l := newLines([]byte(text), encoding)
			for off := 0; off < len(text); {
				p := l.position(off)
				inEnd := off > 0 && text[off-1] == '\r' && text[off] == '\n'
				if got := l.offset(p); utf8.ValidString(text) && !inEnd && got != off {
					t.Fatalf("%s: %q: offset %d is %v is offset %d", encoding, text, off, p, got)
				}
				_, n := utf8.DecodeRuneInString(text[off:])
				off += n
			}
		}
	})
}
