package callgraph

import (
	"iter"
	"regexp"
	"strings"
)

// assigned returns what a local variable was set to last, or the collection
// that it runs through.
func (p *passing) assigned(name string) (string, bool) {
	if value, ok := assignedLast(p.ahead, name); ok {
		return value, true
	}
	for at := range placesOf(p.ahead, name) {
		rest := strings.TrimLeft(p.ahead[at+len(name):], " \t\r\n")
		line := p.ahead[:at]
		if of, ok := strings.CutPrefix(rest, ":"); ok && loopHead.MatchString(line[max(0, len(line)-200):]) {
			of, _ = parenthesis(of)
			return strings.TrimSpace(of), true
		}
		if rest = strings.TrimLeft(strings.TrimPrefix(rest, ")"), " "); strings.HasPrefix(rest, "->") {
			if m := streamHead.FindStringSubmatch(line[max(0, len(line)-200):]); m != nil {
				return m[1], true
			}
		}
	}
	return "", false
}

// loopHead is the begin of a loop over a collection, streamHead that of a lambda
// over one.
var (
	loopHead   = regexp.MustCompile(`\bfor\s*\(\s*(?:final\s+)?[\w<>,.\s]+\s$`)
	streamHead = regexp.MustCompile(`([\w.()]+?)(?:\.stream\(\))?\.(?:forEach|map)\s*\(\s*\(?\s*$`)
)

// assignedLast returns the right side of the last assignment to a name.
func assignedLast(text, name string) (string, bool) {
	value, found := "", false
	for at := range placesOf(text, name) {
		rest, ok := strings.CutPrefix(strings.TrimLeft(text[at+len(name):], " \t\r\n"), "=")
		if !ok || strings.HasPrefix(rest, "=") {
			continue
		}
		if end := strings.IndexByte(rest, ';'); end > 0 {
			value, found = strings.TrimSpace(rest[:end]), true
		}
	}
	return value, found
}

// placesOf runs through the places of a name as a whole word, no member of
// something else.
func placesOf(text, name string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := 0; ; {
			n := strings.Index(text[at:], name)
			if n < 0 {
				return
			}
			at += n
			end := at + len(name)
			if (at == 0 || !isWord(text[at-1]) && text[at-1] != '.') && (end == len(text) || !isWord(text[end])) && !yield(at) {
				return
			}
			at = end
		}
	}
}

// last returns the first group of the last match.
func last(re *regexp.Regexp, s string) string {
	all := re.FindAllStringSubmatch(s, -1)
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1][1]
}
