package retrylayer

import (
	"sort"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/java"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// kind is what a node of code is.
type kind uint8

const (
	blockNode   kind = iota // braces, an initialiser, the body of a switch
	methodNode              // a method, of an anonymous class too
	loopNode                // for, while, do
	branchNode              // if, else
	tryNode                 // the guarded block
	catchNode               // a handler
	finallyNode             // finally
	lambdaNode              // the body of a lambda
	anonNode                // the body of an anonymous or local class
)

// node is a stretch of code that may be run more than once, or not at all.
// lo and hi are tokens, the end excluded, keyword and head included.
type node struct {
	kind           kind
	lo, hi         int
	headLo, headHi int // the tokens inside the parentheses of the head
	bodyLo         int // where the statements begin
	parent         *node
	kids           []*node
	starts         []int   // the first tokens of its statements
	catches        []*node // of a try
	name           string  // of a method
	each           bool    // for (x : list)
	depth          int
	post           bool // do ... while
}

// code holds the tokens of one file.
type code struct {
	file  *source.File
	src   string
	toks  []java.Token
	match []int32 // the other bracket, -1 for none
	trees map[*decl.Method]*node
}

func newCode(f *source.File) *code {
	c := &code{file: f, trees: map[*decl.Method]*node{}}
	if f != nil && strings.HasSuffix(f.Path, ".java") {
		c.toks, c.src = java.Tokens(f)
	}
	c.match = make([]int32, len(c.toks))
	var open []int32
	for i := range c.toks {
		c.match[i] = -1
		switch c.src[c.toks[i].Lo] {
		case '(', '{', '[':
			open = append(open, int32(i))
		case ')', '}', ']':
			if n := len(open) - 1; n >= 0 {
				c.match[i], c.match[open[n]] = open[n], int32(i)
				open = open[:n]
			}
		}
	}
	return c
}

// opening returns the bracket that is closed at i, -1 for none.
func (c *code) opening(i int) int { return int(c.match[i]) }

// text returns a token, "" outside of the file.
func (c *code) text(i int) string {
	if i < 0 || i >= len(c.toks) {
		return ""
	}
	return c.src[c.toks[i].Lo:c.toks[i].Hi]
}

// word reports whether a token is a name or keyword.
func (c *code) word(i int) bool { return i >= 0 && i < len(c.toks) && c.toks[i].Word(c.src) }

// index returns the first token at an offset or behind it.
func (c *code) index(offset int) int {
	return sort.Search(len(c.toks), func(i int) bool { return int(c.toks[i].Lo) >= offset })
}

// span is the place of the tokens [lo, hi).
func (c *code) span(lo, hi int) source.Span {
	if lo < 0 || lo >= hi || hi > len(c.toks) {
		return source.Span{}
	}
	return source.Span{File: c.file, Lo: int(c.toks[lo].Lo), Hi: int(c.toks[hi-1].Hi)}
}

// join writes tokens without blanks, in which they are compared.
func (c *code) join(lo, hi int) string {
	var b strings.Builder
	for i := lo; i < hi; i++ {
		b.WriteString(c.text(i))
	}
	return b.String()
}

// closing returns the bracket that closes the one at i, or the last token.
func (c *code) closing(i int) int {
	if i < len(c.match) && int(c.match[i]) > i {
		return int(c.match[i])
	}
	return max(len(c.toks)-1, 0)
}

// method returns the tree of a method's body, nil where it has none.
func (c *code) method(m *decl.Method) *node {
	if n, ok := c.trees[m]; ok {
		return n
	}
	var n *node
	i := c.index(m.At.Lo)
	if m.At.File == c.file && m.HasBody && i < len(c.toks) {
		if c.text(i+1) == "(" {
			i = c.closing(i + 1)
		}
		for i < len(c.toks) && c.text(i) != "{" && c.text(i) != ";" {
			i++
		}
		if c.text(i) == "{" {
			n = &node{kind: methodNode, lo: i, hi: c.closing(i) + 1, bodyLo: i + 1, name: m.Name}
			c.statements(i+1, n.hi-1, n)
		}
	}
	c.trees[m] = n
	return n
}

// at returns the innermost node around a token.
func (n *node) at(tok int) *node {
	for _, k := range n.kids {
		if k.lo <= tok && tok < k.hi {
			return k.at(tok)
		}
	}
	return n
}

// holds reports whether a token lies in the node.
func (n *node) holds(tok int) bool { return n.lo <= tok && tok < n.hi }
