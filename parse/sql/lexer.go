package sql

import "strings"

// kind is the kind of a token.
type kind uint8

const (
	tEnd    kind = iota
	tWord        // keyword or name
	tQuoted      // `name`, "name", [name]
	tString      // 'text'
	tNumber
	tParam // ?, :name, #{name}, ${name}, #name#, $name$
	tPunct // an operator, or one of ( ) , ; .
)

// token is a stretch of the text.
type token struct {
	kind   kind
	lo, hi int
	// text is a word in lower case, a name without quotes, else as written;
	// raw is the word as written.
	text, raw string
}

func (t token) is(word string) bool  { return t.kind == tWord && t.text == word }
func (t token) punct(op string) bool { return t.kind == tPunct && t.text == op }

// name is the name that the token is, as written.
func (t token) name() string {
	if t.kind == tWord {
		return t.raw
	}
	return t.text
}

func (t token) isName() bool {
	return t.kind == tWord || t.kind == tQuoted || t.kind == tParam && strings.HasPrefix(t.text, "$")
}

// lexer cuts SQL into tokens. It takes every dialect at once, and the
// placeholders of MyBatis, iBatis, JPA and JDBC.
type lexer struct {
	text string
	pos  int
	prev token
}

// maxTokens bounds one statement. A row of a dump may have more; then its end
// is not looked at.
const maxTokens = 20_000

// statement reads the tokens up to the next semicolon. It returns nil at the
// end of the text.
func (l *lexer) statement(tokens []token) []token {
	tokens = tokens[:0]
	for {
		t := l.next()
		switch {
		case t.kind == tEnd && len(tokens) == 0:
			return nil
		case t.kind == tEnd, t.punct(";") && len(tokens) > 0:
			return tokens
		case t.punct(";"):
		case len(tokens) < maxTokens:
			tokens = append(tokens, t)
		}
	}
}

// skip moves behind the next semicolon.
func (l *lexer) skip() {
	for t := l.next(); t.kind != tEnd && !t.punct(";"); t = l.next() {
	}
}

func (l *lexer) next() token {
	l.blank()
	lo := l.pos
	t := token{lo: lo}
	if lo >= len(l.text) {
		t.hi = lo
		return t
	}
	switch c := l.text[lo]; {
	case isWord(c) && !isDigit(c):
		l.word()
		t.kind, t.raw = tWord, l.text[lo:l.pos]
		t.text = strings.ToLower(t.raw)
	case isDigit(c):
		l.number()
		t.kind, t.text = tNumber, l.text[lo:l.pos]
	case c == '\'':
		l.quoted('\'')
		t.kind, t.text = tString, l.text[lo:l.pos]
	case c == '`' || c == '"' || c == '[' && l.bracketed():
		end := c
		if c == '[' {
			end = ']'
		}
		l.quoted(end)
		t.kind, t.text = tQuoted, strings.Trim(l.text[lo:l.pos], "`\"[]")
	case l.param():
		t.kind, t.text = tParam, l.text[lo:l.pos]
	default:
		l.operator()
		t.kind, t.text = tPunct, l.text[lo:l.pos]
	}
	t.hi = l.pos
	l.prev = t
	return t
}

// blank moves over white space and comments. A "#" begins one in MySQL, where
// no parameter does.
func (l *lexer) blank() {
	for l.pos < len(l.text) {
		rest := l.text[l.pos:]
		switch {
		case rest[0] <= ' ':
			l.pos++
		case strings.HasPrefix(rest, "--"):
			l.until("\n", 0)
		case strings.HasPrefix(rest, "/*"):
			l.until("*/", 2)
		case rest[0] == '#' && l.paramLength() == 0:
			l.until("\n", 0)
		default:
			return
		}
	}
}

func (l *lexer) until(end string, from int) {
	i := strings.Index(l.text[l.pos+from:], end)
	if i < 0 {
		l.pos = len(l.text)
		return
	}
	l.pos += from + i + len(end)
}

