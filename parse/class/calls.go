package class

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// maxSteps bounds the instructions looked at for one unit: a body may be
// inlined many times.
const maxSteps = 20_000_000

// maxStack bounds the slots remembered of the stack.
const maxStack = 64

// found is a call with the line it stands in.
type found struct {
	decl.Call
	line int
}

// body collects the calls of a method.
func (r *reader) body(b *code, d *decl.Method) {
	w := &walker{reader: r, steps: maxSteps}
	w.walk(b)
	if len(w.calls) == 0 {
		return
	}
	d.Calls = make([]decl.Call, len(w.calls))
	for i, c := range w.calls {
		d.Calls[i] = c.Call
		text := shorten(c.Method)
		if c.Recv != "" && c.Recv != "?" {
			text = shorten(c.Recv) + "." + text
		}
		if c.Args >= 0 {
			text += "(" + strings.Repeat("_, ", max(min(c.Args, 255)-1, 0)) + strings.Repeat("_", min(c.Args, 1)) + ")"
		}
		r.listing.add(c.line, text, &d.Calls[i].At)
	}
}

func shorten(s string) string {
	if len(s) <= 100 {
		return s
	}
	return strings.ToValidUTF8(s[:100], "")
}

// walker goes over the body of a method and the bodies inlined in it, once
// from start to end, with what is known of the values on the stack: the name
// of a variable or field ("this", "order", "this.orders"), "" for all else.
type walker struct {
	*reader
	calls []found
	steps int
	// open are the bodies being walked, against circles; entered are the
	// local and anonymous classes that were.
	open    []*member
	entered []string
	stack   []string
	saved   map[int][]string
}

func (w *walker) walk(b *code) {
	if len(w.open) >= maxDepth || slices.Contains(w.open, b.method) {
		return
	}
	w.open = append(w.open, b.method)
	stack, saved := w.stack, w.saved
	w.stack, w.saved = nil, map[int][]string{}
	w.instructions(b)
	w.stack, w.saved = stack, saved
	w.open = w.open[:len(w.open)-1]
}

func (w *walker) instructions(b *code) {
	live := true
	for pc := 0; pc < len(b.text); {
		n := b.length(pc)
		if w.steps--; n == 0 || pc+n > len(b.text) || w.steps < 0 || w.reader.calls >= maxCalls {
			return
		}
		w.join(pc, live)
		op := int(b.text[pc])
		w.step(b, pc, op)
		b.targets(pc, n, w.save)
		live = !ends(op)
		pc += n
	}
}

// join sets the stack at a place that may be reached by jumps: where the
// values differ, nothing is known.
func (w *walker) join(pc int, live bool) {
	saved, ok := w.saved[pc]
	if !ok {
		if !live {
			w.stack = w.stack[:0] // an exception handler
		}
		return
	}
	delete(w.saved, pc)
	if !live {
		w.stack = append(w.stack[:0], saved...)
		return
	}
	for i := 1; i <= min(len(saved), len(w.stack)); i++ {
		if top := &w.stack[len(w.stack)-i]; *top != saved[len(saved)-i] {
			*top = ""
		}
	}
}

func (w *walker) save(pc int) {
	if _, ok := w.saved[pc]; !ok && len(w.stack) > 0 {
		w.saved[pc] = slices.Clone(w.stack)
	}
}

func (w *walker) push(v string, width int) {
	if len(w.stack)+width > maxStack {
		w.stack = append(w.stack[:0], w.stack[maxStack/2:]...)
	}
	for range width {
		w.stack = append(w.stack, v)
	}
}

// pop takes slots and returns the deepest of them.
func (w *walker) pop(n int) string {
	if n <= 0 || n > len(w.stack) {
		w.stack = w.stack[:len(w.stack)-min(max(n, 0), len(w.stack))]
		return ""
	}
	v := w.stack[len(w.stack)-n]
	w.stack = w.stack[:len(w.stack)-n]
	return v
}

