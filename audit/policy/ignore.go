package policy

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"github.com/dubboaudit/dubboaudit/parse/source"
	"github.com/dubboaudit/dubboaudit/rules/finding"
)

// directive is the text of an inline ignore, inside any comment:
//
//	<!-- dubboaudit:ignore DA101 until=2027-01-01 the provider deduplicates -->
//
// It covers its own line, and, when nothing but the comment stands there, the
// construct that begins on the next line.
const directive = "dubboaudit:ignore"

// Limits for input that is made to cost time: ignores of one file, the bytes
// looked at around each, and those of its own text.
const (
	maxIgnores = 1000
	maxReach   = 256 << 10
	maxText    = 4 << 10
)

// Ignore silences findings of some rules: a comment or an annotation beside
// what it silences, or an entry of a config file.
type Ignore struct {
	Rules []string // never empty
	// Paths, Interfaces and Methods are globs of a config file's entry; where
	// several are given, each must match. A method's has no "#", or is one
	// over "interface#method".
	Paths, Interfaces, Methods []string
	Until                      string // "2027-01-01", "" for ever
	Reason                     string
	At                         source.Span
	inConfig                   bool
	lo, hi                     int // the bytes that one in a source file covers
}

// kind is that of the suppression.
func (ig *Ignore) kind() string {
	if ig.inConfig {
		return InConfig
	}
	return Inline
}

// Ignores finds the inline ignores of a file.
func Ignores(f *source.File) []*Ignore {
	out := annotated(f)
	for at, n := 0, 0; n < maxIgnores; n++ {
		i := bytes.Index(f.Text[at:], []byte(directive))
		if i < 0 {
			break
		}
		at += i
		if ig := parseIgnore(f, at); ig != nil {
			out = append(out, ig)
		}
		at += len(directive)
	}
	return out
}

func parseIgnore(f *source.File, at int) *Ignore {
	line := f.Position(at).Line
	rest := f.Line(line)[at-f.LineStart(line):]
	text := string(rest[:min(len(rest), maxText)])
	for _, end := range []string{"-->", "*/"} {
		text, _, _ = strings.Cut(text, end)
	}
	ig := parseWords(strings.Fields(text)[1:])
	if ig == nil || !inComment(f, at, line) {
		return nil
	}
	ig.At = source.Span{File: f, Lo: at, Hi: at + len(strings.TrimRight(text, " \t"))}
	ig.lo, ig.hi = covered(f, line, at)
	return ig
}

// parseWords reads rule ids, a last day and the reason; nil without rules.
func parseWords(words []string) *Ignore {
	ig := &Ignore{}
	for len(words) > 0 && isRuleList(words[0]) {
		ig.Rules = append(ig.Rules, strings.Split(strings.Trim(words[0], ","), ",")...)
		words = words[1:]
	}
	if len(words) > 0 && strings.HasPrefix(words[0], "until=") {
		ig.Until, words = strings.TrimPrefix(words[0], "until="), words[1:]
	}
	ig.Reason = strings.Join(words, " ")
	if len(ig.Rules) == 0 {
		return nil
	}
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
	before := string(f.Text[max(f.LineStart(line), at-maxReach):at])
	for _, mark := range []string{"<!--", "//", "/*", "#", "!", "*"} {
		if strings.Contains(before, mark) {
			return true
		}
	}
	above := f.Text[max(0, at-maxReach):at]
	return bytes.LastIndex(above, []byte("<!--")) > bytes.LastIndex(above, []byte("-->")) ||
		bytes.LastIndex(above, []byte("/*")) > bytes.LastIndex(above, []byte("*/"))
}

// covered returns the bytes that an ignore on a line speaks for.
func covered(f *source.File, line, at int) (lo, hi int) {
	lo = f.LineStart(line)
	hi = lo + len(f.Line(line))
	before := strings.TrimSpace(string(f.Text[max(lo, at-maxReach):at]))
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
	text = text[:min(len(text), at+maxReach)]
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

// Covers reports whether the ignore speaks for a finding, if it has not
// expired.
func (ig *Ignore) Covers(f *finding.Finding) bool {
	if !slices.Contains(ig.Rules, f.Rule.ID) {
		return false
	}
	if !ig.inConfig {
		return f.At.File == ig.At.File && ig.lo <= f.At.Lo && f.At.Lo < ig.hi
	}
	iface, method, _ := strings.Cut(f.Subject, "#")
	return (len(ig.Paths) == 0 || f.At.Valid() && matchPath(ig.Paths, f.At.File.Path)) &&
		(len(ig.Interfaces) == 0 || matchAny(ig.Interfaces, iface)) &&
		(len(ig.Methods) == 0 || method != "" && (matchAny(ig.Methods, method) || matchAny(ig.Methods, f.Subject)))
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

// dated reports whether the last day is a date.
func (ig *Ignore) dated() bool {
	_, err := time.Parse(time.DateOnly, ig.Until)
	return err == nil
}
