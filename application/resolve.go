package application

import (
	"slices"
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// javaLang are the types of java.lang that occur in signatures.
var javaLang = map[string]bool{
	"Object": true, "String": true, "Integer": true, "Long": true, "Short": true, "Byte": true, "Boolean": true,
	"Character": true, "Double": true, "Float": true, "Number": true, "Void": true, "Class": true, "Iterable": true,
	"Comparable": true, "CharSequence": true, "Runnable": true, "Exception": true, "RuntimeException": true,
	"Override": true, "Deprecated": true, "SuppressWarnings": true,
}

var primitives = map[string]bool{
	"void": true, "boolean": true, "byte": true, "short": true, "int": true,
	"long": true, "char": true, "float": true, "double": true,
}

// Resolve returns the qualified name of a type as a file means it. typ is the
// type inside which the name stands, or nil. A name that no import explains
// and whose source is not in the trees is taken to be in the file's package.
func (t *Types) Resolve(name string, in *decl.JavaFile, typ *decl.Type) string {
	if name == "" || in == nil {
		return name
	}
	if primitives[name] {
		return name
	}
	first, rest, qualified := strings.Cut(name, ".")
	if qualified {
		rest = "." + rest
	}
	if found := t.nested(first, in, typ); found != "" {
		return found + rest
	}
	for _, imp := range in.Imports {
		if !imp.Wildcard && simpleName(imp.Name) == first && (!imp.Static || t.Lookup(imp.Name) != nil) {
			return imp.Name + rest
		}
	}
	if qualified && first != "" && first[0] >= 'a' && first[0] <= 'z' {
		return name // a package: com.acme.Order
	}
	local := join(in.Package, first)
	if t.Lookup(local) != nil {
		return local + rest
	}
	var guess string
	for _, imp := range in.Imports {
		if !imp.Wildcard {
			continue
		}
		candidate := imp.Name + "." + first
		if t.Lookup(candidate) != nil || isDubboAnnotation(candidate) {
			return candidate + rest
		}
		if !imp.Static && !strings.HasPrefix(imp.Name, "java.") && !strings.HasPrefix(imp.Name, "javax.") {
			guess = candidate
			if strings.Contains(imp.Name, "springframework") {
				guess = ""
			}
		}
	}
	switch {
	case javaLang[first]:
		return "java.lang." + first + rest
	case guess != "" && !qualified && countWildcards(in) == 1:
		return guess // the only wildcard import explains it; its source is elsewhere
	}
	return local + rest
}

// countWildcards counts the wildcard imports that may bring a type of a library.
func countWildcards(in *decl.JavaFile) int {
	n := 0
	for _, imp := range in.Imports {
		if imp.Wildcard && !imp.Static && !strings.HasPrefix(imp.Name, "java.") && !strings.HasPrefix(imp.Name, "javax.") {
			n++
		}
	}
	return n
}

func join(pkg, name string) string {
	if pkg == "" {
		return name
	}
	return pkg + "." + name
}

// nested looks for a type declared inside the types around, inherited ones
// included, or at the top of the file.
func (t *Types) nested(name string, in *decl.JavaFile, typ *decl.Type) string {
	for outer := typ; outer != nil; outer = outer.Outer {
		if outer.Name == name {
			return outer.FQN
		}
		if i := slices.IndexFunc(outer.Nested, func(n *decl.Type) bool { return n.Name == name }); i >= 0 {
			return outer.Nested[i].FQN
		}
	}
	for _, top := range in.Types {
		if top.Name == name {
			return top.FQN
		}
	}
	return ""
}

// resolveIn resolves a name that stands in a declared type.
func (t *Types) resolveIn(name string, typ *decl.Type) string {
	u := t.FileOf(typ)
	if u == nil {
		return name
	}
	return t.Resolve(name, u.Java, typ)
}

// scope is a place in a Java file, from which names are seen.
type scope struct {
	types *Types
	file  *decl.JavaFile
	typ   *decl.Type
}

func (s scope) resolve(name string) string { return s.types.Resolve(name, s.file, s.typ) }
