package callgraph

import (
	"regexp"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Ending is how a block of a method ends.
type Ending string

// The endings.
const (
	Returns  Ending = "return"   // with a value, or from a void method
	Throws   Ending = "throw"    // an exception
	GoesOn   Ending = "goes on"  // behind the block
	Continue Ending = "continue" // the next round of a loop
)

// Handler is a catch block around a call.
type Handler struct {
	// Types are the exceptions as written: "RpcException", "Exception".
	Types []string
	Ends  Ending
	// Text is the statement that ends it, "" where it goes on.
	Text string
	At   source.Span
	// Answers is the variable that a handler which goes on fills, and that the
	// method returns behind it: "response"; "" for none.
	Answers string
	// Try is the block that it guards.
	Try source.Span
}

// Handlers returns the catch blocks around a call in its method, those of the
// innermost try first. Those of finally do not count.
func (g *Graph) Handlers(s Site) []Handler {
	if s.Call == nil || s.Type == nil {
		return nil
	}
	return handlersAround(bodyOf(s.Type, s.Method), s.Call.At)
}

// passage is the text of a method without literals and comments, with the
// place where it begins.
type passage struct {
	file *source.File
	lo   int
	text string
}

// bodyOf is a method from its name on, up to the next one of its type. A class
// file has none.
func bodyOf(t *decl.Type, m *decl.Method) passage {
	if !m.At.Valid() || !strings.HasSuffix(m.At.File.Path, ".java") {
		return passage{}
	}
	f := frame{owner: class{decl: t}, method: m}
	return passage{m.At.File, m.At.Hi, f.rest(m.At)}
}

func (p passage) span(lo, hi int) source.Span {
	return source.Span{File: p.file, Lo: p.lo + lo, Hi: p.lo + hi}
}

var (
	tryWord   = regexp.MustCompile(`\btry\b\s*`)
	catchHead = regexp.MustCompile(`^\s*catch\s*\(\s*(?:final\s+)?([\w.\s|]+?)\s+\w+\s*\)\s*`)
)

func handlersAround(p passage, at source.Span) []Handler {
	if p.file != at.File {
		return nil
	}
	off := at.Lo - p.lo
	var found []Handler
	for _, m := range tryWord.FindAllStringIndex(p.text, -1) {
		open := m[1]
		if open > off {
			break
		}
		if rest, ok := strings.CutPrefix(p.text[open:], "("); ok { // resources
			_, rest = parenthesis(rest)
			rest = strings.TrimLeft(rest, " \t\r\n")
			open = len(p.text) - len(rest)
		}
		end := blockEnd(p.text[open:])
		if end == 0 || off < open || off >= open+end {
			continue
		}
		caught := p.catches(open + end)
		for i := range caught {
			caught[i].Try = p.span(open, open+end)
		}
		found = append(caught, found...)
	}
	return found
}

// catches reads the catch blocks that follow an offset.
func (p passage) catches(off int) []Handler {
	var found []Handler
	for {
		m := catchHead.FindStringSubmatchIndex(p.text[off:])
		if m == nil {
			return found
		}
		open := off + m[1]
		end := blockEnd(p.text[open:])
		if end == 0 {
			return found
		}
		var types []string
		for t := range strings.SplitSeq(p.text[off+m[2]:off+m[3]], "|") {
			types = append(types, simple(strings.TrimSpace(t)))
		}
		h := Handler{Types: types, At: p.span(off+m[2], off+m[3])}
		lo, hi := ending(p.text[open : open+end])
		h.Ends = endingOf(p.text[open+lo : open+hi])
		if h.Ends == GoesOn {
			h.Answers = answers(p.text[open:open+end], p.text[open+end:])
		}
		if hi > 0 {
			h.Text = strings.Join(strings.Fields(strings.TrimSuffix(p.span(open+lo, open+hi).Text(), ";")), " ")
		}
		found = append(found, h)
		off = open + end
	}
}

var returnedVariable = regexp.MustCompile(`\breturn\s+(\w+)\s*;`)

// answers is the variable that a handler mentions and that is returned behind.
func answers(block, behind string) string {
	for _, m := range returnedVariable.FindAllStringSubmatch(behind, -1) {
		if hasWord(block, m[1]) && m[1] != "null" && m[1] != "true" && m[1] != "false" {
			return m[1]
		}
	}
	return ""
}

// leaving is a statement by which a block may end.
var leaving = regexp.MustCompile(`\b(?:return|throw|continue|break)\b[^;]*;`)

// ending finds the statement that ends a block: one outside of nested blocks,
// as that of a condition may not be met. hi is 0 where the block goes on.
func ending(block string) (lo, hi int) {
	depth := 0
	for i := range len(block) {
		switch block[i] {
		case '{':
			depth++
		case '}':
			depth--
		case 'r', 't', 'c', 'b':
			if depth > 1 || isWord(block[i-1]) {
				continue
			}
			if m := leaving.FindStringIndex(block[i:]); m != nil && m[0] == 0 {
				return i, i + m[1]
			}
		}
	}
	return 0, 0
}

// endingOf tells the kind of a statement that ends a block.
func endingOf(statement string) Ending {
	for _, e := range []Ending{Returns, Throws, Continue} {
		if strings.HasPrefix(statement, string(e)) {
			return e
		}
	}
	return GoesOn
}
