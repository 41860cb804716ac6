// Package springxml reads Spring XML with Dubbo elements: what one file
// declares, with places, nothing resolved.
//
// encoding/xml is driven once over the decoded text. The same pass builds
// etree nodes and keeps the byte ranges of tags and attributes beside them.
// Each element below <beans> is turned into decl form as soon as it ends and
// its tree is dropped, so that memory follows what a file declares and not its
// size. encoding/xml accepts some files that the parser behind Spring refuses;
// those are checked here and become Problems.
package springxml

import (
	"github.com/beevik/etree"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Limits on hostile input. Real files stay far below them. Those on
// attributes and entities are the JDK's own (jdk.xml.elementAttributeLimit,
// jdk.xml.entityExpansionLimit), so Spring refuses such files as well.
const (
	maxDepth      = 256
	maxAttributes = 10_000
	maxBindings   = 1_000   // namespace declarations in force at one place
	maxSubtree    = 50_000  // elements below one child of <beans>
	maxElements   = 100_000 // elements in one Unit
	maxExpansions = 64_000
	maxExpanded   = 4 << 20 // bytes of replacement text, all references together
	maxProblems   = 20      // in one file
)

// Parse reads one Spring XML file. It never fails: what the file declares up
// to a syntax error is in the Unit, and the error in its Problems.
//
// Unit.XML holds the children of <beans>: Dubbo elements, beans, imports,
// placeholder configurers ("property-placeholder", <util:properties> and
// PropertiesFactoryBean included), external sources ("property-source") and
// aliases. A Dubbo element inside a property of another bean, or inside an
// element of a namespace not known here, stands at the top level too, with
// Parent set to the property.
func Parse(f *source.File) *decl.Unit {
	r := &reader{
		file:   f,
		unit:   &decl.Unit{File: f},
		places: map[*etree.Element]*place{},
	}
	r.minor = !Relevant(f.Text)
	r.read()
	r.inherit()
	return r.unit
}

// reader is the state of reading one file.
type reader struct {
	file *source.File
	unit *decl.Unit
	// minor marks problems of a file that holds nothing of Dubbo or Spring.
	minor bool

	// The open elements, outermost first, and the namespaces in force.
	open   []openElement
	names  bindings
	places map[*etree.Element]*place
	nodes  int // nodes of the subtree below the innermost container
	// skipped counts the open elements below the depth limit.
	skipped int
	roots   int
	doctype bool // seen

	entities entities
	// reported holds the complaints that are made once in a file.
	reported map[string]bool
	elements int
	pending  []classless
}

// place holds what etree does not keep: the byte ranges of an element.
type place struct {
	lo, hi         int // start tag
	uri            string
	attrs          []attrPlace // parallel to etree.Element.Attr
	textLo, textHi int         // character data that is not white space
}

// attrPlace holds the byte ranges of an attribute and its namespace.
type attrPlace struct {
	nameLo, nameHi, valueLo, valueHi int
	uri                              string
}

func (r *reader) span(lo, hi int) source.Span {
	return source.Span{File: r.file, Lo: lo, Hi: hi}
}

func (r *reader) problem(kind source.ProblemKind, lo, hi int, format string, args ...any) {
	if len(r.unit.Problems) >= maxProblems {
		return
	}
	r.unit.Problems = append(r.unit.Problems, source.Problem{
		Path: r.file.Path, At: r.span(lo, hi), Kind: kind,
		Msg: lang.T(format, args...), Minor: r.minor,
	})
}

// once reports a problem unless one with the same key was reported.
func (r *reader) once(key string, kind source.ProblemKind, lo, hi int, format string, args ...any) {
	if r.reported[key] || len(r.unit.Problems) >= maxProblems {
		return
	}
	if r.reported == nil {
		r.reported = map[string]bool{}
	}
	r.reported[key] = true
	r.problem(kind, lo, hi, format, args...)
}
