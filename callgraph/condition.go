package callgraph

import (
	"regexp"
	"strings"
)

// condition is an if that tests the call: by the variable that holds its
// result, or by the call itself ("" variable).
type condition struct {
	text, variable string
	negated        bool
	inverted       bool   // the variable tells that nothing was found
	rest           string // behind the parenthesis
	size           int    // of the text as it stands
}

var (
	inIf     = regexp.MustCompile(`\bif\s*\(\s*(?:\w+\s*&&\s*)*(!?)\s*[\w.]*$`)
	helpedIf = regexp.MustCompile(`\bif\s*\(\s*(!?)\s*(?:\w+\.)*(\w+)\(\s*[\w.]*$`)
	nullIf   = regexp.MustCompile(`\bif\s*\(\s*null\s*([!=])=\s*[\w.]*$`)
	nothing  = regexp.MustCompile(`==\s*(?:null|0)|<\s*1\b|<=\s*0|!=\s*1\b`)
)

// helpers are functions that tell whether a value is there (true) or not.
var helpers = map[string]bool{
	"isNotEmpty": true, "isNotNull": true, "nonNull": true, "isNotBlank": true, "TRUE.equals": true,
	"isEmpty": false, "isNull": false, "isBlank": false, "FALSE.equals": false,
}

// conditions returns the ifs that test the call, those of a variable behind
// it in their order.
func (t tested) conditions(ahead string) []condition {
	if t.at < 0 || t.at > len(ahead) {
		return nil
	}
	line, after := ahead[max(0, t.at-200):t.at], ahead[t.at:]
	line = line[strings.LastIndexAny(line, ";{}")+1:] // no test goes over the end of a statement
	if c, ok := direct(line, after); ok {
		return []condition{c}
	}
	variable := assignedTo(line)
	if variable == "" {
		variable = assignedTo(unwrapped(ahead[max(0, t.at-maxBody/16):t.at]))
	}
	inverted := false
	if variable == "" {
		variable, inverted = keptAs(line)
	} else if _, args, ok := strings.Cut(after, "("); ok {
		_, behind := parenthesis(args)
		behind, _, _ = strings.Cut(behind, ";")
		if bound.MatchString(behind) {
			return nil
		}
		inverted = isNothing.MatchString(behind)
	}
	if variable == "" {
		return nil
	}
	var list []condition
	parts := partsOf(variable, after)
	for len(list) < 20 {
		var ok bool
		if after, ok = behindIf(after); !ok {
			break
		}
		text, rest := parenthesis(after)
		c := condition{text: strings.Join(strings.Fields(text), " "), variable: variable, rest: rest, size: len(text), inverted: inverted}
		list = append(list, c)
		c.inverted = false
		for _, part := range parts {
			if hasWord(c.text, part) {
				c.variable = part
				list = append(list, c)
			}
		}
	}
	return list
}

// keptAs is the boolean variable that keeps whether a call found something, at
// the end of a text: "boolean there = Objects.nonNull(find", "there = byMail ?
// exists". inverted tells one that keeps whether it found nothing.
func keptAs(line string) (variable string, inverted bool) {
	switch leading(line) {
	case '(', '?', ':', '!':
	default:
		return "", false
	}
	m := keeps.FindStringSubmatch(line)
	if m == nil {
		return "", false
	}
	there := true
	if m[3] != "" {
		var ok bool
		if there, ok = helpers[m[3]]; !ok {
			return "", false
		}
	}
	return m[1], there == (m[2] != "")
}

var (
	keeps     = regexp.MustCompile(`\b[bB]oolean\s+(\w+)\s*=\s*(?:[^;={}]*[?:]\s*)?(!?)\s*(?:(?:\w+\.)*(\w+)\(\s*)?[\w.]*$`)
	isNothing = regexp.MustCompile(`^\s*(?:==\s*(?:null|0)\b|<\s*1\b|<=\s*0\b)`)
)

// behindIf returns what stands behind the next "if (" of a text.
func behindIf(s string) (string, bool) {
	for from := 0; ; {
		i := strings.Index(s[from:], "if")
		if i < 0 {
			return "", false
		}
		i += from
		from = i + len("if")
		rest, ok := strings.CutPrefix(strings.TrimLeft(s[from:], spaces), "(")
		if ok && (i == 0 || !isASCIIWord(s[i-1])) {
			return rest, true
		}
	}
}

