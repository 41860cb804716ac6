package class

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// maxSteps bounds the instructions looked at for one unit: a body may be
// inlined many times.
const maxSteps = 20_000_000

// maxStack bounds the slots remembered of the stack.
const maxStack = 64

// mention is a field used other than by a call on it.
type mention struct {
	line int
	name string
}

// body collects the calls of a method.
func (r *reader) body(b *code, d *decl.Method) {
	w := &walker{reader: r, steps: maxSteps}
	w.walk(b, parameters(b))
	if len(w.calls) == 0 {
		return
	}
	d.Calls = make([]decl.Call, len(w.calls))
	for i, c := range w.calls {
		d.Calls[i] = c.Call
		var p piece
		p.line = c.line
		if c.Recv != "" && c.Recv != "?" {
			p.write(shorten(c.Recv) + ".")
		}
		p.mark(&d.Calls[i].At, shorten(c.Method))
		if c.Args >= 0 {
			p.write("(" + r.shown(c.args, c.Args) + ")")
		}
		r.listing.pieces = append(r.listing.pieces, p)
	}
	for _, m := range w.mentions {
		r.listing.add(m.line, m.name)
	}
}

// maxShown bounds the bytes of arguments in one listing, which may all be the
// same long text.
const maxShown = 1 << 20

// shown are the arguments of a call in the listing: names and texts as far as
// known, else "_".
func (r *reader) shown(args []value, n int) string {
	if r.listing.shown > maxShown || len(args) != n || n > 255 {
		return strings.Repeat("_, ", max(min(n, 255)-1, 0)) + strings.Repeat("_", min(n, 1))
	}
	list := make([]string, n)
	for i, a := range args {
		switch {
		case a.text != "" && len(a.text) <= maxName:
			list[i] = quoted(a.text)
		case a.name != "":
			list[i] = shorten(a.name)
		default:
			list[i] = "_"
		}
		r.listing.shown += len(list[i])
	}
	return strings.Join(list, ", ")
}

// quoted is a text as a source has it.
func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
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
	stack   []value
	saved   map[int][]value
	// locals are what was last stored in local variables.
	locals map[int]value
	// mentions are the uses of fields other than by calls on them.
	mentions []mention
	line     int
}

// walk goes over a body that begins with some values in its first slots.
func (w *walker) walk(b *code, slots []value) {
	if len(w.open) >= maxDepth || slices.Contains(w.open, b.method) {
		return
	}
	w.open = append(w.open, b.method)
	stack, saved, locals, line := w.stack, w.saved, w.locals, w.line
	w.stack, w.saved, w.locals = nil, map[int][]value{}, map[int]value{}
	for i, v := range slots {
		w.locals[i] = v
	}
	w.instructions(b)
	w.stack, w.saved, w.locals, w.line = stack, saved, locals, line
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
		w.line = b.line(pc)
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
		top, other := &w.stack[len(w.stack)-i], saved[len(saved)-i]
		if top.name != other.name {
			w.mention(*top)
			w.mention(other)
		}
		*top = top.joined(other)
	}
}

// mention notes that a field's value goes elsewhere.
func (w *walker) mention(v value) {
	if v.name != "" && w.fields[v.name] && len(w.mentions) < maxCalls {
		w.mentions = append(w.mentions, mention{w.line, v.name})
	}
}

func (w *walker) save(pc int) {
	if _, ok := w.saved[pc]; !ok && len(w.stack) > 0 {
		w.saved[pc] = slices.Clone(w.stack)
	}
}

func (w *walker) push(v value, width int) {
	if len(w.stack)+width > maxStack {
		w.stack = append(w.stack[:0], w.stack[maxStack/2:]...)
	}
	for range width {
		w.stack = append(w.stack, v)
	}
}

// drop takes slots whose values go elsewhere.
func (w *walker) drop(n int) {
	for i := max(len(w.stack)-max(n, 0), 0); i < len(w.stack); i++ {
		w.mention(w.stack[i])
	}
	w.pop(n)
}

// pop takes slots and returns the deepest of them.
func (w *walker) pop(n int) value {
	if n <= 0 || n > len(w.stack) {
		w.stack = w.stack[:len(w.stack)-min(max(n, 0), len(w.stack))]
		return value{}
	}
	v := w.stack[len(w.stack)-n]
	w.stack = w.stack[:len(w.stack)-n]
	return v
}

func (w *walker) step(b *code, pc, op int) {
	switch {
	case op == opLdc:
		w.push(literal(b, int(b.text[pc+1])), 1)
	case op == opLdcW:
		w.push(literal(b, b.arg(pc)), 1)
	case op >= opIload && op <= opAload:
		w.load(b, int(b.text[pc+1]), pc, op-opIload)
	case op >= opIload0 && op <= opAload3:
		w.load(b, (op-opIload0)%4, pc, (op-opIload0)/4)
	case op >= opIstore && op <= opAstore:
		w.store(int(b.text[pc+1]), op-opIstore)
	case op >= opIstore0 && op <= opAstore3:
		w.store((op-opIstore0)%4, (op-opIstore0)/4)
	case op >= opDup && op <= opSwap:
		w.shuffle(op)
	case op == opPop || op == opPop2:
		w.pop(op - opPop + 1)
	case op >= opGetStatic && op <= opPutField:
		w.field(b, pc, op)
	case op >= opInvokeVirtual && op <= opInvokeIface:
		w.invoke(b, pc, op)
	case op == opInvokeDynamic:
		w.dynamic(b, pc)
	case op == opNew:
		w.push(value{}, 1)
		w.local(b, b.class.pool.class(b.arg(pc)))
	case op == opMultiArray:
		w.pop(int(b.text[pc+3]))
		w.push(value{}, 1)
	case op == opWide:
		w.wide(b, pc)
	case op == opCheckCast: // the value stays
	default:
		w.drop(int(effects[op].pop))
		w.push(value{}, int(effects[op].push))
	}
}

// literal is a constant string, or another constant of one slot.
func literal(b *code, i int) value {
	if e := b.class.pool.value(i, 0); e != nil && e.Kind == decl.StringExpr {
		return value{text: e.Text}
	}
	return value{}
}

// load and store move values of the kinds int, long, float, double, object.
func (w *walker) load(b *code, slot, pc, kind int) {
	v := w.locals[slot]
	v.name = variable(b, slot, pc)
	w.push(v, widthOfKind(kind))
}

func (w *walker) store(slot, kind int) {
	v := w.pop(widthOfKind(kind))
	w.mention(v)
	w.locals[slot] = v
}

func widthOfKind(kind int) int {
	if kind == 1 || kind == 3 {
		return 2
	}
	return 1
}

// wide is an instruction on a local variable of a high number.
func (w *walker) wide(b *code, pc int) {
	op := int(b.text[pc+1])
	switch {
	case op >= opIload && op <= opAload:
		w.load(b, b.arg(pc+1), pc, op-opIload)
	case op >= opIstore && op <= opAstore:
		w.store(b.arg(pc+1), op-opIstore)
	case op < opCount:
		w.pop(int(effects[op].pop))
		w.push(value{}, int(effects[op].push))
	}
}

// variable is the name of a local variable.
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
		w.stack = slices.Insert(w.stack, 0, value{})
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
		w.push(value{name: staticField(b.class, m)}, width)
	case opPutStatic:
		w.drop(width)
	case opGetField:
		of := w.pop(1)
		w.push(value{name: selected(of.name, m.name), from: of.from}, width)
	case opPutField:
		w.drop(width)
		if of := w.pop(1); of.name == "this" {
			w.mention(value{name: m.name})
		}
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
