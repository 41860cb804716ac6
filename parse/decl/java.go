package decl

import "github.com/dubboaudit/dubboaudit/parse/source"

// JavaFile is one compilation unit.
type JavaFile struct {
	Package string
	Imports []Import
	Types   []*Type // top level, in order
}

// Import is one import line. For "import static a.B.*" Name is "a.B", Static
// and Wildcard are set; for "import a.b.C" Name is "a.b.C".
type Import struct {
	Name             string
	Static, Wildcard bool
	At               source.Span
}

// TypeKind is the kind of a type declaration.
type TypeKind string

// The kinds of type.
const (
	Class          TypeKind = "class"
	Interface      TypeKind = "interface"
	Enum           TypeKind = "enum"
	Record         TypeKind = "record"
	AnnotationType TypeKind = "@interface"
)

// Type is a class, interface, enum, record or annotation type.
type Type struct {
	Kind        TypeKind
	Name        string   // simple
	FQN         string   // package and enclosing types, joined by dots
	TypeParams  []string // names only
	Extends     []TypeRef
	Implements  []TypeRef
	Annotations []*Annotation
	Modifiers   []string
	Fields      []*Field // record components included
	Methods     []*Method
	Nested      []*Type
	Outer       *Type
	At          source.Span // the name
}

// TypeRef is a type as written: "List" with Args ["Order"] and Dims 1 for
// List<Order>[]. Name may be qualified. A wildcard's words are part of the
// name: "? extends Order".
type TypeRef struct {
	Name string
	Args []TypeRef
	Dims int // varargs count as one
	At   source.Span
}

// String writes the type back, without annotations.
func (t TypeRef) String() string {
	s := t.Name
	for i, a := range t.Args {
		if i == 0 {
			s += "<"
		} else {
			s += ", "
		}
		s += a.String()
	}
	if len(t.Args) > 0 {
		s += ">"
	}
	for range t.Dims {
		s += "[]"
	}
	return s
}

// Field is a field, an enum constant (Type is then the enum) or a record component.
type Field struct {
	Name        string
	Type        TypeRef
	Annotations []*Annotation
	Modifiers   []string
	Init        *Expr // nil when absent
	At          source.Span
}

// Method is a method or constructor (Name is then the type's, Return zero).
type Method struct {
	Name        string
	Return      TypeRef
	Params      []Param
	Annotations []*Annotation
	Modifiers   []string
	// Calls are the calls in the body, in order, those of lambdas and
	// anonymous classes in it included.
	Calls []Call
	// Configs are the Dubbo config objects built in the body. What field
	// initialisers and initialiser blocks do stands on a synthetic method
	// "<init>" or "<clinit>", the last of the type's.
	Configs []*ConfigObject
	HasBody bool
	// Default is the default value of an annotation's element; class files
	// only.
	Default *Expr
	At      source.Span // the name
}

// Param is a method parameter.
type Param struct {
	Name        string
	Type        TypeRef
	Annotations []*Annotation
}

// Call is a method call "recv.method(args)". Recv is the receiver where it is
// a name or a dotted chain of names ("orderService", "this.orderService"), ""
// for an unqualified call and "?" for anything else. Args counts the
// arguments; it is -1 for a method reference ("orderService::find").
type Call struct {
	Recv, Method string
	Args         int
	// Owner and Desc are known in class files only: the qualified name of
	// the type that the call names, and the descriptor of the method
	// ("(Lcom/acme/Order;)V").
	Owner, Desc string
	// Flow is what a class file tells about the values of the call, nil for
	// nothing.
	Flow *Flow
	At   source.Span // the method name
}

// Flow is where the receiver and the arguments of a call come from, and which
// exceptions are caught around it.
type Flow struct {
	Recv Source
	Args []Source
	// Catches are the qualified names of the exceptions for which there are
	// handlers, innermost first; those of finally do not count.
	Catches []string
}

// Source is what is known of a value. The last assignment before it in the
// code counts.
type Source struct {
	// Name is the variable or field that holds it, "" for none.
	Name string
	// Calls are the calls of the method, by their numbers, whose results it
	// may be or was joined of.
	Calls []int
	// Param is the number of the method's parameter from 1, 0 for none.
	Param int
}

// Annotation is one annotation use. Name is as written, perhaps qualified.
type Annotation struct {
	Name string
	// Args holds the arguments in order; a lone value is named "value".
	Args []AnnotationArg
	At   source.Span // from '@' to the end, parentheses included
	// NameAt covers the name without '@'.
	NameAt source.Span
}

// AnnotationArg is "name = value".
type AnnotationArg struct {
	Name   string
	Value  *Expr
	NameAt source.Span // zero for a lone value
}

// Arg returns the value of the named argument, or nil.
func (a *Annotation) Arg(name string) *Expr {
	for i := range a.Args {
		if a.Args[i].Name == name {
			return a.Args[i].Value
		}
	}
	return nil
}

// ExprKind is the kind of an expression.
type ExprKind uint8

// The kinds of expression a reader understands; the rest is OtherExpr.
const (
	OtherExpr  ExprKind = iota
	StringExpr          // Text is the value, escapes decoded, text blocks stripped
	IntExpr             // Text is the decimal value, sign included; L suffix dropped
	FloatExpr           // Text as written
	BoolExpr            // "true", "false"
	CharExpr            // Text is the character
	NullExpr
	ClassExpr      // X.class: Text is the type as written
	NameExpr       // a constant's name: "RETRIES", "Consts.RETRIES"
	ArrayExpr      // Elems
	AnnotationExpr // Annotation
	ConcatExpr     // a + b + ...: Elems
	NegExpr        // -Elems[0], where it is no literal
	NewExpr        // new X(...): Text is the type as written, Elems the arguments
	CallExpr       // recv.m(...): Text is "recv.m", Elems the arguments
)

// Expr is an expression, as far as the reader understands it.
type Expr struct {
	Kind       ExprKind
	Text       string
	Elems      []*Expr
	Annotation *Annotation
	At         source.Span
}

// ConfigObject is a Dubbo config object built in straight-line code:
//
//	ReferenceConfig<OrderService> ref = new ReferenceConfig<>();
//	ref.setRetries(0);
//
// or the same through a builder or DubboBootstrap lambda.
type ConfigObject struct {
	Class    string // simple name as written: "ReferenceConfig", "ReferenceBean", "ConsumerConfig", "ReferenceBuilder", ...
	TypeArgs []TypeRef
	Var      string // variable or field it is assigned to, "" when anonymous
	Sets     []ConfigSet
	// Conditional is set where a setter stands under if, loop, switch, try
	// or lambda: then the value may differ.
	Conditional bool
	// At is the type name after "new", the builder's class before
	// newBuilder(), or the parameter of a lambda.
	At source.Span
}

// ConfigSet is one setter or builder call on a config object. Name is the
// property: "retries" for setRetries(..) and for the builder's retries(..). It
// is "<init>" for the constructor's arguments. A list or map that was filled by
// add() or put() in the same method is an ArrayExpr in Args: values, or key,
// value, key, value.
type ConfigSet struct {
	Name        string
	Args        []*Expr
	Conditional bool
	At          source.Span // the call, from the method name to ')'
}