// assignedTo is the variable that the value of a call is assigned to at the end
// of a text, "" for none.
func assignedTo(s string) string {
	if c := leading(s); c != '=' && c != ')' {
		return ""
	}
	if m := assigned.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	return ""
}

// leading is the character before what a call is made on, at the end of a text;
// 0 where there is none. It rules out most of what is asked for with a regular
// expression.
func leading(s string) byte {
	s = strings.TrimRight(s[:calledOn(s)], spaces)
	if s == "" {
		return 0
	}
	return s[len(s)-1]
}

// partsOf are the variables that hold an object out of another one: "user" for
// "User user = answer.getData()". Numbers and texts say nothing of whether
// something was found.
func partsOf(variable, after string) []string {
	var names []string
	for at := range placesOf(after, variable) {
		line := after[:at]
		line = line[strings.LastIndexAny(line, ";{}")+1:]
		if !strings.Contains(line, "=") || !takesPart.MatchString(after[at+len(variable):]) {
			continue
		}
		if m := declares.FindStringSubmatch(line); m != nil && !plainTypes[m[1]] {
			names = append(names, m[2])
		}
	}
	return append(names, looked(variable, after)...)
}

// looked are the variables that a map gives out which is made of what a call
// found: "Map<Long, Row> old = index(rows); Row row = old.get(key)".
func looked(variable, after string) []string {
	if !strings.Contains(after, "Map<") {
		return nil
	}
	var names []string
	for _, m := range indexes.FindAllStringSubmatchIndex(after, maxIndexes) {
		if !hasWord(after[m[4]:m[5]], variable) {
			continue
		}
		rest, name := after[m[1]:], after[m[2]:m[3]]
		for at := range placesOf(rest, name) {
			line := rest[:at]
			line = line[strings.LastIndexAny(line, ";{}")+1:]
			if d := declares.FindStringSubmatch(line); d != nil && strings.HasPrefix(rest[at+len(name):], ".get(") {
				names = append(names, d[2])
			}
		}
	}
	return names
}

// maxIndexes bounds the maps that are looked at behind one call.
const maxIndexes = 8

var (
	indexes    = regexp.MustCompile(`\bMap<[^;={}()]*>\s+(\w+)\s*=\s*([^;]*);`)
	declares   = regexp.MustCompile(`\b([A-Z]\w*)(?:<[\w<>,.\s?]*>)?\s+(\w+)\s*=\s*(?:\([\w<>.,\s]+\)\s*)?$`)
	takesPart  = regexp.MustCompile(`^\.get\w*\(\)\s*;`)
	plainTypes = words("Integer Long Short Byte Double Float BigDecimal BigInteger Boolean String Date LocalDateTime LocalDate Number Object")
)

// direct is the if that the call stands in: alone, as the argument of a helper,
// or behind "null !=".
func direct(line, after string) (condition, bool) {
	switch leading(line) {
	case '(', '!', '&', '=':
	default:
		return condition{}, false
	}
	if !strings.Contains(line, "if") {
		return condition{}, false
	}
	text, rest := parenthesis(after)
	if m := inIf.FindStringSubmatch(line); m != nil {
		return condition{text: text, negated: m[1] != "", rest: rest, size: len(text)}, true
	}
	if m := nullIf.FindStringSubmatch(line); m != nil {
		return condition{text: text, negated: m[1] == "=", rest: rest, size: len(text)}, true
	}
	if m := helpedIf.FindStringSubmatch(line); m != nil {
		if there, ok := helpers[m[2]]; ok {
			_, rest = parenthesis(rest)
			return condition{negated: there == (m[1] != ""), rest: rest}, true
		}
	}
	return condition{}, false
}

// leaves reports whether the method ends where the condition holds, before the
// text does: not inside the block.
func (c condition) leaves() bool {
	return soon(c.rest, "return", "throw", "continue") && !isOpen(c.rest)
}

