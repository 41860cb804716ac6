package java

import (
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// compilationUnit reads a whole file.
func (p *parser) compilationUnit() {
	file := p.unit.Java
	for !p.at(tEOF) || p.failed {
		start, saved := p.tok, p.state
		p.topLevel(file)
		if p.failed {
			p.recover(start, saved)
		}
	}
	p.endCompact(file)
}

// topLevel reads the package clause, an import, a type or a member of a
// compact source file.
func (p *parser) topLevel(file *decl.JavaFile) {
	switch p.tok.kind {
	case tSemi:
		p.next()
		return
	case kwImport:
		p.importLine(file)
		return
	}
	mods := p.modifiers()
	switch {
	case p.got(kwPackage): // with annotations in package-info.java
		file.Package, _ = p.qualified()
		p.want(tSemi, "';'")
	case p.atModule():
		for !p.at(tEOF) { // a module declares no types
			p.next()
		}
	case p.atType():
		t := p.typeDecl(mods, file.Package, nil)
		if t != nil {
			file.Types = append(file.Types, t)
		}
	case p.atCompactMember(file):
		p.compactMember(mods)
	default:
		p.fail(lang.T("expected a class, interface, enum or record"))
	}
}

// importLine reads "import [static] a.b.C;" or "import [static] a.b.*;".
// "import module a.b;" (Java 25) names no type and is left out.
func (p *parser) importLine(file *decl.JavaFile) {
	lo := p.tok.lo
	p.next()
	imp := decl.Import{Static: p.got(kwStatic)}
	module := p.atWord("module") && p.peek().kind == tIdent
	if module {
		p.next()
	}
	imp.Name, imp.Wildcard = p.qualified()
	hi := p.prevHi
	if p.at(tSemi) {
		hi = p.tok.hi
	}
	p.want(tSemi, "';'")
	if !module && imp.Name != "" {
		imp.At = p.span(lo, hi)
		file.Imports = append(file.Imports, imp)
	}
}

// qualified reads "a.b.c", and "a.b.*" as "a.b" and true.
func (p *parser) qualified() (string, bool) {
	lo := p.tok.lo
	p.ident()
	for p.at(tDot) {
		hi := p.prevHi
		p.next()
		if p.got(tStar) {
			return p.joined(lo, hi), true
		}
		p.ident()
	}
	if p.failed {
		return "", false
	}
	return p.joined(lo, p.prevHi), false
}

// atModule tells a module declaration: "[open] module a.b {".
func (p *parser) atModule() bool {
	return (p.atWord("module") || p.atWord("open")) && p.peek().kind == tIdent
}
