package java

import (
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Token is one token of Java source, a range of the file's text. A comment is
// none.
type Token struct{ Lo, Hi int32 }

// Word tells the names and keywords of the text that the token is a range of.
func (t Token) Word(text string) bool { return classes[text[t.Lo]]&isLetter != 0 }

// bytesPerToken is about what a token of real sources takes, blanks included.
const bytesPerToken = 6

// Tokens returns the tokens of a file, which holds no Unicode escapes, and its
// text, of which they are ranges. It is for those who look at the statements of
// a few methods, which declarations do not keep.
func Tokens(f *source.File) (list []Token, text string) {
	text = f.AsString()
	l := lexer{text: text, report: func(int, int, lang.Text) {}}
	list = make([]Token, 0, len(text)/bytesPerToken+1)
	for t := l.next(); t.kind != tEOF; t = l.next() {
		if n := len(list) - 1; n >= 0 && t.hi-t.lo == 1 && text[t.lo] == '=' && int(list[n].Hi) == t.lo && text[t.lo-1] == '>' {
			list[n].Hi++ // the lexer reads '>' alone, for type arguments
			continue
		}
		list = append(list, Token{int32(t.lo), int32(t.hi)})
	}
	return list, text
}
