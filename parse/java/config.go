package java

import (
	"bytes"
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// configClasses are Dubbo's config classes, Spring's beans of them, and their
// builders (org.apache.dubbo.config, .config.spring, .config.bootstrap.builders).
var configClasses = func() map[string]bool {
	t := map[string]bool{"ReferenceBean": true, "ServiceBean": true, "ReferenceBeanBuilder": true}
	for _, s := range [...]string{"Reference", "Service", "Consumer", "Provider", "Method", "Argument",
		"Application", "Module", "Registry", "Protocol", "Monitor", "ConfigCenter", "MetadataReport"} {
		t[s+"Config"], t[s+"Builder"] = true, true
	}
	return t
}()

// bootstrapLambdas are the methods of DubboBootstrap that take a lambda over
// a builder, with the builder's class (DubboBootstrap.java of 2.7.5 and on).
var bootstrapLambdas = map[string]string{
	"reference": "ReferenceBuilder", "service": "ServiceBuilder", "consumer": "ConsumerBuilder",
	"provider": "ProviderBuilder", "application": "ApplicationBuilder", "registry": "RegistryBuilder",
	"protocol": "ProtocolBuilder", "module": "ModuleBuilder", "configCenter": "ConfigCenterBuilder",
	"metadataReport": "MetadataReportBuilder",
}

// configReader follows config objects through straight-line code: which
// variable holds which, and what their setters are given. All methods do
// nothing unless on is set.
type configReader struct {
	// on is set where the file can hold config objects at all, bootstrap
	// where it names DubboBootstrap.
	on, bootstrap bool
	objects       []*decl.ConfigObject // of the member at hand; see parser.cut
	locals        []binding
	types         []*typeScope
	// branches are the numbers of the branches, loops, lambdas and methods
	// around: code in none of which an object was made may not be run when
	// the object is.
	branches []int
	lastNo   int
	self     *tracked     // the object whose initialiser block this is
	lambda   lambdaFor    // what the lambda that comes next is for
	ret      decl.TypeRef // what the method around returns
	// lists holds what was added to collections, by the variable\'s name.
	lists map[string][]*decl.Expr
}

// tracked is a config object and the branches it was made in.
type tracked struct {
	*decl.ConfigObject
	branches []int
}

// lambdaFor tells that a lambda configures a builder, perhaps with an id.
type lambdaFor struct {
	class string
	id    []*decl.Expr
}

// binding is a local variable; obj is nil where it holds no config object.
type binding struct {
	name string
	obj  *tracked
}

// typeScope holds the fields of a type and what could not be attributed yet,
// because the field is declared or assigned further down.
type typeScope struct {
	fields  map[string]*tracked
	pending []pendingSet
}

type pendingSet struct {
	field    string
	set      decl.ConfigSet
	branches []int
}

func mentionsConfig(text []byte) bool {
	if !bytes.Contains(text, []byte("ubbo")) {
		return false
	}
	return bytes.Contains(text, []byte("Config")) || bytes.Contains(text, []byte("Builder")) ||
		bytes.Contains(text, []byte("Bean")) || bytes.Contains(text, []byte("DubboBootstrap"))
}

// create makes a new object. At is the place of its class name.
func (c *configReader) create(class string, args []decl.TypeRef, at source.Span) *tracked {
	obj := &decl.ConfigObject{Class: class, TypeArgs: args, At: at}
	c.objects = append(c.objects, obj)
	return &tracked{obj, slices.Clone(c.branches)}
}

// construct records the arguments of the constructor.
func (t *tracked) construct(args []*decl.Expr, at source.Span) {
	if len(args) > 0 {
		t.Sets = append(t.Sets, decl.ConfigSet{Name: "<init>", Args: args, At: at})
	}
}

func (t *tracked) builder() bool { return strings.HasSuffix(t.Class, "Builder") }

// add records a setter called in the given branches.
func (t *tracked) add(set decl.ConfigSet, branches []int) {
	n := len(branches)
	if n > len(t.branches) || !slices.Equal(branches, t.branches[:n]) {
		set.Conditional, t.Conditional = true, true
	}
	t.Sets = append(t.Sets, set)
}

// named gives the object the name of a variable of the type, unless it has
// one; type arguments left out after "new" are those of the variable.
func (t *tracked) named(name string, typ decl.TypeRef) {
	if t.Var == "" {
		t.Var = name
	}
	if len(t.TypeArgs) == 0 && typ.Dims == 0 {
		t.TypeArgs = typ.Args
	}
}

// property is the property a method of the object sets, "" for none: setters,
// and all methods of builders, which leave the "set" out.
func (t *tracked) property(method string) string {
	if p := setter(method); p != "" {
		return p
	}
	if t.builder() && method != "build" {
		return method
	}
	return ""
}

// setter is the property "setProperty" sets, "" where method is no setter.
func setter(method string) string {
	name, ok := strings.CutPrefix(method, "set")
	if !ok || name == "" {
		return ""
	}
	return strings.ToLower(name[:1]) + name[1:]
}

// branch enters code that may be run or not, join leaves it.
func (c *configReader) branch() {
	if c.on {
		c.lastNo++
		c.branches = append(c.branches, c.lastNo)
	}
}

func (c *configReader) join() {
	if c.on {
		c.branches = c.branches[:len(c.branches)-1]
	}
}

// returned notes what a return statement returns: a bean without type
// arguments has those of the method's type.
func (c *configReader) returned(v value) {
	if c.on && v.obj != nil && len(v.obj.TypeArgs) == 0 && c.ret.Dims == 0 {
		v.obj.TypeArgs = c.ret.Args
	}
}
