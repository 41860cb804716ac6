package callgraph

import (
	"regexp"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// refusal is what a method of the trees does where a lookup in it finds
// something: it throws, or its answer tells.
type refusal struct {
	throws bool
	// answers is set where a boolean method tells what it found, found what
	// it says then: isFree says false.
	answers, found bool
	// blind is set where the method asks nobody: what it tells is of its
	// arguments.
	blind bool
}

// maxRefusal bounds the methods that are looked through for one call.
const maxRefusal = 2

var (
	answer   = regexp.MustCompile(`^\s*\{?\s*return\s+(true|false)\s*;`)
	returned = regexp.MustCompile(`\breturn\s+(!?)\s*[\w.]*$`)
	result   = regexp.MustCompile(`\breturn\s+([^;]{1,200});`)
)

// refusal looks into the method that a call leads to.
func (w *walk) refusal(f *frame, c *decl.Call, depth int) refusal {
	if depth >= maxRefusal || c.Recv != "" && c.Recv != "this" && !asks(c.Recv) {
		return refusal{}
	}
	r := w.receiver(f, c, 0)
	if r.decl == nil || isData(r.decl) {
		return refusal{}
	}
	if impls := w.implementations(r.decl); r.decl.Kind == decl.Interface && len(impls) == 1 {
		r.class = class{fqn: impls[0].FQN, decl: impls[0]}
	}
	found := w.find(r.class, c.Method, c.Args)
	if len(found) != 1 || !found[0].method.HasBody {
		return refusal{}
	}
	m := found[0].method
	return w.refusals.get(refusing{node{m, r.decl}, depth}, func() refusal {
		return w.refuses(&frame{owner: found[0].owner, self: r.class, method: m, caller: f, call: c}, depth)
	})
}

// refusing is a method that is looked through, with the calls that led to it.
type refusing struct {
	node
	depth int
}

// refuses reads the lookups of a method.
func (w *walk) refuses(f *frame, depth int) refusal {
	body := blank(f.body(target{f.method, f.owner}))
	boolean := strings.EqualFold(f.method.Return.Name, "boolean")
	all := refusal{blind: true}
	for i := range f.method.Calls {
		c := &f.method.Calls[i]
		t := tested{method: c.Method, at: c.At.Lo - f.method.At.Hi, sets: setsKey(c.Method)}
		all.blind = all.blind && !w.mayAsk(f, c)
		if claims.any(c.Method) && stated.MatchString(c.Method) && asks(c.Recv) && c.Recv != "" && !t.sets {
			t.claims = true
			all.throws = all.throws || t.throws(body)
			continue
		}
		if !lookups.word(c.Method) || !asks(c.Recv) {
			all.throws = all.throws || w.refusal(f, c, depth+1).throws
			continue
		}
		all.throws = all.throws || t.throws(body)
		if boolean && !all.answers {
			all.found, all.answers = t.answers(body)
		}
	}
	return all
}

// mayAsk reports whether a call may tell more than its arguments: one on a
// field or a superclass, a lookup of its own, or one on an unknown object.
func (w *walk) mayAsk(f *frame, c *decl.Call) bool {
	switch c.Recv {
	case "super":
		return true
	case "?":
		return !harmlessMethod(c.Method)
	case "", "this":
		return lookups.word(c.Method)
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(c.Recv, "this."), ".")
	fld, _ := w.field(f.self, name)
	return fld != nil && !logger(simple(fld.Type.Name)) || asks(c.Recv)
}

// throws reports whether a second run ends in an exception: where something is
// found, or somewhere behind the return that a first run takes.
func (t tested) throws(body string) bool {
	for _, c := range t.conditions(body) {
		switch {
		case c.second(t) && soon(c.rest, "throw"):
			return true
		case c.first(t) && returns.MatchString(c.rest) && strings.Contains(c.rest, "throw "):
			return true
		}
	}
	return false
}

var returns = regexp.MustCompile(`^\s*\{?\s*return\s*;`)

// answers tells what a boolean method says where something is found.
func (t tested) answers(body string) (found, ok bool) {
	for _, c := range t.conditions(body) {
		if m := answer.FindStringSubmatch(c.rest); m != nil {
			if c.second(t) || c.first(t) {
				return c.second(t) == (m[1] == "true"), true
			}
		}
	}
	if t.at < 0 || t.at > len(body) {
		return false, false
	}
	line, after := body[max(0, t.at-200):t.at], body[t.at:]
	if m := returned.FindStringSubmatch(line); m != nil {
		text, _, _ := strings.Cut(after, ";")
		c := condition{text: text, negated: m[1] != ""}
		return c.succeeds(), true
	}
	if v := assignedTo(line); v != "" {
		for _, m := range result.FindAllStringSubmatch(after, -1) {
			c := condition{text: strings.Join(strings.Fields(m[1]), " "), variable: v}
			if c.succeeds() || c.fails() {
				return c.succeeds(), true
			}
		}
	}
	return false, false
}
