package application

import "github.com/dubboaudit/dubboaudit/parse/decl"

// Types finds Java types by qualified name, across modules, parsing on demand.
type Types struct {
	sources Sources
}

// Sources is the lookup of files that the walk offers; parse.Index satisfies it.
type Sources interface {
	// Type returns the units that may declare the type: several where
	// modules hold copies.
	Type(fqn string) []*decl.Unit
	// File returns the unit of a path below the root, nil when there is none.
	File(path string) *decl.Unit
	// Match returns the paths that a pattern names (doublestar).
	Match(pattern string) []string
	// Mentioning returns the Java sources below dir that mention a word.
	Mentioning(dir, word string) []*decl.Unit
}

// TypeMethod is a method of an interface with the type that declares it,
// perhaps a super-interface.
type TypeMethod struct {
	Decl  *decl.Method
	Owner *decl.Type
}
