// Package effective works out what Dubbo really does: from declarations to
// the effective settings of every (reference, method), each with its origin
// and the values it beat, by the rules of the version in use.
package effective

import (
	"time"

	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Model is everything that was found out about the audited trees.
type Model struct {
	Apps []*App
}

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
	Boot       bool
	References []*Reference
	Services   []*Service
	// Configs holds every config object in effect, in definition order:
	// application, module, registries, protocols, consumers, providers,
	// references, services.
	Configs []*Config
	// Properties holds every property below "dubbo." that the application
	// sees, strongest source last, dead and duplicate ones included.
	Properties []*Property
	// Inert lists annotations that Dubbo never looks at where they stand
	// (@Reference on an interface's method).
	Inert []source.Span
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

// Config is one Dubbo config object as somebody wrote it: an XML element, an
// annotation, an object of the API, a bean bound by Spring Boot. Placeholders
// and constants are resolved as far as the files tell.
type Config struct {
	// Tag is Dubbo's element name: "reference", "consumer", "method",
	// "service", "provider", "registry", ...
	Tag  string
	Form decl.Form
	// ID is the written id or bean name, "" when there is none. For an
	// annotated field it is the field's name in 3.x only; see Field.
	ID string
	// Field is the annotated field's or the variable's name.
	Field string
	// Annotation is the annotation's qualified name, for FormAnnotation.
	Annotation string
	// Settings and Params are in written order; a name may occur twice.
	// Settings carry XML attribute names ("retries", "bean-name" style).
	Settings []*Setting
	// Params are <dubbo:parameter> elements, foreign attributes, and the
	// parameters attribute.
	Params  []*Setting
	Methods []*Config // tag "method", with the setting "name"
	// Outer is the <dubbo:consumer> or <dubbo:provider> around.
	Outer *Config
	// Conditional marks an API object whose setters stand under a condition.
	Conditional bool
	// Test is set for test sources and resources.
	Test bool
	// Interface is the referenced or exported interface's qualified name.
	Interface *Setting
	At        source.Span
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
	Unknown    string
	At, NameAt source.Span
	Via        []source.Span
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

// Property is one property key as the application sees it.
type Property struct {
	Setting
	// Source is DubboProps, SpringEnv, JVMProperty, Environment or ConfigCenter.
	Source Level
	// Order ranks properties of one Source; the higher wins.
	Order int
	// Read is set when some config object took or considered the value; a
	// property of a Dubbo key with Read false is dead in this version.
	Read bool
	// Test is set for test resources.
	Test bool
	// Tag is YAML's type of the value, "" elsewhere.
	Tag string
}

// Reference is one use of a remote service.
type Reference struct {
	App *App
	*Config
	// Service is interface, group and version after all resolution.
	Group, Version string
	// Consumer is the consumer config that applies, nil when none is written.
	Consumer *Config
	// Type is the interface's declaration, nil when no source is in the trees.
	Type *decl.Type
	// Providers are the exported services of the audited trees that match.
	Providers []*Service
	// SharedWith is the reference whose bean this one gets (see
	// dubbo.SharedReference), nil when it has its own.
	SharedWith *Reference
	Check      Value[bool]
	Lazy       Value[bool]
	Init       Value[bool]
	// URL is the direct url, "" when the registry is used. Known false: a
	// placeholder.
	URL Value[string]
	// Registries are the registry configs it uses.
	Registries []*Config
	Generic    bool
	// Fails says that the application cannot start or cannot use the
	// reference, for a reason that the files tell (unknown cluster, two
	// consumers ...).
	Fails *Failure
	Calls []*Call
}

// Name returns the interface's qualified name, or the best there is.
func (r *Reference) Name() string {
	if r.Interface != nil {
		return r.Interface.Value
	}
	return r.ID
}

// Failure is a failure that the configuration brings about by itself.
type Failure struct {
	Quirk   dubbo.QuirkID
	Setting string // "cluster", "consumer", "url", "method"
	Msg     string
	At      source.Span
}

// Mode says how a method is called.
type Mode string

// The modes. Only Sync calls are tried again after a timeout.
const (
	Sync   Mode = "sync"
	Async  Mode = "async"  // async="true"
	Future Mode = "future" // the method returns a CompletableFuture (2.7+)
	Oneway Mode = "oneway" // return="false"
)

// Call is one (reference, method) with its effective settings.
type Call struct {
	Ref    *Reference
	Method string
	// Signature is "createOrder(com.acme.Order)", or the name alone.
	Signature string
	// Decl is the declaration and DeclType the interface that has it
	// (perhaps a super-interface); nil when the source is not there.
	Decl     *decl.Method
	DeclType *decl.Type
	// CalledAt are call sites on the reference, as far as found.
	CalledAt []source.Span
	// Exists is false for a method that is configured but that the
	// interface, whose source is there, does not have.
	Missing bool

	Retries     Value[int] // extra tries; negative as written
	Timeout     Value[time.Duration]
	Cluster     Value[string] // "none": no cluster layer
	Loadbalance Value[string]
	Async       Value[bool]
	Mock        Value[string] // "" none
	Forks       Value[int]
	Mode        Mode
	// Executions is how often the provider may run the method while the
	// caller waits, when every attempt times out.
	Executions Value[int]
	// MaxExecutions also counts background repeats (failback).
	MaxExecutions int
	// WorstCase is how long the caller may wait; 0 when unknown.
	WorstCase time.Duration
	// CallerSees is what the caller gets when every attempt times out.
	CallerSees string
	// OuterCluster is the cluster around several registries or groups, ""
	// when there is none.
	OuterCluster string
	Fails        *Failure
	// Unsure lists what lowers the confidence: a fork, a snapshot, an
	// unmeasured version, an unknown provider side.
	Unsure []string
}

// Service is one exported service.
type Service struct {
	App *App
	*Config
	Group, Version string
	// Provider is the provider config that applies, nil when none is written.
	Provider *Config
	// Impl is the implementation's qualified name, "" when unknown.
	Impl     string
	ImplType *decl.Type
	Type     *decl.Type // the interface
	// Methods maps a method name ("" for the service itself) to the
	// settings as the provider publishes them, by key ("retries", "timeout", "cluster", ...).
	Published map[string]map[string]Published
}

// Published is one setting of the provider side.
type Published struct {
	Setting
	Level Level // ProviderMethod, AtService or AtProvider (or a property source)
}

// PublishedFor returns what the provider side says about a key of a method:
// the method's own value before the service's, before the provider's.
func (s *Service) PublishedFor(method, key string) (Published, bool) {
	if p, ok := s.Published[method][key]; ok && method != "" {
		return p, true
	}
	p, ok := s.Published[""][key]
	return p, ok
}
