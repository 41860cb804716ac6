// Package java reads Java source files: what they declare, with annotations
// and their arguments, the calls in method bodies, and Dubbo's config objects
// built in straight-line code. Nothing is resolved. The reader knows Java up
// to 25, takes older sources as well, and is total: after a syntax error it
// goes on at the next member.
package java

import (
	"strings"
	"unsafe"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Parse reads one compilation unit. The unit's Java part is never nil.
func Parse(f *source.File) *decl.Unit {
	p := newParser(f)
	p.compilationUnit()
	return p.unit
}

const (
	// maxDepth bounds the nesting of types, blocks and expressions. One
	// level of parentheses counts twice.
	maxDepth = 1000
	// maxProblems bounds the problems reported for one file.
	maxProblems = 20
	// maxElems bounds the elements kept of an array or concatenation; a
	// longer one is OtherExpr.
	maxElems = 10_000
)

// parser is a recursive descent parser over the tokens of one file. After an
// error it stands at a lasting tEOF (failed is set), so that all rules unwind
// without checks; the loop over a type's members then recovers.
type parser struct {
	lex    lexer
	tok    token // the current token
	ahead  token // the one behind it, where hasAhead is set
	prevHi int   // end of the token before tok
	state
	hasAhead bool
	failed   bool
	errAt    token // where the error was met

	file    *source.File
	offsets offsets
	unit    *decl.Unit
	calls   []decl.Call // of the member at hand; see cut
	compact *body       // of the class that the file is, if it is one
	mods    map[modifierSet][]string
	configs configReader
}

// state is what an error must put back: it belongs to the rules that the
// error cuts off.
type state struct {
	depth int
	// local counts the bodies around: above 0, types are local or anonymous.
	local int
	// build is set where expressions are kept, not only looked through.
	build bool
	// noLambda is set in case labels and guards, where "->" ends them.
	noLambda bool
}

func newParser(f *source.File) *parser {
	p := &parser{file: f, unit: &decl.Unit{File: f, Java: &decl.JavaFile{}}}
	// The file's text never changes, so strings may share its memory: names
	// then cost no allocation.
	text := unsafe.String(unsafe.SliceData(f.Text), len(f.Text))
	text, p.offsets = unescape(text)
	p.lex = lexer{text: text, faulty: -1, report: func(lo, hi int, msg lang.Text) {
		p.problem(source.JavaSyntax, lo, hi, msg)
	}}
	p.configs.on = mentionsConfig(f.Text)
	p.configs.bootstrap = p.configs.on && strings.Contains(text, "DubboBootstrap")
	p.tok = p.lex.next()
	return p
}

// next moves to the next token.
func (p *parser) next() {
	if p.failed {
		return
	}
	p.prevHi = p.tok.hi
	if p.hasAhead {
		p.tok, p.hasAhead = p.ahead, false
		return
	}
	p.tok = p.lex.next()
}

// peek returns the token behind the current one.
func (p *parser) peek() token {
	if p.failed {
		return p.tok
	}
	if !p.hasAhead {
		p.ahead, p.hasAhead = p.lex.next(), true
	}
	return p.ahead
}

// seek makes t, a token met before, the current one again.
func (p *parser) seek(t token, prevHi int) {
	if p.failed {
		return
	}
	p.tok, p.prevHi, p.hasAhead, p.lex.pos = t, prevHi, false, t.hi
}

func (p *parser) at(k kind) bool { return p.tok.kind == k }

// got moves over a token of kind k and tells whether there was one.
func (p *parser) got(k kind) bool {
	if p.tok.kind != k {
		return false
	}
	p.next()
	return true
}

// want moves over a token of kind k, which what names; any other is an error.
func (p *parser) want(k kind, what string) {
	if !p.got(k) {
		p.fail(lang.T("expected %s", what))
	}
}

// ident moves over an identifier and returns it.
func (p *parser) ident() (string, token) {
	t := p.tok
	if t.kind != tIdent {
		p.fail(lang.T("expected a name"))
		return "", t
	}
	p.next()
	return p.lex.text[t.lo:t.hi], t
}

// atWord tells whether the current token is a word reserved only in places.
func (p *parser) atWord(w string) bool { return p.tok.kind == tIdent && p.textOf(p.tok) == w }

func (p *parser) textOf(t token) string { return p.lex.text[t.lo:t.hi] }

// span is a place in the file for offsets in the lexer's text. Where nothing
// could be read, the last token ends before lo: the place is then empty.
func (p *parser) span(lo, hi int) source.Span {
	return source.Span{File: p.file, Lo: p.offsets.orig(lo), Hi: p.offsets.orig(max(lo, hi))}
}

func (p *parser) spanOf(t token) source.Span { return p.span(t.lo, t.hi) }

// joined is the text of the tokens between two offsets, without the blanks
// and comments between them.
func (p *parser) joined(lo, hi int) string {
	s := p.lex.text[lo:hi]
	for i := range len(s) {
		if classes[s[i]]&isSpace != 0 || s[i] == '/' {
			return join(s)
		}
	}
	return s
}

func join(s string) string {
	var out []byte
	l := lexer{text: s, report: func(int, int, lang.Text) {}}
	for t := l.next(); t.kind != tEOF; t = l.next() {
		out = append(out, s[t.lo:t.hi]...)
	}
	return string(out)
}
