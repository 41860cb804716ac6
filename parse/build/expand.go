package build

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Limits on expanding one text: properties may name each other in a circle
// or double at every step.
const (
	maxSteps = 200
	maxValue = 4096
)

// lookup finds the value of a name, false when the trees do not tell.
type lookup func(name string) (text, bool)

// expand replaces every ${name} in t. The place of a text that is one
// placeholder and nothing else is the place of the value. The text comes
// back with what could not be replaced left in it, and false.
func expand(t text, find lookup) (text, bool) {
	if !strings.Contains(t.s, "${") {
		return t, true
	}
	e := expansion{find: find}
	return e.text(t, nil)
}

type expansion struct {
	find  lookup
	steps int
}

func (e *expansion) text(t text, around []string) (text, bool) {
	if name, ok := placeholder(t.s); ok {
		if v, ok := e.name(name, around); ok {
			return v, true
		}
		return t, false
	}
	var out strings.Builder
	all, rest := true, t.s
	for {
		i := strings.Index(rest, "${")
		j := strings.IndexByte(rest[max(i, 0):], '}')
		if i < 0 || j < 0 {
			break
		}
		out.WriteString(rest[:i])
		v, ok := e.name(rest[i+2:i+j], around)
		if ok {
			out.WriteString(v.s)
		} else {
			out.WriteString(rest[i : i+j+1])
			all = false
		}
		rest = rest[i+j+1:]
		if out.Len() > maxValue {
			return t, false
		}
	}
	out.WriteString(rest)
	return text{out.String(), t.at}, all
}

func (e *expansion) name(name string, around []string) (text, bool) {
	if e.steps++; e.steps > maxSteps {
		return text{}, false
	}
	for _, n := range around {
		if n == name {
			return text{}, false // a circle
		}
	}
	t, ok := e.find(name)
	if !ok {
		return text{}, false
	}
	if !strings.Contains(t.s, "${") {
		return t, true
	}
	return e.text(t, append(around, name))
}

// placeholder returns x of a text that is just "${x}".
func placeholder(s string) (string, bool) {
	if strings.HasPrefix(s, "${") && strings.IndexByte(s, '}') == len(s)-1 {
		return s[2 : len(s)-1], true
	}
	return "", false
}

// orAt returns the first place that is one.
func orAt(a, b source.Span) source.Span {
	if a.Valid() {
		return a
	}
	return b
}
