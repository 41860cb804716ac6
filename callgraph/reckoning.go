package callgraph

import (
	"iter"
	"regexp"
	"slices"
	"strings"
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
