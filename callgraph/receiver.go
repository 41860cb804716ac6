package callgraph

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// receiver is what a call is made on.
type receiver struct {
	class
	// own is set for this and super: the methods of subclasses count.
	own bool
	// bean is set for fields, which may hold anything; locals and parameters
	// mostly hold data.
	bean bool
	// field is the field that holds it, nil for others.
	field *decl.Field
	// chained is set for the value of another call.
	chained bool
}

// maxChain bounds the calls that are looked through for one receiver.
const maxChain = 12

func (w *walk) receiver(f *frame, c *decl.Call, depth int) receiver {
	if c.Owner != "" {
		return w.compiledReceiver(f, c)
	}
	switch c.Recv {
	case "", "this":
		return receiver{class: f.self, own: true}
	case "super":
		if s := w.supers(f.owner); len(s) > 0 {
			return receiver{class: s[0], own: true}
		}
		return receiver{}
	case "?":
		return w.chain(f, c, depth)
	}
	if outer, ok := strings.CutSuffix(c.Recv, ".this"); ok {
		return receiver{class: w.typeNamed(outer, f.owner.decl), own: true}
	}
	parts := strings.Split(strings.TrimPrefix(c.Recv, "this."), ".")
	r := w.variable(f, parts[0], c.At, strings.HasPrefix(c.Recv, "this."))
	if !r.known() && r.field == nil && upper(parts[0]) {
		static := receiver{class: w.typeNamed(c.Recv, f.owner.decl)}
		r = receiver{class: w.typeNamed(parts[0], f.owner.decl)}
		if static.decl != nil || r.decl == nil {
			return static
		}
	}
	for _, p := range parts[1:] {
		fld, in := w.field(r.class, p)
		if fld == nil {
			return receiver{chained: true}
		}
		r = receiver{class: w.resolve(fld.Type, in, 0), field: fld, bean: true}
	}
	return r
}

// compiledReceiver knows the type from the class file; a field's own type
// variable may tell more, but is not looked for.
func (w *walk) compiledReceiver(f *frame, c *decl.Call) receiver {
	t := w.class(c.Owner)
	for _, s := range w.lineage(f.self) {
		if s.fqn == c.Owner && c.Recv != "super" {
			return receiver{class: f.self, own: true}
		}
	}
	return receiver{class: t, bean: true}
}

// ofData reports whether a call reads or fills a parameter or a local variable,
// which needs no look at its type.
func (w *walk) ofData(f *frame, c *decl.Call) bool {
	if c.Owner != "" || len(c.Method) < 3 || c.Recv == "" || c.Recv == "this" || c.Recv == "super" || strings.ContainsAny(c.Recv, "?.") || upper(c.Recv) {
		return false
	}
	if rest := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(c.Method, "get"), "set"), "is"); rest == c.Method || !upper(rest) {
		return false
	}
	return !w.isField(f, c.Recv)
}

// isField reports whether a name is that of a field which a method sees.
func (w *walk) isField(f *frame, name string) bool {
	for outer := f.owner; outer.decl != nil; outer = (class{decl: outer.decl.Outer}) {
		if fld, _ := w.field(outer, name); fld != nil {
			return true
		}
	}
	fld, _ := w.field(f.self, name)
	return fld != nil || name == "baseMapper"
}

func upper(s string) bool { return s != "" && s[0] >= 'A' && s[0] <= 'Z' }

// variable finds what a name stands for: a parameter, a local variable, a
// field of the class or of one around it.
func (w *walk) variable(f *frame, name string, at source.Span, fieldOnly bool) receiver {
	if !fieldOnly {
		for _, p := range f.method.Params {
			if p.Name == name {
				return receiver{class: w.resolve(p.Type, f.owner, 0)}
			}
		}
	}
	for _, c := range []class{f.owner, f.self} {
		for ; c.decl != nil; c = (class{decl: c.decl.Outer}) {
			if fld, in := w.field(c, name); fld != nil { // a local variable of that name is rare
				return receiver{class: w.resolve(fld.Type, in, 0), field: fld, bean: true}
			}
		}
	}
	if written := local(text(at), f.method.At.Hi, at.Lo, name); written != "" && !fieldOnly {
		return receiver{class: w.resolve(decl.TypeRef{Name: written}, f.owner, 0)}
	}
	if name == "baseMapper" {
		return receiver{class: w.plusMapper(f), bean: true}
	}
	return receiver{}
}

// plusMapper is the mapper that MyBatis-Plus' ServiceImpl<M, T> holds.
func (w *walk) plusMapper(f *frame) class {
	for _, s := range w.lineage(f.self) {
		if s.decl == nil && s.simple() == "ServiceImpl" && len(s.args) > 0 {
			return w.loaded(s.args[0], 0)
		}
	}
	return class{}
}

// chain finds the type of "a.b().c()" for c: what b returns.
func (w *walk) chain(f *frame, c *decl.Call, depth int) receiver {
	b := preceding(f, c)
	if depth > maxChain || b == nil {
		return receiver{chained: true}
	}
	r := w.receiver(f, b, depth+1)
	if r.own && b.Method == "getBaseMapper" {
		return receiver{class: w.plusMapper(f), bean: true}
	}
	found := w.find(r.class, b.Method, b.Args)
	switch {
	case len(found) > 0:
		t := found[0]
		return receiver{class: w.resolve(t.method.Return, t.owner, 0), chained: true}
	case r.known() && r.decl == nil && takesOut[b.Method] && containers[r.simple()]:
		return w.element(r)
	case r.known() && r.decl == nil:
		return receiver{class: class{fqn: r.fqn}, bean: r.bean, chained: true}
	}
	return receiver{chained: true}
}

// preceding is the call b of "a.b().c()" for c, nil where it is not known.
func preceding(f *frame, c *decl.Call) *decl.Call {
	end := before(text(c.At), c.At.Lo)
	if end <= 0 {
		return nil
	}
	for i := range f.method.Calls {
		if b := &f.method.Calls[i]; b.At.Hi == end && b.Args >= 0 && b.At.File == c.At.File {
			return b
		}
	}
	return nil
}

// containers are types of the JDK whose methods in takesOut return what was put
// in, not one of their kind.
var (
	containers = words(`Map HashMap LinkedHashMap TreeMap ConcurrentHashMap ConcurrentMap List ArrayList LinkedList Optional Iterator
		Queue Deque ArrayDeque Collection ThreadLocal AtomicReference Supplier`)
	takesOut = words(`get getOrDefault computeIfAbsent remove poll peek pop next first last element orElse orElseGet orElseThrow getFirst getLast`)
)

// element is what a container holds: its last type argument.
func (w *walk) element(r receiver) receiver {
	if n := len(r.args); n > 0 {
		return receiver{class: w.loaded(r.args[n-1], 0), bean: true, chained: true}
	}
	return receiver{chained: true}
}
