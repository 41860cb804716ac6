package callgraph

import (
	"regexp"
	"strings"
)

// tested is a call at an offset of a method's text, whose result may be tested
// there: does the method go on only where this is the first run?
type tested struct {
	method string
	at     int
	// sets is set for an attempt to set a key or a lock, claims for an
	// update that tells how many rows it changed: both succeed in the first
	// run; a lookup succeeds in the second one.
	sets, claims bool
}

var (
	sets     = regexp.MustCompile(`^(?:set|put|try)[A-Zn]`)
	assigned = regexp.MustCompile(`(\w+)\s*=\s*(?:\([\w<>.]+\)\s*)?[\w.]*$`)
	inIf     = regexp.MustCompile(`\bif\s*\(\s*(?:\w+\s*&&\s*)*(!?)\s*[\w.]*$`)
	leaves   = regexp.MustCompile(`^[^}]{0,600}?\b(?:return|throw|continue)\b`)
	nothing  = regexp.MustCompile(`==\s*(?:null|0)|<\s*1\b|<=\s*0|!=\s*1\b`)
)

// endsEarly reports whether the method returns or throws in a second run,
// before the text ends.
func (t tested) endsEarly(ahead string) bool {
	for _, c := range t.conditions(ahead) {
		if c.second(t) && leaves.MatchString(c.rest) {
			return true
		}
	}
	return false
}

// encloses reports whether the text ends inside a block that a second run does
// not enter.
func (t tested) encloses(ahead string) bool {
	for _, c := range t.conditions(ahead) {
		if c.first(t) && isOpen(c.rest) || c.second(t) && isOpen(otherwise(c.rest)) {
			return true
		}
	}
	return false
}

// condition is an if that tests the call: by the variable that holds its
// result, or by the call itself ("" variable).
type condition struct {
	text, variable string
	negated        bool
	rest           string // behind the parenthesis
	size           int    // of the text as it stands
}

func (t tested) conditions(ahead string) []condition {
	if t.at < 0 || t.at > len(ahead) {
		return nil
	}
	line, after := ahead[max(0, t.at-200):t.at], ahead[t.at:]
	if m := inIf.FindStringSubmatch(line); m != nil {
		text, rest := parenthesis(after)
		return []condition{{text: text, negated: m[1] != "", rest: rest, size: len(text)}}
	}
	m := assigned.FindStringSubmatch(line)
	if m == nil {
		return nil
	}
	var list []condition
	for len(list) < 20 {
		i := strings.Index(after, "if")
		if i < 0 {
			break
		}
		after = after[i+2:]
		if open, ok := strings.CutPrefix(strings.TrimLeft(after, " \t"), "("); ok {
			text, rest := parenthesis(open)
			list = append(list, condition{text: strings.Join(strings.Fields(text), " "), variable: m[1], rest: rest, size: len(text)})
		}
	}
	return list
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

// second reports whether the condition holds in a second run.
func (c condition) second(t tested) bool {
	if t.sets || t.claims {
		return c.fails()
	}
	return c.succeeds()
}

// first reports whether it holds in a first run only.
func (c condition) first(t tested) bool {
	if t.sets || t.claims {
		return c.succeeds()
	}
	return c.fails()
}

// succeeds reports whether the condition says that the call found, set or
// changed something.
func (c condition) succeeds() bool {
	if c.variable == "" {
		return !c.negated && !nothing.MatchString(c.text)
	}
	return c.text == c.variable || c.has(" != null", "!=null", " > 0", ">0", " == 1", " >= 1", ".size() > 0", ".size()>0", ".isPresent()", " == true") ||
		c.hasBefore("null != ", "nonNull(", "isNotEmpty(", "isNotNull(", "TRUE.equals(") || strings.Contains(c.text, "!"+c.variable+".isEmpty()") || c.notEmpty()
}

// emptyNot is "!CollectionUtils.isEmpty(found)".
var emptyNot = regexp.MustCompile(`!\s*(?:\w+\.)*is(?:Empty|Null|Blank)\((\w+)\)`)

// fails reports whether it says that the call did not.
func (c condition) fails() bool {
	if c.variable != "" && c.notEmpty() {
		return false
	}
	if c.variable == "" {
		return c.negated || nothing.MatchString(c.text)
	}
	return c.text == "!"+c.variable || c.has(" == null", "==null", " == 0", "==0", " < 1", "<1", " <= 0", "<=0", " != 1", "!=1", ".size() == 0", ".isEmpty()", " == false") &&
		!strings.Contains(c.text, "!"+c.variable+".isEmpty()") || c.hasBefore("null == ", "isNull(", ".isEmpty(", "FALSE.equals(")
}

func (c condition) notEmpty() bool {
	m := emptyNot.FindStringSubmatch(c.text)
	return m != nil && m[1] == c.variable
}

func (c condition) has(tails ...string) bool {
	for _, t := range tails {
		if i := strings.Index(c.text, c.variable+t); i >= 0 && (i == 0 || !isWord(c.text[i-1]) && c.text[i-1] != '.') {
			return true
		}
	}
	return false
}

func (c condition) hasBefore(heads ...string) bool {
	for _, h := range heads {
		if i := strings.Index(c.text, h+c.variable); i >= 0 {
			end := i + len(h) + len(c.variable)
			if end == len(c.text) || !isWord(c.text[end]) && c.text[end] != '.' {
				return true
			}
		}
	}
	return false
}
