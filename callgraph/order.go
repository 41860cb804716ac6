package callgraph

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Follows reports whether a call at b may come after the one at a in the same
// execution of a method: it stands behind it, not in another branch, and the
// method does not return in between. In class files the order of the calls is
// all that is known.
func Follows(t *decl.Type, m *decl.Method, a, b source.Span) bool {
	if a.File != b.File || b.Lo <= a.Lo {
		return false
	}
	body := bodyOf(t, m)
	from, to := a.Hi-body.lo, b.Lo-body.lo
	if body.file != a.File || from < 0 || to > len(body.text) {
		return true
	}
	o := order{text: body.text, to: to}
	return !o.leavesBy(statementStart(body.text, from)) && o.reaches(from)
}

// order walks a text from one call to another.
type order struct {
	text string
	to   int
}

// reaches walks on from an offset. depth is that of the blocks opened since; at
// the depth of the first call, or outside of it, a statement that leaves ends
// the way.
func (o order) reaches(at int) bool {
	depth, low := 0, 0
	for i := at; i < o.to; i++ {
		switch o.text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth < low {
				low = depth
				end, inside := o.otherBranch(i + 1)
				if inside {
					return false
				}
				i = end - 1
			}
		case 'r', 't', 'c', 'b':
			if depth == low && !isWord(o.text[i-1]) && o.leavesBy(i) {
				return false
			}
		}
	}
	return true
}

// leavesBy reports whether a statement that leaves begins at an offset and ends
// before the second call.
func (o order) leavesBy(at int) bool {
	m := leaving.FindStringIndex(o.text[at:])
	return m != nil && m[0] == 0 && at+m[1] <= o.to
}

// otherBranch skips the else and catch branches that follow a block: these do
// not run after it. inside is set where the second call stands in one.
func (o order) otherBranch(at int) (end int, inside bool) {
	for {
		rest := strings.TrimLeft(o.text[at:], " \t\r\n")
		start := len(o.text) - len(rest)
		if !strings.HasPrefix(rest, "else") && !strings.HasPrefix(rest, "catch") {
			return at, false
		}
		open := strings.IndexByte(rest, '{')
		if semi := strings.IndexByte(rest, ';'); open < 0 || semi >= 0 && semi < open {
			open = -1
			at = start + max(semi+1, 1)
		}
		if open >= 0 {
			n := blockEnd(rest[open:])
			if n == 0 {
				return len(o.text), true
			}
			at = start + open + n
		}
		if o.to < at {
			return at, true
		}
	}
}

// statementStart is the offset of the first word of the statement around an
// offset.
func statementStart(text string, at int) int {
	i := strings.LastIndexAny(text[:at], ";{}") + 1
	return i + len(text[i:at]) - len(strings.TrimLeft(text[i:at], " \t\r\n"))
}
