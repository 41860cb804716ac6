package java

// single tells the kind of the tokens of one byte.
var single = [128]kind{
	'(': tLParen, ')': tRParen, '{': tLBrace, '}': tRBrace, '[': tLBracket, ']': tRBracket,
	';': tSemi, ',': tComma, '.': tDot, '@': tAt, ':': tColon, '?': tQuestion, '=': tAssign,
	'!': tBang, '~': tBang, '|': tOr, '^': tXor, '&': tAnd, '<': tLess, '>': tGreater,
	'+': tPlus, '-': tMinus, '*': tStar, '/': tSlash, '%': tPercent,
}

// operator reads the operator or separator s begins with, the longest there
// is except for '>'. An unknown byte is tBad.
func operator(s string) (kind, int) {
	c := s[0]
	k := single[c&0x7f]
	if k == tEOF || c >= 0x80 {
		return tBad, 1
	}
	if len(s) < 2 || k <= tSemi || k == tGreater {
		return k, 1
	}
	switch d := s[1]; {
	case c == '-' && d == '>':
		return tArrow, 2
	case c == ':' && d == ':':
		return tColonColon, 2
	case c == '.' && d == '.' && len(s) > 2 && s[2] == '.':
		return tEllipsis, 3
	case c == d:
		return doubled(c, k, s)
	case d == '=':
		return withAssign(c, k)
	}
	return k, 1
}

// doubled is the operator that begins with c twice; k is that of one c.
func doubled(c byte, k kind, s string) (kind, int) {
	switch c {
	case '+', '-':
		return tIncDec, 2
	case '=':
		return tEquality, 2
	case '&':
		return tAndAnd, 2
	case '|':
		return tOrOr, 2
	case '<':
		if len(s) > 2 && s[2] == '=' {
			return tAssignOp, 3
		}
		return tShl, 2
	}
	return k, 1
}

// withAssign is the operator "c="; k is that of c alone.
func withAssign(c byte, k kind) (kind, int) {
	switch c {
	case '+', '-', '*', '/', '%', '&', '|', '^':
		return tAssignOp, 2
	case '!':
		return tEquality, 2
	case '<':
		return tLessEq, 2
	}
	return k, 1
}

// greater reads the operator that begins with '>' at the start of s: its
// precedence (see precedence), its length in bytes, and whether it assigns.
func greater(s string) (prec, n int, assigns bool) {
	for n < len(s) && n < 3 && s[n] == '>' {
		n++
	}
	eq := n < len(s) && s[n] == '='
	switch {
	case n == 1 && eq:
		return precRelational, 2, false
	case n == 1:
		return precRelational, 1, false
	case eq:
		return 0, n + 1, true
	}
	return precShift, n, false
}

// Binary operators bind by these precedences; 0 means no binary operator.
const (
	precOrOr = iota + 1
	precAndAnd
	precOr
	precXor
	precAnd
	precEquality
	precRelational
	precShift
	precSum
	precProduct
)

var precedence = [...]int{
	tOrOr: precOrOr, tAndAnd: precAndAnd, tOr: precOr, tXor: precXor, tAnd: precAnd,
	tEquality: precEquality, tLess: precRelational, tGreater: precRelational, tLessEq: precRelational,
	kwInstanceof: precRelational, tShl: precShift, tPlus: precSum, tMinus: precSum,
	tStar: precProduct, tSlash: precProduct, tPercent: precProduct, kwAssert: 0,
}
