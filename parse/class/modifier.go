package class

import "github.com/dubboaudit/dubboaudit/parse/decl"

// modifier is a flag with its word.
type modifier struct {
	flag int
	word string
}

var (
	classModifiers = []modifier{{accPublic, "public"}, {accProtected, "protected"}, {accPrivate, "private"},
		{accAbstract, "abstract"}, {accStatic, "static"}, {accFinal, "final"}}
	fieldModifiers = []modifier{{accPublic, "public"}, {accProtected, "protected"}, {accPrivate, "private"},
		{accStatic, "static"}, {accFinal, "final"}, {accTransient, "transient"}, {accVolatile, "volatile"}}
	allMethodModifiers = []modifier{{accPublic, "public"}, {accProtected, "protected"}, {accPrivate, "private"},
		{accAbstract, "abstract"}, {accStatic, "static"}, {accFinal, "final"}, {accSync, "synchronized"},
		{accNative, "native"}, {accStrict, "strictfp"}}
)

func modifiers(flags int, table []modifier) []string {
	var words []string
	for _, m := range table {
		if flags&m.flag != 0 {
			words = append(words, m.word)
		}
	}
	return words
}

// typeModifiers leaves out what the kind of type says already.
func typeModifiers(flags int, kind decl.TypeKind, nested bool) []string {
	if kind != decl.Class {
		flags &^= accAbstract
	}
	if kind == decl.Enum || kind == decl.Record {
		flags &^= accFinal
	}
	if nested && kind != decl.Class {
		flags &^= accStatic
	}
	return modifiers(flags, classModifiers)
}

// methodModifiers writes a method of an interface as sources do: abstract and
// public go without saying, a body is "default".
func methodModifiers(flags int, kind decl.TypeKind) []string {
	if kind != decl.Interface && kind != decl.AnnotationType {
		return modifiers(flags, allMethodModifiers)
	}
	words := modifiers(flags&^(accPublic|accAbstract), allMethodModifiers)
	if flags&(accAbstract|accStatic|accPrivate) == 0 {
		words = append(words, "default")
	}
	return words
}
