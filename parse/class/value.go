package class

import (
	"slices"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// found is a call with its arguments and the line it stands in.
type found struct {
	decl.Call
	args []value
	line int
}

// value is what is known of a value on the stack or in a local variable.
type value struct {
	// name is that of the variable or field that holds it: "this", "order",
	// "this.orders"; "" for none.
	name string
	text string // of a constant string
	// from are the calls, by their numbers, whose results it may be or was
	// made of; param is the number of the method's parameter from 1.
	from  []int
	param int
}

// maxFrom bounds the calls remembered of one value.
const maxFrom = 8

// joined is a value that is the one or the other, or made of both.
func (v value) joined(o value) value {
	for _, c := range o.from {
		if !slices.Contains(v.from, c) && len(v.from) < maxFrom {
			v.from = append(slices.Clip(v.from), c)
		}
	}
	if v.name != o.name {
		v.name = ""
	}
	if v.text != o.text {
		v.text = ""
	}
	if v.param != o.param {
		v.param = max(v.param, o.param)
	}
	return v
}

func (v value) source() decl.Source { return decl.Source{Name: v.name, Calls: v.from, Param: v.param} }

func (v value) known() bool { return v.name != "" || len(v.from) > 0 || v.param > 0 }

// parameters are the values of a method's parameters, by slot.
func parameters(b *code) []value {
	if b.method.name == "<init>" {
		return nil // some may be added by the compiler
	}
	var slots []value
	if b.method.flags&accStatic == 0 {
		slots = append(slots, value{})
	}
	for i, width := range shapeOf(b.method.desc).widths {
		slots = append(slots, value{param: i + 1})
		if width == 2 {
			slots = append(slots, value{})
		}
	}
	return slots
}
