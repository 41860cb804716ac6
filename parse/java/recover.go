package java

import (
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// fail reports a syntax error at the current token. Only the first counts
// until recover: the others follow from it.
func (p *parser) fail(msg lang.Text) {
	p.failAs(source.JavaSyntax, msg)
}

func (p *parser) failAs(kind source.ProblemKind, msg lang.Text) {
	if p.failed {
		return
	}
	if p.at(tEOF) {
		msg = lang.T("unexpected end of file: %s", msg)
	}
	p.problem(kind, p.tok.lo, p.tok.hi, msg)
	p.failed, p.errAt, p.hasAhead = true, p.tok, false
	p.tok = token{tEOF, p.tok.lo, p.tok.lo}
}

func (p *parser) problem(kind source.ProblemKind, lo, hi int, msg lang.Text) {
	if len(p.unit.Problems) >= maxProblems {
		return
	}
	p.unit.Problems = append(p.unit.Problems, source.Problem{
		Path: p.file.Path, At: p.span(lo, hi), Kind: kind, Msg: msg, Minor: !Relevant(p.file.Text),
	})
}

// enter counts one level of nesting; it fails when there are too many. Each
// call is paired with leave.
func (p *parser) enter() bool {
	p.depth++
	if p.depth > maxDepth {
		p.failAs(source.TooLarge, lang.T("nested too deeply"))
	}
	return !p.failed
}

func (p *parser) leave() { p.depth-- }

// recover ends the state of error that a member beginning at start ran into,
// and moves behind that member. Braces tell where it ends; a word like
// "public" where the error was met begins the next one, as happens when a
// brace is missing.
func (p *parser) recover(start token, s state) {
	p.failed, p.state = false, s
	p.configs.lambda = lambdaFor{}
	p.seek(start, start.lo)
	depth := 0
	for p.tok.lo < p.errAt.lo {
		depth = max(depth+p.braceStep(), 0)
		p.next()
	}
	if p.tok.lo > start.lo && p.tok.kind >= kwPublic && p.tok.kind <= kwPrivate {
		return
	}
	for first := true; !p.at(tEOF); first = false {
		if p.at(tRBrace) && depth == 0 {
			// The end of the type around. It must not be met twice.
			if first && p.tok.lo == start.lo {
				p.next()
			}
			return
		}
		depth += p.braceStep()
		ends := depth == 0 && (p.at(tSemi) || p.at(tRBrace))
		p.next()
		if ends {
			return
		}
	}
}

// braceStep tells what the current token adds to the depth of braces.
func (p *parser) braceStep() int {
	switch p.tok.kind {
	case tLBrace:
		return 1
	case tRBrace:
		return -1
	}
	return 0
}

// skipParens moves over balanced parentheses, brackets and braces, the first
// of which is the current token.
func (p *parser) skipParens() {
	depth := 0
	for !p.at(tEOF) {
		switch p.tok.kind {
		case tLParen, tLBrace, tLBracket:
			depth++
		case tRParen, tRBrace, tRBracket:
			depth--
		}
		p.next()
		if depth == 0 {
			return
		}
	}
	p.fail(lang.T("expected ')'"))
}
