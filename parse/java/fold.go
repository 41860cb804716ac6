package java

import (
	"math"
	"strconv"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// combine makes one expression of two and the operator between them. Sums are
// kept as concatenations, whole numbers are computed ("60 * 1000"), all else
// is not understood.
func (p *parser) combine(op kind, l, r value) value {
	out := value{lo: l.lo, hi: p.prevHi}
	if l.e == nil || r.e == nil {
		return out
	}
	if l.e.Kind == decl.IntExpr && r.e.Kind == decl.IntExpr {
		if n, ok := fold(op, l.e.Text, r.e.Text); ok {
			out.e = p.expression(decl.IntExpr, n, l.lo)
			return out
		}
		return p.other(l.lo)
	}
	if op != tPlus {
		return p.other(l.lo)
	}
	out.sum = true
	if l.sum && l.e.Kind == decl.ConcatExpr {
		if len(l.e.Elems) >= maxElems {
			l.e.Kind, l.e.Elems = decl.OtherExpr, nil
		} else {
			l.e.Elems = append(l.e.Elems, r.e)
		}
		l.e.At = p.span(l.lo, p.prevHi)
		out.e = l.e
		return out
	}
	if l.sum { // one that had too many elements
		l.e.At = p.span(l.lo, p.prevHi)
		out.e = l.e
		return out
	}
	out.e = p.list(decl.ConcatExpr, "", []*decl.Expr{l.e, r.e}, 2, l.lo)
	return out
}

// fold computes with whole numbers where the result is the same for int and
// long; it reports false where an int would overflow.
func fold(op kind, a, b string) (string, bool) {
	x, errX := strconv.ParseInt(a, 10, 32)
	y, errY := strconv.ParseInt(b, 10, 32)
	if errX != nil || errY != nil {
		return "", false
	}
	var n int64
	switch op {
	case tPlus:
		n = x + y
	case tMinus:
		n = x - y
	case tStar:
		n = x * y
	case tSlash, tPercent:
		if y == 0 {
			return "", false
		}
		n = x / y
		if op == tPercent {
			n = x % y
		}
	case tShl:
		if y < 0 || y > 31 {
			return "", false
		}
		n = x << y
	default:
		return "", false
	}
	if n < math.MinInt32 || n > math.MaxInt32 {
		return "", false
	}
	return strconv.FormatInt(n, 10), true
}
