package callgraph

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
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

var assigned = regexp.MustCompile(`(\w+)\s*=\s*(?:\([\w<>.]+\)\s*)?[\w.]*$`)

// near bounds what is looked through for a statement that ends a block, in
// characters.
const near = 600

// soon reports whether a text holds one of the words not far from its begin,
// before a block ends.
func soon(s string, words ...string) bool {
	s, _, _ = strings.Cut(s, "}")
	return slices.ContainsFunc(words, func(word string) bool {
		for i := 0; ; i++ {
			n := strings.Index(s[i:], word)
			if n < 0 {
				return false
			}
			i += n
			end := i + len(word)
			if utf8.RuneCountInString(s[:i]) > near {
				return false
			}
			if (i == 0 || !isASCIIWord(s[i-1])) && (end == len(s) || !isASCIIWord(s[end])) {
				return true
			}
		}
	})
}

// setsKey tells by a name an attempt to set a key or a lock: setIfAbsent, setnx,
// tryLock.
func setsKey(name string) bool {
	return (beginnings{"set", "put", "try"}).any(name) && len(name) > 3 && (upper(name[3:]) || name[3] == 'n')
}

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
	s = strings.TrimRight(s[:calledOn(s)], blanks)
	if rest, ok := strings.CutSuffix(s, "return"); ok {
		if s = rest[:opening(rest, '{', '}')]; len(s) == len(rest) {
			return ""
		}
		s = strings.TrimRight(s, blanks)
	}
	s, ok := strings.CutSuffix(s, "->")
	if !ok {
		return ""
	}
	return s[:opening(s, '(', ')')]
}

// calledOn is the offset of what a call is made on, at the end of a text.
func calledOn(s string) int {
	i := len(s)
	for i > 0 && (s[i-1] == '.' || isASCIIWord(s[i-1])) {
		i--
	}
	return i
}

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
