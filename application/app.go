// Package application gathers what one deployable is made of: which modules,
// which Dubbo version, which config objects with placeholders and constants
// resolved, and which properties it sees. It says what was written and where;
// what wins is decided in package effective.
package application

import (
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// App is one deployable: an application with the libraries it includes.
type App struct {
	Name string
	// Root is the folder of the deployable, "." for the audit root.
	Root    string
	Version Version
	// Versions lists every Dubbo version found for the application, the
	// chosen one first.
	Versions []Version
	// Boot is set where a Dubbo Spring Boot starter is on the class path.
	Boot bool
	// Configs holds every config object of the application in definition
	// order: application, module, registries, protocols, consumers,
	// providers, references, services. Nested ones are listed too.
	Configs []*Config
	// Properties holds every property below "dubbo." (and the legacy and
	// old-starter keys) that the application sees, in file order, dead and
	// duplicate ones included.
	Properties []*Property
	// Unread names sources of configuration that exist but cannot be read
	// here, a config centre for example: what they hold may change values.
	Unread []Unread
	// Mains are the main methods that start Spring or Dubbo. Several are
	// several processes, which share the class path only.
	Mains []source.Span
	// Inert lists annotations that Dubbo never looks at where they stand
	// (@Reference on an interface's method).
	Inert []source.Span
	// Clusters are the names that extension files of the trees register.
	Clusters []string
	// Types finds Java types of the application and of the other trees.
	Types *Types

	resolver *resolver // of the main sources' placeholders
}

// Version is a Dubbo version with its evidence.
type Version struct {
	dubbo.Version
	// Origin is "pom", "gradle", "jar", "flag", "config" or "" (unknown).
	Origin string
	// Artifact is "group:artifact" of the dependency that told it.
	Artifact string
	At       source.Span
}

// Unread is a source of configuration outside the audited files.
type Unread struct {
	What lang.Text // "config center nacos://..."
	At   source.Span
	// Center is set for a config center, and Name is what a list of them says
	// ("nacos://...", "of Nacos").
	Center bool
	Name   lang.Text
	// Interface limits it to the references of one interface, "" for all.
	Interface string
	// Sets are what a governance rule overrides ("retries=4"), nil for other
	// sources.
	Sets []string
}

// Config is one Dubbo config object as somebody wrote it: an XML element, an
// annotation, an object of the API, a bean bound by Spring Boot.
type Config struct {
	// Tag is Dubbo's element name: "reference", "consumer", "method",
	// "service", "provider", "registry", ...
	Tag  string
	Form decl.Form
	// ID is the written id or bean name, "" when there is none.
	ID string
	// Field is the annotated field's or the variable's name.
	Field string
	// Annotation is the annotation's qualified name, for FormAnnotation.
	Annotation string
	// Composed is the qualified name of the annotation of the trees that
	// carries Annotation, where the use is through one, "" elsewhere.
	Composed string
	// Settings are in written order and carry XML attribute names
	// ("retries", "stub", "bean-name"); a name may occur twice.
	Settings []*Setting
	// Params are <dubbo:parameter> elements, foreign attributes, and the
	// parameters attribute.
	Params  []*Setting
	Methods []*Config // tag "method", with the setting "name"
	// Outer is the <dubbo:consumer> or <dubbo:provider> around.
	Outer *Config
	// Condition says what decides whether the object exists at all ("only
	// where the Spring profile matches dev"), nothing when it always does.
	Condition lang.Text
	// Conditional marks an API object whose setters stand under a condition.
	Conditional bool
	// Test is set for test sources and resources.
	Test bool
	// Interface is the referenced or exported interface's qualified name,
	// nil for other tags.
	Interface *Setting
	// Type is the interface's declaration, nil when its source is not in
	// the trees.
	Type *decl.Type
	// Impl is the qualified name of a service's implementation, "" when
	// unknown, and ImplType its declaration.
	Impl     string
	ImplType *decl.Type
	// Calls are the call sites on a reference, as far as found.
	Calls []CallSite
	// Confined is set for a reference in a private field that its class does
	// not hand on: Calls then holds all calls.
	Confined bool
	// HandedOn is set for an annotated reference on which its class calls
	// nothing, but returns it: Calls then holds those of all the application.
	HandedOn bool
	// Unused is set for a reference that nothing in the sources mentions: a
	// private field of a class with methods, or a bean whose interface no
	// source names while other references are used.
	Unused bool
	// Injected is set where sources hold the reference's interface in a field
	// or parameter that is no reference of its own: looked for where a
	// reference is injected by name or type, or handed on by its class.
	Injected bool
	At       source.Span

	holder *scope // the class with the annotated field or setter
}

// CallSite is one call on a reference.
type CallSite struct {
	Method string
	Args   int
	At     source.Span
	// Type and In are the class and the method that make the call.
	Type *decl.Type
	In   *decl.Method
}

// Setting is one written setting.
type Setting struct {
	Name string
	// Raw is the text as written; Value has placeholders and constants
	// resolved. Known is false where one could not be.
	Raw, Value string
	Known      bool
	// Unknown says what would decide it ("placeholder ${x} has no value in
	// the audited files").
	Unknown    lang.Text
	At, NameAt source.Span
	// Via are the places passed through to the value: a property, a constant.
	Via []source.Span
}

// Get returns the last setting of that name, or nil.
func (c *Config) Get(name string) *Setting { return last(c.Settings, name) }

// Param returns the last parameter of that key, or nil.
func (c *Config) Param(key string) *Setting { return last(c.Params, key) }

// Value returns the resolved value of a setting, "" when it is absent or unknown.
func (c *Config) Value(name string) string {
	if s := c.Get(name); s != nil {
		return s.Value
	}
	return ""
}

func last(list []*Setting, name string) *Setting {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Name == name {
			return list[i]
		}
	}
	return nil
}

// Property is one property key as the application sees it. Name is the key as
// written.
type Property struct {
	Setting
	Source PropertySource
	// Rank orders properties of one Source; the higher wins.
	Rank int
	// Tag is YAML's type of the value, "" elsewhere.
	Tag string
	// Test is set for test resources.
	Test bool
}

// PropertySource says where properties came from.
type PropertySource string

// The sources.
const (
	JVM       PropertySource = "jvm-property"       // -D
	Env       PropertySource = "environment"        // environment variables
	Center    PropertySource = "config-center"      // content of a config centre, where it is in the trees
	SpringEnv PropertySource = "spring-environment" // application.yml and what Spring adds to it
	DubboFile PropertySource = "dubbo-properties"   // dubbo.properties
)
