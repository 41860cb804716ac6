package decl

import "github.com/dubboaudit/dubboaudit/parse/source"

// BuildFile is one build input before anything is resolved across files. Its
// content is private to the reader, parse/build, which alone resolves it.
type BuildFile struct {
	// Kind is "maven", "gradle", "gradle-settings", "gradle-properties",
	// "version-catalog", "gradle-lock" or "jar".
	Kind string
	// Raw is what parse/build keeps between reading and resolving.
	Raw any
}

// Module is one build module with its dependencies as the build tool would
// see them, as far as the audited trees tell: parents, properties, managed
// versions and imported BOMs inside the trees are applied.
type Module struct {
	Kind string // "maven", "gradle", "jar"
	// Dir is the module's folder relative to the audit root, "." for the root.
	Dir                      string
	Group, Artifact, Version string
	Packaging                string // "jar", "war", "pom", ...
	// Modules are the folders of the declared submodules.
	Modules []string
	Deps    []Dependency
	// Properties holds the build's own properties (for @x@ and ${x} in
	// filtered resources), those of profiles active by default included.
	Properties map[string]Property
	// Profiles holds the properties of the other profiles by profile id.
	Profiles map[string]map[string]Property
	// Filters are the files of <build><filters>, relative to the audit root:
	// their keys too replace @x@ and ${x} in filtered resources, before
	// Properties. ProfileFilters holds those of other profiles by id.
	Filters        []string
	ProfileFilters map[string][]string
	At             source.Span
}

// Dependency is one dependency of a module. Version is "" and Known false
// where the trees do not tell (a parent outside, an unknown property).
type Dependency struct {
	Group, Artifact, Version string
	Known                    bool
	// Scope is "compile", "provided", "runtime", "test", ...
	Scope string
	// Dir is the folder of the module in the trees that this is, "" when
	// it is an outside artifact.
	Dir string
	// Exclusions are "group:artifact", "*" allowed.
	Exclusions []string
	// Managed is set for an entry of dependencyManagement only: it brings a
	// version but no dependency. Kept are those that name Dubbo; a Dubbo BOM
	// from outside the trees is one entry with Scope "import".
	Managed bool
	At      source.Span // the declaration in the module (or its parent)
	// VersionAt is where the version text stands: the property, the managed
	// entry, the catalog line. It may be in another file.
	VersionAt source.Span
}
