package java

import "github.com/dubboaudit/dubboaudit/parse/source"

// Token is one token of Java source. A comment is none.
type Token struct {
	// Text is the token as written; a literal keeps its quotes.
	Text string
	// Lo is its offset in the file's text.
	Lo int
	// Word is set for names and keywords.
	Word bool
}

// Tokens returns the tokens between two offsets of a file's text, which holds
// no Unicode escapes there. It is for those who look at the statements of a
// few methods, which declarations do not keep.
func Tokens(f *source.File, lo, hi int) []Token {
	l := lexer{text: string(f.Text[lo:hi]), report: func(int, int, string) {}}
	var list []Token
	for t := l.next(); t.kind != tEOF; t = l.next() {
		text := l.text[t.lo:t.hi]
		if n := len(list) - 1; text == "=" && n >= 0 && list[n].Text == ">" && list[n].Lo+1 == lo+t.lo {
			list[n].Text = ">=" // the lexer reads '>' alone, for type arguments
			continue
		}
		list = append(list, Token{Text: text, Lo: lo + t.lo, Word: classes[text[0]]&isLetter != 0})
	}
	return list
}
