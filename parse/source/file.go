// Package source holds the inputs of an audit: files decoded once to UTF-8,
// places inside them, and the problems met while reading them.
package source

import (
	"bytes"
	"sort"
	"sync"
	"unicode/utf8"
	"unsafe"
)

// File is one input, decoded to UTF-8 once. It is immutable after New.
type File struct {
	// Path is relative to the audit root, with forward slashes. A member of
	// an archive is written "lib/a.jar!/META-INF/x.xml".
	Path string
	// Text is the content as UTF-8, without byte order mark, line ends kept.
	Text []byte
	// Encoding is the lower-case IANA name of the encoding on disk.
	Encoding string
	// Listing is set where Text was made up from bytes that are no text, those
	// of a class file: nothing can be changed in it.
	Listing bool

	bom   int // bytes of byte order mark on disk, before Text
	width func(r rune) int

	once  sync.Once
	lines []int // byte offset in Text of each line's first byte
}

// AsString returns Text without a copy, for those who read much of it.
func (f *File) AsString() string { return unsafe.String(unsafe.SliceData(f.Text), len(f.Text)) } // it never changes

// Position is a place as people and tools write it: line and column from 1,
// the column counted in code points.
type Position struct{ Line, Column int }

// Position turns a byte offset in Text into a line and column. An offset
// outside the text is moved to its nearest end.
func (f *File) Position(off int) Position {
	off = min(max(off, 0), len(f.Text))
	starts := f.lineStarts()
	i := sort.SearchInts(starts, off+1) - 1
	return Position{Line: i + 1, Column: utf8.RuneCount(f.Text[starts[i]:off]) + 1}
}

// Line returns line n (from 1) without its line end, or nil when there is none.
func (f *File) Line(n int) []byte {
	starts := f.lineStarts()
	if n < 1 || n > len(starts) {
		return nil
	}
	end := len(f.Text)
	if n < len(starts) {
		end = starts[n]
	}
	return bytes.TrimRight(f.Text[starts[n-1]:end], "\r\n")
}

// LineStart returns the byte offset in Text at which line n (from 1) begins.
func (f *File) LineStart(n int) int {
	starts := f.lineStarts()
	n = min(max(n, 1), len(starts))
	return starts[n-1]
}

// DiskOffset turns a byte offset in Text into the byte offset in the file as
// it lies on disk, which differs where there is a byte order mark or another
// encoding than UTF-8.
func (f *File) DiskOffset(off int) int {
	off = min(max(off, 0), len(f.Text))
	if f.width == nil {
		return f.bom + off
	}
	n := f.bom
	for _, r := range string(f.Text[:off]) {
		n += f.width(r)
	}
	return n
}

func (f *File) lineStarts() []int {
	f.once.Do(func() {
		f.lines = append(f.lines, 0)
		for i := 0; ; {
			j := bytes.IndexByte(f.Text[i:], '\n')
			if j < 0 {
				return
			}
			i += j + 1
			f.lines = append(f.lines, i)
		}
	})
	return f.lines
}
