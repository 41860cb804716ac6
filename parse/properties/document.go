package properties

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// comments remembers the comment lines right before the current line.
type comments struct {
	char byte // of the last of them, 0 where there is none
	end  int  // where the line after them begins
}

// comment ends the document where the comment is "#---" or "!---" at the
// start of its line and the line before is no comment of the same kind. Any
// other comment right behind a separator undoes it. Both as Spring Boot's
// OriginTrackedPropertiesLoader (2.4 to 3.5) has it.
func (p *parser) comment(l line, next int) {
	if strings.Trim(p.text[p.before.end:l.lo], " \t\f") != "" {
		p.before.char = 0
	}
	p.before.end = next
	char := l.text[0]
	first := l.lo == 0 || p.text[l.lo-1] == '\n' || p.text[l.lo-1] == '\r'
	if first && char != p.before.char && strings.TrimRight(l.text[1:], " \t\f") == "---" {
		p.closeDocument()
		return
	}
	p.reopenDocument()
	p.before.char = char
}

func (p *parser) closeDocument() {
	if len(p.props) == 0 {
		return
	}
	p.unit.Docs = append(p.unit.Docs, &decl.Document{OnProfile: decl.OnProfile(p.props), Props: p.props})
	p.props = nil
}

// reopenDocument goes back to the document before the last separator, while
// nothing has followed that.
func (p *parser) reopenDocument() {
	if n := len(p.unit.Docs); len(p.props) == 0 && n > 0 {
		p.props = p.unit.Docs[n-1].Props
		p.unit.Docs = p.unit.Docs[:n-1]
	}
}
