package class

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// input is a cursor over bytes. Behind the end it gives zeros and sets short.
type input struct {
	data  []byte
	pos   int
	short bool
}

func (in *input) bytes(n int) []byte {
	if n < 0 || n > len(in.data)-in.pos {
		in.pos, in.short = len(in.data), true
		return nil
	}
	b := in.data[in.pos : in.pos+n : in.pos+n]
	in.pos += n
	return b
}

func (in *input) u1() int {
	if b := in.bytes(1); b != nil {
		return int(b[0])
	}
	return 0
}

func (in *input) u2() int {
	if b := in.bytes(2); b != nil {
		return int(binary.BigEndian.Uint16(b))
	}
	return 0
}

func (in *input) u4() int {
	if b := in.bytes(4); b != nil {
		return int(binary.BigEndian.Uint32(b))
	}
	return 0
}

// The tags of constants (JVMS table 4.4-A).
const (
	tagUTF8          = 1
	tagInteger       = 3
	tagFloat         = 4
	tagLong          = 5
	tagDouble        = 6
	tagClass         = 7
	tagString        = 8
	tagField         = 9
	tagMethod        = 10
	tagIfaceMethod   = 11
	tagNameAndType   = 12
	tagMethodHandle  = 15
	tagMethodType    = 16
	tagDynamic       = 17
	tagInvokeDynamic = 18
	tagModule        = 19
	tagPackage       = 20
)

// constant is one entry of the pool. Data are the bytes behind the tag. What
// was decoded is kept, so that a text named a million times is there once.
type constant struct {
	tag    uint8
	data   []byte
	text   string
	member *memberRef
}

type pool []constant

// sizes are the lengths of constants behind their tag.
var sizes = [...]int{
	tagInteger: 4, tagFloat: 4, tagLong: 8, tagDouble: 8, tagClass: 2, tagString: 2, tagField: 4, tagMethod: 4,
	tagIfaceMethod: 4, tagNameAndType: 4, tagMethodHandle: 3, tagMethodType: 2, tagDynamic: 4, tagInvokeDynamic: 4,
	tagModule: 2, tagPackage: 2,
}

// readPool reads the constant pool. It is cut at an unknown tag, behind which
// nothing can be found.
func readPool(in *input) (p pool, ok bool) {
	n := in.u2()
	p = make(pool, 1, min(n, len(in.data)/3+2)+1)
	for len(p) < n && !in.short {
		tag := in.u1()
		size := 0
		switch {
		case tag == tagUTF8:
			size = in.u2()
		case tag < len(sizes):
			size = sizes[tag]
		}
		if size == 0 && tag != tagUTF8 {
			return p, false
		}
		p = append(p, constant{tag: uint8(tag), data: in.bytes(size)})
		if tag == tagLong || tag == tagDouble {
			p = append(p, constant{})
		}
	}
	return p, !in.short
}

// get returns the data of a constant of one of the tags, nil for any other.
func (p pool) get(i int, tags ...uint8) []byte {
	if i <= 0 || i >= len(p) {
		return nil
	}
	for _, tag := range tags {
		if p[i].tag == tag {
			return p[i].data
		}
	}
	return nil
}

// word is the n-th u2 of a constant's data.
func word(data []byte, n int) int {
	if len(data) < 2*n+2 {
		return 0
	}
	return int(binary.BigEndian.Uint16(data[2*n:]))
}

func (p pool) utf8(i int) string {
	data := p.get(i, tagUTF8)
	if p := p.at(i); len(data) > 0 && p.text == "" {
		p.text = decodeUTF8(data)
	}
	if len(data) == 0 {
		return ""
	}
	return p[i].text
}

func (p pool) at(i int) *constant {
	if i <= 0 || i >= len(p) {
		return nil
	}
	return &p[i]
}

// maxName is the longest name taken for one; file systems end at 255 bytes.
const maxName = 1000

// class is the internal name of a class: "com/acme/Order", "[I".
func (p pool) class(i int) string { return p.name(word(p.get(i, tagClass), 0)) }

func (p pool) name(i int) string {
	if s := p.utf8(i); len(s) <= maxName {
		return s
	}
	return ""
}

// memberRef is what a reference to a field or method names.
type memberRef struct {
	owner, name, desc string
	shape             shape // of a method
}

func (p pool) member(i int) memberRef {
	data := p.get(i, tagField, tagMethod, tagIfaceMethod)
	if data == nil {
		return memberRef{}
	}
	if p[i].member == nil {
		nt := p.get(word(data, 1), tagNameAndType)
		m := &memberRef{owner: p.class(word(data, 0)), name: p.name(word(nt, 0)), desc: p.utf8(word(nt, 1))}
		if strings.HasPrefix(m.desc, "(") {
			m.shape = shapeOf(m.desc)
		}
		p[i].member = m
	}
	return *p[i].member
}

// decodeUTF8 reads the modified UTF-8 of class files: NUL in two bytes, and
// surrogates in three bytes each (JVMS 4.4.7).
func decodeUTF8(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	var units []uint16
	for i := 0; i < len(b); {
		switch c := b[i]; {
		case c&0xe0 == 0xc0 && i+1 < len(b):
			units = append(units, uint16(c&0x1f)<<6|uint16(b[i+1]&0x3f))
			i += 2
		case c&0xf0 == 0xe0 && i+2 < len(b):
			units = append(units, uint16(c&0x0f)<<12|uint16(b[i+1]&0x3f)<<6|uint16(b[i+2]&0x3f))
			i += 3
		default:
			units = append(units, uint16(c))
			i++
		}
	}
	return strings.ToValidUTF8(string(utf16.Decode(units)), "\uFFFD")
}

// value makes the expression of a constant. The kind is that of the field or
// annotation element: a boolean and a char are stored as integers.
func (p pool) value(i int, kind byte) *decl.Expr {
	if i <= 0 || i >= len(p) {
		return nil
	}
	d := p[i].data
	switch {
	case p[i].tag == tagUTF8:
		return &decl.Expr{Kind: decl.StringExpr, Text: p.utf8(i)}
	case p[i].tag == tagString && len(d) == 2:
		return &decl.Expr{Kind: decl.StringExpr, Text: p.utf8(word(d, 0))}
	case p[i].tag == tagInteger && len(d) == 4:
		return integer(int32(binary.BigEndian.Uint32(d)), kind)
	case p[i].tag == tagLong && len(d) == 8:
		return &decl.Expr{Kind: decl.IntExpr, Text: strconv.FormatInt(int64(binary.BigEndian.Uint64(d)), 10)}
	case p[i].tag == tagFloat && len(d) == 4:
		v := math.Float32frombits(binary.BigEndian.Uint32(d))
		return &decl.Expr{Kind: decl.FloatExpr, Text: strconv.FormatFloat(float64(v), 'g', -1, 32)}
	case p[i].tag == tagDouble && len(d) == 8:
		v := math.Float64frombits(binary.BigEndian.Uint64(d))
		return &decl.Expr{Kind: decl.FloatExpr, Text: strconv.FormatFloat(v, 'g', -1, 64)}
	}
	return nil
}

func integer(v int32, kind byte) *decl.Expr {
	switch kind {
	case 'Z':
		return &decl.Expr{Kind: decl.BoolExpr, Text: strconv.FormatBool(v != 0)}
	case 'C':
		return &decl.Expr{Kind: decl.CharExpr, Text: string(rune(v))}
	}
	return &decl.Expr{Kind: decl.IntExpr, Text: strconv.Itoa(int(v))}
}
