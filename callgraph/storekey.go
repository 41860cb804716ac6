package callgraph

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// Calls on a key-value store are told apart by what names their key: a constant,
// the function that makes it. A key that is a parameter is looked for where the
// method is called.

// storeOf names the key of a call on a store.
func (w *walk) storeOf(f *frame, c *decl.Call) string {
	on := c
	if b := preceding(f, c); c.Recv == "?" && b != nil && strings.HasPrefix(b.Method, "bound") {
		on = b
	}
	return keyNamed(f, on, 0)
}

// atCaller names a key that is a parameter of the called method.
func atCaller(f *frame, c *decl.Call, key string) string {
	n, err := strconv.Atoi(strings.TrimPrefix(key, ofParam))
	if err != nil {
		return key
	}
	return keyNamed(f, c, n)
}

// keysAt names the keys of an effect that are parameters of the called method.
func (e *Effect) keysAt(f *frame, c *decl.Call) {
	if strings.HasPrefix(e.store, ofParam) {
		e.store = atCaller(f, c, e.store)
	}
	if !slices.ContainsFunc(e.asked, func(place string) bool { return strings.HasPrefix(place, keyPlace+ofParam) }) {
		return
	}
	e.asked = slices.Clone(e.asked) // they belong to the called method
	for i, place := range e.asked {
		if key, ok := strings.CutPrefix(place, keyPlace); ok && strings.HasPrefix(key, ofParam) {
			e.asked[i] = keyPlace + atCaller(f, c, key)
		}
	}
}

// keyPlace stands before the key that an effect is about.
const keyPlace = "key "

// ofParam stands before the number of a parameter.
const ofParam = "?"

func keyNamed(f *frame, c *decl.Call, n int) string {
	args, ok := strings.CutPrefix(strings.TrimLeft(f.behind(c.At, f.owner), " \t\r\n"), "(")
	if !ok {
		return ""
	}
	args, _ = parenthesis(args)
	for ; n > 0; n-- {
		args = strings.TrimPrefix(args[firstOf(args):], ",")
	}
	expr := strings.TrimSpace(args[:firstOf(args)])
	for range maxDerived {
		if !identifier.MatchString(expr) {
			break
		}
		if i := slices.IndexFunc(f.method.Params, func(p decl.Param) bool { return p.Name == expr }); i >= 0 {
			return ofParam + strconv.Itoa(i)
		}
		value, ok := assignedLast(cut(text(c.At), max(f.method.At.Hi, c.At.Lo-maxBody), c.At.Lo), expr)
		if !ok {
			break
		}
		expr = value
	}
	return nameOfKey(expr)
}

var (
	literal      = regexp.MustCompile(`"([^"]*[^"%{}:\s][^"]*)"`)
	keyConstant  = regexp.MustCompile(`\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)\b(?:\s*[^\s\w.(]|\s*$|\.(?:get|concat|format|replace|name|toString))`)
	keyFunction  = regexp.MustCompile(`\b([a-z]\w*)\s*\(`)
	plainMethods = regexp.MustCompile(`^(?:get\w*|toString|valueOf|format|concat|append|asList|join|singletonList|trim)$`)
)

// nameOfKey finds what an expression for a key is named by.
func nameOfKey(expr string) string {
	if m := literal.FindStringSubmatch(expr); m != nil {
		return flat(m[1])
	}
	if m := keyConstant.FindStringSubmatch(expr); m != nil {
		return flat(m[1])
	}
	for _, m := range keyFunction.FindAllStringSubmatch(expr, -1) {
		if !plainMethods.MatchString(m[1]) {
			return flat(m[1])
		}
	}
	return flat(expr)
}
