package callgraph

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

func (g *Guard) mentions(text, variable string) bool {
	return variable != "" && !g.Sets && !g.Claims && hasWord(text, variable)
}

func hasWord(text, word string) bool {
	for i := 0; ; i++ {
		n := strings.Index(text[i:], word)
		if n < 0 {
			return false
		}
		i += n
		end := i + len(word)
		if (i == 0 || !isWord(text[i-1])) && (end == len(text) || !isWord(text[end])) {
			return true
		}
	}
}

var (
	compares = regexp.MustCompile(`equals|compareTo|[!=]=`)
	checks   = regexp.MustCompile(`(?i)\b\w*(?:same|match|compare|verify|check|conflict|differ|valid)\w*\s*\(([^;{}]*)\)`)
)

// compared finds where what was found is held against a parameter, behind an
// offset.
func (r *guarded) compared(variable string, from int) source.Span {
	if variable == "" {
		return source.Span{}
	}
	rest := r.body.text[from:]
	for {
		i := strings.Index(rest, "if")
		if i < 0 {
			break
		}
		rest = rest[i+2:]
		open, ok := strings.CutPrefix(strings.TrimLeft(rest, " \t"), "(")
		if !ok {
			continue
		}
		text, _ := parenthesis(open)
		if hasWord(text, variable) && compares.MatchString(text) && r.namesParam(text) && !itself.MatchString(text) {
			at := len(r.body.text) - len(open)
			return r.body.span(at, at+len(text))
		}
	}
	for _, m := range checks.FindAllStringSubmatchIndex(r.body.text[from:], -1) {
		args := r.body.text[from+m[2] : from+m[3]]
		if hasWord(args, variable) && r.namesParam(args) {
			return r.body.span(from+m[0], from+m[1])
		}
	}
	return source.Span{}
}

func (r *guarded) namesParam(text string) bool {
	return slices.ContainsFunc(r.method.Params, func(p decl.Param) bool { return p.Name != "" && hasWord(text, p.Name) })
}

// keyed is a name or an argument that names one request.
var keyed = regexp.MustCompile(`(?i)(?:request|req|out_?trade|biz|serial|flow|idempot\w*|dedup\w*|message|msg|trans(?:action)?|trade|order|pay)(?:ment)?_?(?:no|id|key|sn|token|code)\b|(?:uuid|nonce|xid)\b`)

// looksForEarlier tells a lookup that is meant for an earlier execution,
// although nothing follows from it: it asks by a key, or where the write goes
// and tests what it found.
func (r *guarded) looksForEarlier(b *decl.Call, t tested, ahead string) bool {
	args := ""
	if open, ok := strings.CutPrefix(strings.TrimLeft(ahead[b.At.Hi-r.body.lo:], " \t\r\n"), "("); ok {
		args, _ = parenthesis(open)
	}
	same := r.writer != "" && b.Recv == r.writer
	if keyed.MatchString(args) && (same || exists.MatchString(b.Method)) {
		return true
	}
	return same && slices.ContainsFunc(t.conditions(ahead), func(c condition) bool {
		block := strings.TrimLeft(c.rest, " \t\r\n")
		return c.second(t) && !hasWord(block[:blockEnd(block)], r.writer) // what was found is not changed
	})
}

// exists begin the names of methods that ask only whether something is there.
var exists = regexp.MustCompile(`^(?:exist|exists|has|count|check|is)(?:[A-Z]|$)`)
