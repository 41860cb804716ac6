package callgraph

import (
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// protected looks at one method on the way to a write for what keeps a second
// run away, or makes it worse.
func (w *walk) protected(e *Effect, f *frame, c *decl.Call) {
	before := f.earlier(c.At)
	ahead := before.text
	if e.Does == decl.EffectUpdate && e.Guard == "" && !e.Computed {
		e.Computed = before.reads().worksOut
		if e.Computed && e.Summed == "" {
			e.Summed = summed(ahead)
		}
		e.SetsState = (e.SetsState || before.setsState) && !before.setsNumber
	}
	if e.Kind != SQL || e.Does != decl.EffectInsert && e.Does != decl.EffectSave && (e.Does != decl.EffectUpdate || e.Guard != "") {
		return
	}
	if e.Does == decl.EffectInsert && !e.Caught && f.catchesViolation(c) {
		e.Caught = true
		e.Unique = w.sources.keys()[strings.ToLower(e.Table)]
	}
	e.given = w.stays(f, c, e.given, len(e.Path) == 1)
	if len(e.given) == 0 {
		w.behind(e, f, c)
	}
	e.below = e.surely || len(e.Path) == 1
	e.surely = e.below && before.surely()
	if e.Lookup == "" {
		w.lookup(e, f, c, before)
	}
	if e.Lookup == "" {
		w.takes(e, f, c)
	}
	if e.Unseen == "" && c.At.File != nil && c.At.File.Listing {
		e.Unseen = f.asksBefore(c)
	}
}

// asksBefore is the first call before another one that asks for data, "" for
// none.
func (f *frame) asksBefore(c *decl.Call) string {
	for i := range f.method.Calls {
		b := &f.method.Calls[i]
		if b.At == c.At {
			break
		}
		if b.Recv != "" && b.Recv != "this" && asks(b.Recv) && lookups.word(b.Method) {
			return simple(b.Recv) + "." + b.Method
		}
	}
	return ""
}

// catchesViolation reports whether a handler behind a call is one for a unique
// key that refuses a row. A class file tells the handlers of each call.
func (f *frame) catchesViolation(c *decl.Call) bool {
	if c.Flow != nil {
		return slices.ContainsFunc(c.Flow.Catches, func(name string) bool { return violations[simple(name)] })
	}
	behind := f.behind(c.At, f.owner)
	return strings.Contains(behind, "Exception") && violation.MatchString(blank(behind))
}

// violations are the exceptions of a unique key that refuses a row, violation a
// handler of one.
var (
	violations = words("DuplicateKeyException DataIntegrityViolationException IntegrityConstraintViolationException SQLIntegrityConstraintViolationException")
	violation  = regexp.MustCompile(`catch\s*\(\s*(?:final\s+)?(?:[\w.]+\s*\|\s*)*[\w.]*(?:DuplicateKeyException|DataIntegrityViolationException|IntegrityConstraintViolationException)\b`)
)

// arithmetic is a value worked out from one that was read:
// "setBalance(a.getBalance() - n)", "getAmount().add(n)".
var arithmetic = regexp.MustCompile(`\.set\w+\([^;]{0,200}?[\w)]\s*[-+*]\s*[\w(]|get\w+\(\)\s*(?:[-+*]|\.\s*(?:add|subtract|multiply|plus|minus)\s*\()|-\s*[\w.]+\.get\w+\(\)|\.(?:subtract|negate)\s*\(|[-+]=|\+\+\s*\)`)

// summed returns a property that a setter gives its own value and something more,
// or less: "a.setBalance(a.getBalance() - n)".
func summed(ahead string) string {
	for _, m := range setsSum.FindAllStringSubmatch(ahead, -1) {
		if m[1] == m[2] && !strings.Contains(m[1], "Version") {
			return strings.ToLower(m[1][:1]) + m[1][1:]
		}
	}
	return ""
}

var setsSum = regexp.MustCompile(`\.set(\w+)\(\s*[\w.()]+?\.get(\w+)\(\)\s*(?:[-+]|\.\s*(?:add|subtract|plus|minus)\()`)

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
		if mayWorkOut(s) && (arithmetic.MatchString(s) || addsGetter(s)) {
			return true
		}
	}
	return false
}

