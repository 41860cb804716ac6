package java

import (
	"path"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// atCompactMember tells a field or method outside of types, behind modifiers:
// since Java 25 the file then is a class without its declaration. Such a file
// has no package, and one with an error before this place is no such file.
func (p *parser) atCompactMember(file *decl.JavaFile) bool {
	if file.Package != "" || len(p.unit.Problems) > 0 {
		return false
	}
	return p.at(tLess) || p.speculate((*guess).member)
}

// member moves over the type and the name of a field or method and tells
// whether it goes on like one.
func (g *guess) member() bool {
	if !g.got(kwVoid) && !g.typ() || !g.got(tIdent) {
		return false
	}
	switch g.p.tok.kind {
	case tLParen, tLBracket, tAssign, tComma, tSemi:
		return true
	}
	return false
}

// compactMember reads a member of the class that the file is.
func (p *parser) compactMember(m modifiers) {
	if p.compact == nil {
		name := strings.TrimSuffix(path.Base(p.file.Path), ".java")
		p.compact = &body{t: &decl.Type{Kind: decl.Class, Name: name, FQN: name,
			Modifiers: p.names(modFinal), At: p.spanOf(p.tok)}}
		p.configs.enterType()
	}
	p.declared(p.compact, m)
}

// endCompact makes all that the file declares members of the class that it is.
func (p *parser) endCompact(file *decl.JavaFile) {
	if p.compact == nil {
		return
	}
	p.endBody(p.compact)
	p.configs.leaveType()
	t := p.compact.t
	t.Nested, file.Types = file.Types, []*decl.Type{t}
	for _, n := range t.Nested {
		n.Outer = t
		prefix(n, t.FQN+".")
	}
}

func prefix(t *decl.Type, outer string) {
	t.FQN = outer + t.FQN
	for _, n := range t.Nested {
		prefix(n, outer)
	}
}
