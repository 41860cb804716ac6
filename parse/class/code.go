package class

import (
	"encoding/binary"
	"slices"
	"sort"
)

// code is the body of a method.
type code struct {
	class  *classFile
	method *member
	text   []byte
	lines  []lineEntry // by pc
	locals map[int][]localVar
	caught []handler
}

// handler is an entry of the exception table with a type.
type handler struct {
	lo, hi int
	class  string
}

type lineEntry struct{ pc, line int }

// localVar is a name of a slot in a range of the code.
type localVar struct {
	lo, hi int
	name   string
}

// maxLocals bounds the names kept of one slot.
const maxLocals = 64

// codeOf reads the Code attribute of a method (JVMS 4.7.3), nil where it has
// none.
func codeOf(c *classFile, m *member) *code {
	in := m.attributes.get("Code")
	if len(in.data) == 0 {
		return nil
	}
	in.u4() // the largest stack and number of locals
	b := &code{class: c, method: m, text: in.bytes(in.u4()), locals: map[int][]localVar{}}
	for n := in.u2(); n > 0 && !in.short; n-- {
		h := handler{lo: in.u2(), hi: in.u2()}
		in.u2()
		if h.class = c.pool.class(in.u2()); h.class != "" {
			b.caught = append(b.caught, h)
		}
	}
	for _, a := range c.readAttributes(in) {
		switch in := (&input{data: a.data}); a.name {
		case "LineNumberTable":
			for n := in.u2(); n > 0 && !in.short; n-- {
				b.lines = append(b.lines, lineEntry{in.u2(), in.u2()})
			}
		case "LocalVariableTable":
			for n := in.u2(); n > 0 && !in.short; n-- {
				lo, length, name := in.u2(), in.u2(), in.u2()
				in.u2()
				slot := in.u2()
				if len(b.locals[slot]) < maxLocals {
					b.locals[slot] = append(b.locals[slot], localVar{lo, lo + length, c.pool.name(name)})
				}
			}
		}
	}
	slices.SortStableFunc(b.lines, func(a, b lineEntry) int { return a.pc - b.pc })
	return b
}

// line is the source line of an instruction, 0 when not known.
func (b *code) line(pc int) int {
	i := sort.Search(len(b.lines), func(i int) bool { return b.lines[i].pc > pc })
	if i == 0 {
		return 0
	}
	return b.lines[i-1].line
}

// firstLine is the smallest line of the body.
func (b *code) firstLine() int {
	first := 0
	for _, l := range b.lines {
		if first == 0 || l.line < first {
			first = l.line
		}
	}
	return first
}

// local is the name of a slot at an instruction, "" when not known.
func (b *code) local(slot, pc int) string {
	for _, v := range b.locals[slot] {
		if v.lo <= pc && pc < v.hi || v.lo == pc {
			return v.name
		}
	}
	return ""
}

// maxCatches bounds the exceptions told of one call.
const maxCatches = 16

// catches are the exceptions that are caught around an instruction, as the
// table has them: innermost first.
func (b *code) catches(pc int) []string {
	var list []string
	for _, h := range b.caught {
		if h.lo <= pc && pc < h.hi && len(list) < maxCatches {
			list = append(list, b.class.name(h.class))
		}
	}
	return list
}

// arg is the operand of two bytes behind an opcode.
func (b *code) arg(pc int) int {
	if pc+3 > len(b.text) {
		return 0
	}
	return int(binary.BigEndian.Uint16(b.text[pc+1:]))
}

// length is the number of bytes of the instruction at pc, 0 where there is
// no known one.
func (b *code) length(pc int) int {
	op := int(b.text[pc])
	if op >= opCount {
		return 0
	}
	switch op {
	case opWide:
		if pc+1 < len(b.text) && b.text[pc+1] == 132 { // iinc
			return 6
		}
		return 4
	case opTableSwitch, opLookupSwitch:
		at := (pc + 4) &^ 3
		if at+12 > len(b.text) {
			return 0
		}
		n := int(int32(binary.BigEndian.Uint32(b.text[at+4:])))
		end := at + 8 + 8*n // pairs
		if op == opTableSwitch {
			end = at + 12 + 4*(int(int32(binary.BigEndian.Uint32(b.text[at+8:])))-n+1)
		}
		if end <= pc || end > len(b.text) {
			return 0
		}
		return end - pc
	}
	return int(effects[op].length)
}

// targets calls visit for each place behind pc that the instruction there may
// jump to.
func (b *code) targets(pc, length int, visit func(int)) {
	to := func(offset int) {
		if offset > 0 && pc+offset < len(b.text) {
			visit(pc + offset)
		}
	}
	switch op := int(b.text[pc]); {
	case op >= opIf && op <= opGoto || op == opIfNull || op == opIfNonNull:
		to(int(int16(b.arg(pc))))
	case op == opGotoW:
		to(int(int32(binary.BigEndian.Uint32(b.text[pc+1:]))))
	case op == opTableSwitch, op == opLookupSwitch:
		at, step := (pc+4)&^3, 8
		to(int(int32(binary.BigEndian.Uint32(b.text[at:]))))
		at += 12
		if op == opTableSwitch {
			step = 4
		}
		for ; at+4 <= pc+length; at += step {
			to(int(int32(binary.BigEndian.Uint32(b.text[at:]))))
		}
	}
}

// ends tells an instruction behind which the next one is not run.
func ends(op int) bool {
	return op == opGoto || op == opGotoW || op >= opRet && op <= opReturn || op == opAthrow
}