// second reports whether the condition holds in a second run.
func (c condition) second(t tested) bool {
	if t.sets || t.claims || t.inverse {
		return c.fails()
	}
	return c.succeeds()
}

// first reports whether it holds in a first run only.
func (c condition) first(t tested) bool {
	if t.sets || t.claims || t.inverse {
		return c.succeeds()
	}
	return c.fails()
}

// succeeds reports whether the condition says that the call found, set or
// changed something.
func (c condition) succeeds() bool {
	if c.inverted {
		c.inverted = false
		return c.fails()
	}
	if c.variable == "" {
		return !c.negated && !nothing.MatchString(c.text) && !c.limits()
	}
	if c.fails() {
		return false // "x != null && x.size() < 1"
	}
	return c.text == c.variable || c.compared(true) || c.hasBefore("null != ", "null!=") || c.helped(true) ||
		strings.Contains(c.text, "!"+c.variable+".isEmpty()") || strings.Contains(c.text, c.variable+".isPresent()") && !strings.Contains(c.text, "!"+c.variable+".isPresent()")
}

// limits reports whether the condition holds the call's own result against a
// bound: "countByUser(id) >= quota" is no test for an earlier run, as long as the
// bound is not reached.
func (c condition) limits() bool {
	_, args, ok := strings.Cut(c.text, "(")
	if !ok {
		return false
	}
	_, behind := parenthesis(args)
	return bound.MatchString(behind)
}

// bound is a comparison with more than nothing or one.
var bound = regexp.MustCompile(`^(?:\.\w+\(\))*(?:\s*[<>]=?\s*(?:[2-9]|\d\d|[A-Za-z_(])|\.compareTo\([^;]*\)\s*[<>])`)

// fails reports whether it says that the call did not.
func (c condition) fails() bool {
	if c.inverted {
		c.inverted = false
		return c.succeeds()
	}
	if c.variable == "" {
		return c.negated || nothing.MatchString(c.text)
	}
	return c.text == "!"+c.variable || c.compared(false) || c.hasBefore("null == ", "null==") || c.helped(false) ||
		strings.Contains(c.text, "!"+c.variable+".isPresent()") ||
		strings.Contains(c.text, c.variable+".isEmpty()") && !strings.Contains(c.text, "!"+c.variable+".isEmpty()")
}

// comparison is what may stand behind a variable: "> 0", ".size() != 0".
var comparison = regexp.MustCompile(`^(?:\.size\(\)|\.length|\.intValue\(\))?\s*([=!<>]=?)\s*(\w+)`)

// comparisons are those that tell that something was found, changed or set
// (true), or nothing.
var comparisons = map[string]bool{
	"!=null": true, "!=0": true, ">0": true, ">=1": true, "==1": true, "==true": true, "!=false": true,
	"==null": false, "==0": false, "<1": false, "<=0": false, "!=1": false, "==false": false, "!=true": false,
}

// compared reports whether a comparison of the variable says so.
func (c condition) compared(found bool) bool {
	for at := 0; ; {
		i := strings.Index(c.text[at:], c.variable)
		if i < 0 {
			return false
		}
		i, at = at+i, at+i+len(c.variable)
		if i > 0 && (isWord(c.text[i-1]) || c.text[i-1] == '.') {
			continue
		}
		if m := comparison.FindStringSubmatch(c.text[at:]); m != nil {
			if says, ok := comparisons[m[1]+m[2]]; ok && says == found {
				return true
			}
		}
	}
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

// helped reports whether a helper says that the variable is there, or that it
// is not: "CollectionUtils.isEmpty(x)", "!Objects.isNull(x)".
func (c condition) helped(there bool) bool {
	if !strings.Contains(c.text, "("+c.variable+")") {
		return false
	}
	for name, positive := range helpers {
		i := strings.Index(c.text, name+"("+c.variable+")")
		if i < 0 || i > 0 && isWord(c.text[i-1]) {
			continue
		}
		negated := strings.HasSuffix(strings.TrimRight(strings.TrimRightFunc(c.text[:i], func(r rune) bool {
			return r < 0x80 && (r == '.' || isWord(byte(r)))
		}), " "), "!")
		if (positive != negated) == there {
			return true
		}
	}
	return false
}