// word moves over a word; "$" and "#" may stand inside one.
func (l *lexer) word() {
	for l.pos < len(l.text) {
		c := l.text[l.pos]
		inner := (c == '$' || c == '#') && l.pos+1 < len(l.text) && isWord(l.text[l.pos+1]) && l.paramLength() == 0
		if !isWord(c) && !inner {
			return
		}
		l.pos++
	}
}

func (l *lexer) number() {
	for l.pos < len(l.text) && (isWord(l.text[l.pos]) || l.text[l.pos] == '.') {
		l.pos++
	}
}

// quoted moves over a quoted text, in which quotes are doubled or escaped.
func (l *lexer) quoted(end byte) {
	for l.pos++; l.pos < len(l.text); l.pos++ {
		switch c := l.text[l.pos]; {
		case c == '\\' && end != '`' && end != ']':
			l.pos++
		case c != end:
		case l.pos+1 < len(l.text) && l.text[l.pos+1] == end:
			l.pos++
		default:
			l.pos++
			return
		}
	}
	l.pos = min(l.pos, len(l.text))
}

// bracketed tells a name in brackets, as SQL Server has it, from an index.
func (l *lexer) bracketed() bool {
	i := strings.IndexByte(l.text[l.pos:min(len(l.text), l.pos+130)], ']')
	return i > 1 && isWord(l.text[l.pos+1]) && !isDigit(l.text[l.pos+1]) &&
		(l.prev.kind == tPunct && l.prev.text != ")" || keyword[l.prev.text])
}

func (l *lexer) param() bool {
	n := l.paramLength()
	l.pos += n
	return n > 0
}

// paramLength is the length of the parameter that begins here, 0 for none.
func (l *lexer) paramLength() int {
	rest := l.text[l.pos:]
	if len(rest) > 500 {
		rest = rest[:500]
	}
	switch c := rest[0]; {
	case c == '?':
		n := 1
		for n < len(rest) && isDigit(rest[n]) { // JPA's ?1
			n++
		}
		return n
	case (c == '#' || c == '$' || c == ':') && len(rest) > 2 && rest[1] == '{':
		return strings.IndexByte(rest, '}') + 1
	case c == '$' && len(rest) > 1 && isDigit(rest[1]): // $1
		return 1 + nameLength(rest[1:])
	case (c == '#' || c == '$') && len(rest) > 1:
		if n := nameLength(rest[1:]); n > 0 && n+1 < len(rest) && rest[n+1] == c {
			return n + 2
		}
	case c == ':' && len(rest) > 1 && !strings.HasPrefix(rest, "::") && (l.pos == 0 || l.text[l.pos-1] != ':'):
		if n := nameLength(rest[1:]); n > 0 {
			return n + 1
		}
	}
	return 0
}

// nameLength is the length of a property path: "order.items[0]", with iBatis'
// ":JDBCTYPE".
func nameLength(s string) int {
	n := 0
	for n < len(s) && (isWord(s[n]) || s[n] == '.' && n > 0 || s[n] == '[' && n > 0 || s[n] == ']' && n > 0) {
		n++
	}
	if n > 0 && n < len(s) && s[n] == ':' {
		for m := n + 1; m < len(s); m++ {
			if !isWord(s[m]) {
				if s[m] == '#' {
					return m
				}
				break
			}
		}
	}
	return n
}

// operator moves over the longest operator.
func (l *lexer) operator() {
	for _, op := range operators {
		if strings.HasPrefix(l.text[l.pos:], op) {
			l.pos += len(op)
			return
		}
	}
	l.pos++
}

var operators = []string{"<=>", "<>", "!=", "<=", ">=", ":=", "||", "&&", "::", "->>", "->"}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isWord(c byte) bool {
	return c >= 0x80 || c == '_' || c == '@' || isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
