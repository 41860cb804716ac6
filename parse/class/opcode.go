package class

// The instructions that are looked at for themselves (JVMS 6.5). All others
// only move the stack.
const (
	opLdc           = 18
	opLdcW          = 19
	opIload         = 21
	opIload0        = 26
	opAload         = 25
	opAload0        = 42
	opAload3        = 45
	opIstore        = 54
	opAstore        = 58
	opIstore0       = 59
	opAstore3       = 78
	opPop           = 87
	opPop2          = 88
	opDup           = 89
	opDupX1         = 90
	opDupX2         = 91
	opDup2          = 92
	opDup2X1        = 93
	opDup2X2        = 94
	opSwap          = 95
	opIf            = 153
	opIfAcmpne      = 166
	opGoto          = 167
	opJsr           = 168
	opRet           = 169
	opTableSwitch   = 170
	opLookupSwitch  = 171
	opIreturn       = 172
	opReturn        = 177
	opGetStatic     = 178
	opPutStatic     = 179
	opGetField      = 180
	opPutField      = 181
	opInvokeVirtual = 182
	opInvokeSpecial = 183
	opInvokeStatic  = 184
	opInvokeIface   = 185
	opInvokeDynamic = 186
	opNew           = 187
	opAthrow        = 191
	opCheckCast     = 192
	opWide          = 196
	opMultiArray    = 197
	opIfNull        = 198
	opIfNonNull     = 199
	opGotoW         = 200
	opJsrW          = 201
	opCount         = 202
)

// effect is the length of an instruction, and how many slots it takes from
// the stack and puts there. Length 0: it varies, or depends on its operands.
type effect struct{ length, pop, push int8 }

// effects is indexed by opcode.
var effects = func() (t [opCount]effect) {
	set := func(lo, hi int, length, pop, push int8) {
		for op := lo; op <= hi; op++ {
			t[op] = effect{length, pop, push}
		}
	}
	wide := func(op int) bool { return op%4 == 1 || op%4 == 3 } // long and double among i, l, f, d
	set(0, 0, 1, 0, 0)
	set(1, 15, 1, 0, 1)
	set(9, 10, 1, 0, 2)
	set(14, 15, 1, 0, 2)
	set(16, 16, 2, 0, 1)
	set(17, 17, 3, 0, 1)
	set(18, 18, 2, 0, 1)
	set(19, 19, 3, 0, 1)
	set(20, 20, 3, 0, 2)
	for i, width := range []int8{1, 2, 1, 2, 1} { // i, l, f, d, a
		set(21+i, 21+i, 2, 0, width)
		set(26+4*i, 29+4*i, 1, 0, width)
		set(46+i, 46+i, 1, 2, width)
		set(54+i, 54+i, 2, width, 0)
		set(59+4*i, 62+4*i, 1, width, 0)
		set(79+i, 79+i, 1, 2+width, 0)
	}
	set(51, 53, 1, 2, 1)
	set(84, 86, 1, 3, 0)
	set(87, 87, 1, 1, 0)
	set(88, 88, 1, 2, 0)
	set(opDup, opSwap, 1, 0, 0)
	for op := 96; op <= 115; op++ {
		set(op, op, 1, 2, 1)
		if wide(op - 96) {
			set(op, op, 1, 4, 2)
		}
	}
	for op := 116; op <= 119; op++ {
		set(op, op, 1, 1, 1)
		if wide(op - 116) {
			set(op, op, 1, 2, 2)
		}
	}
	for op := 120; op <= 131; op++ { // shifts, then and, or, xor
		switch long := op%2 == 1; {
		case !long:
			set(op, op, 1, 2, 1)
		case op <= 125:
			set(op, op, 1, 3, 2)
		default:
			set(op, op, 1, 4, 2)
		}
	}
	set(132, 132, 3, 0, 0)
	for i, from := range []int8{1, 2, 1, 2} { // conversions between i, l, f, d
		for j, to := range [][]int8{{2, 1, 2}, {1, 1, 2}, {1, 2, 2}, {1, 2, 1}}[i] {
			set(133+3*i+j, 133+3*i+j, 1, from, to)
		}
	}
	set(145, 147, 1, 1, 1)
	set(148, 148, 1, 4, 1)
	set(149, 150, 1, 2, 1)
	set(151, 152, 1, 4, 1)
	set(153, 158, 3, 1, 0)
	set(159, 166, 3, 2, 0)
	set(opGoto, opGoto, 3, 0, 0)
	set(opJsr, opJsr, 3, 0, 1)
	set(opRet, opRet, 2, 0, 0)
	set(opTableSwitch, opLookupSwitch, 0, 1, 0)
	for i, width := range []int8{1, 2, 1, 2, 1, 0} {
		set(opIreturn+i, opIreturn+i, 1, width, 0)
	}
	set(opGetStatic, opInvokeStatic, 3, 0, 0)
	set(opInvokeIface, opInvokeDynamic, 5, 0, 0)
	set(opNew, opNew, 3, 0, 1)
	set(188, 188, 2, 1, 1)
	set(189, 189, 3, 1, 1)
	set(190, 190, 1, 1, 1)
	set(opAthrow, opAthrow, 1, 1, 0)
	set(opCheckCast, opCheckCast, 3, 0, 0)
	set(193, 193, 3, 1, 1)
	set(194, 195, 1, 1, 0)
	set(opMultiArray, opMultiArray, 4, 0, 1)
	set(opIfNull, opIfNonNull, 3, 1, 0)
	set(opGotoW, opGotoW, 5, 0, 0)
	set(opJsrW, opJsrW, 5, 0, 1)
	return t
}()
