package callgraph

import (
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// protected looks at one method on the way to a write for what keeps a second
// run away, or makes it worse.
func (w *walk) protected(e *Effect, f *frame, c *decl.Call) {
	before := f.earlier(c.At)
	ahead := before.text
	if e.Does == decl.EffectUpdate && e.Guard == "" && !e.Computed {
		e.Computed = before.reads().worksOut
		e.SetsState = (e.SetsState || before.setsState) && !before.setsNumber
	}
	if e.Kind != SQL || e.Does != decl.EffectInsert && e.Does != decl.EffectSave && (e.Relative == "" && !e.Computed || e.Guard != "") {
		return
	}
	if e.Does == decl.EffectInsert && !e.Caught && f.catchesViolation(c.At) {
		e.Caught = true
		e.Unique = w.sources.keys()[strings.ToLower(e.Table)]
	}
	if e.Given != "" && f.makes(ahead, e.Given) {
		e.Given = ""
	}
	if e.Lookup == "" {
		w.lookup(e, f, c, before)
	}
	if e.Lookup == "" {
		w.takes(e, f, c)
	}
}

// catchesViolation reports whether a handler behind a place is one for a unique
// key that refuses a row.
func (f *frame) catchesViolation(at source.Span) bool {
	behind := f.behind(at, f.owner)
	return strings.Contains(behind, "Exception") && violation.MatchString(blank(behind))
}

// violation are the exceptions of a unique key that refuses a row.
var violation = regexp.MustCompile(`catch\s*\(\s*(?:final\s+)?(?:[\w.]+\s*\|\s*)*[\w.]*(?:DuplicateKeyException|DataIntegrityViolationException|IntegrityConstraintViolationException)\b`)

// arithmetic is a value worked out from one that was read:
// "setBalance(a.getBalance() - n)", "getAmount().add(n)".
var arithmetic = regexp.MustCompile(`\.set\w+\([^;]{0,200}?[\w)]\s*[-+*]\s*[\w(]|get\w+\(\)\s*(?:[-+*]|\.\s*(?:add|subtract|multiply|plus|minus)\s*\()|[-+]\s*[\w.]+\.get\w+\(\)|\.(?:subtract|negate)\s*\(|[-+]=|\+\+\s*\)`)

// setters yields what a text fills rows with: "OrderStatus" of
// "order.setOrderStatus(".
func setters(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		const set = ".set"
		for rest := text; ; {
			i := strings.Index(rest, set)
			if i < 0 {
				return
			}
			rest = rest[i+len(set):]
			n := 0
			for n < len(rest) && isASCIIWord(rest[n]) {
				n++
			}
			if n < len(rest) && rest[n] == '(' && !yield(rest[:n]) {
				return
			}
		}
	}
}

// ofNumber reports whether a name is that of an amount, or of something that is
// counted.
func ofNumber(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(numbers, func(n string) bool { return strings.Contains(name, n) })
}

var numbers = []string{"balance", "amount", "money", "stock", "num", "count", "fee", "price", "point", "score", "quantity", "total", "sum",
	"coin", "integral", "credit"}

// worksOut reports whether a value is worked out before a call, from the text
// between the method's begin and the call. No match goes over the end of a
// statement, and few statements can hold one.
func worksOut(ahead string) bool {
	if !strings.Contains(ahead, "et") {
		return false
	}
	for s := range strings.SplitSeq(ahead, ";") {
		if mayWorkOut(s) && arithmetic.MatchString(s) {
			return true
		}
	}
	return false
}

// mayWorkOut reports whether a text has an operator or a method that arithmetic
// asks for.
func mayWorkOut(s string) bool {
	return strings.ContainsAny(s, "+-*") || slices.ContainsFunc(reckoning, func(name string) bool { return strings.Contains(s, name) })
}

// reckoning are the methods in arithmetic.
var reckoning = []string{"add", "subtract", "multiply", "plus", "minus", "negate"}

// countsUp reports whether a method of data changes a number of it.
func countsUp(body string) bool {
	return (strings.ContainsAny(body, "+-") || strings.Contains(body, ".add(") || strings.Contains(body, ".subtract(")) &&
		counts.MatchString(blank(body))
}

