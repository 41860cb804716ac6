package parse

import (
	"bytes"
	"io"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Reader is one row of the table of formats.
type Reader struct {
	// Name is the format's, for messages.
	Name string
	// Match tells by the path alone whether a file is of this format. The
	// first row that matches takes the file.
	Match func(path string) bool
	// Relevant looks at the bytes of a file and tells cheaply whether parsing
	// it may matter; nil means always. It must not keep raw.
	Relevant func(path string, raw []byte) bool
	// Encoding returns the encoding the file declares, "" for none; nil where
	// the format declares none.
	Encoding func(raw []byte) string
	// Parse reads the decoded file. It is total, and a panic in it becomes a
	// Problem of the file.
	Parse func(f *source.File) *decl.Unit
	// ParseAt reads an archive instead: of any size, as only the parts it asks
	// for are read.
	ParseAt func(path string, r io.ReaderAt, size int64) *decl.Unit
	// OnDemand files are not looked at in the walk. The Index knows their
	// names and reads those that are asked for.
	OnDemand bool
}

// relevant reports whether the prefilter wants the file. Of a file in UTF-16
// it sees the ASCII, which is all that prefilters look for. One whose prefilter
// fails is left to the reader, which tells what is wrong with it.
func (r *Reader) relevant(path string, raw []byte) (ok bool) {
	if r.Relevant == nil {
		return true
	}
	defer func() {
		if recover() != nil {
			ok = true
		}
	}()
	if isWide(raw) {
		raw = bytes.ReplaceAll(raw, []byte{0}, nil)
	}
	return r.Relevant(path, raw)
}

// isWide tells UTF-16, with or without a byte order mark.
func isWide(raw []byte) bool {
	return len(raw) >= 2 && ((raw[0] == 0) != (raw[1] == 0) ||
		raw[0] == 0xff && raw[1] == 0xfe || raw[0] == 0xfe && raw[1] == 0xff)
}

// parse makes the unit of a file; it keeps raw.
func (r *Reader) parse(path string, raw []byte) *decl.Unit {
	if r.ParseAt != nil {
		return r.parseAt(path, bytes.NewReader(raw), int64(len(raw)))
	}
	return r.guard(path, func() *decl.Unit {
		declared := ""
		if r.Encoding != nil {
			declared = r.Encoding(raw)
		}
		f, problem := source.New(path, raw, declared)
		u := r.Parse(f)
		if u == nil {
			u = &decl.Unit{File: f}
		}
		if problem != nil {
			u.Problems = append(u.Problems, *problem)
		}
		return u
	})
}

func (r *Reader) parseAt(path string, at io.ReaderAt, size int64) *decl.Unit {
	return r.guard(path, func() *decl.Unit { return r.ParseAt(path, at, size) })
}

// guard returns what parse returns, and in any case a unit of that path: one
// file that a reader cannot stand must not end the audit of the others.
func (r *Reader) guard(path string, parse func() *decl.Unit) (u *decl.Unit) {
	defer func() {
		if v := recover(); v != nil {
			u = &decl.Unit{Problems: []source.Problem{{
				Path: path, Kind: source.Internal, Msg: lang.T("the %s reader failed: %v", r.Name, v),
			}}}
		}
		if u == nil {
			u = &decl.Unit{}
		}
		if u.File == nil {
			u.File = &source.File{Path: path}
		}
	}()
	return parse()
}
