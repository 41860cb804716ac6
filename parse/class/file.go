package class

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/lang"
)

// Access flags (JVMS tables 4.1-B, 4.5-A, 4.6-A, 4.7.6-A). Some bits mean
// another thing on another kind of declaration.
const (
	accPublic     = 0x0001
	accPrivate    = 0x0002
	accProtected  = 0x0004
	accStatic     = 0x0008
	accFinal      = 0x0010
	accSync       = 0x0020
	accVolatile   = 0x0040 // of a method: a bridge
	accTransient  = 0x0080
	accNative     = 0x0100
	accInterface  = 0x0200
	accAbstract   = 0x0400
	accStrict     = 0x0800
	accSynthetic  = 0x1000
	accAnnotation = 0x2000
	accEnum       = 0x4000
	accModule     = 0x8000
)

// classFile is a class file taken apart, its attributes not yet read.
type classFile struct {
	pool        pool
	flags       int
	this, super string // internal names
	interfaces  []string
	fields      []member
	methods     []member
	attributes  attributes
	// inner describes the nested classes that this class names, itself
	// included where it is nested.
	inner map[string]innerClass
	// bootstraps are the entries of BootstrapMethods.
	bootstraps []bootstrap
	// names are the qualified names worked out so far.
	names map[string]string
	// parsed counts the bytes of signatures read.
	parsed int
	// fault tells why the file was not read to its end.
	fault lang.Text
}

type member struct {
	flags      int
	name, desc string
	attributes attributes
}

// innerClass is an entry of InnerClasses. Outer is "" for a local or anonymous
// class, Name for an anonymous one.
type innerClass struct {
	outer, name string
	flags       int
}

// bootstrap is how an invokedynamic is linked: the method that does it, and
// its static arguments as indexes into the pool.
type bootstrap struct {
	method memberRef
	args   []int
}

// attributes are the attributes of a class, member or code, by name.
type attributes []attribute

type attribute struct {
	name string
	data []byte
}

// get returns an attribute's content, empty where there is none.
func (a attributes) get(name string) *input {
	for i := range a {
		if a[i].name == name {
			return &input{data: a[i].data}
		}
	}
	return &input{}
}

// parseFile takes a class file apart. The result's name is "" where even that
// cannot be read.
func parseFile(data []byte) *classFile {
	c := &classFile{}
	in := &input{data: data}
	if in.u4() != 0xcafebabe {
		c.fault = lang.T("no magic number")
		return c
	}
	in.u4() // the version
	var ok bool
	if c.pool, ok = readPool(in); !ok {
		c.fault = lang.T("constant pool")
		return c
	}
	c.flags = in.u2()
	c.this, c.super = c.pool.class(in.u2()), c.pool.class(in.u2())
	for n := in.u2(); n > 0 && !in.short; n-- {
		c.interfaces = append(c.interfaces, c.pool.class(in.u2()))
	}
	c.fields = c.members(in)
	c.methods = c.members(in)
	c.attributes = c.readAttributes(in)
	if c.this == "" {
		c.fault = lang.T("no name")
	} else if in.short {
		c.fault = lang.T("it ends too early")
	}
	c.readInner()
	c.readBootstraps()
	return c
}

func (c *classFile) members(in *input) []member {
	var list []member
	for n := in.u2(); n > 0 && !in.short; n-- {
		m := member{flags: in.u2(), name: c.pool.name(in.u2()), desc: c.pool.utf8(in.u2())}
		m.attributes = c.readAttributes(in)
		if m.name != "" {
			list = append(list, m)
		}
	}
	return list
}

func (c *classFile) readAttributes(in *input) attributes {
	var list attributes
	for n := in.u2(); n > 0 && !in.short; n-- {
		name := c.pool.utf8(in.u2())
		list = append(list, attribute{name, in.bytes(in.u4())})
	}
	return list
}

func (c *classFile) readInner() {
	in := c.attributes.get("InnerClasses")
	for n := in.u2(); n > 0 && !in.short; n-- {
		class, outer, name, flags := in.u2(), in.u2(), in.u2(), in.u2()
		if c.inner == nil {
			c.inner = map[string]innerClass{}
		}
		if s := c.pool.class(class); s != "" {
			c.inner[s] = innerClass{c.pool.class(outer), c.pool.name(name), flags}
		}
	}
}

func (c *classFile) readBootstraps() {
	in := c.attributes.get("BootstrapMethods")
	for n := in.u2(); n > 0 && !in.short; n-- {
		b := bootstrap{}
		b.method, _ = c.handle(in.u2())
		for k := in.u2(); k > 0 && !in.short; k-- {
			b.args = append(b.args, in.u2())
		}
		c.bootstraps = append(c.bootstraps, b)
	}
}

// handle returns what a method handle refers to and its kind (JVMS table
// 5.4.3.5-A).
func (c *classFile) handle(i int) (memberRef, int) {
	data := c.pool.get(i, tagMethodHandle)
	if len(data) < 3 {
		return memberRef{}, 0
	}
	return c.pool.member(word(data[1:], 0)), int(data[0])
}

// name turns an internal name into that of the source: "com.acme.Outer.Inner".
// A local or anonymous class keeps its "$1".
func (c *classFile) name(internal string) string {
	name, ok := c.names[internal]
	if ok {
		return name
	}
	from, tail := internal, ""
	for range maxDepth {
		i, ok := c.inner[from]
		if !ok || i.outer == "" || i.name == "" {
			break
		}
		from, tail = i.outer, "."+i.name+tail
	}
	name = strings.ReplaceAll(from, "/", ".") + tail
	if c.names == nil {
		c.names = map[string]string{}
	}
	c.names[internal] = name
	return name
}

// simple is the simple name of a class.
func (c *classFile) simple(internal string) string {
	if i, ok := c.inner[internal]; ok && i.name != "" {
		return i.name
	}
	return internal[strings.LastIndexByte(internal, '/')+1:]
}

// method finds a method of the class by name and descriptor.
func (c *classFile) method(name, desc string) *member {
	for i := range c.methods {
		if m := &c.methods[i]; m.name == name && m.desc == desc {
			return m
		}
	}
	return nil
}

// packageOf is the package of an internal name.
func packageOf(internal string) string {
	return strings.ReplaceAll(internal[:max(0, strings.LastIndexByte(internal, '/'))], "/", ".")
}
