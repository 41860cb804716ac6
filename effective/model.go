// Package effective works out what Dubbo really does with an application's
// configuration: the settings of every (reference, method) by the rules of
// the version in use, each with its origin and the values it beat.
package effective

import (
	"time"

	"github.com/dubboaudit/dubboaudit/application"
	"github.com/dubboaudit/dubboaudit/dubbo"
	"github.com/dubboaudit/dubboaudit/lang"
	"github.com/dubboaudit/dubboaudit/parse/decl"
	"github.com/dubboaudit/dubboaudit/parse/source"
)

// Model is everything that was found out about the audited trees.
type Model struct {
	Apps []*App
	// Target is the same, application by application, resolved for the
	// version of an upgrade that is asked about; nil when none is.
	Target *Model
}

// App is an application with its references and services resolved.
type App struct {
	*application.App
	References []*Reference
	Services   []*Service
	// Dead are properties that no config object of this version reads,
	// though the key looks like Dubbo's.
	Dead []*application.Property
	// Fails says that the application does not start for a reason that the
	// files tell (two default consumers, for example).
	Fails []*Failure
}

// Reference is one use of a remote service.
type Reference struct {
	App *App
	*application.Config
	// Group and Version of the service, after all resolution.
	Group, Version string
	// Consumer is the consumer config that applies, nil when none is written.
	Consumer *application.Config
	// Providers are the exported services of the audited trees that match.
	Providers []*Service
	// SharedWith is the reference whose bean this one gets (see
	// dubbo.SharedReference), nil when it has its own.
	SharedWith *Reference
	Check      Value[bool]
	Lazy       Value[bool]
	Init       Value[bool]
	// URL is the direct url, "" when the registry is used.
	URL Value[string]
	// Registries are the registry configs it uses, as far as written.
	Registries []*application.Config
	Generic    bool
	// Fails says that the application cannot start or cannot use the
	// reference, for a reason that the files tell.
	Fails *Failure
	Calls []*Call

	// mixed is set where the version mixes its settings with another's.
	mixed bool
	// rivals are all the references that share its bean, itself included.
	rivals []*Reference
}

// Name returns the interface's qualified name, or the best there is.
func (r *Reference) Name() string {
	if r.Interface != nil && r.Interface.Value != "" {
		return r.Interface.Value
	}
	return r.ID
}

// Failure is a failure that the configuration brings about by itself.
type Failure struct {
	Quirk   dubbo.QuirkID
	Setting string // "cluster", "consumer", "url", "method"
	Msg     lang.Text
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
	Method string // "*" where the interface and its call sites are unknown
	// Signature is "createOrder(com.acme.Order)", or the name alone.
	Signature string
	// Decl is the declaration and DeclType the interface that has it
	// (perhaps a super-interface); nil when the source is not there.
	// Overloads holds every declaration of the name; settings are by name.
	Decl      *decl.Method
	DeclType  *decl.Type
	Overloads []*decl.Method
	// CalledAt are call sites on the reference, as far as found.
	CalledAt []source.Span

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
	CallerSees lang.Text
	// OuterCluster is the cluster around several registries or groups, ""
	// when there is none.
	OuterCluster string
	// Fails says that every call fails by configuration.
	Fails *Failure
	// Unsure lists what lowers the confidence: a fork, a snapshot, an
	// unmeasured version, an unknown provider side.
	Unsure []lang.Text
}

// Service is one exported service.
type Service struct {
	App *App
	*application.Config
	Group, Version string
	// Provider is the provider config that applies, nil when none is written.
	Provider *application.Config
	// Published holds the settings as the provider publishes them, by
	// method name ("" for the service itself) and key ("retries", "timeout", ...).
	Published map[string]map[string]Published

	url *params
}

// Published is one setting of the provider side.
type Published struct {
	*application.Setting
	Level Level // ProviderMethod, AtService, AtProvider or a property source
}

// PublishedFor returns what the provider side says about a key of a method:
// the method's own value before the service's.
func (s *Service) PublishedFor(method, key string) (Published, bool) {
	if p, ok := s.Published[method][key]; ok && method != "" {
		return p, true
	}
	p, ok := s.Published[""][key]
	return p, ok
}
