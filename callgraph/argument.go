package callgraph

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Argument returns the place and text of the first argument of a call, "" where
// it has none or stands in a class file.
func Argument(t *decl.Type, m *decl.Method, c *decl.Call) (string, source.Span) {
	body := bodyOf(t, m)
	if body.file == nil || body.file != c.At.File || c.Args < 1 || c.At.Hi < body.lo || c.At.Hi-body.lo > len(body.text) {
		return "", source.Span{}
	}
	rest := body.text[c.At.Hi-body.lo:]
	open, ok := strings.CutPrefix(strings.TrimLeft(rest, " \t\r\n"), "(")
	if !ok {
		return "", source.Span{}
	}
	inside, _ := parenthesis(open)
	lo := len(body.text) - len(open)
	at := body.span(lo, lo+firstOf(inside))
	return strings.Join(strings.Fields(at.Text()), " "), at
}

// firstOf is the length of the first of several arguments.
func firstOf(list string) int {
	depth := 0
	for i := range len(list) {
		switch list[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				return i
			}
		}
	}
	return len(list)
}

// Mentions reports whether a text holds a name as a whole word.
func Mentions(text, name string) bool { return name != "" && hasWord(text, name) }
