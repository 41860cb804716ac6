package java

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// scope and leave bracket a scope of local variables.
func (c *configReader) scope() int { return len(c.locals) }

func (c *configReader) leave(scope int) { c.locals = c.locals[:scope] }

func (c *configReader) bind(name string, obj *tracked) {
	if c.on {
		c.locals = append(c.locals, binding{name, obj})
	}
}

// shadow declares a local name that holds nothing known.
func (c *configReader) shadow(name string) { c.bind(name, nil) }

// declare declares a local variable with its initial value.
func (c *configReader) declare(name string, typ decl.TypeRef, v value) {
	if !c.on {
		return
	}
	if v.obj != nil {
		v.obj.named(name, typ)
	}
	c.bind(name, v.obj)
}

// methodScope is what leaveMethod puts back.
type methodScope struct {
	locals int
	ret    decl.TypeRef
	lists  map[string][]*decl.Expr
}

func (c *configReader) enterMethod(ret decl.TypeRef) methodScope {
	s := methodScope{len(c.locals), c.ret, c.lists}
	c.ret, c.lists = ret, nil
	return s
}

func (c *configReader) leaveMethod(s methodScope) {
	c.locals, c.ret, c.lists = c.locals[:s.locals], s.ret, s.lists
}

func (c *configReader) enterType() {
	if c.on {
		c.types = append(c.types, &typeScope{fields: map[string]*tracked{}})
	}
}

// leaveType attributes the setters that waited for a field; those of fields
// the type has not may belong to the type around.
func (c *configReader) leaveType() {
	if !c.on {
		return
	}
	s := c.types[len(c.types)-1]
	c.types = c.types[:len(c.types)-1]
	for _, w := range s.pending {
		if obj := s.fields[w.field]; obj != nil {
			obj.add(w.set, w.branches)
			slices.SortStableFunc(obj.Sets, func(a, b decl.ConfigSet) int { return cmp.Compare(a.At.Lo, b.At.Lo) })
		} else if n := len(c.types); n > 0 {
			outer := c.types[n-1]
			outer.pending = append(outer.pending, w)
		}
	}
}

// field declares a field of the type at hand.
func (c *configReader) field(name string) {
	if c.on {
		c.types[len(c.types)-1].fields[name] = nil
	}
}

// simpleName splits "x" and "this.x"; ok is false for longer chains.
func simpleName(chain string) (name string, isField, ok bool) {
	name, isField = strings.CutPrefix(chain, "this.")
	return name, isField, strings.IndexByte(name, '.') < 0
}

// assign notes the assignment of a value to a variable. A field keeps its
// object when something unknown is assigned: the object was made all the same.
func (c *configReader) assign(chain string, typ decl.TypeRef, v value) {
	name, isField, ok := simpleName(chain)
	if !c.on || !ok {
		return
	}
	if v.obj != nil {
		v.obj.named(name, typ)
	}
	for i := len(c.locals) - 1; i >= 0 && !isField; i-- {
		if c.locals[i].name == name {
			c.locals[i].obj = v.obj
			return
		}
	}
	if v.obj == nil || len(c.types) == 0 {
		return
	}
	owner := c.types[len(c.types)-1] // inherited fields count as the type's own
	for i := len(c.types) - 1; i >= 0; i-- {
		if _, ok := c.types[i].fields[name]; ok {
			owner = c.types[i]
			break
		}
	}
	owner.fields[name] = v.obj
}

// lookup returns the object a name stands for, or nil.
func (c *configReader) lookup(chain string) *tracked {
	obj, _ := c.find(chain)
	return obj
}

// find is lookup; mayBe is set where a field that comes later may be meant.
func (c *configReader) find(chain string) (obj *tracked, mayBe bool) {
	if chain == "this" || chain == "super" {
		return c.self, false
	}
	name, isField, ok := simpleName(chain)
	if !ok {
		return nil, false
	}
	for i := len(c.locals) - 1; i >= 0 && !isField; i-- {
		if c.locals[i].name == name {
			return c.locals[i].obj, false
		}
	}
	for i := len(c.types) - 1; i >= 0; i-- {
		if obj := c.types[i].fields[name]; obj != nil {
			return obj, false
		}
	}
	return nil, true
}

// added notes what was added to a collection that a variable holds: one value
// of a list, key and value of a map.
func (c *configReader) added(variable string, args []*decl.Expr) {
	if c.lists == nil {
		c.lists = map[string][]*decl.Expr{}
	}
	if len(c.lists[variable]) < maxElems {
		c.lists[variable] = append(c.lists[variable], args...)
	}
}

// spread replaces a variable by what the collection that it holds was given
// before in the same method: "methods.add(m); ref.setMethods(methods);".
func (c *configReader) spread(args []*decl.Expr) {
	for i, a := range args {
		if elems := c.lists[a.Text]; a.Kind == decl.NameExpr && len(elems) > 0 {
			args[i] = &decl.Expr{Kind: decl.ArrayExpr, Elems: slices.Clone(elems), At: a.At}
		}
	}
}