func (w *walker) step(b *code, pc, op int) {
	switch {
	case op == opAload:
		w.push(variable(b, int(b.text[pc+1]), pc), 1)
	case op >= opAload0 && op <= opAload3:
		w.push(variable(b, op-opAload0, pc), 1)
	case op >= opDup && op <= opSwap:
		w.shuffle(op)
	case op >= opGetStatic && op <= opPutField:
		w.field(b, pc, op)
	case op >= opInvokeVirtual && op <= opInvokeIface:
		w.invoke(b, pc, op)
	case op == opInvokeDynamic:
		w.dynamic(b, pc)
	case op == opNew:
		w.push("", 1)
		w.local(b, b.class.pool.class(b.arg(pc)))
	case op == opMultiArray:
		w.pop(int(b.text[pc+3]))
		w.push("", 1)
	case op == opWide:
		w.wide(b, pc)
	case op == opCheckCast: // the value stays
	default:
		w.pop(int(effects[op].pop))
		w.push("", int(effects[op].push))
	}
}

// wide is an instruction on a local variable of a high number.
func (w *walker) wide(b *code, pc int) {
	op := int(b.text[pc+1])
	switch {
	case op == opAload:
		w.push(variable(b, b.arg(pc+1), pc), 1)
	case op < opCount:
		w.pop(int(effects[op].pop))
		w.push("", int(effects[op].push))
	}
}

// variable is the name of a local variable that holds an object.
func variable(b *code, slot, pc int) string {
	if slot == 0 && b.method.flags&accStatic == 0 {
		return "this"
	}
	return b.local(slot, pc)
}

// shuffle does the instructions that copy slots: some of the top, put below
// some more.
func (w *walker) shuffle(op int) {
	for len(w.stack) < 4 {
		w.stack = slices.Insert(w.stack, 0, "")
	}
	n := len(w.stack)
	if op == opSwap {
		w.stack[n-1], w.stack[n-2] = w.stack[n-2], w.stack[n-1]
		return
	}
	count, below := 1, op-opDup
	if op >= opDup2 {
		count, below = 2, op-opDup2
	}
	w.stack = slices.Insert(w.stack, n-count-below, slices.Clone(w.stack[n-count:])...)
}

func (w *walker) field(b *code, pc, op int) {
	m := b.class.pool.member(b.arg(pc))
	width := widthOf(m.desc)
	switch op {
	case opGetStatic:
		w.push(staticField(b.class, m), width)
	case opPutStatic:
		w.pop(width)
	case opGetField:
		w.push(selected(w.pop(1), m.name), width)
	case opPutField:
		w.pop(width + 1)
	}
}

// selected is a field of a value. The compiler's own fields are seen through:
// the outer instance and captured variables.
func selected(of, name string) string {
	switch {
	case of == "" || len(of) > maxName:
		return ""
	case strings.HasPrefix(name, "this$"):
		return of
	case strings.HasPrefix(name, "val$"):
		return name[len("val$"):]
	case of == "this":
		return name
	}
	return of + "." + name
}

func (w *walker) invoke(b *code, pc, op int) {
	m := b.class.pool.member(b.arg(pc))
	w.pop(m.shape.slots)
	recv := ""
	if op != opInvokeStatic {
		recv = w.pop(1)
	}
	w.push("", m.shape.result)
	switch {
	case m.name == "<init>" || m.name == "":
		return
	case op == opInvokeStatic && strings.HasPrefix(m.name, "access$"):
		if w.synthetic(b, m) {
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
	w.call(b, pc, m, recv, m.shape.args)
}

func (w *walker) call(b *code, pc int, m memberRef, recv string, args int) {
	owner := ""
	if !strings.HasPrefix(m.owner, "[") {
		owner = b.class.name(m.owner)
	}
	w.reader.calls++
	w.calls = append(w.calls, found{decl.Call{
		Recv: recv, Method: m.name, Args: args, Owner: owner, Desc: m.desc, At: w.at(),
	}, b.line(pc)})
}

// synthetic walks the body of a method that the compiler added to this class
// or to one beside it.
func (w *walker) synthetic(b *code, m memberRef) bool {
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
		w.walk(body)
	}
	return true
}

// dynamic handles a lambda or a method reference: the body of the one belongs
// here, the other is a call with Args -1.
func (w *walker) dynamic(b *code, pc int) {
	data := b.class.pool.get(b.arg(pc), tagInvokeDynamic)
	nt := b.class.pool.get(word(data, 1), tagNameAndType)
	s := shapeOf(b.class.pool.utf8(word(nt, 1)))
	recv := w.pop(s.slots)
	w.push("", s.result)
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
	case m.name == "" || kind == construct || m.name == "<init>" || w.synthetic(b, m):
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
				w.walk(body)
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