// addsGetter reports whether a number is added to what a getter returns: a
// literal or a constant in front makes it a text.
func addsGetter(s string) bool {
	return strings.Contains(s, "+") && slices.ContainsFunc(addition.FindAllStringSubmatch(s, -1), func(m []string) bool {
		return m[1] != "return" && !constantLike.MatchString(m[1])
	})
}

var addition = regexp.MustCompile(`([\w.]+|\))\s*\+\s*[\w.]+\.get\w+\(\)`)

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
	"setIfAbsent", "setnx", "putIfAbsent", "trySet", "one"}

// claims begin the names of methods that change a row to claim it.
var claims = beginnings{"update", "modify", "change", "cas", "compareAnd", "lock", "set", "mark", "upd"}

// removes begin, as words, the names of methods that take something away, and tell whether
// it was there.
var removes = beginnings{"delete", "del", "remove", "unlink"}

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
		if len(asked) == 0 && (k.keeps == Taken || k.chained) {
			continue
		}
		e.Lookup, e.LookupAt, e.Keeps, e.asked, e.attempt = k.call.Method, k.call.At, k.keeps, asked, k.attempt
	}
}

// kept is a call that keeps a second run away from what stands behind it.
type kept struct {
	call  *decl.Call
	keeps Keeps
	// chained is set for a call on what another one returned, attempt for
	// one that sets a key which must not be there.
	chained, attempt bool
}

// keeping lists the calls before another one that keep a second run away from
// it, up to the first that counts in any case.
func (w *walk) keeping(f *frame, c *decl.Call, ahead string) []kept {
	var list []kept
	for i := range f.method.Calls {
		b := &f.method.Calls[i]
		if b.At.File != c.At.File || b.At.Lo >= c.At.Lo {
			continue
		}
		if b.Recv == "?" && !ends[b.Method] {
			continue
		}
		on := chainOf(f, b)
		if on == nil || !asks(on.Recv) || w.onData(f, on) {
			continue
		}
		keeps, ok := w.keeps(f, b, on, ahead)
		if !ok || keeps == Found && w.asksFresh(f, b, ahead) {
			continue
		}
		if otherBranch(ahead, on.At.Hi-f.method.At.Hi) {
			continue
		}
		k := kept{b, keeps, on != b, setsKey(b.Method)}
		list = append(list, k)
		if keeps != Taken && !k.chained {
			break
		}
	}
	return list
}

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

// keeps reports whether and how a call keeps a second run away from what stands
// behind the text.
// on is the call that begins its chain.
func (w *walk) keeps(f *frame, b, on *decl.Call, ahead string) (Keeps, bool) {
	t := tested{method: b.Method, at: on.At.Lo - f.method.At.Hi, sets: setsKey(b.Method)}
	named := lookups.word(b.Method)
	switch {
	case w.guardedAt(b):
		t.claims = true
		list := t.conditions(ahead)
		return Claimed, t.endsEarly(list) || t.encloses(list) || w.refusal(f, b, 0).throws
	case claims.any(b.Method) && !t.sets:
		list := t.conditions(ahead)
		t.claims = len(list) > 0 && (stated.MatchString(b.Method) || stated.MatchString(ahead[:min(max(t.at, 0), len(ahead))]))
		if !t.claims {
			return 0, false
		}
		return Claimed, t.endsEarly(list) || t.encloses(list)
	case removes.word(b.Method):
		t.claims = true
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
		return Found, t.sets || !f.asksOther(ahead)
	case f.passes(list, len(ahead)), w.checkedBy(f, t, ahead):
		return Stated, true
	}
	return Taken, !t.sets && t.misses(list)
}

// guardedAt reports whether a call leads to an update that changes no row the
// second time.
func (w *walk) guardedAt(b *decl.Call) bool {
	for i := range w.sum.Effects {
		if e := &w.sum.Effects[i]; e.Guard != "" && e.Path[0].At == b.At {
			return true
		}
	}
	return false
}

// tablesOf returns the tables that a call of the method at hand reads, as far
// as known.
func (w *walk) tablesOf(b *decl.Call) []string {
	var tables []string
	for i := range w.sum.Effects {
		e := &w.sum.Effects[i]
		looks := e.Does == decl.EffectSelect || e.Kind == Redis && e.Does == decl.EffectInsertIgnore
		if place := e.place(); looks && place != "" && e.Path[0].At == b.At {
			tables = append(tables, place)
		}
	}
	return tables
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
