package application

import (
	"slices"
	"strings"
)

// matchProfiles evaluates a profile condition against the active profiles: a
// list joined by commas, of which one must match, each a name or an expression
// with !, &, | and parentheses (org.springframework.core.env.Profiles). With
// no active profile "default" is active.
func matchProfiles(condition string, active []string) bool {
	if len(active) == 0 {
		active = []string{"default"}
	}
	for part := range strings.SplitSeq(condition, ",") {
		p := profileParser{text: strings.TrimSpace(part), active: active}
		if p.text != "" && p.or(0) && !p.bad {
			return true
		}
	}
	return strings.TrimSpace(condition) == ""
}

// profileParser reads one expression. It never fails: what is malformed does
// not match.
type profileParser struct {
	text   string
	pos    int
	active []string
	bad    bool
}

// maxProfileDepth bounds parentheses and negations.
const maxProfileDepth = 64

func (p *profileParser) or(depth int) bool {
	v := p.and(depth)
	for p.accept('|') {
		w := p.and(depth)
		v = v || w
	}
	return v
}

func (p *profileParser) and(depth int) bool {
	v := p.unary(depth)
	for p.accept('&') {
		w := p.unary(depth)
		v = v && w
	}
	return v
}

func (p *profileParser) unary(depth int) bool {
	if depth > maxProfileDepth {
		p.pos, p.bad = len(p.text), true
		return false
	}
	switch {
	case p.accept('!'):
		return !p.unary(depth + 1)
	case p.accept('('):
		v := p.or(depth + 1)
		p.accept(')')
		return v
	}
	name := p.name()
	return name != "" && slices.Contains(p.active, name)
}

func (p *profileParser) accept(c byte) bool {
	for p.pos < len(p.text) && p.text[p.pos] == ' ' {
		p.pos++
	}
	if p.pos < len(p.text) && p.text[p.pos] == c {
		p.pos++
		return true
	}
	return false
}

func (p *profileParser) name() string {
	rest := p.text[p.pos:]
	if i := strings.IndexAny(rest, "!&|()"); i >= 0 {
		rest = rest[:i]
	}
	p.pos += len(rest)
	return strings.TrimSpace(rest)
}

// profileNames returns the names in a condition.
func profileNames(condition string) []string {
	return strings.FieldsFunc(condition, func(c rune) bool { return strings.ContainsRune(",!&|() ", c) })
}

// splitList splits a list of names as Spring does.
func splitList(s string) []string {
	return strings.FieldsFunc(s, func(c rune) bool { return c == ',' || c == ' ' || c == ';' || c == '\n' || c == '\t' })
}
