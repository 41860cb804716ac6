package class

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

func (w *walker) invoke(b *code, pc, op int) {
	m := b.class.pool.member(b.arg(pc))
	args := make([]value, len(m.shape.widths))
	for i := len(args) - 1; i >= 0; i-- {
		args[i] = w.pop(int(m.shape.widths[i]))
	}
	var of value
	if op != opInvokeStatic {
		of = w.pop(1)
	}
	recv := of.name
	switch {
	case m.name == "<init>" || m.name == "":
		w.made(b, of, args)
		w.push(value{}, m.shape.result)
		return
	case op == opInvokeStatic && strings.HasPrefix(m.name, "access$"):
		if w.synthetic(b, m, args) {
			w.push(value{}, m.shape.result)
			return
		}
	case op == opInvokeStatic:
		recv = b.class.name(m.owner)
		if m.owner == b.class.this {
			recv = ""
		}
	case op == opInvokeSpecial && m.owner != b.class.this && recv == "this":
		recv = "super"
	case recv == "this":
		recv = ""
	case recv == "":
		recv = "?"
	}
	for _, a := range args {
		w.mention(a)
	}
	n := w.call(b, pc, m, recv, m.shape.args)
	w.calls[n].args = args
	w.calls[n].Flow = flow(of, args, b.catches(pc))
	w.push(value{from: []int{n}}, m.shape.result)
}

// made hands what a constructor is given on to the object that is made, of
// which the stack holds copies.
func (w *walker) made(b *code, of value, args []value) {
	for _, a := range args {
		w.mention(a)
	}
	if n := len(w.stack); n > 0 && of.name == "" {
		for _, a := range args {
			w.stack[n-1].from = w.stack[n-1].joined(value{from: a.from}).from
		}
	}
}

// flow is nil where nothing is known.
func flow(recv value, args []value, catches []string) *decl.Flow {
	if !recv.known() && len(catches) == 0 && !slices.ContainsFunc(args, value.known) {
		return nil
	}
	f := &decl.Flow{Recv: recv.source(), Catches: catches}
	for _, a := range args {
		f.Args = append(f.Args, a.source())
	}
	return f
}

// call notes a call and returns its number.
func (w *walker) call(b *code, pc int, m memberRef, recv string, args int) int {
	owner := ""
	if !strings.HasPrefix(m.owner, "[") {
		owner = b.class.name(m.owner)
	}
	w.reader.calls++
	w.calls = append(w.calls, found{Call: decl.Call{
		Recv: recv, Method: m.name, Args: args, Owner: owner, Desc: m.desc, At: w.at(),
	}, line: b.line(pc)})
	return len(w.calls) - 1
}

// synthetic walks the body of a method that the compiler added to this class
// or to one beside it.
func (w *walker) synthetic(b *code, m memberRef, captured []value) bool {
	c := b.class
	if m.owner != c.this {
		if c = w.sibling(m.owner); c == nil {
			return false
		}
	}
	target := c.method(m.name, m.desc)
	if target == nil || target.flags&accSynthetic == 0 {
		return false
	}
	if body := codeOf(c, target); body != nil {
		w.walk(body, captured)
	}
	return true
}

// dynamic handles a lambda or a method reference: the body of the one belongs
// here, the other is a call with Args -1.
func (w *walker) dynamic(b *code, pc int) {
	data := b.class.pool.get(b.arg(pc), tagInvokeDynamic)
	nt := b.class.pool.get(word(data, 1), tagNameAndType)
	s := shapeOf(b.class.pool.utf8(word(nt, 1)))
	var recv string
	var captured []value // by slot
	var all value
	for i := len(s.widths) - 1; i >= 0; i-- {
		v := w.pop(int(s.widths[i]))
		w.mention(v)
		all = all.joined(value{from: v.from})
		if recv = v.name; s.widths[i] == 2 {
			captured = append(captured, value{})
		}
		captured = append(captured, v)
	}
	slices.Reverse(captured)
	w.push(value{from: all.from}, s.result)
	i := word(data, 0)
	if data == nil || i >= len(b.class.bootstraps) {
		return
	}
	boot := &b.class.bootstraps[i]
	if boot.method.owner != "java/lang/invoke/LambdaMetafactory" || len(boot.args) < 3 {
		return
	}
	m, kind := b.class.handle(boot.args[1])
	const static, construct = 6, 8 // REF_invokeStatic, REF_newInvokeSpecial
	switch {
	case m.name == "" || kind == construct || m.name == "<init>" || w.synthetic(b, m, captured):
		return
	case kind == static || s.args == 0:
		recv = b.class.name(m.owner)
	case recv == "":
		recv = "?"
	}
	w.call(b, pc, m, recv, -1)
}

// local walks the bodies of a local or anonymous class where it is first made:
// what they do belongs to the method around.
func (w *walker) local(b *code, name string) {
	i, ok := b.class.inner[name]
	if !ok || i.outer != "" || !numbered(name) || slices.Contains(w.entered, name) || len(w.entered) >= maxClasses {
		return
	}
	c := w.sibling(name)
	if c == nil || c == b.class {
		return
	}
	w.entered = append(w.entered, name)
	for i := range c.methods {
		if m := &c.methods[i]; m.flags&accSynthetic == 0 {
			if body := codeOf(c, m); body != nil {
				w.walk(body, nil)
			}
		}
	}
}

// numbered tells the names of local and anonymous classes: "Outer$1Local".
func numbered(name string) bool {
	i := strings.LastIndexByte(name, '$')
	if i < 0 || i+1 == len(name) {
		return false
	}
	_, err := strconv.Atoi(name[i+1 : i+2])
	return err == nil
}

// staticField is a static field as a source names it: without its class where
// that is the class at hand.
func staticField(c *classFile, m memberRef) string {
	if m.owner == c.this {
		return m.name
	}
	return c.name(m.owner) + "." + m.name
}
