package yaml

import (
	"bytes"
	"errors"
	"strconv"

	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// chunk is a part of a file that is a document of its own.
type chunk struct{ lo, hi int }

// chunks divides a text before each "---".
func chunks(text []byte) []chunk {
	var all []chunk
	lo := 0
	for i := 0; ; {
		j := bytes.Index(text[i:], []byte("\n---"))
		if j < 0 {
			return append(all, chunk{lo, len(text)})
		}
		i += j + 1
		if marker(text[i:lineEnd(text, i)]) {
			all = append(all, chunk{lo, i})
			lo = i
		}
	}
}

// salvage reads what can be read of a chunk that is not YAML: line by line,
// trusting the indentation, one value a line. Values that go on over several
// lines are left out.
func (fl *flattener) salvage(err error) {
	s := salvager{flattener: fl, bad: -1}
	for s.lo = 0; s.lo < len(fl.places.text); {
		s.hi = lineEnd(fl.places.text, s.lo)
		s.line(fl.places.text[s.lo:s.hi])
		s.lo = s.hi + max(1, breakLen(fl.places.text[s.hi:]))
	}
	line := s.bad
	var syntax *syntaxError
	if errors.As(err, &syntax) {
		if seen := fl.places.lineStart(syntax.read); line < 0 || line > seen {
			line = seen
		}
	}
	line = max(line, 0)
	hi := lineEnd(fl.places.text, line)
	at := fl.span(line, hi)
	fl.problem(source.YAMLSyntax, at.Lo, at.Hi,
		lang.T("not YAML: %v; of this document only plain \"key: value\" lines were read", err))
	fl.close()
}

// salvager reads the lines of one chunk.
type salvager struct {
	*flattener
	lo, hi int     // the line
	stack  []level // the keys and entries around, outermost first
	block  int     // the indentation of the key of a block scalar, plus 1; 0 outside
	bad    int     // the first line that only a template engine understands, or -1
	parsed int     // values given to the YAML parser
}

// level is a key, or an entry of a list, below which other lines may stand.
type level struct {
	indent int
	path   string
	keyAt  source.Span
	entry  bool
	next   int // index of the next entry of the list below a key
}

// maxParsed bounds the values of one chunk that are parsed on their own.
const maxParsed = 10_000

func (s *salvager) line(text []byte) {
	content := bytes.TrimLeft(text, " ")
	indent := len(text) - len(content)
	content = bytes.TrimRight(content, " \t")
	if len(content) == 0 || content[0] == '#' {
		return
	}
	if s.block > 0 {
		if indent >= s.block {
			return
		}
		s.block = 0
	}
	switch {
	case content[0] == '\t' || bytes.HasPrefix(content, []byte("{{")) || bytes.HasPrefix(content, []byte("{%")):
		if s.bad < 0 {
			s.bad = s.lo
		}
	case indent == 0 && (marker(content) || content[0] == '%'):
		s.stack = s.stack[:0]
	default:
		s.content(content, indent)
	}
}

// content reads "- " as often as it stands at the start of a line, then a key
// with its value.
func (s *salvager) content(content []byte, indent int) {
	for bytes.HasPrefix(content, []byte("- ")) || len(content) == 1 && content[0] == '-' {
		s.entry(indent)
		rest := bytes.TrimLeft(content[1:], " ")
		indent += len(content) - len(rest)
		content = rest
	}
	if len(content) == 0 {
		return
	}
	key, colon := splitKey(content)
	if colon < 0 {
		if n := len(s.stack); n > 0 && s.stack[n-1].entry && s.stack[n-1].indent < indent {
			top := s.stack[n-1]
			s.value(top.path, top.keyAt, indent, content, s.offset(content))
		}
		return // or a value that goes on from the line before
	}
	for len(s.stack) > 0 && s.stack[len(s.stack)-1].indent >= indent {
		s.stack = s.stack[:len(s.stack)-1]
	}
	lo := s.offset(content) + bytes.Index(content, key)
	l := level{indent: indent, path: string(key), keyAt: s.span(lo, lo+len(key))}
	if n := len(s.stack); n > 0 {
		l.path = join(s.stack[n-1].path, l.path)
	}
	if len(s.stack) <= maxDepth {
		s.stack = append(s.stack, l)
	}
	value := bytes.TrimLeft(content[colon+1:], " \t")
	s.value(l.path, l.keyAt, indent, value, s.offset(value))
}

// offset returns where in the chunk the rest of the line begins.
func (s *salvager) offset(rest []byte) int {
	line := bytes.TrimRight(s.places.text[s.lo:s.hi], " \t")
	return s.lo + len(line) - len(rest)
}

// entry begins an entry of a list whose "-" has that indentation.
func (s *salvager) entry(indent int) {
	for n := len(s.stack); n > 0; n-- {
		top := &s.stack[n-1]
		if top.indent < indent || top.indent == indent && !top.entry {
			break
		}
		s.stack = s.stack[:n-1]
	}
	e := level{indent: indent, path: "[0]", entry: true}
	if n := len(s.stack); n > 0 {
		owner := &s.stack[n-1]
		e.path, e.keyAt = owner.path+"["+strconv.Itoa(owner.next)+"]", owner.keyAt
		owner.next++
	}
	if len(s.stack) <= maxDepth {
		s.stack = append(s.stack, e)
	}
}
