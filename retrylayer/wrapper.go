package retrylayer

import (
	"slices"
	"strings"
)

// use is a call that is given a lambda or an object of an anonymous class.
type use struct {
	name       int // the called method's name
	arg        int // which argument it is
	recv       int // where the receiver begins, name where there is none
	open, next int // the parentheses, and what follows them
}

// wrapped looks at what a lambda or anonymous class around the call is given
// to.
func (s *state) wrapped(n *node) {
	u, ok := s.frame.given(n)
	if !ok {
		s.detach(n.lo)
		return
	}
	c := s.frame.code
	w := &wrapper{state: s, c: c, use: u, node: n, method: c.text(u.name)}
	w.root = s.frame.typeAt(s.Finder, u.recv)
	if w.look() || w.own() || passesOn(w.method, w.root) {
		return
	}
	s.detach(u.name)
}

// detach notes where the call is handed to something not known.
func (s *state) detach(lo int) {
	s.stop(lo)
	s.way.Detached = s.frame.code.span(lo, lo+1)
}

// given finds the call that a lambda or anonymous class is an argument of,
// directly or through a local variable.
func (fr *frame) given(n *node) (use, bool) {
	c := fr.code
	lo := c.exprStart(n)
	for c.text(lo-1) == ")" && c.opening(lo-1) >= 0 && !c.word(c.opening(lo-1)-1) { // a cast
		lo = c.opening(lo - 1)
	}
	switch c.text(lo - 1) {
	case "(", ",":
		return c.useAt(lo)
	case "=":
		name := c.text(lo - 2)
		for i := n.hi; i < fr.body.hi; i++ {
			if c.text(i) == name && (c.text(i-1) == "(" || c.text(i-1) == ",") && (c.text(i+1) == ")" || c.text(i+1) == ",") {
				return c.useAt(i)
			}
		}
	}
	return use{}, false
}

// exprStart is the token where a lambda or the creation of an anonymous class
// begins.
func (c *code) exprStart(n *node) int {
	if n.kind == lambdaNode {
		if c.text(n.lo-1) == ")" && c.opening(n.lo-1) >= 0 {
			return c.opening(n.lo - 1)
		}
		return n.lo - 1
	}
	i := n.lo - 1
	if c.text(i) == ")" && c.opening(i) >= 0 {
		i = c.opening(i)
	}
	for i > 0 && c.text(i) != "new" && c.text(i) != ";" {
		i--
	}
	return i
}

// useAt finds the call that an expression is an argument of.
func (c *code) useAt(lo int) (use, bool) {
	u := use{}
	i := lo - 1
	for ; i > 0; i-- {
		switch c.text(i) {
		case ")", "]", "}":
			if c.opening(i) < 0 {
				return u, false
			}
			i = c.opening(i)
		case ",":
			u.arg++
		case "(":
			u.open = i
			u.name = i - 1
			u.next = c.closing(i) + 1
			u.recv = c.chainStart(u.name)
			return u, c.word(u.name)
		case ";", "{":
			return u, false
		}
	}
	return u, false
}

// chainStart is where "a.b().c" begins, for the token c.
func (c *code) chainStart(i int) int {
	for {
		if c.text(i-1) == ">" { // type arguments of the method
			lo := i - 1
			for lo > 0 && c.text(lo) != "<" {
				lo--
			}
			if c.text(lo-1) == "." {
				i = lo
			}
		}
		if c.text(i-1) != "." {
			break
		}
		i -= 2
		for c.text(i) == ")" && c.opening(i) > 0 {
			i = c.opening(i) - 1
		}
	}
	if c.text(i-1) == "new" {
		i--
	}
	return i
}

// passing are methods that run a lambda at once and let its exception through.
var passing = []string{"forEach", "map", "flatMap", "filter", "ifPresent", "orElseGet", "computeIfAbsent", "executeWithoutResult", "doInTransaction", "executeInLock", "anyMatch", "allMatch"}

func passesOn(method, root string) bool {
	return slices.Contains(passing, method) || method == "execute" && strings.HasPrefix(root, "Transaction")
}

// wrapper is the use of a lambda by something that may run it again.
type wrapper struct {
	*state
	c *code
	use
	node   *node
	method string
	root   string // the type of what the call is made on
}

// libraries look for the layers of one library each; a type tells which.
var libraries = map[string]func(*wrapper) bool{
	"RetryTemplate": (*wrapper).template, "RetryOperations": (*wrapper).template,
	"Retryer": (*wrapper).guava, "RetryerBuilder": (*wrapper).guava,
	"Failsafe": (*wrapper).failsafe, "FailsafeExecutor": (*wrapper).failsafe, "SyncFailsafe": (*wrapper).failsafe,
	"Retry": (*wrapper).resilience, "Decorators": (*wrapper).decorators,
	"Mono": (*wrapper).reactor, "Flux": (*wrapper).reactor, "Observable": (*wrapper).reactor, "Flowable": (*wrapper).reactor,
	"Single": (*wrapper).reactor, "Maybe": (*wrapper).reactor, "Completable": (*wrapper).reactor,
}

// look reports whether the use was understood: then the layer, if it is one,
// was added.
func (w *wrapper) look() bool {
	lib := libraries[w.root]
	return lib != nil && lib(w)
}

// layer adds a layer that runs the lambda again.
func (w *wrapper) layer(l *Layer) {
	l.At = w.c.span(w.use.name, w.use.name+1)
	l.region = w.c.span(w.node.lo, w.node.hi)
	w.add(l)
}

// agreed is the number that all the calls of a method are given.
func (d *definition) agreed(methods ...string) (n int, found, known bool) {
	known = true
	for _, m := range methods {
		for _, p := range d.named(m) {
			if p.lo == p.hi {
				continue // new SimpleRetryPolicy()
			}
			v, ok := d.number(p.first())
			known = known && ok && (!found || v == n)
			n, found = v, true
		}
	}
	return n, found, known && found
}

// chain yields the method names that follow a call: ".a().b()".
func (c *code) chain(next int) []use {
	var list []use
	for c.text(next) == "." && c.word(next+1) && c.text(next+2) == "(" {
		u := use{name: next + 1, open: next + 2, next: c.closing(next+2) + 1}
		list = append(list, u)
		next = u.next
	}
	return list
}
