package retrylayer

import "slices"

// Statements are read as far as needed to know what runs again: loops, guarded
// blocks with their handlers, branches, lambdas and anonymous classes.

// maxNesting bounds the nodes inside each other; what lies deeper is not read.
const maxNesting = 300

func (c *code) add(parent *node, k kind, lo int) *node {
	n := &node{kind: k, lo: lo, hi: lo + 1, bodyLo: lo + 1, parent: parent, depth: parent.depth + 1}
	parent.kids = append(parent.kids, n)
	return n
}

// statements reads those between two tokens.
func (c *code) statements(lo, hi int, n *node) {
	for lo < hi && n.depth < maxNesting {
		n.starts = append(n.starts, lo)
		next := c.statement(lo, hi, n)
		if next <= lo {
			return
		}
		lo = next
	}
}

// body reads the one statement that belongs to n; braces are n's own.
func (c *code) body(i, hi int, n *node) int {
	n.bodyLo = i
	if c.text(i) == "{" {
		n.bodyLo, n.hi = i+1, c.closing(i)+1
		c.statements(i+1, n.hi-1, n)
		return n.hi
	}
	if n.depth >= maxNesting {
		return hi
	}
	n.starts = append(n.starts, i)
	n.hi = max(c.statement(i, hi, n), n.hi)
	return n.hi
}

// head reads the parentheses behind the token i.
func (c *code) head(i int, n *node) int {
	if c.text(i) != "(" {
		return i
	}
	n.headLo, n.headHi = i+1, c.closing(i)
	n.hi = n.headHi + 1
	c.expressions(n.headLo, n.headHi, n)
	return n.hi
}

// statement reads one statement and returns the token behind it.
func (c *code) statement(i, hi int, p *node) int {
	switch c.text(i) {
	case "{":
		return c.body(i, hi, c.add(p, blockNode, i))
	case "for", "while":
		n := c.add(p, loopNode, i)
		j := c.head(i+1, n)
		n.each = c.text(i) == "for" && c.semicolon(n.headLo, n.headHi) < 0
		return c.body(j, hi, n)
	case "do":
		n := c.add(p, loopNode, i)
		n.post = true
		j := c.body(i+1, hi, n)
		if c.text(j) == "while" {
			j = c.head(j+1, n)
		}
		n.hi = min(j+1, hi)
		return n.hi
	case "try":
		return c.guarded(i, hi, p)
	case "if":
		n := c.add(p, branchNode, i)
		j := c.body(c.head(i+1, n), hi, n)
		for c.text(j) == "else" && j < hi {
			j = c.body(j+1, hi, c.add(p, branchNode, j))
		}
		return j
	case "switch", "synchronized":
		n := c.add(p, blockNode, i)
		return c.body(c.head(i+1, n), hi, n)
	case "case", "default":
		return c.label(i, hi)
	case ";":
		return i + 1
	}
	if c.word(i) && c.text(i+1) == ":" {
		return i + 2
	}
	end := c.semicolon(i, hi)
	if end < 0 {
		end = hi
	}
	c.expressions(i, end, p)
	return end + 1
}

// guarded reads try with its handlers, which are its siblings.
func (c *code) guarded(i, hi int, p *node) int {
	n := c.add(p, tryNode, i)
	j := c.body(c.head(i+1, n), hi, n)
	for c.text(j) == "catch" && j < hi {
		h := c.add(p, catchNode, j)
		n.catches = append(n.catches, h)
		j = c.body(c.head(j+1, h), hi, h)
	}
	if c.text(j) == "finally" && j < hi {
		j = c.body(j+1, hi, c.add(p, finallyNode, j))
	}
	return j
}

// label moves over "case X:", "case X ->" and "default:".
func (c *code) label(i, hi int) int {
	if j := c.next(i, hi, ":", "->"); j >= 0 {
		return j + 1
	}
	return hi
}

// semicolon returns the next one outside of brackets, -1 for none.
func (c *code) semicolon(i, hi int) int { return c.next(i, hi, ";") }

// next returns the first of some tokens outside of brackets, -1 for none.
func (c *code) next(i, hi int, tokens ...string) int {
	for ; i < hi; i++ {
		switch text := c.text(i); {
		case text == "(", text == "[", text == "{":
			i = c.closing(i)
		case slices.Contains(tokens, text):
			return i
		}
	}
	return -1
}

// expressions looks for lambdas and anonymous classes.
func (c *code) expressions(lo, hi int, p *node) {
	for i := lo; i < hi && p.depth < maxNesting; i++ {
		switch c.text(i) {
		case "->":
			i = c.lambda(i, hi, p) - 1
		case "new":
			if open := c.created(i, hi); c.text(open) == "{" {
				n := c.add(p, anonNode, open)
				n.hi = c.closing(open) + 1
				c.expressions(i+1, open, p)
				c.members(open+1, n.hi-1, n)
				i = n.hi - 1
			}
		case "switch":
			if c.text(i+1) == "(" {
				i = c.statement(i, hi, p) - 1
			}
		}
	}
}

// created returns the token behind "new X<Y>(...)".
func (c *code) created(i, hi int) int {
	for i++; i < hi; i++ {
		switch t := c.text(i); {
		case t == "(":
			return c.closing(i) + 1
		case c.word(i), t == ".", t == "<", t == ">", t == ",", t == "?", t == "@":
		default:
			return -1
		}
	}
	return -1
}

// lambda reads the body behind "->".
func (c *code) lambda(i, hi int, p *node) int {
	n := c.add(p, lambdaNode, i)
	if c.text(i+1) == "{" {
		return c.body(i+1, hi, n)
	}
	end := i + 1
	for depth := 0; end < hi; end++ {
		switch c.text(end) {
		case "(", "[", "{":
			end = c.closing(end)
			continue
		case ")", "]", "}", ";":
			depth = -1
		case ",":
			depth = -1
		}
		if depth < 0 {
			break
		}
	}
	n.bodyLo, n.hi, n.starts = i+1, max(end, i+1), []int{i + 1}
	c.expressions(i+1, n.hi, n)
	return n.hi
}

// members reads the methods of an anonymous or local class.
func (c *code) members(lo, hi int, p *node) {
	name := ""
	for i := lo; i < hi && p.depth < maxNesting; i++ {
		switch c.text(i) {
		case "(":
			if c.word(i - 1) {
				name = c.text(i - 1)
			}
			i = c.closing(i)
		case "{":
			n := c.add(p, methodNode, i)
			n.name, n.bodyLo, n.hi = name, i+1, c.closing(i)+1
			c.statements(i+1, n.hi-1, n)
			i = n.hi - 1
		case ";":
			name = ""
		}
	}
}
