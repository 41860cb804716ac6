package callgraph

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// MyBatis' generator writes a class OrderExample beside OrderMapper: the
// conditions of a statement, thousands of lines that touch nothing else. They
// are known by name and not read.

// ofExample reports whether a call only puts conditions together, and notes
// what the generated method would tell.
func (w *walk) ofExample(f *frame, c *decl.Call) bool {
	if !w.conditions(f, c, 0) {
		return false
	}
	if c.Method == "createCriteria" || c.Method == "or" {
		w.sum.counted = true // they add to a list, as a method that counts may
	}
	return true
}

// conditions reports whether a call is made on a parameter or local variable
// whose type is a generated one, or on what such a call returns.
func (w *walk) conditions(f *frame, c *decl.Call, depth int) bool {
	onExample, onCriteria := exampleMethods[c.Method], strings.HasPrefix(c.Method, "and") && upper(c.Method[len("and"):])
	switch {
	case c.Owner != "" || !onExample && !onCriteria || depth > maxChain:
		return false
	case c.Recv == "?":
		on := preceding(f, c)
		return on != nil && onCriteria && w.conditions(f, on, depth+1)
	case c.Recv == "" || strings.Contains(c.Recv, ".") || w.isField(f, c.Recv):
		return false
	}
	example, criteria := strings.CutSuffix(w.written(f, c), ".Criteria")
	return criteria == onCriteria && strings.HasSuffix(example, "Example") && len(w.sources.Match("**/"+simple(example)+".java")) > 0
}

// exampleMethods are the methods of a generated class that make or drop
// conditions.
var exampleMethods = words("createCriteria or clear")

// written is the type of the parameter or local variable that a call is made
// on, as written, "" for others.
func (w *walk) written(f *frame, c *decl.Call) string {
	for _, p := range f.method.Params {
		if p.Name == c.Recv {
			return p.Type.Name
		}
	}
	return local(text(c.At), f.method.At.Hi, c.At.Lo, c.Recv)
}
