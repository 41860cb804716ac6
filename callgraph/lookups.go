package callgraph

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// beginnings are those of the names of methods.
type beginnings []string

// word reports whether a name begins with one of them as a word.
func (b beginnings) word(name string) bool {
	return slices.ContainsFunc(b, func(p string) bool {
		rest, ok := strings.CutPrefix(name, p)
		return ok && (rest == "" || upper(rest))
	})
}

// any reports whether a name begins with one of them.
func (b beginnings) any(name string) bool {
	return slices.ContainsFunc(b, func(p string) bool { return strings.HasPrefix(name, p) })
}

// lookups begin, as words, the names of methods that look something up.
var lookups = beginnings{"select", "find", "get", "query", "search", "count", "exist", "exists", "is", "has", "check", "load", "list",
	"setIfAbsent", "setnx", "putIfAbsent", "trySet", "one"}

// claims begin the names of methods that change a row to claim it.
var claims = beginnings{"update", "modify", "change", "cas", "compareAnd", "lock", "set", "mark", "upd"}

// removes begin, as words, the names of methods that take something away, and tell whether
// it was there.
var removes = beginnings{"delete", "del", "remove", "unlink"}

// stated is a word of state or version.
var stated = regexp.MustCompile(`(?i)status|state|version`)

// otherBranch reports whether an offset of a text is in a branch that the end of
// the text does not belong to: "if (id != null) { find(id) } else { insert".
func otherBranch(text string, at int) bool {
	if at < 0 || at > len(text) {
		return false
	}
	depth := 0
	for i := at; i < len(text); i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth >= 0 {
				continue
			}
			depth = 0
			if isElse.MatchString(text[i+1:]) && isOpen(otherwise("{}"+text[i+1:])) {
				return true
			}
		}
	}
	return false
}

var isElse = regexp.MustCompile(`^\s*else\b`)

// asksOther reports whether a query asks for another value of a property than the
// one that the row gets: a payment that is paid is no earlier one of a payment
// that is not.
func (f *frame) asksOther(ahead string) bool {
	for _, m := range asksEqual.FindAllStringSubmatch(ahead, -1) {
		property, value := m[1]+m[3], flat(m[2]+m[4])
		if !constantValue.MatchString(m[2] + m[4]) {
			continue
		}
		for _, s := range setsConstant.FindAllStringSubmatch(ahead, -1) {
			if s[1] == property && constantValue.MatchString(s[2]) && flat(s[2]) != value {
				return true
			}
		}
	}
	return false
}

var (
	asksEqual     = regexp.MustCompile(`\.and(\w+?)EqualTo\(\s*([\w.()]+?)\s*\)\s*;|\.eq\(\s*\w+::(?:get|is)(\w+)\s*,\s*([\w.()]+?)\s*\)`)
	setsConstant  = regexp.MustCompile(`\.set(\w+)\(\s*([\w.()]+?)\s*\)\s*;`)
	constantValue = regexp.MustCompile(`^(?:[A-Z]\w*\.)+[A-Z][A-Z0-9_]*(?:\.\w+\(\))?$|^[0-9]+$`)
)

// ends are methods that a chain of calls ends with: those of a key-value store,
// and of a query or update that is put together.
var ends = words("get hasKey isMember entries members range size setIfAbsent putIfAbsent trySet one oneOpt count exists list update remove delete isExists")

// chainOf is the call that begins the chain which a call ends: that of
// opsForValue in "redis.opsForValue().get(key)", the call itself where it has a
// receiver. It is nil where that is not known.
func chainOf(f *frame, c *decl.Call) *decl.Call {
	for range maxChain {
		if c == nil || c.Recv != "?" {
			return c
		}
		c = preceding(f, c)
	}
	return nil
}

// onData reports whether a call is made on data of the trees: a coupon's
// template is none of Redis.
func (w *walk) onData(f *frame, c *decl.Call) bool {
	if c.Recv == "" || c.Recv == "this" {
		return false
	}
	t := w.receiver(f, c, 0).decl
	return t != nil && isData(t)
}

// asks tells the names of what holds data from those of data.
func asks(recv string) bool {
	last := strings.ToLower(simple(recv))
	return recv == "" || recv == "this" || slices.ContainsFunc([]string{"mapper", "dao", "repository", "service", "template", "manager", "redis", "jedis", "cache", "lock", "repo", "client"}, func(s string) bool {
		return strings.HasSuffix(last, s)
	})
}
