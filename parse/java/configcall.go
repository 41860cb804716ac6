package java

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// callUse is what a method call means for config objects. The zero value
// means nothing.
type callUse struct {
	recv value
	// obj is the object called, prop the property set.
	obj  *tracked
	prop string
	// field, with prop, is the name of a field that may turn out to hold
	// an object.
	field string
	// makes is the builder class whose newBuilder() is called.
	makes string
	// builder is the class that lambdas among the arguments configure.
	builder string
	// builds is set for build() on a builder.
	builds bool
	// list is the variable whose add() or put() is called.
	list string
}

// wantsArgs tells whether the arguments are to be kept.
func (u *callUse) wantsArgs() bool { return u.prop != "" || u.builder != "" || u.list != "" }

// callUse looks at a call before its arguments are read. The chain is the
// receiver as decl.Call has it.
func (c *configReader) callUse(recv value, chain, method string) callUse {
	u := callUse{recv: recv}
	if !c.on {
		return u
	}
	mayBe := false
	switch {
	case chain == "":
		u.obj = c.self
	case recv.name:
		u.obj, mayBe = c.find(chain)
	default:
		u.obj = recv.obj
	}
	switch {
	case u.obj != nil:
		u.prop = u.obj.property(method)
		u.builds = method == "build" && u.obj.builder()
	case recv.name && method == "newBuilder":
		class := chain[strings.LastIndexByte(chain, '.')+1:]
		if configClasses[class] {
			u.makes = class
		}
	case recv.name && chain != "" && (method == "add" || method == "put"):
		u.list = chain
	case mayBe:
		if u.prop = setter(method); u.prop != "" {
			u.field, _, _ = simpleName(chain)
		}
	}
	if c.bootstrap && u.obj == nil {
		u.builder = bootstrapLambdas[method]
	}
	return u
}

// called notes a call whose arguments were read, and returns the object it
// yields.
func (c *configReader) called(p *parser, u callUse, method token, args []*decl.Expr, typeArgs []decl.TypeRef) *tracked {
	if !c.on || p.failed {
		return nil
	}
	if u.makes != "" {
		return c.create(u.makes, typeArgs, p.span(u.recv.hi-len(u.makes), u.recv.hi))
	}
	if u.builds {
		return u.obj
	}
	if u.list != "" {
		c.added(u.list, args)
	}
	if u.prop == "" {
		return nil
	}
	c.spread(args)
	set := decl.ConfigSet{Name: u.prop, Args: args, At: p.span(method.lo, p.prevHi)}
	switch {
	case u.field != "":
		s := c.types[len(c.types)-1]
		s.pending = append(s.pending, pendingSet{u.field, set, slices.Clone(c.branches)})
	case u.obj != nil:
		u.obj.add(set, c.branches)
		if u.obj.builder() {
			return u.obj
		}
	}
	return nil
}
