package callgraph

import (
	"regexp"
	"strings"
)

// Some applications throw by a method of their own: "Errors.raise(TAKEN)". What
// stands behind such a call is not reached, as behind a throw.

// raises are names of methods that may do nothing but throw, as may those that
// begin with that word; alwaysThrows is the body of one that does, as far as
// nothing branches before.
var (
	raises       = words("cast fail raise error abort reject panic exception")
	alwaysThrows = regexp.MustCompile(`^[^{]*\{([^{}]*)\bthrow\b`)
	branches     = regexp.MustCompile(`\b(?:if|return|for|while|switch)\b`)
)

// throwers returns what writes "throw" over the calls of a method that always
// throw, nil where it makes none.
func (w *walk) throwers(f *frame) func(string, int) string {
	var at []int
	for i := range f.method.Calls {
		c := &f.method.Calls[i]
		if !raises[c.Method] && !strings.HasPrefix(c.Method, "throw") || c.Recv == "?" {
			continue
		}
		r := w.receiver(f, c, 0)
		if r.decl == nil {
			continue
		}
		found := w.find(r.class, c.Method, c.Args)
		if len(found) != 1 || !found[0].method.HasBody {
			continue
		}
		if m := alwaysThrows.FindStringSubmatch(blank(f.body(found[0]))); m != nil && !branches.MatchString(m[1]) {
			at = append(at, c.At.Hi)
		}
	}
	if len(at) == 0 {
		return nil
	}
	return func(text string, lo int) string {
		b := []byte(text)
		for _, hi := range at {
			if hi -= lo; hi <= 0 || hi > len(b) {
				continue
			}
			start := hi
			for start > 0 && (isWord(b[start-1]) || b[start-1] == '.') {
				start--
			}
			if word := "throw"; hi-start >= len(word) && strings.TrimSpace(string(b[start:hi])) != "" {
				copy(b[start:hi], word+strings.Repeat(" ", hi-start-len(word)))
			}
		}
		return string(b)
	}
}
