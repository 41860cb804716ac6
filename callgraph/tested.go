package callgraph

import (
	"regexp"
	"slices"
	"strings"
)

// tested is a call at an offset of a method's text, whose result may be tested
// there: does the method go on only where this is the first run?
type tested struct {
	method string
	at     int
	// sets is set for an attempt to set a key or a lock, claims for an
	// update that tells how many rows it changed, inverse for a method that
	// says "true" where it finds nothing: all succeed in the first run; a
	// lookup succeeds in the second one.
	sets, claims, inverse bool
}

var (
	sets     = regexp.MustCompile(`^(?:set|put|try)[A-Zn]`)
	assigned = regexp.MustCompile(`(\w+)\s*=\s*(?:\([\w<>.]+\)\s*)?[\w.]*$`)
	leaves   = regexp.MustCompile(`^[^}]{0,600}?\b(?:return|throw|continue)\b`)
)

// endsEarly reports whether the method returns or throws in a second run,
// before the text ends.
func (t tested) endsEarly(list []condition) bool {
	return slices.ContainsFunc(list, func(c condition) bool { return c.second(t) && c.leaves() })
}

// encloses reports whether the text ends inside a block that a second run does
// not enter.
func (t tested) encloses(list []condition) bool {
	return slices.ContainsFunc(list, func(c condition) bool {
		return c.first(t) && isOpen(c.rest) || c.second(t) && isOpen(otherwise(c.rest))
	})
}

// misses reports whether the method returns or throws where nothing was found.
func (t tested) misses(list []condition) bool {
	return slices.ContainsFunc(list, func(c condition) bool { return c.first(t) && c.leaves() })
}

// unwrapped returns the text before the call that a lambda is passed to, for a
// text that ends in the result of the lambda: "x = run(id, () -> find" is
// "x = run".
func unwrapped(s string) string {
	s = strings.TrimRight(s[:len(s)-len(trailing.FindString(s))], " \t\r\n")
	if rest, ok := strings.CutSuffix(s, "return"); ok {
		if s = rest[:opening(rest, '{', '}')]; len(s) == len(rest) {
			return ""
		}
		s = strings.TrimRight(s, " \t\r\n")
	}
	s, ok := strings.CutSuffix(s, "->")
	if !ok {
		return ""
	}
	return s[:opening(s, '(', ')')]
}

// trailing is what a call is made on, at the end of a text.
var trailing = regexp.MustCompile(`[\w.]*$`)

// opening returns the place of the last bracket that is not closed, else the
// end of the text.
func opening(s string, open, end byte) int {
	depth := 0
	for i := len(s) - 1; i >= 0; i-- {
		switch s[i] {
		case end:
			depth++
		case open:
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return len(s)
}

// parenthesis splits a text at the parenthesis that closes an open one.
func parenthesis(s string) (inside, rest string) {
	depth := 1
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return s[:i], s[i+1:]
			}
		}
	}
	return s, ""
}

// otherwise returns what stands behind "else" after the block that begins a
// text, ";" where there is none.
func otherwise(s string) string {
	s = strings.TrimLeft(s, " \t\r\n")
	end := blockEnd(s)
	if end == 0 {
		return ";"
	}
	rest, ok := strings.CutPrefix(strings.TrimLeft(s[end:], " \t\r\n"), "else")
	if !ok {
		return ";"
	}
	rest = strings.TrimLeft(rest, " \t\r\n")
	if elseIf, ok := strings.CutPrefix(rest, "if"); ok {
		if open, ok := strings.CutPrefix(strings.TrimLeft(elseIf, " \t"), "("); ok {
			_, rest = parenthesis(open)
		}
	}
	return rest
}

// blockEnd returns the end of the block that begins a text, 0 where it has
// none.
func blockEnd(s string) int {
	if !strings.HasPrefix(s, "{") {
		return 0
	}
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// isOpen reports whether a text is the beginning of a block or statement that
// has not ended.
func isOpen(s string) bool {
	s = strings.TrimLeft(s, " \t\r\n")
	if !strings.HasPrefix(s, "{") {
		return !strings.ContainsAny(s, ";}")
	}
	return blockEnd(s) == 0
}
