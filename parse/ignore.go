package parse

import (
	"bytes"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// ignores holds the patterns of one ignore file, linked to those of the
// folders above. Patterns are tested against one path element after another
// on the way down, as git does it, so an ignored folder is never entered and
// a pattern need not be tested against the elements above.
type ignores struct {
	above *ignores
	base  string // the folder of the file, "" for the root
	rules []ignoreRule
}

// ignoreRule is one line of an ignore file (gitignore(5)).
type ignoreRule struct {
	// pattern is a doublestar glob for the path below base when anchored,
	// for the last element otherwise. It is compared as it is when literal;
	// with suffix it stands for "*" + pattern. Both are most of the lines of
	// real files, and ten times as fast.
	pattern                                     string
	negated, folders, anchored, literal, suffix bool
}

// parseIgnores reads an ignore file in the folder base.
func parseIgnores(text []byte, base string, above *ignores) *ignores {
	g := &ignores{above: above, base: base}
	if base == "." {
		g.base = ""
	}
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))) {
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		if rule, ok := parseIgnoreRule(string(line)); ok {
			g.rules = append(g.rules, rule)
		}
	}
	if len(g.rules) == 0 {
		return above
	}
	return g
}

func parseIgnoreRule(line string) (ignoreRule, bool) {
	var r ignoreRule
	if strings.HasPrefix(line, "#") {
		return r, false
	}
	p := trimSpaces(line)
	p, r.negated = strings.CutPrefix(p, "!")
	p, r.folders = strings.CutSuffix(p, "/")
	if p == "" {
		return r, false
	}
	r.anchored = strings.Contains(p, "/")
	p = strings.TrimPrefix(p, "/")
	switch rest := strings.TrimPrefix(p, "*"); {
	case !strings.ContainsAny(p, `*?[\`):
		r.literal, r.pattern = true, p
	case !r.anchored && rest != p && !strings.ContainsAny(rest, `*?[\`):
		r.suffix, r.pattern = true, rest
	default:
		// To doublestar braces are alternatives, and "a/**" matches "a" too.
		p = escapeBraces.Replace(p)
		if strings.HasSuffix(p, "/**") {
			p += "/*"
		}
		r.pattern = p
	}
	return r, r.literal || r.suffix || doublestar.ValidatePattern(r.pattern)
}

var escapeBraces = strings.NewReplacer("{", `\{`, "}", `\}`)

// trimSpaces drops trailing spaces but one that is escaped.
func trimSpaces(s string) string {
	t := strings.TrimRight(s, " ")
	if len(t) < len(s) && (len(t)-len(strings.TrimRight(t, `\`)))%2 == 1 {
		t += " "
	}
	return t
}

// match reports whether the entry name of the folder dir ("" for the root) is
// ignored: the last line that matches decides, the innermost file first.
func (g *ignores) match(dir, name string, folder bool) bool {
	if g == nil {
		return false
	}
	path := joined(dir, name)
	for ; g != nil; g = g.above {
		below := strings.TrimPrefix(path[len(g.base):], "/")
		for i := len(g.rules) - 1; i >= 0; i-- {
			if r := &g.rules[i]; r.match(below, name, folder) {
				return !r.negated
			}
		}
	}
	return false
}

// match tests an entry by its path below the ignore file and by its name.
func (r *ignoreRule) match(path, name string, folder bool) bool {
	if r.folders && !folder {
		return false
	}
	if !r.anchored {
		path = name
	}
	switch {
	case r.literal:
		return path == r.pattern
	case r.suffix:
		return strings.HasSuffix(path, r.pattern)
	}
	return doublestar.MatchUnvalidated(r.pattern, path)
}

// joined is the path of the entry name in dir; dir is "" or "." for the root.
func joined(dir, name string) string {
	if dir == "" || dir == "." {
		return name
	}
	return dir + "/" + name
}