var counts = regexp.MustCompile(`\+\+|--|[-+]=|=\s*[^;=]*[\w)]\s*[-+]\s*\w|\.(?:add|subtract)\(`)

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
	"setIfAbsent", "setnx", "putIfAbsent", "tryLock", "one"}

// claims begin the names of methods that change a row to claim it.
var claims = beginnings{"update", "modify", "change", "cas", "compareAnd", "lock", "set", "mark", "upd"}

// stated is a word of state or version.
var stated = regexp.MustCompile(`(?i)status|state|version`)

// lookup finds a call before another one in the same method that keeps a
// second run away: a lookup that finds something, an update with a condition
// of state that changes nothing.
func (w *walk) lookup(e *Effect, f *frame, c *decl.Call, before *earlier) {
	if !before.listed {
		before.kept, before.listed = w.keeping(f, c, before.text), true
	}
	for _, k := range before.kept {
		if k.keeps == Taken && e.Lookup != "" {
			continue
		}
		asked := w.tablesOf(k.call)
		if k.keeps == Taken && len(asked) == 0 {
			continue
		}
		e.Lookup, e.LookupAt, e.Keeps, e.asked = k.call.Method, k.call.At, k.keeps, asked
	}
}

// kept is a call that keeps a second run away from what stands behind it.
type kept struct {
	call  *decl.Call
	keeps Keeps
}

// keeping lists the calls before another one that keep a second run away from
// it, up to the first that counts in any case.
func (w *walk) keeping(f *frame, c *decl.Call, ahead string) []kept {
	var list []kept
	for i := range f.method.Calls {
		b := &f.method.Calls[i]
		if b.At.File != c.At.File || b.At.Lo >= c.At.Lo || b.Recv == "?" || !asks(b.Recv) {
			continue
		}
		keeps, ok := w.keeps(f, b, ahead)
		if !ok {
			continue
		}
		list = append(list, kept{b, keeps})
		if keeps != Taken {
			break
		}
	}
	return list
}

// keeps reports whether and how a call keeps a second run away from what stands
// behind the text.
func (w *walk) keeps(f *frame, b *decl.Call, ahead string) (Keeps, bool) {
	t := tested{method: b.Method, at: b.At.Lo - f.method.At.Hi, sets: setsKey(b.Method)}
	named := lookups.word(b.Method)
	switch {
	case claims.any(b.Method) && !t.sets:
		t.claims = stated.MatchString(b.Method) || stated.MatchString(ahead[:min(max(t.at, 0), len(ahead))])
		if !t.claims {
			return 0, false
		}
		list := t.conditions(ahead)
		return Claimed, t.endsEarly(list) || t.encloses(list)
	case !t.sets:
		r := w.refusal(f, b, 0)
		if r.throws {
			return Found, true
		}
		t.inverse = r.answers && !r.found
		named = named && !r.blind || r.answers
	}
	if !named {
		return 0, false
	}
	list := t.conditions(ahead)
	switch {
	case t.endsEarly(list), t.encloses(list):
		return Found, true
	case f.passes(list, len(ahead)):
		return Stated, true
	}
	return Taken, !t.sets && t.misses(list)
}

// tablesOf returns the tables that a call of the method at hand reads, as far
// as known.
func (w *walk) tablesOf(b *decl.Call) []string {
	var tables []string
	for i := range w.sum.Effects {
		if e := &w.sum.Effects[i]; e.Kind == SQL && e.Does == decl.EffectSelect && e.Table != "" && e.Path[0].At == b.At {
			tables = append(tables, e.Table)
		}
	}
	return tables
}

// asks tells the names of what holds data from those of data.
func asks(recv string) bool {
	last := strings.ToLower(simple(recv))
	return recv == "" || recv == "this" || slices.ContainsFunc([]string{"mapper", "dao", "repository", "service", "template", "manager", "redis", "jedis", "cache", "lock", "repo", "client"}, func(s string) bool {
		return strings.HasSuffix(last, s)
	})
}
