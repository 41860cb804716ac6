// Package class reads Java class files and finds them in jars and wars. What
// a class file declares comes out in the same form as a source file, so that
// an interface or implementation of which only the class is there serves as
// if its source were.
//
// The format is that of the Java Virtual Machine Specification, chapter 4,
// up to Java 25; nothing is verified. The reader is total: of a class that is
// cut or broken it keeps what stands before the fault.
package class

import (
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// MaxBytes is the size above which a class is not read: far more than any
// compiler writes.
const MaxBytes = 8 << 20

// Limits on hostile input. Real classes stay far below them.
const (
	maxClasses = 2_000  // nested, local and anonymous classes read for one unit
	maxCalls   = 50_000 // calls in one unit, inlined ones counted again
	maxDepth   = 32     // of nested types, annotations and inlined bodies
)

// Siblings returns the bytes of another class of the same jar or folder by
// its internal name ("com/acme/Order$1"), nil when there is none.
type Siblings func(name string) []byte

// Parse reads one class with the classes nested in it, which it asks of
// siblings. The unit's Java part is never nil.
//
// The unit differs from that of a source in these ways. All type names are
// qualified, and there are no imports. What javac adds stays (a default
// constructor, the accessors of a record, the calls for boxing and string
// building); bridges and other synthetic methods are left out. The bodies of
// lambdas, of anonymous and of local classes belong to the method around, as
// in a source. A call carries the type that it names and its descriptor.
//
// The text of the unit's file is a listing made up here: what the class
// declares and calls, at the line numbers of the source where the compiler
// recorded them. A call is written with what is known of its arguments,
// and a field that is used other than by a call on it is named where it is.
func Parse(path string, data []byte, siblings Siblings) *decl.Unit {
	f := &source.File{Path: path, Encoding: "utf-8", Listing: true}
	r := &reader{
		file: f, unit: &decl.Unit{File: f, Java: &decl.JavaFile{}}, siblings: siblings,
		classes: map[string]*classFile{}, nested: map[string]bool{}, fields: map[string]bool{},
	}
	if len(data) > MaxBytes {
		r.problem(source.TooLarge, "%d bytes, more than any compiler writes: not read", len(data))
		return r.unit
	}
	c := parseFile(data)
	if c.this == "" {
		r.problem(source.ArchiveSyntax, "not a class file: %s", c.fault)
		return r.unit
	}
	if !c.fault.IsZero() {
		r.problem(source.ArchiveSyntax, "broken class file: %s", c.fault)
	}
	r.classes[c.this] = c
	r.unit.Java.Package = packageOf(c.this)
	if c.flags&accModule == 0 && c.simple(c.this) != "package-info" {
		r.unit.Java.Types = []*decl.Type{r.typ(c, nil, 0)}
	}
	r.listing.write(f)
	return r.unit
}

// reader makes one unit.
type reader struct {
	file     *source.File
	unit     *decl.Unit
	siblings Siblings
	// classes are those read so far, by internal name; nil for one that is
	// not there.
	classes map[string]*classFile
	// nested holds the member classes that were entered, against circles.
	nested map[string]bool
	// fields are the names of the fields of the classes entered so far.
	fields  map[string]bool
	calls   int
	listing listing
}

// problem notes what could not be read. It is minor: the audit is as good as
// without the class.
func (r *reader) problem(kind source.ProblemKind, format string, args ...any) {
	r.unit.Problems = append(r.unit.Problems, source.Problem{
		Path: r.file.Path, Kind: kind, Msg: lang.T(format, args...), Minor: true,
	})
}

// sibling returns a class of the same place, nil when there is none.
func (r *reader) sibling(name string) *classFile {
	c, ok := r.classes[name]
	if ok {
		return c
	}
	if r.siblings != nil && len(r.classes) < maxClasses {
		if data := r.siblings(name); len(data) > 0 && len(data) <= MaxBytes {
			if c = parseFile(data); c.this != name {
				c = nil
			}
		}
	}
	r.classes[name] = c
	return c
}

// at is a place in the file that the listing moves to where it belongs.
func (r *reader) at() source.Span { return source.Span{File: r.file} }
