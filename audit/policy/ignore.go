package policy

import (
	"bytes"
	"strings"
	"time"

	"github.com/dubboaudit/dubboaudit/parse/source"
)

// directive is the text of an inline ignore, inside any comment:
//
//	<!-- dubboaudit:ignore DA101 until=2027-01-01 the provider deduplicates -->
//
// It covers its own line, and, when nothing but the comment stands there, the
// construct that begins on the next line.
const directive = "dubboaudit:ignore"

// Ignore is one inline ignore.
type Ignore struct {
	Rules  []string // never empty
	Until  string   // "2027-01-01", "" for ever
	Reason string
	At     source.Span
	lo, hi int // the bytes it covers
}

// Ignores finds the inline ignores of a file.
func Ignores(f *source.File) []*Ignore {
	var out []*Ignore
	for at := 0; ; {
		i := bytes.Index(f.Text[at:], []byte(directive))
		if i < 0 {
			return out
		}
		at += i
		if ig := parseIgnore(f, at); ig != nil {
			out = append(out, ig)
		}
		at += len(directive)
	}
}

func parseIgnore(f *source.File, at int) *Ignore {
	line := f.Position(at).Line
	text := string(f.Line(line)[at-f.LineStart(line):])
	for _, end := range []string{"-->", "*/"} {
		text, _, _ = strings.Cut(text, end)
	}
	ig := &Ignore{At: source.Span{File: f, Lo: at, Hi: at + len(strings.TrimRight(text, " \t"))}}
	words := strings.Fields(text)[1:]
	for len(words) > 0 && isRuleList(words[0]) {
		ig.Rules = append(ig.Rules, strings.Split(strings.Trim(words[0], ","), ",")...)
		words = words[1:]
	}
	if len(words) > 0 && strings.HasPrefix(words[0], "until=") {
		ig.Until, words = strings.TrimPrefix(words[0], "until="), words[1:]
	}
	ig.Reason = strings.Join(words, " ")
	if len(ig.Rules) == 0 || !inComment(f, at, line) {
		return nil
	}
	ig.lo, ig.hi = covered(f, line, at)
	return ig
}

func isRuleList(word string) bool {
	for _, id := range strings.Split(strings.Trim(word, ","), ",") {
		if len(id) != 5 || !strings.HasPrefix(id, "DA") {
			return false
		}
	}
	return true
}

// inComment reports whether a comment begins before the directive on its
// line, or is still open from a line above.
func inComment(f *source.File, at, line int) bool {
	before := string(f.Text[f.LineStart(line):at])
	for _, mark := range []string{"<!--", "//", "/*", "#", "!", "*"} {
		if strings.Contains(before, mark) {
			return true
		}
	}
	return bytes.LastIndex(f.Text[:at], []byte("<!--")) > bytes.LastIndex(f.Text[:at], []byte("-->")) ||
		bytes.LastIndex(f.Text[:at], []byte("/*")) > bytes.LastIndex(f.Text[:at], []byte("*/"))
}

// covered returns the bytes that an ignore on a line speaks for.
func covered(f *source.File, line, at int) (lo, hi int) {
	lo = f.LineStart(line)
	hi = lo + len(f.Line(line))
	before := strings.TrimSpace(string(f.Text[lo:at]))
	for _, mark := range []string{"<!--", "//", "/**", "/*", "#", "!", "*"} {
		before = strings.TrimSpace(strings.TrimSuffix(before, mark))
	}
	if before != "" {
		return lo, hi // behind the code it means
	}
	start := hi
	for start < len(f.Text) && isSpace(f.Text[start]) {
		start++
	}
	return lo, constructEnd(f, start)
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\r' || b == '\n' }

// constructEnd returns where the construct that begins at a byte ends: an XML
// start tag, the head of a Java declaration, or a line.
func constructEnd(f *source.File, start int) int {
	switch {
	case strings.HasSuffix(f.Path, ".xml"):
		return scan(f.Text, afterComments(f.Text, start), ">", "")
	case strings.HasSuffix(f.Path, ".java"):
		return scan(f.Text, start, ";{", "()")
	}
	if i := bytes.IndexByte(f.Text[start:], '\n'); i >= 0 {
		return start + i
	}
	return len(f.Text)
}

// afterComments skips XML comments and white space: several ignores may stand
// above one element.
func afterComments(text []byte, at int) int {
	for bytes.HasPrefix(text[at:], []byte("<!--")) {
		i := bytes.Index(text[at:], []byte("-->"))
		if i < 0 {
			return len(text)
		}
		at += i + len("-->")
		for at < len(text) && isSpace(text[at]) {
			at++
		}
	}
	return at
}

// scan returns the offset behind the first of the stop bytes outside quotes
// and, where a pair is given, outside that pair.
func scan(text []byte, at int, stops, pair string) int {
	quote, depth := byte(0), 0
	for i := at; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case pair != "" && c == pair[0]:
			depth++
		case pair != "" && c == pair[1]:
			depth--
		case depth <= 0 && strings.IndexByte(stops, c) >= 0:
			return i + 1
		}
	}
	return len(text)
}

// Covers reports whether the ignore speaks for a rule at a place.
func (ig *Ignore) Covers(rule string, at source.Span) bool {
	if at.File != ig.At.File || at.Lo < ig.lo || at.Lo >= ig.hi {
		return false
	}
	for _, id := range ig.Rules {
		if id == rule {
			return true
		}
	}
	return false
}

// Expired reports whether the ignore's last day has passed. A date that is
// none counts as passed: an ignore must not live longer than it was meant to.
func (ig *Ignore) Expired(now time.Time) bool {
	if ig.Until == "" {
		return false
	}
	until, err := time.Parse(time.DateOnly, ig.Until)
	return err != nil || now.After(until.AddDate(0, 0, 1))
}
