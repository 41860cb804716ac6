package build

import (
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// cutOff is the problem of a script that ends inside a block, a call, a string
// or a comment: what follows there is missing. It stands where the last of
// them begins. Brackets that close too much are taken for foreign code.
func (p *parser) cutOff(l *lexer) []source.Problem {
	at, msg := l.open, lang.T("gradle script: the file ends before this string or comment is closed")
	if at < 0 {
		if at = lastOpen(l.toks); at < 0 {
			return nil
		}
		msg = lang.T("gradle script: the file ends before this %s is closed", p.src[at:at+1])
	}
	return []source.Problem{{
		Path: p.script.file.Path, At: p.span(at, at+1), Kind: source.BuildSyntax,
		Msg: msg,
	}}
}

// lastOpen is where the last bracket stands that nothing closes, -1 for none.
// A bracket also closes those of other kinds that were left open inside it.
func lastOpen(toks []token) int {
	closes := map[string]string{")": "(", "]": "[", "}": "{"}
	var open []token
	for _, t := range toks {
		if t.kind != punctToken {
			continue
		}
		switch t.text {
		case "(", "[", "{":
			open = append(open, t)
		case ")", "]", "}":
			for i := len(open) - 1; i >= 0; i-- {
				if open[i].text == closes[t.text] {
					open = open[:i]
					break
				}
			}
		}
	}
	if len(open) == 0 {
		return -1
	}
	return open[len(open)-1].lo
}
