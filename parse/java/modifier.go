package java

import (
	"math/bits"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// modifierSet has a bit for each modifier, by its index in modifierNames.
type modifierSet uint16

// modifierNames are the modifiers in the order of their kinds, kwPublic
// first, and the two that are no reserved words.
var modifierNames = [...]string{
	"public", "protected", "private", "abstract", "static", "final", "transient",
	"volatile", "synchronized", "native", "strictfp", "default", "sealed", "non-sealed",
}

const (
	modStatic    = modifierSet(1) << (kwStatic - kwPublic)
	modFinal     = modifierSet(1) << (kwFinal - kwPublic)
	modSealed    = modifierSet(1) << (kwDefault - kwPublic + 1)
	modNonSealed = modifierSet(1) << (kwDefault - kwPublic + 2)
)

// modifiers are the modifiers and annotations before a declaration.
type modifiers struct {
	set         modifierSet
	annotations []*decl.Annotation
}

// modifiers reads modifiers and annotations in any order.
func (p *parser) modifiers() modifiers {
	var m modifiers
	for {
		switch k := p.tok.kind; {
		case k == tAt && p.peek().kind != kwInterface:
			if p.local > 0 {
				p.skipAnnotation()
			} else {
				m.annotations = append(m.annotations, p.annotation())
			}
		case k == kwDefault && (p.peek().kind == tColon || p.peek().kind == tArrow):
			return m // a label in a switch
		case k >= kwPublic && k <= kwDefault:
			m.set |= 1 << (k - kwPublic)
			p.next()
		case p.atWord("sealed") && startsType(p.peek().kind):
			m.set |= modSealed
			p.next()
		case p.atNonSealed():
			m.set |= modNonSealed
			p.next()
			p.next()
			p.next()
		default:
			return m
		}
	}
}

// startsType tells what may follow "sealed" in a declaration.
func startsType(k kind) bool {
	return k >= kwPublic && k <= kwDefault || k == kwClass || k == kwInterface || k == tAt
}

// atNonSealed tells whether the text here is "non-sealed".
func (p *parser) atNonSealed() bool {
	if !p.atWord("non") || p.peek().kind != tMinus {
		return false
	}
	l := lexer{text: p.lex.text, pos: p.peek().hi, faulty: len(p.lex.text)}
	t := l.next()
	return t.kind == tIdent && p.textOf(t) == "sealed"
}

// names lists the modifiers. Declarations with the same ones share the list.
func (p *parser) names(set modifierSet) []string {
	if set == 0 {
		return nil
	}
	if names, ok := p.mods[set]; ok {
		return names
	}
	if p.mods == nil {
		p.mods = map[modifierSet][]string{}
	}
	names := make([]string, 0, bits.OnesCount16(uint16(set)))
	for i, name := range modifierNames {
		if set&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	p.mods[set] = names
	return names
}
