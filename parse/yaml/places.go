package yaml

import (
	"bytes"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// places turns the lines and columns of yaml.v3 into byte offsets, and finds
// where scalars end, which yaml.v3 does not tell.
type places struct {
	text []byte // of one chunk
	base int    // its offset in the file
	// starts holds the offset in text of each line, as YAML 1.1 counts them:
	// a lone CR, NEL, LS and PS end one too.
	starts []int
	// The place asked for last: the next one on the same line is found from
	// there, so that one long line does not take quadratic time.
	line, column, off int
}

func newPlaces(text []byte, base int) *places {
	p := &places{text: text, base: base, starts: make([]int, 1, 1+bytes.Count(text, []byte("\n")))}
	rare := bytes.IndexByte(text, '\r') >= 0 || bytes.Contains(text, []byte("\u0085")) ||
		bytes.Contains(text, []byte("\u2028")) || bytes.Contains(text, []byte("\u2029"))
	for i := 0; i < len(text); {
		n := 1
		if !rare {
			j := bytes.IndexByte(text[i:], '\n')
			if j < 0 {
				break
			}
			i += j
		} else if n = breakLen(text[i:]); n == 0 {
			i++
			continue
		}
		i += n
		p.starts = append(p.starts, i)
	}
	return p
}

// breakLen returns the length of the line break at the start of b, or 0.
func breakLen(b []byte) int {
	switch {
	case len(b) == 0:
		return 0
	case b[0] == '\n':
		return 1
	case b[0] == '\r':
		if len(b) > 1 && b[1] == '\n' {
			return 2
		}
		return 1
	case b[0] == 0xC2 && bytes.HasPrefix(b, []byte("\u0085")):
		return 2
	case b[0] == 0xE2 && (bytes.HasPrefix(b, []byte("\u2028")) || bytes.HasPrefix(b, []byte("\u2029"))):
		return 3
	}
	return 0
}

// offset returns the offset in text of a node: behind its tag and anchor.
func (p *places) offset(n *yaml.Node) int {
	off := p.at(n.Line, n.Column)
	if n.Kind == yaml.AliasNode || n.Anchor == "" && n.Style&yaml.TaggedStyle == 0 {
		return off
	}
	for off < len(p.text) && (p.text[off] == '&' || p.text[off] == '!') {
		for off < len(p.text) && !isSpace(p.text[off]) {
			off++
		}
		if n.Kind == yaml.ScalarNode && n.Value == "" && n.Style&quoted == 0 {
			if next := skipSpace(p.text, off); next == len(p.text) || p.text[next] != '&' && p.text[next] != '!' {
				return off // nothing follows that belongs to the node
			}
		}
		off = skipSpace(p.text, off)
	}
	return off
}

func (p *places) at(line, column int) int {
	if line < 1 || line > len(p.starts) {
		return len(p.text)
	}
	off, c := p.starts[line-1], 1
	if line == p.line && column >= p.column {
		off, c = p.off, p.column
	}
	for ; c < column && off < len(p.text); c++ {
		if p.text[off] < utf8.RuneSelf {
			off++
		} else {
			_, n := utf8.DecodeRune(p.text[off:])
			off += n
		}
	}
	p.line, p.column, p.off = line, c, off
	return off
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// skipSpace moves over white space and comments.
func skipSpace(text []byte, i int) int {
	for i < len(text) {
		switch {
		case isSpace(text[i]):
			i++
		case text[i] == '#' && i > 0 && isSpace(text[i-1]):
			for i < len(text) && text[i] != '\n' && text[i] != '\r' {
				i++
			}
		default:
			return i
		}
	}
	return i
}

// lineStart returns the offset in text of line n (from 1), or of the nearest one.
func (p *places) lineStart(n int) int {
	return p.starts[min(max(n, 1), len(p.starts))-1]
}
